import { connectedLabel } from '#app/ui/state-strings.ts';
import { onStorageChange, recall, recallInTab, remember, rememberInTab } from '#app/ui/storage.ts';
import { describeThrown, type WireError } from '#core/errors.ts';
import type { PhoneInfo } from '#core/link/phone-status.ts';
import { tabIdentity } from '../../ui/tab-identity.ts';
import type { Call } from '#core/call.ts';
import { trimPictures } from './call-list.ts';
import { parseSession, type ImportedSession } from './session-file.ts';
import {
  bytesOf,
  type KeptSession,
  maxSessionBytes,
  SessionStore,
  type StoredSteps,
} from './session-store.ts';
import { sessionFaults, sessionStrings as strings } from './strings.ts';

/** A session whose calls the timeline shows in place of this tab's. */
export interface OpenedSession {
  readonly session: KeptSession;
  /** Newest first. */
  readonly calls: readonly Call[];
}

/** Larger files are not read: a timeline of this size has thousands of pictures. */
const maxFileBytes = 300_000_000;
/** What the calls of a file may take, so that they displace few other sessions. */
const maxImportedBytes = maxSessionBytes / 2;

/** The sessions that this browser keeps, and the user's actions on them. Nothing here rejects. */
export class SessionsState {
  /** The latest first. */
  list = $state.raw<readonly KeptSession[]>([]);
  /** Why the user's last action failed. */
  error = $state.raw<WireError | null>(null);
  /** Why the last call was not kept. */
  keepError = $state.raw<WireError | null>(null);

  /** The session in which this tab's calls are kept, over reloads; null before its first call. */
  ownId = $state.raw<string | null>(null);
  /** The id of this tab, which is stored with its session: a duplicated tab has a copy of both, and another id. */
  #tab = '';

  #keepsCalls = $state(recall('keep-calls') !== 'off');
  /** The tab's session before the last `beginOwn`. */
  #previousOwnId: string | null = null;
  #store: Promise<SessionStore> | null = null;
  /** Everything happens one after the other: a call's later version must not be overwritten. */
  #lastTask: Promise<unknown> = Promise.resolve();

