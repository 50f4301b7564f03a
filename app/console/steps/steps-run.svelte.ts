import { toWire, type WireError } from '#core/errors.ts';
import { callEndOf, expectationTool } from '#app/ui/call-strings.ts';
import type { ArgumentProblem } from '#core/link/call.ts';
import type { Call, ScreenFacts, StepCall } from '#core/call.ts';
import type { ToolInfo } from '#core/link/messages.ts';
import type { CallsState } from '../calls/calls.svelte.ts';
import type { ToolsState } from '../tools/tools.svelte.ts';
import { fillMaskedText, maskedTexts } from './recorded-steps.ts';
import {
  notRun,
  readyToRun,
  runSteps,
  startIndex,
  takesSelector,
  type ListedStep,
  type ReadableScreen,
  type RunEnd,
  type RunPart,
} from './run-steps.ts';
import { mismatchWords, stepResult } from './step-words.ts';
import { stepStrings as strings } from './strings.ts';

/** Shortest pause between steps, in which the screen after the step is captured. */
const pictureMs = 600;
/** Longest wait for an idle screen; with a playing video the screen is never idle. */
const idleTimeoutMs = 5_000;
/** Longest wait for the element that a step acts on: an app may load what it shows. */
const elementTimeoutMs = 5_000;

/** The list of steps, as far as a run needs it. */
interface RunnableSteps {
  list: readonly ListedStep[];
  readonly startStep: StepCall | null;
  /** Why a run could not continue. */
  error: WireError | null;
  /** Changes a step. */
  update(index: number, update: (step: ListedStep) => Partial<ListedStep>): void;
  /** Compares the screen after a step, which shows this, with the recorded one. */
  compareAfter(index: number, shown: ScreenFacts | null): Promise<void>;
  /** Compares the screen before a step that failed with the recorded one. */
  compareBefore(call: Call, shown: ScreenFacts | null): Promise<void>;
}

type StepResult = Pick<ListedStep, keyof typeof notRun>;

/** The parts of the console that a run uses. */
interface StepsRunDependencies {
  readonly calls: Pick<CallsState, 'runStep' | 'waitFor'>;
  readonly tools: Pick<ToolsState, 'check'>;
  readonly policy: { readonly tools: readonly ToolInfo[] };
  readonly screen: ReadableScreen;
}

/** Runs steps of the list, one run at a time, and stores their results in the list. */
export class StepsRun {
  /** Index of the step that is running or about to run, `startIndex` for the start step; null between runs. */
  currentIndex = $state.raw<number | null>(null);
  end = $state.raw<RunEnd | null>(null);
  /** The start step of the last run, with its result; null without one. */
  #start = $state.raw<(StepCall & StepResult) | null>(null);
  readonly #steps: RunnableSteps;
  readonly #console: StepsRunDependencies;
  #abort: AbortController | null = null;
  /** Settles when the last run has ended. */
  #running: Promise<void> = Promise.resolve();

  constructor(steps: RunnableSteps, console: StepsRunDependencies) {
    this.#steps = steps;
    this.#console = console;
  }

  /**
   * Checks the steps of this part, then runs them until one fails. For the whole list, the start step
   * comes first. Never rejects: sets `end` or `error`.
   */
  async start(part: RunPart): Promise<void> {
    this.#running = this.#run(part);
    await this.#running;
  }

  /** The result of this start step; `notRun` if the last run had another one. */
  resultOfStart(step: StepCall): StepResult {
    const start = this.#start;
    const wasMade =
      start?.tool === step.tool &&
      JSON.stringify(start.arguments) === JSON.stringify(step.arguments);
    return start !== null && wasMade ? start : notRun;
  }

  /** Forgets the result of the start step. */
  forgetStart(): void {
    this.#start = null;
  }

  /** Stops the run and cancels the running call; resolves when it has ended. */
  async stop(): Promise<void> {
    this.#abort?.abort();
    await this.#running;
  }

