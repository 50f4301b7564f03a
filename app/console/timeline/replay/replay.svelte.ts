import { toWire, type WireError } from '../../../../core/errors.ts';
import { replayWords as words } from '../strings.ts';
import { filled, maskedIn, type Step } from '../export/steps.ts';
import type { TimelineCall } from '../timeline-call.ts';
import type { ToolsState } from '../../tools/tools.svelte.ts';
import type { TimelineState } from '../timeline.svelte.ts';
import { type RecordedStep, readSteps, stepsOfCalls } from './replay-step.ts';
import { type StepState, runSteps } from './run-steps.ts';

/** Recorded pauses are cut to this: the agent may have been thinking for minutes. */
const longestGapMs = 5_000;
/** Longest wait for a still screen; a playing video never rests. */
const stillMs = 5_000;
/** Larger than any recording. */
const mostBytes = 50 * 1024 * 1024;

/** What to wait for between steps. */
type Pace = 'still' | 'recorded';

/** How the last run ended. */
type ReplayEnd =
  | { readonly how: 'all'; readonly count: number }
  /** `refused`: the tool rejects the step's arguments, so no step was run. */
  | { readonly how: 'failed' | 'stopped' | 'refused'; readonly index: number };

/** A step in the list, with the person's choices and its result. */
export interface ReplayStep extends RecordedStep {
  readonly chosen: boolean;
  readonly state: StepState;
  /** The tool's text. */
  readonly said: string;
  /** What the person typed for masked texts, by `MaskedText.key`. */
  readonly texts: Readonly<Record<string, string>>;
}

/** What a replay needs of the console. */
interface ReplayParts {
  readonly timeline: TimelineState;
  readonly tools: Pick<ToolsState, 'check'>;
}

/** Runs recorded calls again on the phone that is connected now. */
export class ReplayState {
  steps = $state.raw<readonly ReplayStep[]>([]);
  /** The name of the loaded file; null for the timeline's own calls. */
  fileName = $state.raw<string | null>(null);
  pace = $state<Pace>('still');
  /** Index of the step that is running or waited for; null while no replay runs. */
  at = $state.raw<number | null>(null);
  end = $state.raw<ReplayEnd | null>(null);
  error = $state.raw<WireError | null>(null);

  readonly chosen = $derived(this.steps.filter(({ chosen }) => chosen));
  /** Whether a masked text of a chosen step is still to be typed. */
  readonly lacksText = $derived(
    this.chosen.some((step) => maskedIn(step).some(({ key }) => !step.texts[key])),
  );

  readonly #timeline: TimelineState;
  readonly #tools: Pick<ToolsState, 'check'>;
  #abort: AbortController | null = null;

  constructor({ timeline, tools }: ReplayParts) {
    this.#timeline = timeline;
    this.#tools = tools;
  }

  /** Loads these calls as steps; those that failed or were refused are not chosen. */
  takeCalls(calls: readonly TimelineCall[]): void {
    this.#take(stepsOfCalls(calls), null);
  }

  /** Loads the steps of a file; sets `error` when it is invalid. */
  async takeFile(file: File): Promise<void> {
    this.error = null;
    const read = file.size > mostBytes ? null : readSteps(await file.text());
    if (read === null) this.#refuse(file, words.tooBig);
    else if ('steps' in read) this.#take(read.steps, file.name);
    else if (read.fault === 'not-step') this.#refuse(file, words.notStep(read.at));
    else this.#refuse(file, words.faults[read.fault]);
  }

  /** Sets whether a step is chosen; null sets all. */
  choose(index: number | null, chosen: boolean): void {
    this.steps = this.steps.map((step, at) =>
      index === null || at === index ? { ...step, chosen } : step,
    );
  }

  /** Stores what the person typed for a masked text. */
  fill(index: number, key: string, text: string): void {
    this.#change(index, ({ texts }) => ({ texts: { ...texts, [key]: text } }));
  }

