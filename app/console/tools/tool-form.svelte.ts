import type { ArgumentPath } from '#core/errors.ts';
import { maskedText, type ArgumentProblem } from '#core/link/call.ts';
import type { Call } from '#core/call.ts';
import type { ToolInfo } from '#core/link/messages.ts';
import { isObject, parseJson } from '../../ui/json.ts';
import { LatestRequest } from '../../ui/latest-request.ts';
import type { PlainCall } from './call-snippets.ts';
import {
  blankDrafts,
  draftsFromArguments,
  missingProblem,
  parseDrafts,
  problemsAt,
  problemsUnder,
  unknownArgument,
  type Drafts,
  type ParsedForm,
} from './draft.ts';
import {
  alternativeOf,
  areSettings,
  exampleArguments,
  fieldsOf,
  otherEndOf,
  type ElementReference,
  type FormField,
  type PointFields,
} from './form-fields.ts';
import { jsonErrorPosition, lineOf } from './json-error.ts';
import { KnownValues, unknownNames, type KnownValue } from './known-values.ts';
import { pointText, type PickedPoint, type Picker } from './pick.svelte.ts';
import { recallArguments, rememberArguments } from './stored-arguments.ts';
import { toolsStrings } from './strings.ts';
import { outcomeOf, type RunOutcome, type ToolRun } from './tool-run.ts';
import type { ToolsConsole } from './tools-console.ts';

type CallArguments = PlainCall['args'];

/** Pause in typing after which the arguments are checked. */
const checkDelayMs = 250;

/** One tool's form: its contents, their problems, and the result of the last run. */
export class ToolForm {
  readonly tool: ToolInfo;
  readonly fields: readonly FormField[];
  /** The fields that messages may mention. */
  shownFields: readonly FormField[];
  /** The values that its fields offer. */
  readonly known: KnownValues;
  drafts = $state<Drafts>({});
  /** The arguments as the user edits them as JSON; null while the form shows fields. */
  json = $state<string | null>(null);
  activeRun = $state.raw<ToolRun | null>(null);
  outcome = $state.raw<RunOutcome | null>(null);
  resultView = $state<'readable' | 'raw'>('readable');
  /** The buttons on the page that pick a point or an element. */
  readonly pickers: Picker[] = [];
  /** The arguments read from the form. */
  readonly parsed: ParsedForm = $derived.by(() => this.#parse());

  readonly #console: ToolsConsole;
  readonly #argumentCheck: LatestRequest<CallArguments, readonly ArgumentProblem[]>;
  /** Arguments that the tool would refuse. */
  #toolProblems = $state.raw<readonly ArgumentProblem[]>([]);
  /** The page's own messages about fields; cleared by the next change. */
  #messages = $state.raw<readonly ArgumentProblem[]>([]);
  /** The names of the arguments that contained masked text when the form was filled. */
  #maskedNames: readonly string[] = [];
  /** Whether the user has tried to run it; from then on missing arguments are reported too. */
  #hasSubmitted = $state(false);
  readonly #unknownTexts = $derived.by(() =>
    this.known.unknownTexts(this.fields, this.parsed.args),
  );
  readonly #reportedTexts = $derived(
    this.#unknownTexts
      // An unfinished text is not reported before the form is submitted, nor a text that a failed call already reports.
      .filter(({ isBeginning }) => this.#hasSubmitted || !isBeginning)
      .filter(({ similar }) => similar.length > 0 || this.#shownCall?.isError !== true),
  );
  readonly problems = $derived([
    ...this.parsed.faults,
    ...this.#messages,
    ...this.#reportedTexts.map(({ field, text, similar }) => ({
      path: [field],
      message: toolsStrings.unknownText(field, text),
      ...(similar.length > 0 && { hint: `${toolsStrings.similar} ${similar.join(', ')}` }),
      isMissing: false,
    })),
    ...this.#toolProblems
      .filter(({ path }) => !this.#unknownTexts.some(({ field }) => field === path.join()))
      .filter(({ isMissing }) => this.#hasSubmitted || !isMissing)
      .map((problem) => this.#reword(problem)),
  ]);

  constructor(tool: ToolInfo, console: ToolsConsole) {
    this.tool = tool;
    this.#console = console;
    this.known = new KnownValues(tool, console);
    this.fields = fieldsOf(tool.inputSchema);
    this.shownFields = this.fields;
    this.fill(recallArguments(tool.name));
    this.#argumentCheck = new LatestRequest((args, signal) =>
      console.tools.check({ name: tool.name, args }, signal),
    );
  }