  async #run(part: RunPart): Promise<void> {
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    const isIn = (index: number): boolean =>
      part === 'all' || ('only' in part ? index === part.only : index >= part.from);
    const isOne = part !== 'all' && 'only' in part;
    const steps = this.#steps.list.flatMap(({ chosen }, index) =>
      isIn(index) && (chosen || isOne) ? [index] : [],
    );
    const order = part === 'all' && this.#steps.startStep ? [startIndex, ...steps] : steps;
    this.end = null;
    this.#steps.error = null;
    if (part === 'all')
      this.#start = this.#steps.startStep && { ...this.#steps.startStep, ...notRun };
    this.#steps.list = readyToRun(this.#steps.list, order, part);
    try {
      if (await this.#checkSteps(order, signal)) await this.#runInOrder(order, signal);
    } catch (error) {
      if (signal.aborted) this.end = this.#endAt('stopped', this.#stoppedIndex(steps));
      else this.#steps.error = toWire(error);
    } finally {
      this.#steps.list = this.#steps.list.map((step, index) =>
        order.includes(index) ? markUnfinished(step) : step,
      );
      if (order.includes(startIndex)) this.#start &&= markUnfinished(this.#start);
      this.currentIndex = null;
    }
  }

  /** Whether the tools accept all these steps. Marks the first step that is refused with the reason. */
  async #checkSteps(order: readonly number[], signal: AbortSignal): Promise<boolean> {
    for (const index of order) {
      this.currentIndex = index;
      const [problem] = await problemsOf(this.#console.tools, this.#filledStep(index), signal);
      if (problem === undefined) continue;
      this.#update(index, { state: 'failed', resultText: problem.message });
      this.end = this.#endAt('refused', index);
      return false;
    }
    return true;
  }

  async #runInOrder(order: readonly number[], signal: AbortSignal): Promise<void> {
    const stepIndex = (index: number): number => order[index] ?? 0;
    const endIndex = await runSteps(
      order.map((index) => this.#filledStep(index)),
      {
        runStep: async (step, abort, index) => {
          await this.#waitForElement(step, abort);
          const call = await this.#console.calls.runStep(step, abort);
          const isError = callEndOf(call) !== 'done';
          this.#update(stepIndex(index), { runCallId: call.id });
          if (isError) await this.#explain(stepIndex(index), call);
          return { isError, text: stepResult(this.#console.policy.tools, call) };
        },
        pauseBefore: (index, abort) => this.#waitForScreen(stepIndex(index - 1), abort),
        onState: (index, state, resultText = '') => {
          // The wait after the start step is shown as part of it.
          if (state === 'waiting' && order[index - 1] === startIndex) return;
          this.currentIndex = stepIndex(index);
          this.#update(stepIndex(index), { state, resultText });
        },
      },
      signal,
    );
    // The screen after the last step shows where it led.
    if (endIndex === order.length)
      await this.#waitForScreen(stepIndex(endIndex - 1), signal).catch(() => undefined);
    this.end =
      endIndex === order.length
        ? { kind: 'complete', keys: order.flatMap((index) => this.#steps.list[index]?.key ?? []) }
        : this.#endAt('failed', stepIndex(endIndex));
  }

  /** The index at which a run was stopped. During the wait after the start step, that is the first step. */
  #stoppedIndex([first = 0]: readonly number[]): number {
    const index = this.currentIndex ?? 0;
    return index === startIndex && this.#start?.state === 'done' ? first : index;
  }

  #endAt(kind: 'failed' | 'stopped' | 'refused', index: number): RunEnd | null {
    const key = index === startIndex ? startIndex : this.#steps.list[index]?.key;
    return key === undefined ? null : { kind, key };
  }

  #update(index: number, changes: Partial<StepResult>): void {
    if (index === startIndex) this.#start &&= { ...this.#start, ...changes };
    else this.#steps.update(index, () => changes);
  }

  /** Waits for the screen after this step, and compares it with the recorded one. */
  async #waitForScreen(index: number, signal: AbortSignal): Promise<void> {
    // A timeout is a normal result; any real failure shows up in the next step.
    const wait = { tool: 'wait_for_idle', arguments: { timeout: idleTimeoutMs } };
    await Promise.all([this.#console.calls.waitFor(wait, signal), pause(pictureMs, signal)]);
    const recorded = this.#steps.list[index]?.facts;
    const shown = recorded ? await this.#console.screen.readFacts() : null;
    if (!signal.aborted) await this.#steps.compareAfter(index, shown);
  }

  /** Waits until the element that the step acts on is on the screen. If it doesn't appear, the step itself says so. */
  async #waitForElement(step: StepCall, signal: AbortSignal): Promise<void> {
    const { selector } = step.arguments;
    const { tools } = this.#console.policy;
    const isAwaited = tools.find(({ name }) => name === step.tool)?.words.awaitsElement === true;
    if (selector === undefined || isAwaited || !takesSelector(tools, step)) return;
    const args = { selector, state: 'visible', timeout: elementTimeoutMs };
    await this.#console.calls.waitFor({ tool: expectationTool, arguments: args }, signal);
  }

  /** Says what a failed step expected, and what the screen shows instead. */
  async #explain(index: number, call: Call): Promise<void> {
    const { screen } = this.#console;
    const [shown] = await Promise.all([screen.readFacts(), screen.read({ allowsRecent: true })]);
    this.#update(index, { mismatch: mismatchWords(call, shown) });
    await this.#steps.compareBefore(call, shown);
  }

  #filledStep(index: number): StepCall {
    if (index === startIndex && this.#steps.startStep !== null) return this.#steps.startStep;
    const step = this.#steps.list[index];
    if (step === undefined) return { tool: '', arguments: {} };
    const { tool, arguments: args, typedTexts } = step;
    return maskedTexts(step).reduce<StepCall>(
      (partialStep, mask) => fillMaskedText(partialStep, mask, typedTexts[mask.key] ?? ''),
      { tool, arguments: args },
    );
  }
}

/** Resolves after this time or when the signal aborts. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}

/** Why the tools would refuse the step; empty if they accept it. */
export async function problemsOf(
  tools: Pick<ToolsState, 'check'>,
  { tool, arguments: args }: StepCall,
  signal: AbortSignal,
): Promise<readonly ArgumentProblem[]> {
  try {
    return await tools.check({ name: tool, args }, signal);
  } catch (error) {
    if (toWire(error).code === 'unknown-tool')
      return [{ path: [], message: strings.unknown, isMissing: false }];
    throw error;
  }
}

/** Like `problemsOf`, but never rejects: if the step can't be checked, the reason is the problem. */
export async function problemsToShow(
  tools: Pick<ToolsState, 'check'>,
  step: StepCall,
): Promise<readonly ArgumentProblem[]> {
  const checking = problemsOf(tools, step, new AbortController().signal);
  return await checking.catch((error: unknown) => [
    { path: [], message: toWire(error).message, isMissing: false },
  ]);
}

/** Marks a step that has no result as stopped if the run ended during it, else as skipped. */
function markUnfinished<Step extends Pick<ListedStep, 'state'>>(step: Step): Step {
  if (['done', 'failed'].includes(step.state)) return step;
  return { ...step, state: step.state === 'running' ? 'stopped' : 'skipped' };
}
