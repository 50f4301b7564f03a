import { toWire, type WireError } from '../../../../core/errors.ts';
import { phoneWords } from '../../../ui/state-strings.ts';
import { saveFile } from '../../../ui/save-file.ts';
import type { TimelineCall } from '../timeline-call.ts';
import type { TimelineConsole } from '../timeline-console.ts';
import { type ExportedCall, exportedCalls } from './exported-call.ts';
import { type ExportFormat, type FileWanted, endings, fileNameFor, makeFile } from './make-file.ts';
import { isById, maskedIn, stepOf } from './steps.ts';

/** Where the bridge listens unless it is told otherwise; a page without one does not know better. */
const usualAddress = 'http://127.0.0.1:7340/mcp';

/** What the person chooses of an export, and its making. */
export class ExportState {
  #format = $state<ExportFormat>('html');
  #which = $state<'all' | 'act' | null>(null);
  withPictures = $state(true);
  withSecrets = $state(false);
  /** The person's own; empty for the one that goes with the format. */
  typedName = $state('');
  /** How many calls are in the file so far; null while none is made. */
  done = $state.raw<number | null>(null);
  savedName = $state.raw<string | null>(null);
  error = $state.raw<WireError | null>(null);

  readonly #console: TimelineConsole;
  /** As they were listed when the export was opened: nothing moves under the person's hand. */
  readonly #listed: readonly TimelineCall[];
  readonly #openedAtEpochMs = Date.now();
  #abort: AbortController | null = null;

  readonly acting: readonly TimelineCall[];
  readonly calls = $derived.by(() => (this.which === 'act' ? this.acting : this.#listed));
  /** Without pictures, which weigh: for the preview and the remarks. */
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

  /** How many texts are masked unless the person wants them. */
  get secrets(): number {
    return this.#console.timeline.secrets.length;
  }

  get format(): ExportFormat {
    return this.#format;
  }

  set format(format: ExportFormat) {
    // A name that was typed keeps its beginning.
    if (this.typedName.endsWith(endings[this.#format])) {
      this.typedName = this.typedName.slice(0, -endings[this.#format].length) + endings[format];
    }
    this.#format = format;
    this.savedName = null;
  }

  /** Scripts and steps are for doing things again. */
  get which(): 'all' | 'act' {
    return this.#which ?? (this.hasPictures ? 'all' : 'act');
  }

  set which(which: 'all' | 'act') {
    this.#which = which;
  }

  get fileName(): string {
    return this.typedName || fileNameFor(this.format, this.#openedAtEpochMs);
  }

  /** Makes the file and hands it to the browser. Never rejects: why it failed stands in `error`. */
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
