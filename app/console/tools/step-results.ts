import type { Call } from '#core/call.ts';
import { callEndOf, type CallEnd } from '../../ui/call-strings.ts';
import { isJsonArray, isObject, ownMember, type Json } from '../../ui/json.ts';
import { plainText } from '../../ui/plain-text.ts';
import { failureStrings, toolsStrings } from './strings.ts';

/** How one step of a call of `run_steps` went. */
export interface StepResult {
  readonly tool: string;
  readonly end: CallEnd | 'notRun';
  /** The call of the step; null where it was not made. */
  readonly call: Call | null;
  /** Whether the step was done, and what must be true after it was not. */
  readonly isUnmet: boolean;
}

/**
 * How the steps of this call went; empty where it is none of `run_steps`, or its calls are no longer
 * among these.
 */
export function stepResults(record: Call, calls: readonly Call[]): readonly StepResult[] {
  const steps = record.arguments['steps'] ?? null;
  const made = calls.filter(({ stepOf }) => stepOf === record.id).sort((a, b) => a.id - b.id);
  if (!isJsonArray(steps) || made.length === 0) return [];
  let next = 0;
  let hasEnded = false;
  const results = steps.map((step): StepResult => {
    const tool = toolOf(step);
    if (hasEnded) return { tool, end: 'notRun', call: null, isUnmet: false };
    const call = made[next++] ?? null;
    // A step that could not even begin has no call.
    const end = call === null ? 'failed' : callEndOf(call);
    hasEnded = call === null || call.isError;
    if (hasEnded || !isObject(ownMember(step, 'expect')))
      return { tool, end, call, isUnmet: false };
    const wait = made[next++];
    const waitEnd = wait === undefined ? 'failed' : callEndOf(wait);
    hasEnded = waitEnd !== 'done';
    return { tool, call, isUnmet: hasEnded, end: hasEnded ? waitEnd : end };
  });
  const isWhole = results.every(({ call, tool }) => call === null || call.tool === tool);
  return isWhole && hasEnded === record.isError ? results : [];
}

function toolOf(step: Json): string {
  const tool = ownMember(step, 'tool');
  return typeof tool === 'string' ? tool : '';
}

/** Why the step failed, for a person; empty if it did not. */
export function failureOf({ end, call, isUnmet }: StepResult): string {
  if (end !== 'failed') return '';
  if (isUnmet) return toolsStrings.unmetCondition;
  const known = call?.errorCode && failureStrings[call.errorCode];
  return known ?? plainText(call?.text.split('\n', 1)[0] ?? '');
}

/** The step that ended the run early, by its index, and why; null where none failed. */
export function failedStep(
  results: readonly StepResult[],
): { readonly index: number; readonly reason: string } | null {
  const index = results.findLastIndex(({ end }) => end !== 'notRun');
  const last = results[index];
  return last?.end === 'failed' ? { index, reason: failureOf(last) } : null;
}