  /** Checks all chosen steps, then runs them up to the first that fails. Never rejects: sets `end` or `error`. */
  async run(): Promise<void> {
    const { signal } = (this.#abort = new AbortController());
    const order = this.steps.flatMap(({ chosen }, index) => (chosen ? [index] : []));
    this.end = this.error = null;
    this.steps = this.steps.map((step) => ({ ...step, state: 'waiting', said: '' }));
    try {
      if (await this.#areTaken(order, signal)) await this.#runInOrder(order, signal);
    } catch (error) {
      if (signal.aborted) this.end = { how: 'stopped', index: this.at ?? 0 };
      else this.error = toWire(error);
    } finally {
      this.steps = this.steps.map(asEnded);
      this.at = null;
    }
  }

  /** Stops the replay and cancels the running call. */
  stop(): void {
    this.#abort?.abort();
  }

  /** Whether the tools accept all these steps; if not, marks the first bad one with the reason. */
  async #areTaken(order: readonly number[], signal: AbortSignal): Promise<boolean> {
    for (const index of order) {
      this.at = index;
      const said = await this.#refusal(this.#filled(index), signal);
      if (said === null) continue;
      this.#change(index, () => ({ state: 'failed', said }));
      this.end = { how: 'refused', index };
      return false;
    }
    return true;
  }

  async #refusal({ tool, arguments: given }: Step, signal: AbortSignal): Promise<string | null> {
    try {
      const [problem] = await this.#tools.check({ name: tool, given }, signal);
      return problem?.message ?? null;
    } catch (error) {
      const { code, message } = toWire(error);
      if (code === 'unknown-tool') return message;
      throw error;
    }
  }

  async #runInOrder(order: readonly number[], signal: AbortSignal): Promise<void> {
    const steps = order.map((index) => this.#filled(index));
    const place = (index: number): number => order[index] ?? 0;
    const ended = await runSteps(
      steps,
      {
        run: ({ tool, arguments: given }, abort) => this.#timeline.run(tool, given, abort),
        rest: (index, abort) => this.#rest(place(index), abort),
        onState: (index, state, said = '') => {
          this.at = place(index);
          this.#change(place(index), () => ({ state, said }));
        },
      },
      signal,
    );
    const all = ended === steps.length;
    this.end = all ? { how: 'all', count: ended } : { how: 'failed', index: place(ended) };
  }

  async #rest(index: number, signal: AbortSignal): Promise<void> {
    if (this.pace === 'still') {
      // A timeout is a normal result; any real failure shows up in the next step.
      await this.#timeline.run('wait_for_idle', { timeout: stillMs }, signal);
      return;
    }
    const gapMs = Math.min(this.steps[index]?.gapMs ?? 0, longestGapMs);
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, gapMs);
      const end = (): void => {
        clearTimeout(timer);
        resolve();
      };
      signal.addEventListener('abort', end, { once: true });
    });
  }

  #filled(index: number): Step {
    const step = this.steps[index];
    if (step === undefined) return { tool: '', arguments: {} };
    const { tool, arguments: given, texts } = step;
    const places = maskedIn(step);
    return places.reduce<Step>((before, place) => filled(before, place, texts[place.key] ?? ''), {
      tool,
      arguments: given,
    });
  }

  #change(index: number, how: (step: ReplayStep) => Partial<ReplayStep>): void {
    this.steps = this.steps.map((step, at) => (at === index ? { ...step, ...how(step) } : step));
  }

  #take(steps: readonly RecordedStep[], fileName: string | null): void {
    this.error = this.end = null;
    this.fileName = fileName;
    this.steps = steps.map((step) => ({
      ...step,
      chosen: step.endedBefore === 'done',
      state: 'waiting',
      said: '',
      texts: {},
    }));
  }

  #refuse({ name }: File, why: string): void {
    const message = `${words.notSteps(name)} (${why})`;
    this.error = { code: 'invalid-argument', message, hint: words.notStepsHint };
  }
}

/** Marks a chosen step as skipped if the replay ended before or during it. */
function asEnded(step: ReplayStep): ReplayStep {
  const isOver = ['done', 'failed'].includes(step.state) || !step.chosen;
  return isOver ? step : { ...step, state: 'skipped' };
}
