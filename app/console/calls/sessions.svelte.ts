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
import { WaitingCalls } from './waiting-calls.ts';

/** A session whose calls the timeline shows in place of this tab's. */
export interface OpenedSession {
  readonly session: KeptSession;
  /** Newest first. */
  readonly calls: readonly Call[];
}

/** Larger files are not read: a timeline of this size has thousands of pictures. */
const maxFileBytes = 300_000_000;
/** Most bytes that the calls of a file may take, so that they displace few other sessions. */
const maxImportedBytes = maxSessionBytes / 2;

/** The sessions that this browser keeps, and the user's actions on them. No method rejects. */
export class SessionsState {
  /** The latest first. */
  list = $state.raw<readonly KeptSession[]>([]);
  /** Why the user's last action failed. */
  error = $state.raw<WireError | null>(null);
  /** Why the last call was not stored. */
  keepError = $state.raw<WireError | null>(null);

  /** The session that keeps this tab's calls across reloads; null before the first call. */
  ownId = $state.raw<string | null>(null);
  /** The id of this tab, stored beside its session. A duplicated tab copies both but has another id, so that it begins its own session. */
  #tab = '';

  #keepsCalls = $state(recall('keep-calls') !== 'off');
  /** The tab's session before the last `beginOwn`. */
  #previousOwnId: string | null = null;
  #store: Promise<SessionStore> | null = null;
  /** By session and id. */
  readonly #waiting = new WaitingCalls();
  /** The session that lacks calls because too many were waiting. */
  #incompleteId: string | null = null;
  /** Tasks run one after another, so that an earlier version of a call never overwrites a later one. */
  #lastTask: Promise<unknown> = Promise.resolve();

  private constructor() {
    onStorageChange('keep-calls', (text) => (this.#keepsCalls = text !== 'off'));
  }

  /** Resolves once the tab knows its own session. */
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

  /** The calls that this tab made before a reload, newest first; null if there are none or a new session has begun. */
  async readOwn(): Promise<readonly Call[] | null> {
    const { ownId } = this;
    if (ownId === null) return null;
    const result = await this.#run((store) => store.read(ownId), strings.notRead);
    if ('error' in result) this.keepError = result.error;
    return 'error' in result || this.ownId !== ownId ? null : result.value;
  }

  /** Stores a call of this tab, or its new version. A failure is in `keepError`. */
  async keepOwn(call: Call, phone: PhoneInfo | null): Promise<void> {
    if (!this.#keepsCalls) return;
    const sessionId = this.ownId ?? this.#setOwnId(crypto.randomUUID());
    const key = `${sessionId} ${call.id}`;
    const waits = this.#waiting.put(key, call);
    if (waits === 'full') {
      this.#incompleteId = sessionId;
      this.keepError = notStored(strings.someNotKept);
    }
    // The version that waits is stored in place of the earlier one.
    if (waits !== 'added') return;
    const phoneLabel = phone === null ? '' : connectedLabel(phone).text;
    const put = (store: SessionStore): Promise<void> =>
      store.put(sessionId, this.#waiting.take(key) ?? call, phoneLabel);
    const result = await this.#run(put, strings.notKept);
    // It still waits where the storage could not be opened.
    if ('error' in result) this.#waiting.take(key);
    if ('error' in result) this.keepError = result.error;
    else if (this.#incompleteId !== sessionId) this.keepError = null;
  }

  /** The edited steps of the session; a null id means this tab's. Resolves to null if none are stored or they could not be read. */
  async readSteps(sessionId: string | null): Promise<StoredSteps | null> {
    const id = sessionId ?? this.ownId;
    if (id === null) return null;
    const result = await this.#run((store) => store.readSteps(id), strings.notRead);
    return 'value' in result ? result.value : null;
  }

  /** Stores the edited steps with the session; a null id means this tab's, null steps delete them. Resolves to the error, if any. */
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

  /** Resumes the session from before the last `beginOwn` and moves the calls since then into it. */
  async resumeOwn(): Promise<void> {
    const since = this.ownId;
    const previous = this.#previousOwnId;
    if (previous === null) return;
    this.#setOwnId(previous);
    if (since !== null) await this.#act((store) => store.move(since, previous), strings.notChanged);
  }

  /** Whether calls are stored; one setting for all tabs of this browser. */
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

  /** Imports an exported file as a session. Resolves to null if it contains no calls or could not be stored; `error` says why. */
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
        // A file is imported completely or not at all.
        await store.delete(id);
        throw error;
      }
    }, strings.notImported(file.name));
    await this.refresh();
    return session === null ? null : { session, calls: trimPictures(calls) };
  }

  /** Runs an action of the user. If it fails, `error` says why and the result is null. */
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
      // The next task opens the database again: it may have failed to open, or been closed for a later version of the page.
      const isFull = thrown instanceof DOMException && thrown.name === 'QuotaExceededError';
      if (!isFull) this.#store = null;
      return { error: notStored(failure) };
    }
  }
}

function notStored(message: string): WireError {
  return { code: 'internal', message, hint: strings.storageHint };
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
