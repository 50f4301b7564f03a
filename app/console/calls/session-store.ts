import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb';
import * as z from 'zod/mini';
import { ownMember } from '#app/ui/json.ts';
import { type Call, callSchema, type PictureData, storedStepSchema } from '#core/call.ts';
import { upgradeCall } from './older-calls.ts';
import type { EditedSteps } from './step.ts';

const sessionSchema = z.readonly(
  z.object({
    id: z.string(),
    /** Given by the user; empty until then. */
    name: z.string(),
    /** `Pixel 8 · Android 14`; empty if none was connected. */
    phone: z.string(),
    /** When the first and the last call began. */
    startedAtEpochMs: z.number(),
    lastAtEpochMs: z.number(),
    /** A call and its steps count as one. */
    callCount: z.number(),
    /** Number of edited steps; absent if there are none. */
    stepCount: z.optional(z.number()),
    /** Size of the calls and steps with their pictures. */
    bytes: z.number(),
  }),
);

/** A session: the calls of one tab, or of an imported file. */
export type KeptSession = z.output<typeof sessionSchema>;

interface StoredCall {
  readonly runId: string;
  readonly id: number;
  readonly bytes: number;
  /** A call as this version or an earlier one wrote it. */
  readonly call: unknown;
}

/** A step of an edited list. Its screen is stored separately under its key, so that a change to the list does not write it again. */
type StoredStep = Readonly<z.output<typeof storedStepSchema>>;

/** An edited list, as it is stored. */
export interface StoredSteps extends Pick<EditedSteps, 'source'> {
  readonly steps: readonly StoredStep[];
}

interface StepsRow extends Pick<EditedSteps, 'source'> {
  readonly runId: string;
  readonly bytes: number;
  readonly steps: readonly Omit<StoredStep, 'screen'>[];
}

/** The names are from the first version, which called a session a run. */
interface SessionDatabase extends DBSchema {
  runs: { key: string; value: KeptSession };
  calls: { key: [runId: string, id: number]; value: StoredCall };
  steps: { key: string; value: StepsRow };
  stepScreens: {
    key: [runId: string, key: number];
    value: { readonly runId: string; readonly key: number; readonly screen: PictureData };
  };
}

const allStores = ['runs', 'calls', 'steps', 'stepScreens'] as const;

/** Most bytes that all sessions may take together; the oldest session is deleted first. */
export const maxSessionBytes = 200_000_000;
/** Approximate size of a call's names and numbers. */
const baseCallBytes = 300;

/** The sessions that this browser keeps in IndexedDB, shared by all tabs of this origin. */
export class SessionStore {
  readonly #database: IDBPDatabase<SessionDatabase>;

  private constructor(database: IDBPDatabase<SessionDatabase>) {
    this.#database = database;
  }

  /** Rejects if the browser has no IndexedDB for this page. */
  static async open(): Promise<SessionStore> {
    const database = await openDB<SessionDatabase>('handset-runs', 2, {
      upgrade(created, version) {
        if (version < 1) {
          created.createObjectStore('runs', { keyPath: 'id' });
          created.createObjectStore('calls', { keyPath: ['runId', 'id'] });
        }
        created.createObjectStore('steps', { keyPath: 'runId' });
        created.createObjectStore('stepScreens', { keyPath: ['runId', 'key'] });
      },
      // A later version of the page must not wait for this one.
      blocking: (_from, _to, { target }) => (target as IDBDatabase).close(), // Typed as EventTarget.
    });
    return new SessionStore(database);
  }

  /** All sessions, the latest first. */
  async list(): Promise<readonly KeptSession[]> {
    const sessions = await this.#database.getAll('runs');
    return sessions
      .flatMap((session) => sessionSchema.safeParse(session).data ?? [])
      .sort((a, b) => b.lastAtEpochMs - a.lastAtEpochMs);
  }

  /** The calls of a session, newest first; empty if there is no such session. */
  async read(sessionId: string): Promise<readonly Call[]> {
    const stored = await this.#database.getAll('calls', keysOf(sessionId));
    return stored
      .flatMap(({ call }) => callSchema.safeParse(upgradeCall(call)).data ?? [])
      .reverse();
  }

