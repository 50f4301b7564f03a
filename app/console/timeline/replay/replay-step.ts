import type { CallRecord } from '../../../../core/link/messages.ts';
import { type CallEnd, callEndOf } from '../../../ui/call-strings.ts';
import type { CallStep } from '../export/steps.ts';
import { type Json, isJsonArray, isObject, ownMember, parseJson } from '../../../ui/json.ts';
import { argumentsOf } from '../../../ui/mask.ts';

/** A step, with what its recording tells about it. */
export interface RecordedStep extends CallStep {
  /** From the end of the previous step to the start of this one; 0 when unknown. */
  readonly gapMs: number;
  /** How the recorded call ended. */
  readonly recordedEnd: CallEnd;
  /** Texts in it that must be masked. */
  readonly secrets: readonly string[];
}

/** The calls with effect `act` as steps, oldest first. */
export function stepsFromCalls(calls: readonly CallRecord[]): readonly RecordedStep[] {
  const actCalls = calls.filter(({ effect }) => effect === 'act').sort((a, b) => a.id - b.id);
  return actCalls.map(({ tool, startedAtEpochMs, ...call }, index) => {
    const previous = actCalls[index - 1];
    const endedAt = previous && previous.startedAtEpochMs + previous.durationMs;
    const gapMs = endedAt === undefined ? 0 : Math.max(0, startedAtEpochMs - endedAt);
    const { secrets } = call;
    return { tool, arguments: argumentsOf(call), gapMs, recordedEnd: callEndOf(call), secrets };
  });
}

/** The steps in a file, or what is wrong with it; `at` counts its entries from 1. */
type ParsedSteps =
  | { readonly steps: readonly RecordedStep[] }
  | { readonly fault: 'not-json' | 'not-list' | 'empty' | 'too-many' }
  | { readonly fault: 'not-step'; readonly at: number };

/** Most steps in a file; the page shows them all at once. */
export const maxSteps = 2_000;
/** Deepest nesting of arguments; the tools' own are lists of lists of points. */
const maxDepth = 32;
const maxToolNameLength = 200;

/** Parses a JSON list of steps, or a JSON timeline export, whose calls with effect `read` are skipped. */
export function parseSteps(text: string): ParsedSteps {
  const value = parseJson(text);
  if (value === undefined) return { fault: 'not-json' };
  const list = isJsonArray(value) ? value : ownMember(value, 'calls');
  if (!isJsonArray(list)) return { fault: 'not-list' };
  const entries = list.filter((entry) => ownMember(entry, 'effect') !== 'read');
  if (entries.length === 0) return { fault: 'empty' };
  if (entries.length > maxSteps) return { fault: 'too-many' };
  const steps = entries.map(parseStep);
  const at = steps.indexOf(null);
  if (at >= 0) return { fault: 'not-step', at: list.indexOf(entries[at] ?? null) + 1 };
  return { steps: steps.filter((step) => step !== null) };
}

function parseStep(entry: Json): RecordedStep | null {
  const tool = ownMember(entry, 'tool');
  const args = ownMember(entry, 'arguments') ?? {};
  if (typeof tool !== 'string' || tool.length > maxToolNameLength) return null;
  if (!isObject(args) || isTooDeep(args)) return null;
  const isTrue = (name: string): boolean => ownMember(entry, name) === true;
  const recordedEnd = callEndOf({ isError: isTrue('isError'), refused: isTrue('refused') });
  return { tool, arguments: args, gapMs: 0, recordedEnd, secrets: [] };
}

/** Checks iteratively, level by level: later code recurses, and deep nesting would overflow its stack. */
function isTooDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; depth <= maxDepth && level.length > 0; depth += 1) {
    level = level.flatMap((each): unknown[] =>
      typeof each === 'object' && each !== null ? Object.values(each) : [],
    );
  }
  return level.length > 0;
}
