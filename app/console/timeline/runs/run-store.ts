import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { Mask, MaskedCall } from '#app/ui/mask-secrets.ts';
import type { TimelineCall } from '../timeline-calls.ts';

/** The calls of one visit of a tab, or of an imported file. */
export interface KeptRun {
  readonly id: string;
  /** Chosen by the user; empty before. */
  readonly name: string;
  /** `Pixel 8 · Android 14`; empty where none was connected. */
  readonly phone: string;
  /** Of its first and its last call. */
  readonly startedAtEpochMs: number;
  readonly lastAtEpochMs: number;
  readonly callCount: number;
  /** Of its calls with their pictures. */
  readonly bytes: number;
}

interface StoredCall {
  readonly runId: string;
  readonly id: number;
  readonly bytes: number;
  readonly call: TimelineCall;
}

interface RunDatabase extends DBSchema {
  runs: { key: string; value: KeptRun };
  calls: { key: [runId: string, id: number]; value: StoredCall };
}

/** What all runs together may take, in bytes; the oldest run goes first. */
export const maxRunBytes = 200_000_000;
/** A call without pictures: its names and numbers. */
const baseCallBytes = 300;

/** The runs that this browser keeps, in IndexedDB, for all tabs of this address. */
export class RunStore {
  readonly #database: IDBPDatabase<RunDatabase>;

  private constructor(database: IDBPDatabase<RunDatabase>) {
    this.#database = database;
  }

  /** Rejects where the browser has no IndexedDB for this page. */
  static async open(): Promise<RunStore> {
    const database = await openDB<RunDatabase>('handset-runs', 1, {
      upgrade(created) {
        created.createObjectStore('runs', { keyPath: 'id' });
        created.createObjectStore('calls', { keyPath: ['runId', 'id'] });
      },
      // A later version of the page must not wait for this one.
      blocking: (_from, _to, { target }) => (target as IDBDatabase).close(), // Typed as EventTarget.
    });
    return new RunStore(database);
  }

  /** All runs, the latest first. */
  async list(): Promise<readonly KeptRun[]> {
    const runs = await this.#database.getAll('runs');
    return runs.sort((a, b) => b.lastAtEpochMs - a.lastAtEpochMs);
  }

  /** The calls of a run, newest first; empty where there is no such run. */
  async read(runId: string): Promise<readonly TimelineCall[]> {
    const stored = await this.#database.getAll('calls', callsOf(runId));
    return stored.map(({ call }) => call).reverse();
  }

  /**
   * Adds a call to a run, or replaces it there; begins the run with its first call. Then deletes
   * the oldest of all runs, and of this one the oldest calls, until all fit. Rejects with the
   * browser's `QuotaExceededError` when its storage is full.
   */
  async put(runId: string, call: TimelineCall, phone: string): Promise<void> {
    const transaction = this.#database.transaction(['runs', 'calls'], 'readwrite');
    const runs = transaction.objectStore('runs');
    const calls = transaction.objectStore('calls');
    const before = await calls.get([runId, call.id]);
    const run = (await runs.get(runId)) ?? newRun(runId, call);
    const bytes = bytesOf(call);
    await calls.put({ runId, id: call.id, bytes, call });
    await runs.put({
      ...run,
      phone: run.phone || phone,
      lastAtEpochMs: Math.max(run.lastAtEpochMs, call.startedAtEpochMs),
      callCount: run.callCount + (before === undefined ? 1 : 0),
      bytes: run.bytes + bytes - (before?.bytes ?? 0),
    });
    await transaction.done;
    await this.#prune(runId);
  }

  /** Resolves to the run with its new name. Rejects where there is no such run. */
  async rename(runId: string, name: string): Promise<KeptRun> {
    const transaction = this.#database.transaction('runs', 'readwrite');
    const run = await transaction.store.get(runId);
    if (run === undefined) throw new Error('There is no such run any more.');
    await transaction.store.put({ ...run, name });
    await transaction.done;
    return { ...run, name };
  }

