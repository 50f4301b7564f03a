import { toWire, type WireError } from '#core/errors.ts';
import type { CallRecord } from '#core/link/messages.ts';
import type { ToolsState } from '../../tools/tools.svelte.ts';
import type { OpenedRun } from '../runs/runs.svelte.ts';
import {
  fillMaskedText,
  isStep,
  maskedTexts,
  parseSteps,
  stepEndOf,
  stepsFromCalls,
  type CallStep,
  type RecordedStep,
} from '../recorded-steps.ts';
import { stepStrings as strings } from './strings.ts';
import type { TimelineCall } from '../timeline-calls.ts';
import { runSteps, type StepState } from './run-steps.ts';

/** Recorded pauses are cut to this: the agent may have been thinking for minutes. */
const maxGapMs = 5_000;
/** Longest wait for an idle screen; with a playing video the screen is never idle. */
const idleTimeoutMs = 5_000;
/** Larger than any recording. */
const maxFileBytes = 50 * 1024 * 1024;

/** What to wait for between steps. */
type PauseMode = 'idle' | 'recorded';

/** The one step that is run, or the first of those that are. */
type StartOfRun = { readonly only: number } | { readonly from: number };

/** How the last run ended. */
type RunEnd =
  | { readonly kind: 'complete'; readonly count: number }
  /** `refused`: the tool rejects the step's arguments, so no step was run. */
  | { readonly kind: 'failed' | 'stopped' | 'refused'; readonly index: number };

/** Where the steps come from; `run` is the kept run whose calls they are, null for this tab's. */
type StepSource =
  | { readonly kind: 'calls'; readonly run: string | null }
  | { readonly kind: 'recording' }
  | { readonly kind: 'file'; readonly name: string };

/** A step in the list, with the user's choices and its result. */
export interface ListedStep extends RecordedStep {
  /** Stays with it wherever it is moved. */
  readonly key: number;
  readonly chosen: boolean;
  readonly state: StepState;
  /** The tool's text. */
  readonly resultText: string;
  /** The id of the call that ran it last; null before. */
  readonly runCallId: number | null;
  /** What the user typed for masked texts, by `MaskedText.key`. */
  readonly typedTexts: Readonly<Record<string, string>>;
}

/** What the steps need of the console. */
interface StepsDependencies {
  readonly timeline: {
    readonly isRecording: boolean;
    readonly listedCalls: readonly TimelineCall[];
    readonly openedRun: OpenedRun | null;
    findCall(id: number, run: string | null): TimelineCall | null;
    /** Runs a tool as the user. */
    runTool(name: string, args: CallStep['arguments'], signal: AbortSignal): Promise<CallRecord>;
  };
  readonly tools: Pick<ToolsState, 'check'>;
}

/** The one list of steps: recorded or loaded, edited, and run on the phone that is connected now. */
export class StepsState {
  list = $state.raw<readonly ListedStep[]>([]);
  source = $state.raw<StepSource>({ kind: 'calls', run: null });
  /** The key of the step whose buttons are shown. */
  selectedKey = $state.raw<number | null>(null);
  /** The step that was deleted last, and where it was. */
  deleted = $state.raw<{ readonly step: ListedStep; readonly index: number } | null>(null);
  pauseMode = $state<PauseMode>('idle');
  /** Index of the step that is running or waited for; null while none is. */
  currentIndex = $state.raw<number | null>(null);
  end = $state.raw<RunEnd | null>(null);
  error = $state.raw<WireError | null>(null);
  /** Whether the user changed the list, which the timeline's calls then must not replace unasked. */
  isEdited = false;

  readonly chosen = $derived(this.list.filter(({ chosen }) => chosen));
  /** Whether a masked text of a chosen step is still to be typed. */
  readonly isTextMissing = $derived(this.chosen.some(isTextMissing));

  readonly #timeline: StepsDependencies['timeline'];
  readonly #tools: Pick<ToolsState, 'check'>;
  #abort: AbortController | null = null;
  /** Settles when the last run has ended. */
  #running: Promise<void> = Promise.resolve();
  #lastKey = 0;
  #recordingSinceEpochMs = 0;
  /** When the last recorded step ended. */
  #lastEndEpochMs: number | null = null;

  constructor({ timeline, tools }: StepsDependencies) {
    this.#timeline = timeline;
    this.#tools = tools;
  }

  /** Loads the listed calls as steps; those that failed or were refused are not chosen. */
  loadCalls(): void {
    const { listedCalls, openedRun } = this.#timeline;
    this.#load(stepsFromCalls(listedCalls), { kind: 'calls', run: openedRun?.run.id ?? null });
  }

  /** The call of which a step was made; null where it is no longer kept. */
  recordedCall(callId: number): TimelineCall | null {
    const run = this.source.kind === 'calls' ? this.source.run : null;
    return this.#timeline.findCall(callId, run);
  }

