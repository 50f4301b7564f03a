import { toWire, type WireError } from '../../../core/errors.ts';
import type { WorkerLink } from '../../../core/link/link.ts';
import { filesWords } from './strings.ts';
import { hasFiles, type Kind, kindOf, refusalOf } from './what-to-do.ts';

/** A file transfer to the phone, pending, running or ended. */
export interface TransferEntry {
  readonly id: number;
  readonly name: string;
  readonly kind: Kind;
  /** Null when it can't be sent at all. */
  readonly file: File | null;
  readonly state:
    'waiting' | 'sending' | 'installing' | 'cancelling' | 'done' | 'failed' | 'cancelled';
  readonly sentBytes: number;
  readonly totalBytes: number;
  /** Result to show when it has ended. */
  readonly said: string;
  readonly error: WireError | null;
}

/** File transfers to the phone, which run one at a time. */
export class TransfersState {
  entries = $state.raw<readonly TransferEntry[]>([]);
  readonly #link: WorkerLink;
  /** The transfer that is running, and its abort controller. */
  #current: { readonly id: number; readonly leaving: AbortController } | null = null;
  #lastId = 0;
  #running = false;

  constructor(link: WorkerLink) {
    this.#link = link;
    link.on('transfer', ({ id, stage, sentBytes, totalBytes }) => {
      const isWanted = this.#current?.id === id && !this.#current.leaving.signal.aborted;
      if (isWanted) this.#change(id, { state: stage, sentBytes, totalBytes });
    });
    // A file dropped beside the phone must not replace this page.
    for (const type of ['dragover', 'drop'] as const) {
      window.addEventListener(type, (event) => {
        if (!hasFiles(event) || event.defaultPrevented) return;
        event.preventDefault();
        if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
      });
    }
  }

  /** Queues files; each is sent when those before it have ended. */
  add(files: Iterable<File>): void {
    for (const file of files) {
      const error = refusalOf(file.name);
      const known = { name: file.name, kind: kindOf(file.name), totalBytes: file.size };
      this.#append(error === null ? { ...known, file } : { ...known, file: null, error });
    }
    void this.#run();
  }

  /** Adds a failed entry for a folder, which can't be sent. */
  refuseFolder(name: string): void {
    const { folder: message, folderHint: hint } = filesWords;
    const error = { code: 'unsupported', message, hint } as const;
    this.#append({ name, kind: 'copy', totalBytes: 0, file: null, error });
  }

  /**
   * Cancels a transfer. A running one is `cancelling` until its traces are removed from the phone;
   * the next one waits for that.
   */
  cancel(id: number): void {
    const isInstalling = this.entries.find((one) => one.id === id)?.state === 'installing';
    const said = isInstalling ? filesWords.cancelledInstalling : filesWords.cancelled;
    if (this.#current?.id !== id) return this.#change(id, { state: 'cancelled', said });
    if (this.#current.leaving.signal.aborted) return;
    this.#change(id, { state: 'cancelling', said });
    this.#current.leaving.abort();
  }

  /** Queues a file again, after all others. */
  retry(id: number): void {
    const entry = this.entries.find((one) => one.id === id);
    if (!entry?.file) return;
    this.dismiss(id);
    this.add([entry.file]);
  }

  dismiss(id: number): void {
    this.entries = this.entries.filter((entry) => entry.id !== id);
  }

  dismissEnded(): void {
    this.entries = this.entries.filter((entry) => !hasEnded(entry));
  }

  async #run(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    for (let next = this.#next(); next !== undefined; next = this.#next()) await this.#send(next);
    this.#running = false;
  }

  #next(): TransferEntry | undefined {
    return this.entries.find(({ state }) => state === 'waiting');
  }

  async #send({ id, kind, file }: TransferEntry): Promise<void> {
    if (file === null) return;
    const leaving = new AbortController();
    this.#current = { id, leaving };
    this.#change(id, { state: 'sending' });
    try {
      this.#change(id, {
        state: 'done',
        said: await this.#call({ id, kind, file }, leaving.signal),
      });
    } catch (thrown) {
      const isOurs = leaving.signal.aborted;
      this.#change(
        id,
        isOurs ? { state: 'cancelled' } : { state: 'failed', error: toWire(thrown) },
      );
    } finally {
      this.#current = null;
    }
  }

  async #call(
    { id, kind, file }: { readonly id: number; readonly kind: Kind; readonly file: File },
    signal: AbortSignal,
  ): Promise<string> {
    if (kind === 'copy') {
      const { path } = await this.#link.call('pushFile', { id, file }, signal);
      return filesWords.copied(path);
    }
    await this.#link.call('installApk', { id, file }, signal);
    return filesWords.installed;
  }

  #append(
    entry: Pick<TransferEntry, 'name' | 'kind' | 'file' | 'totalBytes'> & {
      readonly error?: WireError;
    },
  ): void {
    const { error = null } = entry;
    const state = error === null ? 'waiting' : 'failed';
    const id = ++this.#lastId;
    this.entries = [...this.entries, { id, sentBytes: 0, said: '', ...entry, error, state }];
  }

  #change(id: number, change: Partial<TransferEntry>): void {
    this.entries = this.entries.map((entry) =>
      // Ignores late events of a transfer that has ended.
      entry.id === id && !hasEnded(entry) ? { ...entry, ...change } : entry,
    );
  }
}

export function hasEnded({ state }: TransferEntry): boolean {
  return state === 'done' || state === 'failed' || state === 'cancelled';
}
