import { recallInTab, rememberInTab } from './storage.ts';

/** After a reload the old page may hold the lock briefly; the original of a duplicated tab never releases it. */
const lockWaitMs = 1_500;

let identityPromise: Promise<string> | undefined;

/**
 * The id of this tab, stable across reloads. No two open tabs of this origin share one: each holds
 * a Web Lock with that id while it is open.
 */
export function tabIdentity(): Promise<string> {
  identityPromise ??= findIdentity();
  return identityPromise;
}

async function findIdentity(): Promise<string> {
  const storedId = recallInTab('tab');
  if (storedId !== null && (await acquireLock(storedId))) return storedId;
  const newId = crypto.randomUUID();
  rememberInTab('tab', newId);
  await acquireLock(newId);
  return newId;
}

/** Acquires the lock for this page's lifetime; false when another tab holds it. */
async function acquireLock(tab: string): Promise<boolean> {
  // Absent outside secure contexts, whatever the type says.
  const { locks } = navigator as Partial<Navigator>;
  if (locks === undefined) return true;
  return await new Promise((resolve) => {
    const signal = AbortSignal.timeout(lockWaitMs);
    const hold = (): Promise<never> => {
      resolve(true);
      return new Promise(() => undefined);
    };
    locks.request(`handset-tab-${tab}`, { signal }, hold).catch(() => resolve(!signal.aborted));
  });
}