  /**
   * Adds a call to a session or replaces it there; creates the session for its first call. Then deletes
   * the oldest other sessions, then this session's oldest calls, until all fit. Rejects with the
   * browser's `QuotaExceededError` when its storage is full.
   */
  async put(sessionId: string, call: Call, phone: string): Promise<void> {
    const transaction = this.#database.transaction(['runs', 'calls'], 'readwrite');
    const sessions = transaction.objectStore('runs');
    const calls = transaction.objectStore('calls');
    const before = await calls.get([sessionId, call.id]);
    const session = (await sessions.get(sessionId)) ?? newSession(sessionId, call.startedAtEpochMs);
    const bytes = bytesOf(call);
    await calls.put({ runId: sessionId, id: call.id, bytes, call });
    await sessions.put({
      ...session,
      phone: session.phone || phone,
      lastAtEpochMs: Math.max(session.lastAtEpochMs, call.startedAtEpochMs),
      callCount: session.callCount + (before === undefined && call.stepOf === undefined ? 1 : 0),
      bytes: session.bytes + bytes - (before?.bytes ?? 0),
    });
    await transaction.done;
    await this.#prune(sessionId);
  }

  /** The edited steps of a session; null if there are none. */
  async readSteps(sessionId: string): Promise<StoredSteps | null> {
    return await readSteps(this.#database.transaction(allStores, 'readonly'), sessionId);
  }

  /** Replaces the edited steps of a session; null deletes them. Creates the session if necessary. Rejects as `put` does. */
  async putSteps(sessionId: string, kept: StoredSteps | null): Promise<void> {
    const transaction = this.#database.transaction(allStores, 'readwrite');
    await writeSteps(transaction, sessionId, kept);
    await transaction.done;
    await this.#prune(sessionId);
  }

  /** Resolves to the session with its new name. Rejects if there is no such session. */
  async rename(sessionId: string, name: string): Promise<KeptSession> {
    const transaction = this.#database.transaction('runs', 'readwrite');
    const session = await transaction.store.get(sessionId);
    if (session === undefined) throw new Error('This session no longer exists.');
    await transaction.store.put({ ...session, name });
    await transaction.done;
    return { ...session, name };
  }

  /** Moves the calls and the edited steps of one session into another and deletes the emptied one, in one transaction. */
  async move(fromId: string, toId: string): Promise<void> {
    const transaction = this.#database.transaction(allStores, 'readwrite');
    const sessions = transaction.objectStore('runs');
    const calls = transaction.objectStore('calls');
    const from = await sessions.get(fromId);
    const to = await sessions.get(toId);
    const steps = await readSteps(transaction, fromId);
    const stepBytes = (await transaction.objectStore('steps').get(fromId))?.bytes ?? 0;
    for (const stored of await calls.getAll(keysOf(fromId)))
      await calls.put({ ...stored, runId: toId });
    await deleteFrom(transaction, fromId);
    if (from !== undefined) {
      await sessions.put({
        ...(to ?? { ...from, callCount: 0, bytes: 0 }),
        id: toId,
        lastAtEpochMs: Math.max(from.lastAtEpochMs, to?.lastAtEpochMs ?? 0),
        callCount: from.callCount + (to?.callCount ?? 0),
        bytes: from.bytes - stepBytes + (to?.bytes ?? 0),
      });
    }
    if (steps !== null) await writeSteps(transaction, toId, steps);
    await transaction.done;
  }

  async delete(sessionId: string): Promise<void> {
    const transaction = this.#database.transaction(allStores, 'readwrite');
    await deleteFrom(transaction, sessionId);
    await transaction.done;
  }

  async deleteAll(): Promise<void> {
    const transaction = this.#database.transaction(allStores, 'readwrite');
    for (const store of allStores) await transaction.objectStore(store).clear();
    await transaction.done;
  }

  async #prune(currentId: string): Promise<void> {
    const oldestFirst = (await this.list()).toReversed();
    let total = oldestFirst.reduce((sum, { bytes }) => sum + bytes, 0);
    for (const { id, bytes } of oldestFirst) {
      if (total <= maxSessionBytes) return;
      if (id === currentId) continue;
      await this.delete(id);
      total -= bytes;
    }
    if (total > maxSessionBytes) await this.#deleteOldestCalls(currentId, total - maxSessionBytes);
  }