  private constructor() {
    onStorageChange('keep-calls', (text) => (this.#keepsCalls = text !== 'off'));
  }

  /** The sessions of this browser, after the tab has found its own. */
  static async open(): Promise<SessionsState> {
    const sessions = new SessionsState();
    sessions.#tab = await tabIdentity();
    const [tab, id = null] = recallInTab('run')?.split(' ') ?? [];
    if (tab === sessions.#tab) sessions.ownId = id;
    return sessions;
  }

  /** The calls of a session, newest first. The oldest have no pictures if those would not fit into memory. Null if they could not be read. */
  async read({ id }: KeptSession): Promise<readonly Call[] | null> {
    return await this.#act(async (store) => trimPictures(await store.read(id)), strings.notRead);
  }

  /** The calls that this tab has made before a reload, newest first; null if there are none, or a new session has begun. */
  async readOwn(): Promise<readonly Call[] | null> {
    const { ownId } = this;
    if (ownId === null) return null;
    const result = await this.#run((store) => store.read(ownId), strings.notRead);
    if ('error' in result) this.keepError = result.error;
    return 'error' in result || this.ownId !== ownId ? null : result.value;
  }

  /** Stores a call of this tab; again if it has changed since. */
  async keepOwn(call: Call, phone: PhoneInfo | null): Promise<void> {
    if (!this.#keepsCalls) return;
    const sessionId = this.ownId ?? this.#setOwnId(crypto.randomUUID());
    const phoneLabel = phone === null ? '' : connectedLabel(phone).text;
    const put = (store: SessionStore): Promise<void> => store.put(sessionId, call, phoneLabel);
    const result = await this.#run(put, strings.notKept);
    this.keepError = 'error' in result ? result.error : null;
  }

  /** The edited steps of the session; null means this tab's. Null if none are kept, or they could not be read. */
  async readSteps(sessionId: string | null): Promise<StoredSteps | null> {
    const id = sessionId ?? this.ownId;
    if (id === null) return null;
    const result = await this.#run((store) => store.readSteps(id), strings.notRead);
    return 'value' in result ? result.value : null;
  }

  /** Keeps the edited steps with the session, with this tab's for null; no steps delete them. Resolves to why they were not kept. */
  async keepSteps(sessionId: string | null, steps: StoredSteps | null): Promise<WireError | null> {
    if (!this.#keepsCalls) return null;
    const isNew = sessionId === null && this.ownId === null;
    if (isNew && steps === null) return null;
    const id = sessionId ?? this.ownId ?? this.#setOwnId(crypto.randomUUID());
    const result = await this.#run((store) => store.putSteps(id, steps), strings.stepsNotKept);
    return 'error' in result ? result.error : null;
  }

  /** Lets the next call of this tab begin a new session. */
  beginOwn(): void {
    this.#previousOwnId = this.ownId;
    this.#setOwnId(null);
  }

  /** Goes on with the session before the last `beginOwn`, which gets the calls since then. */
  async resumeOwn(): Promise<void> {
    const since = this.ownId;
    const previous = this.#previousOwnId;
    if (previous === null) return;
    this.#setOwnId(previous);
    if (since !== null) await this.#act((store) => store.move(since, previous), strings.notChanged);
  }

  /** Whether calls are kept, for all tabs of this browser. */
  get keepsCalls(): boolean {
    return this.#keepsCalls;
  }

  set keepsCalls(keeps: boolean) {
    this.#keepsCalls = keeps;
    remember('keep-calls', keeps ? null : 'off');
  }

  #setOwnId<Id extends string | null>(id: Id): Id {
    this.ownId = id;
    rememberInTab('run', id === null ? null : `${this.#tab} ${id}`);
    return id;
  }

  /** Reads the list of sessions. */
  async refresh(): Promise<void> {
    const result = await this.#run((store) => store.list(), strings.notRead);
    if ('error' in result) this.error = result.error;
    else this.list = result.value;
  }

  async rename({ id }: KeptSession, name: string): Promise<void> {
    await this.#act((store) => store.rename(id, name), strings.notChanged);
    await this.refresh();
  }

  async delete({ id }: KeptSession): Promise<void> {
    await this.#act((store) => store.delete(id), strings.notChanged);
    await this.refresh();
  }

  /** Deletes all sessions; later calls of this tab begin a new one. */
  async deleteAll(): Promise<void> {
    this.#setOwnId(null);
    await this.#act((store) => store.deleteAll(), strings.notChanged);
    await this.refresh();
  }

  /** Adds the calls of an exported file as a session. Null if the file holds none or they could not be stored; `error` says why. */
  async importFile(file: File): Promise<OpenedSession | null> {
    this.error = null;
    const parsed = await parseFile(file);
    if (typeof parsed === 'string') {
      this.error = { code: 'invalid-argument', message: parsed, hint: strings.fileHint };
      return null;
    }
    const { calls, phone } = parsed;
    const steps = parsed.steps.map((step, index) => ({ ...step, key: index + 1 }));
    const id = crypto.randomUUID();
    const session = await this.#act(async (store) => {
      try {
        for (const call of calls) await store.put(id, call, phone);
        const source = { kind: 'file', name: file.name } as const;
        if (steps.length > 0) await store.putSteps(id, { source, steps });
        return await store.rename(id, file.name.replace(/\.json$/, ''));
      } catch (error) {
        // Half of a file is none.
        await store.delete(id);
        throw error;
      }
    }, strings.notImported(file.name));
    await this.refresh();
    return session === null ? null : { session, calls: trimPictures(calls) };
  }

  /** An action of the user: its failure is in `error`, and its result is null then. */
  async #act<Value>(
    task: (store: SessionStore) => Promise<Value>,
    failure: string,
  ): Promise<Value | null> {
    this.error = null;
    const result = await this.#run(task, failure);
    if ('value' in result) return result.value;
    this.error = result.error;
    return null;
  }

  async #run<Value>(
    task: (store: SessionStore) => Promise<Value>,
    failure: string,
  ): Promise<{ readonly value: Value } | { readonly error: WireError }> {
    const result = this.#lastTask.then(async () => {
      this.#store ??= SessionStore.open();
      return await task(await this.#store);
    });
    this.#lastTask = result.catch(() => undefined);
    try {
      return { value: await result };
    } catch (thrown) {
      // A database that could not be opened, or was closed for a later version of the page, is tried again.
      const isFull = thrown instanceof DOMException && thrown.name === 'QuotaExceededError';
      if (!isFull) this.#store = null;
      return { error: { code: 'internal', message: failure, hint: strings.storageHint } };
    }
  }
}

/** The calls in the file, or what is wrong with it. */
async function parseFile(file: File): Promise<ImportedSession | string> {
  const wrong = (why: string): string => strings.wrongFile(file.name, why);
  if (file.size > maxFileBytes) return wrong(sessionFaults.tooLarge);
  let text: string;
  try {
    text = await file.text();
  } catch (error) {
    return wrong(describeThrown(error));
  }
  const parsed = parseSession(text);
  if ('calls' in parsed) {
    const screens = parsed.steps.flatMap(({ screen }) => screen ?? []);
    const bytes =
      parsed.calls.reduce((sum, call) => sum + bytesOf(call), 0) +
      screens.reduce((sum, screen) => sum + screen.bytes.length, 0);
    return bytes > maxImportedBytes ? wrong(sessionFaults.tooLarge) : parsed;
  }
  return wrong(
    'at' in parsed ? sessionFaults[parsed.fault](parsed.at) : sessionFaults[parsed.fault],
  );
}
