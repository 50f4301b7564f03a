import { type DBSchema, openDB } from 'idb';
import type { DemoPhoneWithWorld } from '#core/demo-phone/device.ts';
import { parseSavedState, type SavedState } from '#core/demo-phone/saved-state.ts';

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

/** Saves this phone of the tab whenever it has changed; the one before is no longer saved. */
export function keepSaved(unit: string, phone: DemoPhoneWithWorld): void {
  stopSaving();
  let saved = phone.signature();
  const timer = setInterval(() => {
    const now = phone.signature();
    if (now === saved) return;
    saved = now;
    void savePhone(unit, phone.save());
  }, saveEveryMs);
  stopSaving = () => clearInterval(timer);
}

async function savePhone(unit: string, state: SavedState | null): Promise<void> {
  await withPhones(async (database) => {
    await database.put('phones', { unit, savedAtEpochMs: Date.now(), state });
    const all = await database.getAll('phones');
    const old = all.sort((a, b) => b.savedAtEpochMs - a.savedAtEpochMs).slice(maxPhones);
    for (const phone of old) await database.delete('phones', phone.unit);
  });
}

/** The result; undefined where the browser stores nothing for this page, or no more. The phone works without it. */
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
