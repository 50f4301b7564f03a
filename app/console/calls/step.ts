import { refusingRules, type Refusal, type TouchedPlace } from '#core/link/call.ts';
import type { PictureData } from '#core/link/messages.ts';
import type { CallEnd } from '../../ui/call-strings.ts';
import { ownMember, type Json } from '../../ui/json.ts';

/** A call to make, as in a file of JSON steps. */
export interface CallStep {
  readonly tool: string;
  readonly arguments: { readonly [key: string]: Json };
}

/** A step, with facts from its recording. */
export interface RecordedStep extends CallStep {
  /** The id of the recorded call; null where there is none. */
  readonly callId: number | null;
  /** From the end of the previous step to the start of this one; 0 when unknown. */
  readonly gapMs: number;
  /** How the recorded call ended. */
  readonly recordedEnd: CallEnd;
  /** Texts in it that must be masked. */
  readonly secrets: readonly string[];
  /** The screen after it when it was recorded; null where there is none. */
  readonly screen: PictureData | null;
  /** Where the recorded call touched first; null where nowhere. */
  readonly touchedAt: TouchedPlace | null;
}

/** A step as it is kept and exported with its run: masked, and without its call, which may be gone. */
export interface KeptStep extends Omit<RecordedStep, 'callId' | 'secrets'> {
  readonly chosen: boolean;
}

/** Where a list of steps comes from. */
export type StepSource =
  { readonly kind: 'calls' | 'recording' } | { readonly kind: 'file'; readonly name: string };

/** An edited list of steps. */
export interface KeptSteps {
  readonly source: StepSource;
  readonly steps: readonly KeptStep[];
}

/** Most steps in a file; the page shows them all at once. */
export const maxSteps = 2_000;
/** Deepest nesting of arguments; the tools' own are lists of lists of points. */
const maxDepth = 32;

/** The member `refused` of a call in a file. */
export function refusalOf(entry: Json): Refusal {
  const refused = ownMember(entry, 'refused');
  if (refused === 'unanswered') return refused;
  return refusingRules.find((rule) => rule === refused) ?? refused === true;
}

/** Whether arguments are nested deeper than any tool takes. Checks iteratively, level by level: later code recurses, and deep nesting would overflow its stack. */
export function isTooDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; depth <= maxDepth && level.length > 0; depth += 1) {
    level = level.flatMap((each): unknown[] =>
      typeof each === 'object' && each !== null ? Object.values(each) : [],
    );
  }
  return level.length > 0;
}
