import { recall, recallInTab, remember, rememberInTab } from '#app/ui/storage.ts';
import { describeThrown, type WireError } from '#core/errors.ts';
import type { PhoneInfo } from '#core/link/phone-status.ts';
import type { TimelineCall } from '../timeline-calls.ts';
import { parseRun, type ParsedRun } from './run-file.ts';
import { type KeptRun, maskedCall, RunStore } from './run-store.ts';
import { runFaults, runStrings as strings } from './strings.ts';

/** A run whose calls the timeline shows in place of this tab's. */
export interface OpenedRun {
  readonly run: KeptRun;
  /** Newest first. */
  readonly calls: readonly TimelineCall[];
}

/** A call of this tab. */
interface CallToKeep {
  readonly call: TimelineCall;
  /** Of all calls so far; they are masked. */
  readonly secrets: readonly string[];
  readonly phone: PhoneInfo | null;
}

/** Larger files are not read: a timeline of this size has thousands of pictures. */
const maxFileBytes = 300_000_000;

/** The runs that this browser keeps, and the user's actions on them. Nothing here rejects: `error` says what failed. */
export class RunsState {
  /** The latest first. */
  list = $state.raw<readonly KeptRun[]>([]);
  error = $state.raw<WireError | null>(null);

  /** The run in which this tab's calls are kept, over reloads; null before its first call. */
  ownId = $state.raw(recallInTab('run'));

  #keepsCalls = $state(recall('keep-calls') !== 'off');
  /** The tab's run before the last `beginOwn`. */
  #previousOwnId: string | null = null;
  #store: Promise<RunStore> | null = null;
  /** Everything happens one after the other: a call's later version must not be overwritten. */
  #lastTask: Promise<unknown> = Promise.resolve();

  /** The calls of a run, newest first; empty where there is none. */
  async read(runId: string): Promise<readonly TimelineCall[]> {
    return (await this.#run((store) => store.read(runId), strings.notRead)) ?? [];
  }

  /** The calls that this tab has made before a reload, newest first. */
  async readOwn(): Promise<readonly TimelineCall[]> {
    return this.ownId === null ? [] : await this.read(this.ownId);
  }

  /** Stores a call of this tab, masked; again where it has changed since. */
  async keepOwn({ call, secrets, phone }: CallToKeep): Promise<void> {
    if (!this.#keepsCalls) return;
    const runId = this.ownId ?? this.#setOwnId(crypto.randomUUID());
    const phoneLabel = phone === null ? '' : `${phone.model} · Android ${phone.androidVersion}`;
    const masked = maskedCall(call, secrets);
    await this.#run((store) => store.put(runId, masked, phoneLabel), strings.notKept);
  }

  /** Lets the next call of this tab begin a new run. */
  beginOwn(): void {
    this.#previousOwnId = this.ownId;
    this.#setOwnId(null);
  }

  /** Goes on with the run before the last `beginOwn`; the run since then is deleted. */
  async resumeOwn(): Promise<void> {
    const { ownId: idSince } = this;
    this.#setOwnId(this.#previousOwnId);
    if (idSince !== null) await this.delete({ id: idSince });
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
    rememberInTab('run', id);
    return id;
  }

  /** Reads the list of runs. */
  async refresh(): Promise<void> {
    this.list = (await this.#run((store) => store.list(), strings.notRead)) ?? [];
  }

  async rename({ id }: KeptRun, name: string): Promise<void> {
    await this.#run((store) => store.rename(id, name), strings.notChanged);
    await this.refresh();
  }

  async delete({ id }: Pick<KeptRun, 'id'>): Promise<void> {
    await this.#run((store) => store.delete(id), strings.notChanged);
    await this.refresh();
  }

  /** Deletes all runs; later calls of this tab begin a new one. */
  async deleteAll(): Promise<void> {
    this.#setOwnId(null);
    await this.#run((store) => store.deleteAll(), strings.notChanged);
    await this.refresh();
  }

  /** Adds the calls of an exported file as a run; null where it is none, which `error` explains. */
  async importFile(file: File): Promise<OpenedRun | null> {
    this.error = null;
    const parsed = await parseFile(file);
    if (typeof parsed === 'string') {
      this.error = { code: 'invalid-argument', message: parsed, hint: strings.fileHint };
      return null;
    }
    const id = crypto.randomUUID();
    await this.#run(async (store) => {
      for (const call of parsed.calls) await store.put(id, call, parsed.phone);
      await store.rename(id, file.name.replace(/\.json$/, ''));
    }, strings.notKept);
    await this.refresh();
    const run = this.list.find((each) => each.id === id);
    return run === undefined ? null : { run, calls: parsed.calls };
  }

  async #run<Value>(
    task: (store: RunStore) => Promise<Value>,
    failure: string,
  ): Promise<Value | null> {
    const result = this.#lastTask.then(async () => {
      this.#store ??= RunStore.open();
      return await task(await this.#store);
    });
    this.#lastTask = result.catch(() => undefined);
    try {
      const value = await result;
      this.error = null;
      return value;
    } catch (thrown) {
      // A database that could not be opened is tried again.
      if (!(thrown instanceof DOMException && thrown.name === 'QuotaExceededError'))
        this.#store = null;
      const hint = `${describeThrown(thrown)} ${strings.storageHint}`;
      this.error = { code: 'internal', message: failure, hint };
      return null;
    }
  }
}

/** The calls in the file, or what is wrong with it. */
async function parseFile(
  file: File,
): Promise<Extract<ParsedRun, { readonly calls: unknown }> | string> {
  const wrong = (why: string): string => strings.wrongFile(file.name, why);
  if (file.size > maxFileBytes) return wrong(runFaults.tooLarge);
  let text: string;
  try {
    text = await file.text();
  } catch (error) {
    return wrong(describeThrown(error));
  }
  const parsed = parseRun(text);
  if ('calls' in parsed) return parsed;
  return wrong(
    parsed.fault === 'not-call' ? runFaults.notCall(parsed.at) : runFaults[parsed.fault],
  );
}
