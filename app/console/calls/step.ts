import type { Step } from '#core/call.ts';

/** Where a list of steps comes from. */
export type StepSource =
  { readonly kind: 'calls' | 'recording' } | { readonly kind: 'file'; readonly name: string };

/** An edited list of steps. */
export interface EditedSteps {
  readonly source: StepSource;
  readonly steps: readonly Step[];
}

/** Most steps in a file; the page renders all of them at once. */
export const maxSteps = 2_000;
