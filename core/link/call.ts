import type { ArgumentPath } from '../errors.ts';

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
  /** Of two parameters that exclude each other the first; empty for what is wrong with all together. */
  readonly path: ArgumentPath;
  /** Why it failed, as an agent would be told. */
  readonly message: string;
  readonly hint?: string;
  /** Whether a value that is needed was not given. */
  readonly isMissing: boolean;
}
