import type { ArgumentPath } from '../errors.ts';

export type { CallOrigin } from '../caller.ts';

/** The progress of a call. */
export interface CallProgress {
  /** Increases with every report; milliseconds for tools that wait. */
  readonly done: number;
  readonly total?: number;
  readonly message: string;
}

/** One problem with a call's arguments. */
export interface ArgumentProblem {
  /** For two parameters that exclude each other, the first; empty for a problem of the arguments as a whole. */
  readonly path: ArgumentPath;
  /** The message that an agent would get. */
  readonly message: string;
  readonly hint?: string;
  /** Whether a required value is missing. */
  readonly isMissing: boolean;
}
