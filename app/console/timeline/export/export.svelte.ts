import { downloadFile } from '#app/ui/save-file.ts';
import { toWire, type WireError } from '#core/errors.ts';
import type { Call } from '#core/call.ts';
import { fileNameOf } from '#core/link/file-name.ts';
import { exportFacts } from '../../calls/export-facts.ts';
import { countCalls, withoutCallsOfSteps } from '../../calls/call-list.ts';
import type { TimelineConsole } from '../timeline.svelte.ts';
import {
  exportedCalls,
  type ExportFormat,
  type ExportRequest,
  fileExtensions,
  makeFile,
} from './make-file.ts';
import { reportStrings } from './strings.ts';

/** The options of an export; `save` makes its file. */
export class ExportState {
  #format = $state<ExportFormat>('html');
  /** Which calls to export. */
  scope = $state<'all' | 'act'>('all');
  withPictures = $state(true);
  /** File name that the user typed; empty for the default. */
  typedName = $state('');
  /** Title of a report that the user typed; empty for the default. */
  typedTitle = $state('');
  /** How many calls are in the file so far; null while no file is being made. */
  doneCount = $state.raw<number | null>(null);
  savedName = $state.raw<string | null>(null);
  error = $state.raw<WireError | null>(null);

  readonly #console: TimelineConsole;
  /** The calls that were listed when the export was opened; later calls do not change it. */
  readonly #listedCalls: readonly Call[];
  readonly #openedAtEpochMs = Date.now();
  #abort: AbortController | null = null;

  readonly actCalls: readonly Call[];
  readonly calls = $derived.by(() => (this.scope === 'act' ? this.actCalls : this.#listedCalls));
  readonly preview = $derived.by(() => exportedCalls(this.#request));

  constructor(console: TimelineConsole) {
    this.#console = console;
    this.#listedCalls = console.timeline.listedCalls;
    const calls = withoutCallsOfSteps(this.#listedCalls);
    this.actCalls = calls.filter(({ effect }) => effect === 'act');
  }

  /** How many calls each scope has; a call and its steps count as one, as in the list. */
  get counts(): { readonly all: number; readonly act: number } {
    return { all: countCalls(this.#listedCalls), act: countCalls(this.actCalls) };
  }

  get format(): ExportFormat {
    return this.#format;
  }

  set format(format: ExportFormat) {
    // A typed name keeps its stem and gets the new extension.
    if (this.typedName.endsWith(fileExtensions[this.#format])) {
      this.typedName =
        this.typedName.slice(0, -fileExtensions[this.#format].length) + fileExtensions[format];
    }
    this.#format = format;
    this.savedName = null;
  }

  get fileName(): string {
    return this.typedName || fileNameOf('handset', this.#openedAtEpochMs, this.format);
  }

  get title(): string {
    return this.typedTitle || this.#console.calls.opened?.session.name || reportStrings.title;
  }

  /** Makes the file and starts its download. Never rejects: a failure is in `error`. */
  async save(): Promise<void> {
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    this.error = null;
    this.savedName = null;
    this.doneCount = 0;
    try {
      const { stepRecorder } = this.#console;
      const steps =
        this.format === 'json'
          ? await (await stepRecorder.loadSteps(this.#console)).editedSteps()
          : null;
      const file = await makeFile(
        { ...this.#request, steps },
        (doneCount) => (this.doneCount = doneCount),
        signal,
      );
      downloadFile(file, this.fileName);
      this.savedName = this.fileName;
    } catch (error) {
      if (!signal.aborted) this.error = toWire(error);
    } finally {
      this.doneCount = null;
    }
  }

  cancel(): void {
    this.#abort?.abort();
  }

  get #request(): ExportRequest {
    return {
      ...exportFacts(this.#console),
      format: this.format,
      title: this.title,
      madeAtEpochMs: this.#openedAtEpochMs,
      calls: this.calls,
      withPictures: this.withPictures,
    };
  }
}
