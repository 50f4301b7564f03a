import { toWire, type WireError } from '#core/errors.ts';
import type { ToolsState } from '../../tools/tools.svelte.ts';
import {
  fillMaskedText,
  maskedTexts,
  parseSteps,
  stepsFromCalls,
  type CallStep,
  type RecordedStep,
} from '../recorded-steps.ts';
import { replayStrings as strings } from '../strings.ts';
import type { TimelineCall } from '../timeline-calls.ts';
import type { TimelineState } from '../timeline.svelte.ts';

/** Progress of a step: `waiting` is the pause before it runs, `skipped` means that it was never run. */
export type StepState = 'pending' | 'waiting' | 'running' | 'done' | 'failed' | 'skipped';

/** Result of a step. */
interface StepResult {
  readonly isError: boolean;
  readonly text: string;
}

/** How `runSteps` runs a step, waits and reports. */
interface StepRunner {
  /** Runs one step. Rejects when the call could not be made, and when the signal aborts. */
  runStep(step: CallStep, signal: AbortSignal): Promise<StepResult>;
  /** Waits before a step; not called for the first. */
  pauseBefore(index: number, signal: AbortSignal): Promise<void>;
  onState(index: number, state: StepState, resultText?: string): void;
}

/**
 * Runs the steps in order, up to the first that fails. Resolves to the index of the failed step, or
 * to the number of steps when all are done. Rejects when running a step rejects.
 */
export async function runSteps(
  steps: readonly CallStep[],
  runner: StepRunner,
  signal: AbortSignal,
): Promise<number> {
  for (const [index, step] of steps.entries()) {
    if (index > 0) {
      runner.onState(index, 'waiting');
      await runner.pauseBefore(index, signal);
    }
    signal.throwIfAborted();
    runner.onState(index, 'running');
    const { isError, text } = await runner.runStep(step, signal);
    runner.onState(index, isError ? 'failed' : 'done', text);
    if (isError) return index;
  }
  return steps.length;
}

/** Recorded pauses are cut to this: the agent may have been thinking for minutes. */
const maxGapMs = 5_000;
/** Longest wait for an idle screen; with a playing video the screen is never idle. */
const idleTimeoutMs = 5_000;
/** Larger than any recording. */
const maxFileBytes = 50 * 1024 * 1024;

/** What to wait for between steps. */
type PauseMode = 'idle' | 'recorded';

/** How the last run ended. */
type ReplayEnd =
  | { readonly kind: 'complete'; readonly count: number }
  /** `refused`: the tool rejects the step's arguments, so no step was run. */
  | { readonly kind: 'failed' | 'stopped' | 'refused'; readonly index: number };

/** A step in the list, with the user's choices and its result. */
export interface ReplayStep extends RecordedStep {
  readonly chosen: boolean;
  readonly state: StepState;
  /** The tool's text. */
  readonly resultText: string;
  /** What the user typed for masked texts, by `MaskedText.key`. */
  readonly typedTexts: Readonly<Record<string, string>>;
}

/** What a replay needs of the console. */
interface ReplayDependencies {
  readonly timeline: TimelineState;
  readonly tools: Pick<ToolsState, 'check'>;
}

/** Runs recorded calls again on the phone that is connected now. */
export class ReplayState {
  steps = $state.raw<readonly ReplayStep[]>([]);
  /** The name of the loaded file; null for the timeline's own calls. */
  fileName = $state.raw<string | null>(null);
  pauseMode = $state<PauseMode>('idle');
  /** Index of the step that is running or waited for; null while no replay runs. */
  currentIndex = $state.raw<number | null>(null);
  end = $state.raw<ReplayEnd | null>(null);
  error = $state.raw<WireError | null>(null);

  readonly chosen = $derived(this.steps.filter(({ chosen }) => chosen));
  /** Whether a masked text of a chosen step is still to be typed. */
  readonly isTextMissing = $derived(
    this.chosen.some((step) => maskedTexts(step).some(({ key }) => !step.typedTexts[key])),
  );

  readonly #timeline: TimelineState;
  readonly #tools: Pick<ToolsState, 'check'>;
  #abort: AbortController | null = null;

  constructor({ timeline, tools }: ReplayDependencies) {
    this.#timeline = timeline;
    this.#tools = tools;
  }

  /** Loads these calls as steps; those that failed or were refused are not chosen. */
  loadCalls(calls: readonly TimelineCall[]): void {
    this.#loadSteps(stepsFromCalls(calls), null);
  }

