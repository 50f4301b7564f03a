import type { CallRecord } from '#core/link/messages.ts';
import { callEndOf, type CallEnd } from '../../ui/call-strings.ts';
import {
  argumentsOf,
  isJsonArray,
  isObject,
  ownMember,
  parseJson,
  type Json,
} from '../../ui/json.ts';
import { maskedText } from '../../ui/mask-secrets.ts';

/** A call to make, as in a file of JSON steps. */
export interface CallStep {
  readonly tool: string;
  readonly arguments: { readonly [key: string]: Json };
}

/** The call as a step; arguments that are not an object become `{}`. */
export function toStep(call: { readonly tool: string; readonly arguments: Json }): CallStep {
  return { tool: call.tool, arguments: isObject(call.arguments) ? call.arguments : {} };
}

/** Whether the step names its element by an id, which may differ in the next run. */
export function usesElementId({ arguments: args }: CallStep): boolean {
  return Object.entries(args).some(
    ([name, value]) => /(^|_)element_id$/.test(name) && value !== '',
  );
}

/** A masked text in a step's arguments. */
interface MaskedText {
  /** Property names and indices from the arguments down to it. */
  readonly path: readonly (string | number)[];
  /** For display: `text`, `paths.0.1`. */
  readonly name: string;
  /** Unique within the step, whatever its properties are called. */
  readonly key: string;
}

/** The texts of the step that are masked as a whole or in part. */
export function maskedTexts({ arguments: args }: CallStep): readonly MaskedText[] {
  return maskedPaths(args, []).map((path) => ({
    path,
    name: path.join('.'),
    key: JSON.stringify(path),
  }));
}

/**
 * Whether the call can be made again as it is: nothing in it is masked, as in a kept call with a
 * password, and it is none of another run, which somebody else may have recorded.
 */
export function isRepeatable(call: CallRecord, openedRun: object | null): boolean {
  const step = { tool: call.tool, arguments: argumentsOf(call) };
  return openedRun === null && maskedTexts(step).length === 0;
}

/** The step with `text` in place of the mask. */
export function fillMaskedText(step: CallStep, { path }: MaskedText, text: string): CallStep {
  const value = replaceMask(step.arguments, path, text);
  return { ...step, arguments: isObject(value) ? value : {} };
}

function maskedPaths(value: Json, path: readonly (string | number)[]): (string | number)[][] {
  if (typeof value === 'string') return value.includes(maskedText) ? [[...path]] : [];
  if (typeof value !== 'object' || value === null) return [];
  return entriesOf(value).flatMap(([key, each]) => maskedPaths(each, [...path, key]));
}

function replaceMask(value: Json, path: readonly (string | number)[], text: string): Json {
  const [key, ...rest] = path;
  if (key === undefined) {
    return typeof value === 'string' ? value.replaceAll(maskedText, () => text) : value;
  }
  if (isJsonArray(value))
    return value.map((each, index) => (index === key ? replaceMask(each, rest, text) : each));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(
    ([name, each]) => [name, name === key ? replaceMask(each, rest, text) : each] as const,
  );
  return Object.fromEntries(members);
}

function entriesOf(value: readonly Json[] | { readonly [key: string]: Json }) {
  return isJsonArray(value)
    ? value.map((each, index): [number, Json] => [index, each])
    : Object.entries(value);
}

/** A step, with facts from its recording. */
export interface RecordedStep extends CallStep {
  /** From the end of the previous step to the start of this one; 0 when unknown. */
  readonly gapMs: number;
  /** How the recorded call ended. */
  readonly recordedEnd: CallEnd;
  /** Texts in it that must be masked. */
  readonly secrets: readonly string[];
}

/**
 * The calls without those whose steps are among them as well: repeating both would do everything
 * twice. A call stays where its steps are filtered out or no longer kept.
 */
export function withoutCallsOfSteps<Call extends Pick<CallRecord, 'id' | 'stepOf'>>(
  calls: readonly Call[],
): readonly Call[] {
  const callsOfSteps = new Set(calls.flatMap(({ stepOf }) => stepOf ?? []));
  return calls.filter(({ id }) => !callsOfSteps.has(id));
}

/** The calls with effect `act` as steps, oldest first. */
export function stepsFromCalls(calls: readonly CallRecord[]): readonly RecordedStep[] {
  const actCalls = withoutCallsOfSteps(calls)
    .filter(({ effect }) => effect === 'act')
    .sort((a, b) => a.id - b.id);
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

/**
 * Parses a JSON list of steps, or a JSON timeline export, of which calls with effect `read` are
 * skipped, and those whose steps are in it as well.
 */
export function parseSteps(text: string): ParsedSteps {
  const value = parseJson(text);
  if (value === undefined) return { fault: 'not-json' };
  const list = isJsonArray(value) ? value : ownMember(value, 'calls');
  if (!isJsonArray(list)) return { fault: 'not-list' };
  const callsOfSteps = new Set(list.map((entry) => ownMember(entry, 'stepOf')));
  const entries = list.filter((entry) => {
    const id = ownMember(entry, 'id');
    const isCallOfSteps = id !== undefined && callsOfSteps.has(id);
    return !isCallOfSteps && ownMember(entry, 'effect') !== 'read';
  });
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