  get call(): PlainCall {
    return { name: this.tool.name, args: this.parsed.args };
  }

  /** Why the tool can't run now; null if it can. */
  get blockedReason(): string | null {
    const isConnected = this.#console.phone.status.state === 'connected';
    return this.tool.needsPhone && !isConnected ? toolsStrings.needsPhone : null;
  }

  /** The progress that the running tool reported last; null if none. */
  get progress() {
    const ownCalls = this.#console.calls.running.filter(
      ({ from, tool }) => from === 'person' && tool === this.tool.name,
    );
    return ownCalls.at(-1)?.progress ?? null;
  }

  /** This tool's calls, newest first. */
  get history(): readonly Call[] {
    return this.#console.calls.own.filter(({ tool }) => tool === this.tool.name);
  }

  /** Whether the form has a problem that the shown call did not have. */
  get isOutcomeEarlier(): boolean {
    return this.outcome?.kind === 'call' && this.problems.length > 0 && this.#shownCall === null;
  }

  /** The shown call, if the form still has its arguments; else null. */
  get #shownCall(): Call | null {
    const { outcome, parsed } = this;
    if (outcome?.kind !== 'call' || parsed.faults.length > 0) return null;
    return JSON.stringify(outcome.call.arguments) === JSON.stringify(parsed.args)
      ? outcome.call
      : null;
  }

  /** The messages about exactly this value, with their hints. */
  problemsAt(path: ArgumentPath): readonly string[] {
    const hasButtons = this.similarTo(String(path[0])).length > 0;
    return problemsAt(this.problems, path).map((problem) =>
      hasButtons ? problem.message : toolsStrings.withHint(problem),
    );
  }

  /** Known values like the text in this field, which is none of them. */
  similarTo(name: string): readonly KnownValue[] {
    const similar = this.#reportedTexts.find(({ field }) => field === name)?.similar ?? [];
    return this.known.of(name, this.parsed.args).filter(({ value }) => similar.includes(value));
  }

  /** What the phone's setting of this name is now; null if the form does not change settings, or it is not known. */
  presentValue(name: string): string | null {
    if (!areSettings(this.fields)) return null;
    const { tools, phone } = this.#console;
    const { [name]: value } = tools.settingsOf(phone.info);
    if (typeof value === 'boolean') return value ? 'on' : 'off';
    return typeof value === 'string' || typeof value === 'number' ? `${value}` : null;
  }

  /** Reads the phone's settings, for a form that changes them. Never rejects. */
  async readPresentValues(): Promise<void> {
    const { tools, phone } = this.#console;
    if (!areSettings(this.fields) || this.blockedReason !== null) return;
    // Without them the form only does not show them.
    await tools.readSettings(phone.info, AbortSignal.timeout(10_000)).catch(() => undefined);
  }

  /** The messages about this value and everything inside it, each with its line in `json`, the value's text. */
  problemsUnder(path: ArgumentPath, json: string): readonly string[] {
    const isLong = json.trim().includes('\n');
    return problemsUnder(this.problems, path).map((problem) => {
      const text = toolsStrings.withHint({ ...problem, message: toolsStrings.withName(problem) });
      const inside = problem.path.slice(path.length);
      const line = isLong && inside.length > 0 ? lineOf(json, inside) : null;
      return line === null ? text : toolsStrings.atLine(line, text);
    });
  }

  /** An example of the arguments, as JSON. */
  get example(): string {
    return jsonExample(exampleArguments(this.fields));
  }

  /** An example of this argument, as JSON; empty without one. */
  exampleOf(name: string): string {
    const { [name]: example } = exampleArguments(this.fields);
    return example === undefined ? '' : jsonExample(example);
  }

  /** The DOM id of the control for this argument. */
  controlId(name: string): string {
    return `${this.tool.name}-${name}`;
  }

  /** Fills the form. If an argument has no field, the form shows all arguments as JSON. */
  fill(args: CallArguments): void {
    const hasUnknownArgument = unknownArgument(this.fields, args) !== undefined;
    this.drafts = hasUnknownArgument
      ? blankDrafts(this.fields)
      : draftsFromArguments(this.fields, args);
    this.json = hasUnknownArgument ? JSON.stringify(args, null, 2) : null;
    this.#maskedNames = Object.keys(args).filter((name) => hasMask(args[name]));
    this.#hasSubmitted = false;
  }

  /** Switches between JSON and fields, unless the arguments can't be read or one has no field. */
  showJson(on: boolean): void {
    const { args, faults } = this.parsed;
    if (faults.length > 0) return;
    if (on) {
      this.json = Object.keys(args).length === 0 ? '' : JSON.stringify(args, null, 2);
      return;
    }
    this.fill(args);
  }

  /** Stores the arguments and has the worker check them. Call at every change. */
  async handleChange({ args, faults }: ParsedForm): Promise<void> {
    this.#messages = [];
    if (faults.length > 0) {
      // Earlier and pending results no longer apply.
      this.#argumentCheck.cancel();
      this.#toolProblems = [];
      return;
    }
    rememberArguments(this.tool.name, args);
    const toolProblems = await this.#argumentCheck.send(args, checkDelayMs).catch(() => []);
    if (toolProblems !== null) this.#toolProblems = toolProblems;
  }

  /** Shows a message at a field. */
  showMessage(path: ArgumentPath, message: string): void {
    this.#messages = [...this.#messages, { path, message, isMissing: false }];
  }

  /** Shows why the tool would refuse the arguments, until they are changed. */
  showProblems(problems: readonly ArgumentProblem[]): void {
    this.#toolProblems = problems;
    this.#hasSubmitted = true;
  }

  /** Runs the tool, or shows the problems of its arguments. */
  async submit(): Promise<'ran' | 'refused'> {
    if (this.activeRun !== null || this.blockedReason !== null) return 'refused';
    this.#hasSubmitted = true;
    // What an earlier run returned is no answer to this one.
    this.outcome = null;
    const { args, faults } = this.parsed;
    if (faults.length > 0) return 'refused';
    this.#messages = this.#maskedNames
      .filter((name) => hasMask(args[name]))
      .map((name) => ({ path: [name], message: toolsStrings.masked, isMissing: false }));
    if (this.#messages.length > 0) return 'refused';
    this.#toolProblems = (await this.#argumentCheck.send(args, 0).catch(() => null)) ?? [];
    const isUnknown = this.#unknownTexts.some(({ isPossible }) => !isPossible);
    if (isUnknown || this.#toolProblems.length > 0) {
      return 'refused';
    }
    await this.runTool(args);
    return 'ran';
  }

  /** Runs the tool with these arguments, whatever the form contains. Never rejects. */
  async runTool(args: CallArguments): Promise<void> {
    if (this.activeRun !== null) return;
    const activeRun = { startedAtEpochMs: Date.now(), controller: new AbortController() };
    this.activeRun = activeRun;
    this.#messages = [];
    const { name } = this.tool;
    this.#console.tools.recordUse(name);
    try {
      const call = await this.#console.calls.runTool(name, args, activeRun.controller.signal);
      this.outcome = { kind: 'call', call };
      this.#showRefusal(call);
    } catch (thrown) {
      this.outcome = outcomeOf(thrown, activeRun);
    } finally {
      this.activeRun = null;
    }
  }

  /** Shows the call of the result in the Timeline. */
  showInTimeline(): void {
    if (this.outcome?.kind === 'call') this.#console.showCall?.(this.outcome.call);
  }

  cancel(): void {
    this.activeRun?.controller.abort();
  }

  /**
   * Lets the user pick a point and puts it into these two fields. A swipe also fills the fields of its end.
   */
  async pickPoint(pointFields: PointFields): Promise<void> {
    const { drafts } = this;
    const endX = pointFields.x.replace(/1$/, '2');
    const endY = pointFields.y.replace(/1$/, '2');
    const isSwipe = endX !== pointFields.x && endX in drafts;
    const picked = await this.#console.pick.request(isSwipe ? 'swipe' : 'point');
    if (picked === null) return;
    const set = (name: string, value: number): void => {
      drafts[name] = { kind: 'typed', text: String(Math.round(value)) };
    };
    set(pointFields.x, picked.x);
    set(pointFields.y, picked.y);
    if (picked.end === null) return;
    set(endX, picked.end.x);
    set(endY, picked.end.y);
  }

  /** Lets the user draw the path of one finger, and puts it into this field of paths. */
  async pickPath(name: string): Promise<void> {
    const path = (await this.#console.pick.request('path'))?.path;
    if (path === undefined) return;
    const points = path.map((point) => JSON.stringify(point));
    this.drafts[name] = { kind: 'json', text: `[[\n${points.join(',\n')}\n]]` };
  }

  /** Fills this field with the steps that are chosen in the Timeline; says so if there are none. */
  async useRecordedSteps(name: string): Promise<void> {
    const steps = (await this.#console.recordedSteps?.()) ?? [];
    if (steps.length > 0) this.fill({ ...this.parsed.args, [name]: steps });
    else this.showMessage([name], toolsStrings.noRecordedSteps);
  }

  /**
   * Lets the user pick an element, passes its id or selector to `set`, and empties the alternative
   * field. A drag also fills the field of its end.
   */
  async pickElement(
    name: string,
    reference: ElementReference,
    set: (text: string) => void,
  ): Promise<void> {
    const { drafts } = this;
    const other = drafts[otherEndOf(name) ?? ''];
    const picked = await this.#console.pick.request(name === 'from' ? 'drag' : 'element');
    if (picked === null) return;
    const text = await this.#referenceTo(picked, reference);
    if (text === null) {
      this.showMessage([name], toolsStrings.nothingThere);
      return;
    }
    const alternative = drafts[alternativeOf(name) ?? ''];
    if (alternative?.kind === 'typed') alternative.text = '';
    if (other?.kind !== 'typed') {
      set(text);
      return;
    }
    const { end } = picked;
    const otherText = end === null ? other.text : await this.#referenceTo(end, reference);
    // As selectors, both ends would be the center of the same element.
    const isWithin = otherText === text;
    set(isWithin ? pointText(picked) : text);
    if (end !== null) other.text = isWithin ? pointText(end) : (otherText ?? '');
  }

  /** The text that refers to what was picked; null if there is no element. */
  async #referenceTo(picked: PickedPoint, reference: ElementReference): Promise<string | null> {
    const isPlace = reference === 'place';
    // In a container the picked point matters, not its center.
    if (isPlace && picked.isContainer) return pointText(picked);
    const id = picked.element?.id ?? null;
    const found =
      reference === 'id' || id === null ? id : await this.#console.tools.bestSelector(id);
    return found ?? (isPlace ? pointText(picked) : null);
  }

  /** Registers a pick button; returns a function that removes it. */
  addPicker(picker: Picker): () => void {
    this.pickers.push(picker);
    return () => this.pickers.splice(this.pickers.indexOf(picker), 1);
  }

  /** Cancels a pending pick. */
  cancelPick(): void {
    this.#console.pick.settle(null);
  }

  #parse(): ParsedForm {
    const { args, faults } = this.#read();
    if (faults.length > 0) return { args, faults };
    const unknown = unknownNames(this.fields, args).map(({ name, similar, isAny }) => {
      const message = toolsStrings.unknownName(name, similar, isAny);
      return { path: [], message, isMissing: false };
    });
    return { args, faults: unknown };
  }

  #read(): ParsedForm {
    if (this.json === null) {
      const { args, faults } = parseDrafts(this.fields, this.drafts);
      return { args: this.known.withPackages(args), faults };
    }
    if (this.json.trim() === '') return { args: {}, faults: [] };
    const value = parseJson(this.json);
    if (isObject(value)) return { args: value, faults: [] };
    const { notJson, notAnObject } = toolsStrings;
    const message = value === undefined ? notJson(jsonErrorPosition(this.json)) : notAnObject;
    return { args: {}, faults: [{ path: [], message, isMissing: false }] };
  }

  /** Rewords a problem for the form if its kind is known; else keeps the tool's message. */
  #reword(problem: ArgumentProblem): ArgumentProblem {
    if (problem.isMissing)
      return missingProblem(problem, this.fields, this.parsed.args, this.shownFields);
    return { ...problem, message: faultSentence(problem) };
  }

  /** Shows at its field why the running tool refused an argument. */
  #showRefusal(call: Call): void {
    const { refusedArgument, text } = call;
    if (this.#shownCall === call && refusedArgument !== undefined)
      this.showMessage(refusedArgument, text);
  }
}

function faultSentence({ fault, message }: ArgumentProblem): string {
  if (fault === undefined) return message;
  if (fault.kind !== 'range') return toolsStrings.faults[fault.kind];
  return toolsStrings.faults.range(fault.min, fault.max);
}

function jsonExample(value: unknown): string {
  return JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, ' ');
}

function hasMask(value: unknown): boolean {
  return value !== undefined && JSON.stringify(value).includes(maskedText);
}
