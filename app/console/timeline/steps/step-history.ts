import type { StepSource } from '../recorded-steps.ts';
import type { ListedStep } from './run-steps.ts';

/** So many changes can be undone. */
const maxChanges = 50;

/** The list of steps, and where it comes from. */
interface StepsSnapshot {
  readonly list: readonly ListedStep[];
  readonly source: StepSource;
}

/** What a change was, for the user. */
export interface StepsChange {
  /** `moved step 3` */
  readonly words: string;
  /** Whether a bar offers to undo it: steps are gone. */
  readonly isOffered?: boolean;
  /** The step that was deleted; null where it was another change. */
  readonly deleted?: ListedStep | null;
}

/** A change, with the list on its other side. */
type Entry = StepsChange & StepsSnapshot;

/** The changes of the list, to be undone and done again; stays as it is. */
export class StepHistory {
  readonly #past: readonly Entry[];
  readonly #future: readonly Entry[];

  constructor(past: readonly Entry[] = [], future: readonly Entry[] = []) {
    this.#past = past.slice(-maxChanges);
    this.#future = future;
  }

  /** The last change, with the list before it; null where there is none. */
  get last(): Entry | null {
    return this.#past.at(-1) ?? null;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  /** With a change of this list, which is about to happen. */
  with({ list, source }: StepsSnapshot, change: StepsChange): StepHistory {
    return new StepHistory([...this.#past, { ...change, list, source }]);
  }

  /** No longer offers to undo the last change, which can still be undone. */
  withoutOffer(): StepHistory {
    const past = this.#past.map((entry) => ({ ...entry, isOffered: false }));
    return new StepHistory(past, this.#future);
  }

  /** What leads back to the list before the last change; null where there is none. `now` is the present list. */
  undo({ list, source }: StepsSnapshot): Change | null {
    const { last } = this;
    if (last === null) return null;
    const future = [...this.#future, { ...last, list, source }];
    const history = new StepHistory(this.#past.slice(0, -1), future);
    return { ...last, list: withPresentFacts(last.list, list), history };
  }

  /** What leads to the list after the change that was undone last; null where there is none. */
  redo({ list, source }: StepsSnapshot): Change | null {
    const next = this.#future.at(-1);
    if (next === undefined) return null;
    const past = [...this.#past, { ...next, list, source }];
    const history = new StepHistory(past, this.#future.slice(0, -1));
    return { ...next, list: withPresentFacts(next.list, list), history };
  }
}

/** The list to show, and the changes that can be undone then. */
type Change = Entry & { readonly history: StepHistory };

/** Screens, results and choices of the steps are no changes of the list, and stay. */
function withPresentFacts(
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

/**
 * The key of the step after which the next one is recorded, once `list` has taken the place of
 * `before`: the same step, or the last one before it that is left, and behind what came back there;
 * null for the end.
 */
export function placeIn(
  list: readonly Pick<ListedStep, 'key'>[],
  before: readonly Pick<ListedStep, 'key'>[],
  recordedKey: number | null,
): number | null {
  if (recordedKey === null) return null;
  const keys = list.map(({ key }) => key);
  const keysBefore = before.map(({ key }) => key);
  const place = keysBefore.slice(0, keysBefore.indexOf(recordedKey) + 1);
  const left = place.findLast((key) => keys.includes(key));
  if (left === undefined) return null;
  const behind = keys.slice(keys.indexOf(left) + 1);
  const other = behind.findIndex((key) => keysBefore.includes(key));
  return behind.slice(0, other < 0 ? behind.length : other).at(-1) ?? left;
}
