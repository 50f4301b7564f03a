import type { StepSource } from '../calls/step.ts';
import type { ListedStep } from './run-steps.ts';

/** The last change of the list, which can be undone. */
export interface LastChange {
  /** `move step 3` */
  readonly words: string;
  /** Says which steps are gone, beside an offer to undo it; null if none are gone, or the offer was dismissed. */
  readonly note: string | null;
  /** What was there before it. */
  readonly list: readonly ListedStep[];
  readonly source: StepSource;
  readonly recordedKey: number | null;
}

/** The list of before a change, with the screens, results and choices that its steps have now. */
export function withPresentFacts(
  list: readonly ListedStep[],
  present: readonly ListedStep[],
): readonly ListedStep[] {
  return list.map((step) => {
    const now = present.find(({ key }) => key === step.key);
    if (now === undefined) return step;
    const { chosen, screen, state, resultText, runCallId, typedTexts } = now;
    return { ...step, chosen, screen, state, resultText, runCallId, typedTexts };
  });
}

/** The key of this step if it is still in the list, else of the last one before it that is; null if none is. */
export function keyLeft(
  list: readonly Pick<ListedStep, 'key'>[],
  before: readonly Pick<ListedStep, 'key'>[],
  key: number | null,
): number | null {
  const upToIt = before.slice(0, before.findIndex((step) => step.key === key) + 1);
  const left = upToIt.findLast((step) => list.some((each) => each.key === step.key));
  return left?.key ?? null;
}
