import type { CallStep } from '../export/steps.ts';

/** Progress of a step: `resting` waits for the screen or the pause before it, `skipped` was never run. */
export type StepState = 'waiting' | 'resting' | 'running' | 'done' | 'failed' | 'skipped';

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
      runner.onState(index, 'resting');
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
