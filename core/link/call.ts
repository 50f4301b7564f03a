export type { CallerWay } from '../caller.ts';

/** How far a call has come. */
export interface CallProgress {
  /** Grows from report to report; milliseconds for tools that wait. */
  readonly done: number;
  readonly total?: number;
  readonly message: string;
}

/** One thing that is wrong with a call's arguments. */
export interface ArgumentProblem {
  /** Names and indices from the arguments down to the value; empty for what is wrong with them together. */
  readonly path: readonly (string | number)[];
  /** Why it failed, as an agent would be told. */
  readonly message: string;
  readonly hint?: string;
  /** Whether a value that is needed was not given. */
  readonly isMissing: boolean;
}
