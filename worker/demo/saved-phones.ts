import { type DBSchema, openDB } from 'idb';
import type { DemoPhoneWithWorld } from '#core/demo-phone/device.ts';
import { parseSavedState, type SavedState } from '#core/demo-phone/saved-state.ts';
import { describeThrown, HandsetError } from '#core/errors.ts';
import { storageFull } from '../files/storage-full.ts';

interface SavedPhone {
  /** Identifies the tab's phone, as in its serial number. */
  readonly unit: string;
  readonly savedAtEpochMs: number;
  readonly state: unknown;
}

interface SavedPhonesDatabase extends DBSchema {
  phones: { key: string; value: SavedPhone };
}

/** Phones of this many tabs are kept, those that were saved last: with 5 MB of files each at most. */
const maxPhones = 4;
/** A reload loses what was done after the last saving. */
const saveEveryMs = 1_000;
/** The user may have made room by then. */
const retryMs = 5_000;

let stopSaving = (): void => undefined;

/** What the demo phone of this tab had saved before; null where it had nothing, or the browser stores nothing. */
export async function readSavedPhone(unit: string): Promise<SavedState | null> {
  const stored = await withPhones((database) => database.get('phones', unit));
  return parseSavedState(stored?.state);
}

/** Forgets it, and saves the phone that it belongs to no longer. */
export async function forgetSavedPhone(unit: string): Promise<void> {
  stopSaving();
  await withPhones((database) => database.delete('phones', unit));
}

interface KeepOptions {
  /** Called with why the last changes could not be saved, and with null once they are. */
  onNotSaved(error: HandsetError | null): void;
  /** Stores the state of the tab's phone. */
  readonly store?: typeof storePhone;
}

/**
 * Saves this phone of the tab whenever it has changed, and tries again where that fails; the one
 * before is no longer saved.
 */
export function keepSaved(
  unit: string,
  phone: Pick<DemoPhoneWithWorld, 'signature' | 'save'>,
  { onNotSaved, store = storePhone }: KeepOptions,
): void {
  stopSaving();
  let isStopped = false;
  let saved = phone.signature();
  let error: HandsetError | null = null;
  const save = async (): Promise<void> => {
    const before = error;
    const now = phone.signature();
    error = now === saved ? null : await store(unit, phone.save()).then(() => null, notSaved);
    if (isStopped) return;
    if (error === null) saved = now;
    if (error !== before) onNotSaved(error);
    timer = setTimeout(() => void save(), error === null ? saveEveryMs : retryMs);
  };
  let timer = setTimeout(() => void save(), saveEveryMs);
  stopSaving = () => {
    isStopped = true;
    clearTimeout(timer);
  };
  onNotSaved(null);
}

/** Why the phone could not be saved. */
function notSaved(thrown: unknown): HandsetError {
  const what = 'Your last changes to the demo phone will be lost when the page reloads';
  if (thrown instanceof DOMException && thrown.name === 'QuotaExceededError')
    return storageFull(what, thrown);
  return new HandsetError('unsupported', `${what}: the browser can't store them.`, {
    hint: describeThrown(thrown),
    cause: thrown,
  });
}

async function storePhone(unit: string, state: SavedState | null): Promise<void> {
  const database = await openPhones();
  try {
    await database.put('phones', { unit, savedAtEpochMs: Date.now(), state });
    const all = await database.getAll('phones');
    const old = all.sort((a, b) => b.savedAtEpochMs - a.savedAtEpochMs).slice(maxPhones);
    for (const phone of old) await database.delete('phones', phone.unit);
  } finally {
    database.close();
  }
}

/** The result; undefined where the browser stores nothing for this page. The phone works without it. */
async function withPhones<Result>(
  use: (database: Awaited<ReturnType<typeof openPhones>>) => Promise<Result>,
): Promise<Result | undefined> {
  try {
    const database = await openPhones();
    try {
      return await use(database);
    } finally {
      database.close();
    }
  } catch {
    return undefined;
  }
}

function openPhones() {
  return openDB<SavedPhonesDatabase>('handset-demo-phones', 1, {
    upgrade(created) {
      created.createObjectStore('phones', { keyPath: 'unit' });
    },
  });
}
