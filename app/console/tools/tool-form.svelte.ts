import { type ArgumentPath, HandsetError, toWire, type WireError } from '../../../core/errors.ts';
import type { ArgumentProblem } from '../../../core/link/call.ts';
import type { CallRecord, ToolInfo } from '../../../core/link/messages.ts';
import { toolsWords } from './strings.ts';
import { Newest } from '../../ui/newest.ts';
import { isObject, parseJson } from '../../ui/json.ts';
import type { PlainCall } from './copy-as.ts';
import {
  blankDrafts,
  type Drafts,
  draftsOf,
  problemsAt,
  problemsUnder,
  type Reading,
  readDrafts,
  unknownName,
} from './draft.ts';
import { type Place, rivalOf } from './hints.ts';
import { placeOfJsonError } from './json-place.ts';
import { recallArguments, rememberArguments } from './remembered.ts';
import { type Field, fieldsOf } from './schema.ts';
import type { ToolsConsole } from './tools-console.ts';

/** Pause in typing after which the arguments are checked. */
const typingMs = 250;

/** Result of the last run. */
type Outcome =
  | { readonly kind: 'record'; readonly record: CallRecord }
  | { readonly kind: 'cancelled'; readonly afterMs: number }
  /** The call could not be made. */
  | { readonly kind: 'failed'; readonly error: WireError };

/** A run in progress. */
export interface Run {
  readonly startedAtEpochMs: number;
  readonly abort: AbortController;
}

type Given = PlainCall['given'];

/** One tool's form: its contents, their problems, and the result of the last run. */
export class ToolForm {
  readonly tool: ToolInfo;
  readonly fields: readonly Field[];
  drafts = $state<Drafts>({});
  /** The arguments as the person edits them as JSON; null while the form shows fields. */
  json = $state<string | null>(null);
  run = $state.raw<Run | null>(null);
  outcome = $state.raw<Outcome | null>(null);
  /** The arguments read from the form. */
  readonly reading: Reading = $derived.by(() => this.#read());

  readonly #console: ToolsConsole;
  readonly #check: Newest<Given, readonly ArgumentProblem[]>;
  /** Arguments that the tool would refuse. */
  #refused = $state.raw<readonly ArgumentProblem[]>([]);
  /** The page's own messages about fields; cleared at the next change. */
  #notes = $state.raw<readonly ArgumentProblem[]>([]);
  /** Whether the person has tried to run it; from then on missing arguments are reported too. */
  #insisted = $state(false);
  readonly problems = $derived([
    ...this.reading.faults,
    ...this.#notes,
    ...this.#refused.filter(({ isMissing }) => this.#insisted || !isMissing),
  ]);

  constructor(tool: ToolInfo, console: ToolsConsole) {
    this.tool = tool;
    this.#console = console;
    this.fields = fieldsOf(tool.inputSchema);
    this.fill(recallArguments(tool.name));
    this.#check = new Newest((given, signal) =>
      console.tools.check({ name: tool.name, given }, signal),
    );
  }

  get call(): PlainCall {
    return { name: this.tool.name, given: this.reading.given };
  }

  /** Why the tool can't run now; null when it can. */
  get obstacle(): string | null {
    const isThere = this.#console.phone.status.state === 'connected';
    return this.tool.needsPhone && !isThere ? toolsWords.needsPhone : null;
  }

