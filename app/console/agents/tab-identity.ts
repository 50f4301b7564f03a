import { recallInTab, rememberInTab } from '../../ui/storage.ts';

/** The page before a reload may hold the name for a moment; a tab that was duplicated never lets go. */
const patienceMs = 1_500;

let identity: Promise<string> | undefined;

/**
 * The name of this tab, the same after a reload. No two open tabs of this origin share one: each
 * holds a Web Lock of that name for as long as it lives.
 */
export function tabIdentity(): Promise<string> {
  identity ??= findIdentity();
  return identity;
}

async function findIdentity(): Promise<string> {
  const before = recallInTab('tab');
  if (before !== null && (await claim(before))) return before;
  const fresh = crypto.randomUUID();
  rememberInTab('tab', fresh);
  await claim(fresh);
  return fresh;
}

/** Takes the name for this page's life; false when another tab has it. */
async function claim(tab: string): Promise<boolean> {
  // Absent outside secure contexts, whatever the type says.
  const { locks } = navigator as Partial<Navigator>;
  if (locks === undefined) return true;
  return await new Promise((resolve) => {
    const signal = AbortSignal.timeout(patienceMs);
    const hold = (): Promise<never> => {
      resolve(true);
      return new Promise(() => undefined);
    };
    locks.request(`handset-tab-${tab}`, { signal }, hold).catch(() => resolve(!signal.aborted));
  });
}
