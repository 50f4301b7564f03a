import { recallInTab, rememberInTab } from '../../ui/storage.ts';

/** After a reload the old page may hold the lock briefly; the original of a duplicated tab never releases it. */
const patienceMs = 1_500;

let identity: Promise<string> | undefined;

/**
 * The id of this tab, stable across reloads. No two open tabs of this origin share one: each holds
 * a Web Lock with that id while it is open.
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

/** Acquires the lock for this page's lifetime; false when another tab holds it. */
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
