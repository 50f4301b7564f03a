import { toWire, type WireError } from '#core/errors.ts';
import type { WorkerLink } from '#core/link/link.ts';
import { baseName } from '#core/phone/files.ts';
import { downloadFile } from '../../ui/save-file.ts';
import { transferStrings } from './strings.ts';

/** What to do with a file: install an app, or copy any other file to the phone. */
type SendKind = 'install' | 'copy';

/** What is transferred: a file to the phone, or files and folders from it, which are saved as one file. */
type TransferTask =
  | { readonly kind: 'install'; readonly file: File }
  | { readonly kind: 'copy'; readonly file: File; readonly folder: string }
  | { readonly kind: 'download'; readonly paths: readonly string[] };

/** The folder where people look for received files. */
const downloadFolder = '/sdcard/Download';
/** How long the browser may take to save a file: at least, and for each byte of a slow disk. */
const savingMs = 60_000;
const savingMsPerByte = 1e-4;
/** A ZIP file lists all that it lacks. */
const maxShownMissing = 50;

/** MIME type of APK files, where the operating system knows it. */
const apkType = 'application/vnd.android.package-archive';
/** App bundles and split APK archives, which `pm install` does not accept. */
const bundleExtension = /\.(aab|apks|apkm|xapk)$/i;

/** What to do with a file of this name; a bundle counts as an app, which `unsupportedFileError` refuses. */
export function transferKind(name: string): SendKind {
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
export function dragKind(types: readonly string[]): SendKind | 'either' {
  if (types.every((type) => type === apkType)) return 'install';
  return types.some((type) => type === apkType || type === '') ? 'either' : 'copy';
}

/** Whether files are being dragged, rather than text or a picture of the page. */
export function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false;
}

/** A file transfer, pending, running or ended. */
export interface TransferEntry {
  readonly id: number;
  readonly name: string;
  readonly kind: TransferTask['kind'];
  /** Null when it can't be sent at all. */
  readonly task: TransferTask | null;
  readonly state:
    | 'waiting'
    | 'sending'
    | 'receiving'
    | 'installing'
    | 'cancelling'
    | 'done'
    | 'failed'
    | 'cancelled';
  readonly sentBytes: number;
  readonly totalBytes: number;
  /** What to show below the title when it has ended; empty when the title says it all. */
  readonly resultText: string;
  /** What a download left out, and why. */
  readonly missing: readonly string[];
  readonly error: WireError | null;
}

/** File transfers to the phone and from it, which run one at a time. */
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

  /** Queues files; each is sent when those before it have ended. Apps are installed unless there is a folder. */
  add(files: Iterable<File>, folder?: string): void {
    for (const file of files) {
      const { name, size: totalBytes } = file;
      const kind = folder === undefined ? transferKind(name) : 'copy';
      const error = kind === 'install' ? unsupportedFileError(name) : null;
      const task =
        kind === 'install' ? { kind, file } : { kind, file, folder: folder ?? downloadFolder };
      this.#addEntry({ name, kind, totalBytes, task: error === null ? task : null, error });
    }
    void this.#runQueue();
  }

  /** Queues files and folders of the phone; several, or a folder, are saved as one ZIP file. */
  download(paths: readonly string[]): void {
    const [path = ''] = paths;
    const name = paths.length === 1 ? baseName(path) : transferStrings.several(paths.length);
    const task = { kind: 'download', paths } as const;
    this.#addEntry({ name, kind: 'download', totalBytes: 0, task, error: null });
    void this.#runQueue();
  }

  /** Adds a failed entry for a folder, which can't be sent. */
  refuseFolder(name: string): void {
    const { folder: message, folderHint: hint } = transferStrings;
    const error = { code: 'unsupported', message, hint } as const;
    this.#addEntry({ name, kind: 'copy', totalBytes: 0, task: null, error });
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

  /** Queues a transfer again, after all others. */
  retry(id: number): void {
    const entry = this.entries.find((one) => one.id === id);
    if (!entry?.task) return;
    this.dismiss(id);
    const { name, kind, totalBytes, task } = entry;
    this.#addEntry({ name, kind, totalBytes, task, error: null });
    void this.#runQueue();
  }

  dismiss(id: number): void {
    this.entries = this.entries.filter((entry) => entry.id !== id);
  }

  dismissEnded(): void {
    this.entries = this.entries.filter((entry) => !hasEnded(entry));
  }

  dismissDone(): void {
    this.entries = this.entries.filter(
      ({ state, missing }) => state !== 'done' || missing.length > 0,
    );
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

  async #runTransfer({ id, task }: TransferEntry): Promise<void> {
    if (task === null) return;
    const controller = new AbortController();
    this.#current = { id, controller };
    this.#updateEntry(id, { state: task.kind === 'download' ? 'receiving' : 'sending' });
    try {
      const result = await this.#callWorker(id, task, controller.signal);
      this.#updateEntry(id, { state: 'done', ...result });
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
    id: number,
    task: TransferTask,
    signal: AbortSignal,
  ): Promise<Partial<TransferEntry>> {
    switch (task.kind) {
      case 'install':
        await this.#link.call('installApk', { id, file: task.file }, signal);
        return {};
      case 'copy': {
        const { file, folder } = task;
        const { path } = await this.#link.call('pushFile', { id, file, folder }, signal);
        return { resultText: transferStrings.savedAs(path) };
      }
      case 'download': {
        const { paths } = task;
        const saved = await this.#link.call('downloadFiles', { id, paths }, signal);
        downloadFile(saved.file, saved.name);
        const afterMs = savingMs + saved.file.size * savingMsPerByte;
        void this.#link.call('releaseDownload', { id, afterMs });
        const { length } = saved.failures;
        const missing = saved.failures
          .slice(0, maxShownMissing)
          .map(({ path, reason }) => `${path}: ${reason}`);
        if (length > missing.length) missing.push(transferStrings.andMore(length - missing.length));
        return { resultText: transferStrings.downloadedAs(saved.name, length), missing };
      }
    }
  }

  #addEntry(entry: Pick<TransferEntry, 'name' | 'kind' | 'task' | 'totalBytes' | 'error'>): void {
    const state = entry.error === null ? 'waiting' : 'failed';
    const ended = { sentBytes: 0, resultText: '', missing: [] };
    this.entries = [...this.entries, { id: ++this.#lastId, ...ended, ...entry, state }];
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