  /** Ends a run; then begins with an empty list, which `addCall` fills. */
  async beginRecording(): Promise<void> {
    this.stop();
    await this.#running;
    this.#load([], { kind: 'recording' });
    this.#lastEndEpochMs = null;
    this.#recordingSinceEpochMs = Date.now();
  }

  /** Adds a call that was made while recording; other calls are ignored. */
  addCall(call: CallRecord): void {
    // The whole call of several steps comes after them.
    if (!isStep(call) || call.tool === 'run_steps') return;
    // As the call with which a run was stopped.
    if (call.startedAtEpochMs < this.#recordingSinceEpochMs) return;
    const [step] = stepsFromCalls([call]);
    if (step === undefined) return;
    const sinceMs = call.startedAtEpochMs - (this.#lastEndEpochMs ?? call.startedAtEpochMs);
    this.#lastEndEpochMs = call.startedAtEpochMs + call.durationMs;
    const added = this.#listed({ ...step, gapMs: Math.max(0, sinceMs) });
    // What takes longer to report may have begun before the last one.
    const later = this.list.findIndex(({ callId }) => callId !== null && callId > call.id);
    this.list = this.list.toSpliced(later < 0 ? this.list.length : later, 0, added);
  }

  /** Loads the steps of a file; sets `error` when it is invalid. */
  async loadFile(file: File): Promise<void> {
    this.error = null;
    const result = file.size > maxFileBytes ? null : parseSteps(await file.text());
    if (result === null) this.#rejectFile(file, strings.tooBig);
    else if ('steps' in result) this.#load(result.steps, { kind: 'file', name: file.name });
    else if (result.fault === 'not-step') this.#rejectFile(file, strings.notStep(result.at));
    else this.#rejectFile(file, strings.faults[result.fault]);
  }

  /** Sets whether a step is chosen; null sets all. */
  choose(index: number | null, chosen: boolean): void {
    this.list = this.list.map((step, each) =>
      index === null || each === index ? { ...step, chosen } : step,
    );
  }

  /** Stores what the user typed for a masked text. */
  fill(index: number, key: string, text: string): void {
    this.#updateStep(index, ({ typedTexts }) => ({ typedTexts: { ...typedTexts, [key]: text } }));
  }

  /** Moves a step up (-1) or down (1). */
  move(index: number, by: -1 | 1): void {
    const step = this.list[index];
    if (step === undefined || this.list[index + by] === undefined) return;
    this.#change(this.list.toSpliced(index, 1).toSpliced(index + by, 0, step));
  }

  /** Deletes a step, which `undoDelete` brings back. */
  delete(index: number): void {
    const step = this.list[index];
    if (step === undefined) return;
    this.#change(this.list.toSpliced(index, 1));
    this.deleted = { step, index };
    this.selectedKey = (this.list[index] ?? this.list.at(-1))?.key ?? null;
  }

  /** Puts the step back that was deleted last. */
  undoDelete(): void {
    if (this.deleted === null) return;
    const { step, index } = this.deleted;
    this.#change(this.list.toSpliced(index, 0, step));
    this.selectedKey = step.key;
  }

  /** Replaces a step's tool and arguments, unless the tool would refuse them; resolves with why, null if not. Never rejects. */
  async edit(key: number, step: CallStep): Promise<string | null> {
    const checking = this.#rejectionReason(step, new AbortController().signal);
    const problem = await checking.catch((error: unknown) => toWire(error).message);
    if (problem !== null) return problem;
    const index = this.list.findIndex((each) => each.key === key);
    const edited = { ...step, recordedEnd: 'done', state: 'pending', resultText: '' } as const;
    const isSame = (each: ListedStep): boolean => each.key === key;
    if (index >= 0)
      this.#change(this.list.map((each) => (isSame(each) ? { ...each, ...edited } : each)));
    return null;
  }

  /** Inserts a step after the one that is selected, or at the end. */
  insert(step: CallStep): void {
    const selected = this.list.findIndex(({ key }) => key === this.selectedKey);
    const at = selected < 0 || this.#timeline.isRecording ? this.list.length : selected + 1;
    const facts = { callId: null, gapMs: 0, recordedEnd: 'done', secrets: [] } as const;
    const listed = this.#listed({ ...step, ...facts });
    this.#change(this.list.toSpliced(at, 0, listed));
    this.selectedKey = listed.key;
  }

  /**
   * Checks the chosen steps, or this one alone, or those chosen from there on; then runs them up to the
   * first that fails. Never rejects: sets `end` or `error`.
   */
  async start(part: StartOfRun): Promise<void> {
    this.#running = this.#run(part);
    await this.#running;
  }

  /** Stops the run and cancels the running call. */
  stop(): void {
    this.#abort?.abort();
  }

  async #run(part: StartOfRun): Promise<void> {
    const { signal } = (this.#abort = new AbortController());
    const order =
      'only' in part
        ? [part.only]
        : this.list.flatMap(({ chosen }, i) => (chosen && i >= part.from ? [i] : []));
    this.end = this.error = null;
    this.list = this.list.map((step, index) =>
      order.includes(index) || !('only' in part)
        ? { ...step, state: 'pending', resultText: '', runCallId: null }
        : step,
    );
    try {
      if (await this.#checkSteps(order, signal)) await this.#runInOrder(order, signal);
    } catch (error) {
      if (signal.aborted) this.end = { kind: 'stopped', index: this.currentIndex ?? 0 };
      else this.error = toWire(error);
    } finally {
      this.list = this.list.map((step, index) =>
        order.includes(index) ? markSkipped(step) : step,
      );
      this.currentIndex = null;
    }
  }

  /** Whether the tools accept all these steps; if not, marks the first bad one with the reason. */
  async #checkSteps(order: readonly number[], signal: AbortSignal): Promise<boolean> {
    for (const index of order) {
      this.currentIndex = index;
      const resultText = await this.#rejectionReason(this.#filledStep(index), signal);
      if (resultText === null) continue;
      this.#updateStep(index, () => ({ state: 'failed', resultText }));
      this.end = { kind: 'refused', index };
      return false;
    }
    return true;
  }

  async #rejectionReason(
    { tool, arguments: args }: CallStep,
    signal: AbortSignal,
  ): Promise<string | null> {
    try {
      const [problem] = await this.#tools.check({ name: tool, args }, signal);
      return problem?.message ?? null;
    } catch (error) {
      const { code, message } = toWire(error);
      if (code === 'unknown-tool') return message;
      throw error;
    }
  }

  async #runInOrder(order: readonly number[], signal: AbortSignal): Promise<void> {
    const stepIndex = (index: number): number => order[index] ?? 0;
    const endIndex = await runSteps(
      order.map((index) => this.#filledStep(index)),
      {
        runStep: async ({ tool, arguments: args }, abort, index) => {
          const call = await this.#timeline.runTool(tool, args, abort);
          this.#updateStep(stepIndex(index), () => ({ runCallId: call.id }));
          return { isError: stepEndOf(call) !== 'done', text: call.text };
        },
        pauseBefore: (index, abort) => this.#pauseBefore(stepIndex(index), abort),
        onState: (index, state, resultText = '') => {
          this.currentIndex = stepIndex(index);
          this.#updateStep(stepIndex(index), () => ({ state, resultText }));
        },
      },
      signal,
    );
    this.end =
      endIndex === order.length
        ? { kind: 'complete', count: endIndex }
        : { kind: 'failed', index: stepIndex(endIndex) };
  }

  async #pauseBefore(index: number, signal: AbortSignal): Promise<void> {
    if (this.pauseMode === 'idle') {
      // A timeout is a normal result; any real failure shows up in the next step.
      await this.#timeline.runTool('wait_for_idle', { timeout: idleTimeoutMs }, signal);
      return;
    }
    const gapMs = Math.min(this.list[index]?.gapMs ?? 0, maxGapMs);
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, gapMs);
      const end = (): void => {
        clearTimeout(timer);
        resolve();
      };
      signal.addEventListener('abort', end, { once: true });
    });
  }

  #filledStep(index: number): CallStep {
    const step = this.list[index];
    if (step === undefined) return { tool: '', arguments: {} };
    const { tool, arguments: args, typedTexts } = step;
    return maskedTexts(step).reduce<CallStep>(
      (partialStep, mask) => fillMaskedText(partialStep, mask, typedTexts[mask.key] ?? ''),
      { tool, arguments: args },
    );
  }

  #updateStep(index: number, update: (step: ListedStep) => Partial<ListedStep>): void {
    this.list = this.list.map((step, each) =>
      each === index ? { ...step, ...update(step) } : step,
    );
  }

  /** A change of the user's. */
  #change(list: readonly ListedStep[]): void {
    this.list = list;
    this.isEdited = true;
    this.deleted = this.end = null;
  }

  #load(steps: readonly RecordedStep[], source: StepSource): void {
    this.error = this.end = this.deleted = this.selectedKey = null;
    this.source = source;
    this.isEdited = source.kind !== 'calls';
    this.list = steps.map((step) => this.#listed(step));
  }

  #listed(step: RecordedStep): ListedStep {
    const chosen = step.recordedEnd === 'done';
    const result = { state: 'pending', resultText: '', runCallId: null } as const;
    return { ...step, key: ++this.#lastKey, chosen, ...result, typedTexts: {} };
  }

  #rejectFile({ name }: File, reason: string): void {
    const message = `${strings.notSteps(name)} (${reason})`;
    this.error = { code: 'invalid-argument', message, hint: strings.notStepsHint };
  }
}

/** Whether a masked text of the step is still to be typed. */
export function isTextMissing(step: ListedStep): boolean {
  return maskedTexts(step).some(({ key }) => !step.typedTexts[key]);
}

/** Marks a step as skipped if the run ended before or during it. */
function markSkipped(step: ListedStep): ListedStep {
  return ['done', 'failed'].includes(step.state) ? step : { ...step, state: 'skipped' };
}