  /** Moves the calls of one run into another, and deletes the emptied one. */
  async move(fromId: string, toId: string): Promise<void> {
    const transaction = this.#database.transaction(['runs', 'calls'], 'readwrite');
    const [runs, calls] = [transaction.objectStore('runs'), transaction.objectStore('calls')];
    const [from, to] = [await runs.get(fromId), await runs.get(toId)];
    for (const stored of await calls.getAll(callsOf(fromId)))
      await calls.put({ ...stored, runId: toId });
    await calls.delete(callsOf(fromId));
    await runs.delete(fromId);
    if (from !== undefined) {
      await runs.put({
        ...(to ?? from),
        id: toId,
        lastAtEpochMs: Math.max(from.lastAtEpochMs, to?.lastAtEpochMs ?? 0),
        callCount: from.callCount + (to?.callCount ?? 0),
        bytes: from.bytes + (to?.bytes ?? 0),
      });
    }
    await transaction.done;
  }

  async delete(runId: string): Promise<void> {
    const transaction = this.#database.transaction(['runs', 'calls'], 'readwrite');
    await transaction.objectStore('runs').delete(runId);
    await transaction.objectStore('calls').delete(callsOf(runId));
    await transaction.done;
  }

  async deleteAll(): Promise<void> {
    const transaction = this.#database.transaction(['runs', 'calls'], 'readwrite');
    await transaction.objectStore('runs').clear();
    await transaction.objectStore('calls').clear();
    await transaction.done;
  }

  async #prune(currentId: string): Promise<void> {
    const oldestFirst = (await this.list()).toReversed();
    let total = oldestFirst.reduce((sum, { bytes }) => sum + bytes, 0);
    for (const { id, bytes } of oldestFirst) {
      if (total <= maxRunBytes) return;
      if (id === currentId) continue;
      await this.delete(id);
      total -= bytes;
    }
    if (total > maxRunBytes) await this.#deleteOldestCalls(currentId, total - maxRunBytes);
  }

  async #deleteOldestCalls(runId: string, excessBytes: number): Promise<void> {
    const transaction = this.#database.transaction(['runs', 'calls'], 'readwrite');
    let freed = 0;
    let count = 0;
    let cursor = await transaction.objectStore('calls').openCursor(callsOf(runId));
    while (cursor !== null && freed < excessBytes) {
      freed += cursor.value.bytes;
      count += 1;
      await cursor.delete();
      cursor = await cursor.continue();
    }
    const runs = transaction.objectStore('runs');
    const run = await runs.get(runId);
    if (run !== undefined)
      await runs.put({ ...run, callCount: run.callCount - count, bytes: run.bytes - freed });
    await transaction.done;
  }
}

/** The call without typed passwords and clipboard texts, its own and these of other calls. Pictures stay as they are. */
export function maskedCall(call: TimelineCall, secrets: readonly string[]): TimelineCall {
  const mask = new Mask(secrets);
  const masked = new MaskedCall(call, mask);
  return {
    ...call,
    agent: mask.maskText(call.agent),
    argumentsJson: JSON.stringify(masked.arguments),
    text: masked.text,
    secrets: [],
  };
}

function callsOf(runId: string): IDBKeyRange {
  return IDBKeyRange.bound([runId, -Infinity], [runId, Infinity]);
}

function newRun(id: string, { startedAtEpochMs }: TimelineCall): KeptRun {
  const at = { startedAtEpochMs, lastAtEpochMs: startedAtEpochMs };
  return { id, name: '', phone: '', ...at, callCount: 0, bytes: 0 };
}

/** What a call takes here, about: its texts and its pictures. */
export function bytesOf({ argumentsJson, text, pictures, before, after }: TimelineCall): number {
  const shown = [...pictures, before, after];
  const pictureBytes = shown.reduce((sum, picture) => sum + (picture?.bytes.length ?? 0), 0);
  return baseCallBytes + 2 * (argumentsJson.length + text.length) + pictureBytes;
}
