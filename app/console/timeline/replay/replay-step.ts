import type { CallRecord } from '../../../../core/link/messages.ts';
import { type CallEnd, endOf } from '../../../ui/call-strings.ts';
import type { Step } from '../export/steps.ts';
import { type Json, isList, isObject, member, parseJson } from '../../../ui/json.ts';
import { argumentsOf } from '../../../ui/mask.ts';

/** A step, with what its recording tells about it. */
export interface RecordedStep extends Step {
  /** From the end of the previous step to the start of this one; 0 when unknown. */
  readonly gapMs: number;
  /** How the recorded call ended. */
  readonly endedBefore: CallEnd;
  /** Texts in it that must be masked. */
  readonly secrets: readonly string[];
}

/** The calls with effect `act` as steps, oldest first. */
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

/** The steps in a file, or what is wrong with it; `at` counts its entries from 1. */
type StepsRead =
  | { readonly steps: readonly RecordedStep[] }
  | { readonly fault: 'not-json' | 'not-list' | 'empty' | 'too-many' }
  | { readonly fault: 'not-step'; readonly at: number };

/** Most steps in a file; the page shows them all at once. */
export const mostSteps = 2_000;
/** Deepest nesting of arguments; the tools' own are lists of lists of points. */
const deepest = 32;
const longestToolName = 200;

/** Parses a JSON list of steps, or a JSON timeline export, whose calls with effect `read` are skipped. */
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

/** Checks iteratively, level by level: later code recurses, and deep nesting would overflow its stack. */
function isTooDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; depth <= deepest && level.length > 0; depth += 1) {
    level = level.flatMap((each): unknown[] =>
      typeof each === 'object' && each !== null ? Object.values(each) : [],
    );
  }
  return level.length > 0;
}
