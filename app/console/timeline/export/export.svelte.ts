import { downloadFile } from '#app/ui/save-file.ts';
import { phoneLabel } from '#app/ui/state-strings.ts';
import { toWire, type WireError } from '#core/errors.ts';
import { usesElementId, maskedTexts, toStep, withoutCallsOfSteps } from '../recorded-steps.ts';
import type { TimelineCall } from '../timeline-calls.ts';
import type { TimelineConsole } from '../timeline.svelte.ts';
import { type ExportedCall, exportedCalls } from './exported-call.ts';
import {
  type ExportFormat,
  type ExportRequest,
  fileExtensions,
  fileNameFor,
  makeFile,
} from './make-file.ts';
import { reportStrings } from './strings.ts';

/** The bridge's default address, for a page that is not connected to one. */
const defaultMcpUrl = 'http://127.0.0.1:7340/mcp';

/** The options of an export, and the making of its file. */
export class ExportState {
  #format = $state<ExportFormat>('html');
  #scope = $state<'all' | 'act' | null>(null);
  withPictures = $state(true);
  withSecrets = $state(false);
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
  readonly #listedCalls: readonly TimelineCall[];
  readonly #openedAtEpochMs = Date.now();
  #abort: AbortController | null = null;

  readonly actCalls: readonly TimelineCall[];
  /** A script or a list of steps repeats the calls, so it has steps only where both are listed. */
  readonly #allCalls = $derived.by(() =>
    this.hasPictures ? this.#listedCalls : withoutCallsOfSteps(this.#listedCalls),
  );
  readonly calls = $derived.by(() => (this.scope === 'act' ? this.actCalls : this.#allCalls));
  /** The calls without pictures, to save memory; for the preview and the notes. */
  readonly preview = $derived.by((): readonly ExportedCall[] =>
    exportedCalls({ ...this.#request, withPictures: false }),
  );
  readonly byIdCount = $derived(this.preview.filter((call) => usesElementId(toStep(call))).length);
  readonly maskedTextCount = $derived(
    this.preview.flatMap((call) => maskedTexts(toStep(call))).length,
  );
  readonly hasPictures = $derived(this.format === 'html' || this.format === 'json');

  constructor(console: TimelineConsole) {
    this.#console = console;
    this.#listedCalls = console.timeline.listedCalls;
    const calls = withoutCallsOfSteps(this.#listedCalls);
    this.actCalls = calls.filter(({ effect }) => effect === 'act');
  }

  get listedCount(): number {
    return this.#allCalls.length;
  }

  /** How many texts are masked, unless secrets are included; null for a kept run, which was masked when it was stored. */
  get secretCount(): number | null {
    const { openedRun, secrets } = this.#console.timeline;
    return openedRun === null ? secrets.length : null;
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

  /** Which calls to export; scripts and steps default to those that act. */
  get scope(): 'all' | 'act' {
    return this.#scope ?? (this.hasPictures ? 'all' : 'act');
  }

  set scope(scope: 'all' | 'act') {
    this.#scope = scope;
  }

  get fileName(): string {
    return this.typedName || fileNameFor(this.format, this.#openedAtEpochMs);
  }

  get title(): string {
    return this.typedTitle || this.#console.timeline.openedRun?.run.name || reportStrings.title;
  }

  /** Makes the file and starts its download. Never rejects: a failure is in `error`. */
  async save(): Promise<void> {
    const { signal } = (this.#abort = new AbortController());
    this.error = this.savedName = null;
    this.doneCount = 0;
    try {
      const file = await makeFile(
        this.#request,
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
    const { timeline, policy, phone, bridge } = this.#console;
    const connectedPhone =
      phone.info === null ? null : phoneLabel({ state: 'connected', phone: phone.info }).text;
    const setup = bridge.status.state === 'connected' ? bridge.status.setup : null;
    return {
      format: this.format,
      fileName: this.fileName,
      title: this.title,
      madeAtEpochMs: this.#openedAtEpochMs,
      mcpUrl: setup?.mcpUrl ?? defaultMcpUrl,
      calls: this.calls,
      secrets: timeline.secrets,
      tools: policy.tools,
      phone: timeline.openedRun === null ? connectedPhone : timeline.openedRun.run.phone || null,
      withSecrets: this.withSecrets,
      withPictures: this.withPictures,
    };
  }
}