  async #deleteOldestCalls(sessionId: string, excessBytes: number): Promise<void> {
    const transaction = this.#database.transaction(['runs', 'calls'], 'readwrite');
    let freed = 0;
    let count = 0;
    let cursor = await transaction.objectStore('calls').openCursor(keysOf(sessionId));
    while (cursor !== null && freed < excessBytes) {
      freed += cursor.value.bytes;
      if (ownMember(cursor.value.call, 'stepOf') === undefined) count += 1;
      await cursor.delete();
      cursor = await cursor.continue();
    }
    const sessions = transaction.objectStore('runs');
    const session = await sessions.get(sessionId);
    if (session !== undefined)
      await sessions.put({
        ...session,
        callCount: session.callCount - count,
        bytes: session.bytes - freed,
      });
    await transaction.done;
  }
}

type Transaction<Mode extends IDBTransactionMode> = IDBPTransaction<
  SessionDatabase,
  typeof allStores,
  Mode
>;

/** The edited steps of a session; null if there are none. */
async function readSteps(
  transaction: Transaction<'readonly' | 'readwrite'>,
  sessionId: string,
): Promise<StoredSteps | null> {
  const row = await transaction.objectStore('steps').get(sessionId);
  if (row === undefined) return null;
  const stored = await transaction.objectStore('stepScreens').getAll(keysOf(sessionId));
  const screens = new Map(stored.map(({ key, screen }) => [key, screen]));
  const steps = row.steps.flatMap((step) => {
    const screen = screens.get(step.key) ?? null;
    return storedStepSchema.safeParse({ ...step, screen }).data ?? [];
  });
  return { source: row.source, steps };
}

async function writeSteps(
  transaction: Transaction<'readwrite'>,
  sessionId: string,
  kept: StoredSteps | null,
): Promise<void> {
  const sessions = transaction.objectStore('runs');
  const rows = transaction.objectStore('steps');
  const screens = transaction.objectStore('stepScreens');
  const before = await rows.get(sessionId);
  const needless = new Set((await screens.getAllKeys(keysOf(sessionId))).map(([, key]) => key));
  for (const { key, screen } of kept?.steps ?? [])
    if (screen !== null && !needless.delete(key))
      await screens.put({ runId: sessionId, key, screen });
  for (const key of needless) await screens.delete([sessionId, key]);
  const bytes = (kept?.steps ?? []).reduce((sum, step) => sum + bytesOfStep(step), 0);
  const steps = (kept?.steps ?? []).map(({ screen: _screen, ...step }) => step);
  if (kept === null) await rows.delete(sessionId);
  else await rows.put({ runId: sessionId, bytes, source: kept.source, steps });
  const session = (await sessions.get(sessionId)) ?? newSession(sessionId, Date.now());
  const size = session.bytes + bytes - (before?.bytes ?? 0);
  if (kept !== null || size > 0)
    await sessions.put({ ...session, stepCount: steps.length, bytes: size });
  else await sessions.delete(sessionId);
}

async function deleteFrom(transaction: Transaction<'readwrite'>, sessionId: string): Promise<void> {
  await transaction.objectStore('runs').delete(sessionId);
  await transaction.objectStore('calls').delete(keysOf(sessionId));
  await transaction.objectStore('steps').delete(sessionId);
  await transaction.objectStore('stepScreens').delete(keysOf(sessionId));
}

/** The range of keys of a session's calls, or of its steps' screens. */
function keysOf(sessionId: string): IDBKeyRange {
  return IDBKeyRange.bound([sessionId, -Infinity], [sessionId, Infinity]);
}

function newSession(id: string, startedAtEpochMs: number): KeptSession {
  const at = { startedAtEpochMs, lastAtEpochMs: startedAtEpochMs };
  return { id, name: '', phone: '', ...at, callCount: 0, bytes: 0 };
}

/** Approximate size of a stored call: its texts and its pictures. */
export function bytesOf(call: Call): number {
  const { text, pictures, before, after } = call;
  const argumentsLength = JSON.stringify(call.arguments).length;
  const shown = [...pictures, before, after];
  const pictureBytes = shown.reduce((sum, picture) => sum + (picture?.bytes.length ?? 0), 0);
  return baseCallBytes + 2 * (argumentsLength + text.length) + pictureBytes;
}

function bytesOfStep({ screen, ...step }: StoredStep): number {
  return 2 * JSON.stringify(step).length + (screen?.bytes.length ?? 0);
}
