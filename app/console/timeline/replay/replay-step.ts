import type { CallRecord } from '../../../../core/link/messages.ts';
import { type CallEnd, endOf } from '../../../ui/call-strings.ts';
import type { Step } from '../export/steps.ts';
import { type Json, isList, isObject, member, parseJson } from '../../../ui/json.ts';
import { argumentsOf } from '../../../ui/mask.ts';

/** A step and what is known of it from when it was recorded. */
export interface RecordedStep extends Step {
  /** From the end of the step before it to its beginning; 0 where nothing is known. */
  readonly gapMs: number;
  /** How it ended then. */
  readonly endedBefore: CallEnd;
  /** Which of its texts are not to be shown. */
  readonly secrets: readonly string[];
}

/** The calls that act as steps, the oldest first. */
export function stepsOfCalls(calls: readonly CallRecord[]): readonly RecordedStep[] {
  const acting = calls.filter(({ effect }) => effect === 'act').sort((a, b) => a.id - b.id);
  return acting.map(({ tool, startedAtEpochMs, ...call }, index) => {
    const before = acting[index - 1];
    const endedAt = before && before.startedAtEpochMs + before.durationMs;
    const gapMs = endedAt === undefined ? 0 : Math.max(0, startedAtEpochMs - endedAt);
    const { secrets } = call;
    return { tool, arguments: argumentsOf(call), gapMs, endedBefore: endOf(call), secrets };
  });
}

/** What a file of steps holds, or what is wrong with it; `at` counts its entries from 1. */
type StepsRead =
  | { readonly steps: readonly RecordedStep[] }
  | { readonly fault: 'not-json' | 'not-list' | 'empty' | 'too-many' }
  | { readonly fault: 'not-step'; readonly at: number };

/** More than a person looks through, and all that the page can show at once. */
export const mostSteps = 2_000;
/** The tools' own arguments are lists in lists at most. */
const deepest = 32;
const longestToolName = 200;

/** Reads plain JSON steps, or the JSON of a whole timeline, of which the calls that act are steps. */
export function readSteps(text: string): StepsRead {
  const value = parseJson(text);
  if (value === undefined) return { fault: 'not-json' };
  const list = isList(value) ? value : member(value, 'calls');
  if (!isList(list)) return { fault: 'not-list' };
  const entries = list.filter((entry) => member(entry, 'effect') !== 'read');
  if (entries.length === 0) return { fault: 'empty' };
  if (entries.length > mostSteps) return { fault: 'too-many' };
  const steps = entries.map(stepFrom);
  const at = steps.indexOf(null);
  if (at >= 0) return { fault: 'not-step', at: list.indexOf(entries[at] ?? null) + 1 };
  return { steps: steps.filter((step) => step !== null) };
}

function stepFrom(entry: Json): RecordedStep | null {
  const tool = member(entry, 'tool');
  const given = member(entry, 'arguments') ?? {};
  if (typeof tool !== 'string' || tool.length > longestToolName) return null;
  if (!isObject(given) || isTooDeep(given)) return null;
  const isTrue = (name: string): boolean => member(entry, name) === true;
  const endedBefore = endOf({ isError: isTrue('isError'), refused: isTrue('refused') });
  return { tool, arguments: given, gapMs: 0, endedBefore, secrets: [] };
}

/** Looked at level by level: what comes after this goes down with the stack. */
function isTooDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; depth <= deepest && level.length > 0; depth += 1) {
    level = level.flatMap((each): unknown[] =>
      typeof each === 'object' && each !== null ? Object.values(each) : [],
    );
  }
  return level.length > 0;
}