  /** The progress that the running tool reported last; null when none. */
  get progress() {
    const mine = this.#console.timeline.running.filter(
      ({ from, tool }) => from === 'person' && tool === this.tool.name,
    );
    return mine.at(-1)?.progress ?? null;
  }

  /** This tool's calls, newest first. */
  get history(): readonly CallRecord[] {
    return this.#console.timeline.records.filter(({ tool }) => tool === this.tool.name);
  }

  /** The problems of exactly this value, as texts with their hints. */
  problemsAt(path: ArgumentPath): readonly string[] {
    return problemsAt(this.problems, path).map(sentence);
  }

  /** The problems of this value and of everything in it, as texts with their hints. */
  problemsUnder(path: ArgumentPath): readonly string[] {
    return problemsUnder(this.problems, path).map(sentence);
  }

  /** The DOM id of the control for the value at this path. */
  idOf(path: ArgumentPath): string {
    return [this.tool.name, ...path].join('-');
  }

  /** Fills the form; arguments without a field make it show all of them as JSON. */
  fill(given: Given): void {
    const isForeign = unknownName(this.fields, given) !== undefined;
    this.drafts = isForeign ? blankDrafts(this.fields) : draftsOf(this.fields, given);
    this.json = isForeign ? JSON.stringify(given, null, 2) : null;
    this.#insisted = false;
  }

  /** Switches between JSON and fields; stays at JSON when an argument has no field. */
  showJson(on: boolean): void {
    const { given, faults } = this.reading;
    if (faults.length > 0) return;
    if (on) {
      this.json = JSON.stringify(given, null, 2);
      return;
    }
    const unknown = unknownName(this.fields, given);
    if (unknown === undefined) this.fill(given);
    else this.note([], toolsWords.noField(unknown));
  }

  /** Stores the arguments and has the worker check them. Call at every change. */
  async changed({ given, faults }: Reading): Promise<void> {
    this.#notes = [];
    if (faults.length > 0) {
      // Earlier results may no longer apply.
      this.#refused = [];
      return;
    }
    rememberArguments(this.tool.name, given);
    const refused = await this.#check.ask(given, typingMs).catch(() => []);
    if (refused !== null) this.#refused = refused;
  }

  /** Shows a message at a field. */
  note(path: ArgumentPath, message: string): void {
    this.#notes = [...this.#notes, { path, message, isMissing: false }];
  }

  /** Runs the tool, unless a field has a problem. Arguments written as JSON are sent even if the tool will refuse them. */
  async submit(): Promise<'ran' | 'refused'> {
    if (this.run !== null || this.obstacle !== null) return 'refused';
    this.#insisted = true;
    const { given, faults } = this.reading;
    if (faults.length > 0) return 'refused';
    this.#refused = (await this.#check.ask(given, 0).catch(() => null)) ?? [];
    if (this.json === null && this.#refused.length > 0) return 'refused';
    await this.runWith(given);
    return 'ran';
  }

  /** Runs the tool with these arguments, whatever the form contains. Never rejects. */
  async runWith(given: Given): Promise<void> {
    if (this.run !== null) return;
    const run = { startedAtEpochMs: Date.now(), abort: new AbortController() };
    this.run = run;
    const { name } = this.tool;
    this.#console.tools.noteUse(name);
    try {
      const record = await this.#console.timeline.run(name, given, run.abort.signal);
      this.outcome = { kind: 'record', record };
      this.#noteRefusal(record, given);
    } catch (thrown) {
      this.outcome = outcomeOf(thrown, run);
    } finally {
      this.run = null;
    }
  }

  cancel(): void {
    this.run?.abort.abort();
  }

  /** Has the person pick a point and puts it into these two fields. */
  async pickPoint(drafts: Drafts, place: Place): Promise<void> {
    const picked = await this.#console.pick.ask('point');
    if (picked === null) return;
    drafts[place.x] = { kind: 'typed', text: String(Math.round(picked.x)) };
    drafts[place.y] = { kind: 'typed', text: String(Math.round(picked.y)) };
  }

  /** Has the person pick an element, passes its id or selector to `set`, and empties the field that excludes this one. */
  async pickElement(
    path: ArgumentPath,
    as: 'id' | 'selector',
    set: (text: string) => void,
  ): Promise<void> {
    const picked = await this.#console.pick.ask('element');
    if (picked === null) return;
    const id = picked.element?.id;
    const selector =
      as === 'id' || id === undefined ? id : await this.#console.tools.bestSelector(id);
    if (typeof selector !== 'string') {
      this.note(path, toolsWords.nothingThere);
      return;
    }
    set(selector);
    const rival = this.drafts[rivalOf(String(path.at(-1))) ?? ''];
    if (rival?.kind === 'typed') rival.text = '';
  }

  /** Cancels a pending pick. */
  endPick(): void {
    this.#console.pick.settle(null);
  }

  #read(): Reading {
    if (this.json === null) return readDrafts(this.fields, this.drafts);
    const value = parseJson(this.json);
    if (value === undefined) return faulty(toolsWords.notJson(placeOfJsonError(this.json)));
    return isObject(value) ? { given: value, faults: [] } : faulty(toolsWords.notAnObject);
  }

  /** Shows at its field why the running tool refused an argument. */
  #noteRefusal({ refusedArgument, text }: CallRecord, given: Given): void {
    const isShown = JSON.stringify(given) === JSON.stringify(this.reading.given);
    if (refusedArgument !== undefined && isShown) this.note(refusedArgument, text);
  }
}

function sentence({ message, hint }: ArgumentProblem): string {
  return hint === undefined ? message : `${message} ${hint}`;
}

function faulty(message: string): Reading {
  return { given: {}, faults: [{ path: [], message, isMissing: false }] };
}

function outcomeOf(thrown: unknown, { abort, startedAtEpochMs }: Run): Outcome {
  const isCancelled = thrown instanceof HandsetError && thrown.code === 'cancelled';
  if (abort.signal.aborted && isCancelled) {
    return { kind: 'cancelled', afterMs: Date.now() - startedAtEpochMs };
  }
  return { kind: 'failed', error: toWire(thrown) };
}