  /** Loads the steps of a file; sets `error` when it is invalid. */
  async loadFile(file: File): Promise<void> {
    this.error = null;
    const result = file.size > maxFileBytes ? null : parseSteps(await file.text());
    if (result === null) this.#rejectFile(file, strings.tooBig);
    else if ('steps' in result) this.#loadSteps(result.steps, file.name);
    else if (result.fault === 'not-step') this.#rejectFile(file, strings.notStep(result.at));
    else this.#rejectFile(file, strings.faults[result.fault]);
  }

  /** Sets whether a step is chosen; null sets all. */
  choose(index: number | null, chosen: boolean): void {
    this.steps = this.steps.map((step, each) =>
      index === null || each === index ? { ...step, chosen } : step,
    );
  }

  /** Stores what the user typed for a masked text. */
  fill(index: number, key: string, text: string): void {
    this.#updateStep(index, ({ typedTexts }) => ({ typedTexts: { ...typedTexts, [key]: text } }));
  }

  /** Checks all chosen steps, then runs them up to the first that fails. Never rejects: sets `end` or `error`. */
  async start(): Promise<void> {
    const { signal } = (this.#abort = new AbortController());
    const order = this.steps.flatMap(({ chosen }, index) => (chosen ? [index] : []));
    this.end = this.error = null;
    this.steps = this.steps.map((step) => ({ ...step, state: 'pending', resultText: '' }));
    try {
      if (await this.#checkSteps(order, signal)) await this.#runInOrder(order, signal);
    } catch (error) {
      if (signal.aborted) this.end = { kind: 'stopped', index: this.currentIndex ?? 0 };
      else this.error = toWire(error);
    } finally {
      this.steps = this.steps.map(markSkipped);
      this.currentIndex = null;
    }
  }

  /** Stops the replay and cancels the running call. */
  stop(): void {
    this.#abort?.abort();
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
    const steps = order.map((index) => this.#filledStep(index));
    const stepIndex = (index: number): number => order[index] ?? 0;
    const endIndex = await runSteps(
      steps,
      {
        runStep: ({ tool, arguments: args }, abort) => this.#timeline.runTool(tool, args, abort),
        pauseBefore: (index, abort) => this.#pauseBefore(stepIndex(index), abort),
        onState: (index, state, resultText = '') => {
          this.currentIndex = stepIndex(index);
          this.#updateStep(stepIndex(index), () => ({ state, resultText }));
        },
      },
      signal,
    );
    const isComplete = endIndex === steps.length;
    this.end = isComplete
      ? { kind: 'complete', count: endIndex }
      : { kind: 'failed', index: stepIndex(endIndex) };
  }

  async #pauseBefore(index: number, signal: AbortSignal): Promise<void> {
    if (this.pauseMode === 'idle') {
      // A timeout is a normal result; any real failure shows up in the next step.
      await this.#timeline.runTool('wait_for_idle', { timeout: idleTimeoutMs }, signal);
      return;
    }
    const gapMs = Math.min(this.steps[index]?.gapMs ?? 0, maxGapMs);
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
    const step = this.steps[index];
    if (step === undefined) return { tool: '', arguments: {} };
    const { tool, arguments: args, typedTexts } = step;
    const masks = maskedTexts(step);
    return masks.reduce<CallStep>(
      (partialStep, mask) => fillMaskedText(partialStep, mask, typedTexts[mask.key] ?? ''),
      { tool, arguments: args },
    );
  }

  #updateStep(index: number, update: (step: ReplayStep) => Partial<ReplayStep>): void {
    this.steps = this.steps.map((step, each) =>
      each === index ? { ...step, ...update(step) } : step,
    );
  }

  #loadSteps(steps: readonly RecordedStep[], fileName: string | null): void {
    this.error = this.end = null;
    this.fileName = fileName;
    this.steps = steps.map((step) => ({
      ...step,
      chosen: step.recordedEnd === 'done',
      state: 'pending',
      resultText: '',
      typedTexts: {},
    }));
  }

  #rejectFile({ name }: File, reason: string): void {
    const message = `${strings.notSteps(name)} (${reason})`;
    this.error = { code: 'invalid-argument', message, hint: strings.notStepsHint };
  }
}

/** Marks a chosen step as skipped if the replay ended before or during it. */
function markSkipped(step: ReplayStep): ReplayStep {
  const isOver = ['done', 'failed'].includes(step.state) || !step.chosen;
  return isOver ? step : { ...step, state: 'skipped' };
}
