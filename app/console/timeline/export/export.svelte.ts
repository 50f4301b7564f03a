import { toWire, type WireError } from '../../../../core/errors.ts';
import { phoneWords } from '../../../ui/state-strings.ts';
import { saveFile } from '../../../ui/save-file.ts';
import type { TimelineCall } from '../timeline-call.ts';
import type { TimelineConsole } from '../timeline-console.ts';
import { type ExportedCall, exportedCalls } from './exported-call.ts';
import { type ExportFormat, type FileWanted, endings, fileNameFor, makeFile } from './make-file.ts';
import { isById, maskedIn, stepOf } from './steps.ts';

/** The bridge's default address, for a page that is not connected to one. */
const usualAddress = 'http://127.0.0.1:7340/mcp';

/** The options of an export, and the making of its file. */
export class ExportState {
  #format = $state<ExportFormat>('html');
  #which = $state<'all' | 'act' | null>(null);
  withPictures = $state(true);
  withSecrets = $state(false);
  /** File name that the person typed; empty for the default. */
  typedName = $state('');
  /** How many calls are in the file so far; null while no file is being made. */
  done = $state.raw<number | null>(null);
  savedName = $state.raw<string | null>(null);
  error = $state.raw<WireError | null>(null);

  readonly #console: TimelineConsole;
  /** The calls that were listed when the export was opened; later calls do not change it. */
  readonly #listed: readonly TimelineCall[];
  readonly #openedAtEpochMs = Date.now();
  #abort: AbortController | null = null;

  readonly acting: readonly TimelineCall[];
  readonly calls = $derived.by(() => (this.which === 'act' ? this.acting : this.#listed));
  /** The calls without pictures, to save memory; for the preview and the notes. */
  readonly preview = $derived.by((): readonly ExportedCall[] =>
    exportedCalls({ ...this.#wanted, withPictures: false }),
  );
  readonly byId = $derived(this.preview.filter((call) => isById(stepOf(call))).length);
  readonly asked = $derived(this.preview.flatMap((call) => maskedIn(stepOf(call))).length);
  readonly hasPictures = $derived(this.format === 'html' || this.format === 'json');

  constructor(console: TimelineConsole) {
    this.#console = console;
    this.#listed = console.timeline.listed;
    this.acting = this.#listed.filter(({ effect }) => effect === 'act');
  }

  get all(): number {
    return this.#listed.length;
  }

  /** How many texts are masked, unless secrets are included. */
  get secrets(): number {
    return this.#console.timeline.secrets.length;
  }

  get format(): ExportFormat {
    return this.#format;
  }

  set format(format: ExportFormat) {
    // A typed name keeps its stem and gets the new extension.
    if (this.typedName.endsWith(endings[this.#format])) {
      this.typedName = this.typedName.slice(0, -endings[this.#format].length) + endings[format];
    }
    this.#format = format;
    this.savedName = null;
  }

  /** Which calls to export; scripts and steps default to those that act. */
  get which(): 'all' | 'act' {
    return this.#which ?? (this.hasPictures ? 'all' : 'act');
  }

  set which(which: 'all' | 'act') {
    this.#which = which;
  }

  get fileName(): string {
    return this.typedName || fileNameFor(this.format, this.#openedAtEpochMs);
  }

  /** Makes the file and starts its download. Never rejects: a failure is in `error`. */
  async save(): Promise<void> {
    const { signal } = (this.#abort = new AbortController());
    this.error = this.savedName = null;
    this.done = 0;
    try {
      const file = await makeFile(this.#wanted, (done) => (this.done = done), signal);
      saveFile(file, this.fileName);
      this.savedName = this.fileName;
    } catch (error) {
      if (!signal.aborted) this.error = toWire(error);
    } finally {
      this.done = null;
    }
  }

  cancel(): void {
    this.#abort?.abort();
  }

  get #wanted(): FileWanted {
    const { timeline, controls, phone, bridge } = this.#console;
    const setup = bridge.status.state === 'connected' ? bridge.status.setup : null;
    return {
      format: this.format,
      fileName: this.fileName,
      madeAtEpochMs: this.#openedAtEpochMs,
      mcp: setup?.mcpUrl ?? usualAddress,
      calls: this.calls,
      secrets: timeline.secrets,
      tools: controls.tools,
      phone:
        phone.held === null ? null : phoneWords({ state: 'connected', phone: phone.held }).text,
      withSecrets: this.withSecrets,
      withPictures: this.withPictures,
    };
  }
}
