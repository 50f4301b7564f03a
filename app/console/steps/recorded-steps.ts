import type { TouchedPlace } from '#core/link/call.ts';
import type { CallRecord, PictureData } from '#core/link/messages.ts';
import { callEndOf, expectationTool } from '../../ui/call-strings.ts';
import {
  argumentsOf,
  isJsonArray,
  isObject,
  ownMember,
  parseJson,
  type Json,
} from '../../ui/json.ts';
import { maskedText } from '../../ui/mask-secrets.ts';
import { atRest, screenAfter, withoutCallsOfSteps } from '../calls/call-list.ts';
import { isTooDeep, maxSteps, refusalOf, type CallStep, type RecordedStep } from '../calls/step.ts';

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
 * Why the call can't be made again as it is: it belongs to another run, which somebody else may have
 * recorded, or something in it is masked, as in a kept call with a password. Null if it can.
 */
export function whyNotRepeatable(
  call: CallRecord,
  openedRun: object | null,
): 'otherRun' | 'masked' | null {
  if (openedRun !== null) return 'otherRun';
  const step = { tool: call.tool, arguments: argumentsOf(call) };
  return maskedTexts(step).length > 0 ? 'masked' : null;
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

/** How long an expectation may take, in milliseconds, as in run_steps. */
const expectTimeoutMs = 5_000;

/** The step that expects this: arguments of `wait_for_element`. */
export function expectationOf(args: CallStep['arguments']): CallStep {
  return { tool: expectationTool, arguments: { timeout: expectTimeoutMs, ...args } };
}

/** Whether repeating the call means something: it acts, or expects something. */
export function isStep({ effect, tool }: Pick<CallRecord, 'effect' | 'tool'>): boolean {
  return effect === 'act' || tool === expectationTool;
}

/** Whether a run of steps made the call; `steps` is the name that the worker gives to it. */
export function isRunOfStep({ from, agent }: Pick<CallRecord, 'from' | 'agent'>): boolean {
  return from === 'person' && agent === 'steps';
}

/** A call; its screen may come later. */
type StepCall = CallRecord & {
  readonly after?: PictureData | null;
  readonly isRepeat?: true;
};

/** The facts of a step that was not recorded. */
export const newStepFacts = {
  callId: null,
  gapMs: 0,
  recordedEnd: 'done',
  secrets: [],
  screen: null,
  touchedAt: null,
} as const satisfies Omit<RecordedStep, keyof CallStep>;

/** The calls that are steps, oldest first: neither those of a run of steps, nor what the user ran again once it had succeeded. */
export function stepsFromCalls(calls: readonly StepCall[]): readonly RecordedStep[] {
  const stepCalls = withoutCallsOfSteps(calls)
    .filter((call) => isStep(call) && !call.isRepeat && !isRunOfStep(call))
    .sort((a, b) => a.id - b.id);
  return stepCalls.map((call, index) => {
    const { id: callId, tool, startedAtEpochMs, secrets } = call;
    const previous = stepCalls[index - 1];
    const endedAt = previous && previous.startedAtEpochMs + previous.durationMs;
    const gapMs = endedAt === undefined ? 0 : Math.max(0, startedAtEpochMs - endedAt);
    return {
      tool,
      arguments: argumentsOf(call),
      callId,
      gapMs,
      secrets,
      recordedEnd: callEndOf(call),
      screen: atRest(screenAfter({ after: null, ...call })),
      touchedAt: touchedPlace(call),
    };
  });
}

function touchedPlace({ touch }: StepCall): TouchedPlace | null {
  const at = touch?.paths[0]?.[0];
  if (touch === undefined || at === undefined) return null;
  return { ...at, ...(touch.packageName && { packageName: touch.packageName }) };
}

/** The steps in a file, or what is wrong with it; `at` counts its entries from 1. */
type ParsedSteps =
  | { readonly steps: readonly RecordedStep[] }
  | { readonly fault: 'not-json' | 'not-list' | 'empty' | 'too-many' }
  | { readonly fault: 'not-step'; readonly at: number };

const maxToolNameLength = 200;

/**
 * Parses a JSON list of steps, or a JSON timeline export, of whose calls those are steps that act or
 * expect something. What a step of `run_steps` expects becomes a step of its own.
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
    const isReading = ownMember(entry, 'effect') === 'read';
    return !isCallOfSteps && (!isReading || ownMember(entry, 'tool') === expectationTool);
  });
  if (entries.length === 0) return { fault: 'empty' };
  if (entries.length > maxSteps) return { fault: 'too-many' };
  const steps = entries.map(parseStep);
  const at = steps.indexOf(null);
  if (at >= 0) return { fault: 'not-step', at: list.indexOf(entries[at] ?? null) + 1 };
  return { steps: steps.flatMap((parsed) => parsed ?? []) };
}

/** The step and what it expects; null where it is none. */
function parseStep(entry: Json): readonly RecordedStep[] | null {
  const tool = ownMember(entry, 'tool');
  const args = ownMember(entry, 'arguments') ?? {};
  const expected = ownMember(entry, 'expect') ?? null;
  if (typeof tool !== 'string' || tool.length > maxToolNameLength) return null;
  if (!isObject(args) || isTooDeep(args)) return null;
  if (expected !== null && (!isObject(expected) || isTooDeep(expected))) return null;
  const text = ownMember(entry, 'text');
  const recordedEnd = callEndOf({
    tool,
    isError: ownMember(entry, 'isError') === true,
    refused: refusalOf(entry),
    stopped: ownMember(entry, 'stopped') === true,
    text: typeof text === 'string' ? text : '',
  });
  const facts = { ...newStepFacts, recordedEnd };
  const step = { tool, arguments: args, ...facts };
  return expected === null ? [step] : [step, { ...expectationOf(expected), ...facts }];
}
