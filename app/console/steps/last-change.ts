import type { StepSource } from '../calls/step.ts';
import { notRun, type ListedStep } from './run-steps.ts';

/** The last change of the list, for undo. */
export interface LastChange {
  /** `move step 3` */
  readonly words: string;
  /** The list before the change. */
  readonly list: readonly ListedStep[];
  readonly source: StepSource;
  readonly recordedKey: number | null;
}

/** The list from before a change, with the current screens, results, choices and typed texts of its steps; without the result of an edited one. */
export function withPresentFacts(
  list: readonly ListedStep[],
  present: readonly ListedStep[],
): readonly ListedStep[] {
  return list.map((step) => {
    const now = present.find(({ key }) => key === step.key);
    if (now === undefined) return step;
    const { tool, arguments: args, callId, recordedEnd, touchedAt } = step;
    const isSame = now.tool === tool && now.arguments === args;
    // A result is that of the arguments with which the step was run.
    const kept = isSame ? now : { ...now, ...notRun };
    return { ...kept, tool, arguments: args, callId, recordedEnd, touchedAt };
  });
}

/** The key, if its step is still in the list, else the key of the last step before it that is; null if there is none. */
export function keyLeft(
  list: readonly Pick<ListedStep, 'key'>[],
  before: readonly Pick<ListedStep, 'key'>[],
  key: number | null,
): number | null {
  const upToIt = before.slice(0, before.findIndex((step) => step.key === key) + 1);
  const left = upToIt.findLast((step) => list.some((each) => each.key === step.key));
  return left?.key ?? null;
}
