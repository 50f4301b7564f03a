import { toWire, type WireError } from '#core/errors.ts';
import type { WorkerLink } from '#core/link/link.ts';
import { transferStrings } from './strings.ts';

/** What to do with a file: install an app, copy any other file to Download. */
type TransferKind = 'install' | 'copy';

/** MIME type of APK files, where the operating system knows it. */
const apkType = 'application/vnd.android.package-archive';
/** App bundles and split APK archives, which `pm install` does not accept. */
const bundleExtension = /\.(aab|apks|apkm|xapk)$/i;

/** What to do with a file of this name; a bundle counts as an app, which `unsupportedFileError` refuses. */
export function transferKind(name: string): TransferKind {
  return /\.apk$/i.test(name) || bundleExtension.test(name) ? 'install' : 'copy';
}

/** Why a file of this name can't be sent; null when it can. */
export function unsupportedFileError(name: string): WireError | null {
  const extension = bundleExtension.exec(name)?.[0];
  if (extension === undefined) return null;
  const message = transferStrings.bundle(extension.toLowerCase());
  return { code: 'unsupported', message, hint: transferStrings.bundleHint };
}

/**
 * What a drop will do, guessed from MIME types, because the browser reveals no names during a drag.
 */
export function dragKind(types: readonly string[]): TransferKind | 'either' {
  if (types.every((type) => type === apkType)) return 'install';
  return types.some((type) => type === apkType || type === '') ? 'either' : 'copy';
}

/** Whether files are being dragged, rather than text or a picture of the page. */
export function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false;
}

/** A file transfer to the phone, pending, running or ended. */
export interface TransferEntry {
  readonly id: number;
  readonly name: string;
  readonly kind: TransferKind;
  /** Null when it can't be sent at all. */
  readonly file: File | null;
  readonly state:
    'waiting' | 'sending' | 'installing' | 'cancelling' | 'done' | 'failed' | 'cancelled';
  readonly sentBytes: number;
  readonly totalBytes: number;
  /** What to show below the title when it has ended; empty when the title says it all. */
  readonly resultText: string;
  readonly error: WireError | null;
}

/** File transfers to the phone, which run one at a time. */
export class TransfersState {
  entries = $state.raw<readonly TransferEntry[]>([]);
  readonly #link: WorkerLink;
  /** The transfer that is running, and its abort controller. */
  #current: { readonly id: number; readonly controller: AbortController } | null = null;
  #lastId = 0;
  #isRunning = false;

  constructor(link: WorkerLink) {
    this.#link = link;
    link.on('transfer', ({ id, stage, sentBytes, totalBytes }) => {
      const isCurrent = this.#current?.id === id && !this.#current.controller.signal.aborted;
      if (isCurrent) this.#updateEntry(id, { state: stage, sentBytes, totalBytes });
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
      const error = unsupportedFileError(file.name);
      const details = { name: file.name, kind: transferKind(file.name), totalBytes: file.size };
      this.#addEntry(error === null ? { ...details, file } : { ...details, file: null, error });
    }
    void this.#runQueue();
  }

  /** Adds a failed entry for a folder, which can't be sent. */
  refuseFolder(name: string): void {
    const { folder: message, folderHint: hint } = transferStrings;
    const error = { code: 'unsupported', message, hint } as const;
    this.#addEntry({ name, kind: 'copy', totalBytes: 0, file: null, error });
  }

  /**
   * Cancels a transfer. A running one is `cancelling` until its traces are removed from the phone;
   * the next one waits for that.
   */
  cancel(id: number): void {
    const isInstalling = this.entries.find((one) => one.id === id)?.state === 'installing';
    const resultText = isInstalling
      ? transferStrings.cancelledInstalling
      : transferStrings.cancelled;
    if (this.#current?.id !== id) return this.#updateEntry(id, { state: 'cancelled', resultText });
    if (this.#current.controller.signal.aborted) return;
    this.#updateEntry(id, { state: 'cancelling', resultText });
    this.#current.controller.abort();
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

  dismissDone(): void {
    this.entries = this.entries.filter(({ state }) => state !== 'done');
  }

  async #runQueue(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    for (let entry = this.#nextWaiting(); entry !== undefined; entry = this.#nextWaiting())
      await this.#runTransfer(entry);
    this.#isRunning = false;
  }

  #nextWaiting(): TransferEntry | undefined {
    return this.entries.find(({ state }) => state === 'waiting');
  }

  async #runTransfer({ id, kind, file }: TransferEntry): Promise<void> {
    if (file === null) return;
    const controller = new AbortController();
    this.#current = { id, controller };
    this.#updateEntry(id, { state: 'sending' });
    try {
      this.#updateEntry(id, {
        state: 'done',
        resultText: await this.#callWorker({ id, kind, file }, controller.signal),
      });
    } catch (thrown) {
      const isCancelled = controller.signal.aborted;
      this.#updateEntry(
        id,
        isCancelled ? { state: 'cancelled' } : { state: 'failed', error: toWire(thrown) },
      );
    } finally {
      this.#current = null;
    }
  }

  async #callWorker(
    { id, kind, file }: { readonly id: number; readonly kind: TransferKind; readonly file: File },
    signal: AbortSignal,
  ): Promise<string> {
    if (kind === 'copy') {
      const { path } = await this.#link.call('pushFile', { id, file }, signal);
      return transferStrings.savedAs(path);
    }
    await this.#link.call('installApk', { id, file }, signal);
    return '';
  }

  #addEntry(
    entry: Pick<TransferEntry, 'name' | 'kind' | 'file' | 'totalBytes'> & {
      readonly error?: WireError;
    },
  ): void {
    const { error = null } = entry;
    const state = error === null ? 'waiting' : 'failed';
    const id = ++this.#lastId;
    this.entries = [...this.entries, { id, sentBytes: 0, resultText: '', ...entry, error, state }];
  }

  #updateEntry(id: number, changes: Partial<TransferEntry>): void {
    this.entries = this.entries.map((entry) =>
      // Ignores late events of a transfer that has ended.
      entry.id === id && !hasEnded(entry) ? { ...entry, ...changes } : entry,
    );
  }
}

export function hasEnded({ state }: TransferEntry): boolean {
  return state === 'done' || state === 'failed' || state === 'cancelled';
}
