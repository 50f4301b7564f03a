import * as z from 'zod/mini';
import {
  argumentsSchema,
  type Call,
  endedSchema,
  type Json,
  type Step,
  type StepCall,
} from '#core/call.ts';
import { isOnHome } from '#core/export/start.ts';
import { maskedText } from '#core/link/call.ts';
import { callEndOf, expectationTool } from '../../ui/call-strings.ts';
import { isJsonArray, isObject, ownMember, parseJson } from '../../ui/json.ts';
import { atRest, screenAfter, withoutCallsOfSteps } from '../calls/call-list.ts';
import { upgradeCall } from '../calls/older-calls.ts';
import { maxSteps } from '../calls/step.ts';

/** Whether the step names its element by an id, which may differ in the next run. */
export function usesElementId({ arguments: args }: StepCall): boolean {
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
export function maskedTexts({
  arguments: args,
}: Pick<StepCall, 'arguments'>): readonly MaskedText[] {
  return maskedPaths(args, []).map((path) => ({
    path,
    name: path.join('.'),
    key: JSON.stringify(path),
  }));
}

/** The step with `text` in place of the mask. */
export function fillMaskedText<Each extends StepCall>(
  step: Each,
  { path }: MaskedText,
  text: string,
): Each {
  return { ...step, arguments: changeText(step.arguments, path, fill(text)) };
}

function fill(text: string): (masked: string) => string {
  return (masked) => masked.replaceAll(maskedText, () => text);
}

/** The edited step with its masks, and the texts typed in their place, by `MaskedText.key`. They are kept apart because they are secret, and a step's arguments are stored. */
export function keepMasked(
  edited: StepCall,
  before: StepCall,
): { readonly step: StepCall; readonly typedTexts: Readonly<Record<string, string>> } {
  const typedTexts: Record<string, string> = {};
  let args: Json = edited.arguments;
  for (const { path, key } of maskedTexts(before)) {
    args = changeText(args, path, (text) => {
      if (text === '' || text.includes(maskedText)) return text;
      typedTexts[key] = text;
      return maskedText;
    });
  }
  return { step: { tool: edited.tool, arguments: isObject(args) ? args : {} }, typedTexts };
}

function maskedPaths(value: Json, path: readonly (string | number)[]): (string | number)[][] {
  if (typeof value === 'string') return value.includes(maskedText) ? [[...path]] : [];
  if (typeof value !== 'object' || value === null) return [];
  return entriesOf(value).flatMap(([key, each]) => maskedPaths(each, [...path, key]));
}

/** Changes the text at the path; returns the value unchanged if there is no text. */
function changeText<Value extends Json>(
  value: Value,
  path: readonly (string | number)[],
  change: (text: string) => string,
): Value {
  return changed(value, path, change) as Value; // Objects stay objects.
}

function changed(
  value: Json,
  [key, ...rest]: readonly (string | number)[],
  change: (text: string) => string,
): Json {
  if (key === undefined) return typeof value === 'string' ? change(value) : value;
  if (isJsonArray(value))
    return value.map((each, index) => (index === key ? changed(each, rest, change) : each));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(
    ([name, each]) => [name, name === key ? changed(each, rest, change) : each] as const,
  );
  return Object.fromEntries(members);
}

function entriesOf(value: readonly Json[] | { readonly [key: string]: Json }) {
  return isJsonArray(value)
    ? value.map((each, index): [number, Json] => [index, each])
    : Object.entries(value);
}

/** How long an expectation waits, as in run_steps. */
const expectTimeoutMs = 5_000;

/** An expectation with these arguments of `wait_for_element`. */
export function expectationOf(args: StepCall['arguments']): StepCall {
  return { tool: expectationTool, arguments: { timeout: expectTimeoutMs, ...args } };
}

/** Whether the call is worth repeating: it acts, or expects something. */
export function isStep({ effect, tool }: Pick<Call, 'effect' | 'tool'>): boolean {
  return effect === 'act' || tool === expectationTool;
}

/** Whether a run of steps made the call; the worker calls it `steps`. */
export function isRunOfStep({ from, agent }: Pick<Call, 'from' | 'agent'>): boolean {
  return from === 'person' && agent === 'steps';
}

/** A step made from a call of this tab. */
type RecordedStep = Step & { readonly callId: number };

/** The members of a step that was not recorded. */
export const newStepFacts = {
  chosen: true,
  recordedEnd: 'done',
  screen: null,
  facts: null,
  touchedAt: null,
} as const satisfies Omit<Step, keyof StepCall>;

/** The packages of the apps that a step names or touches. */
export function appsOf({ arguments: args, touchedAt }: Step): readonly string[] {
  return [args['package_id'], touchedAt?.packageName].filter((name) => typeof name === 'string');
}

/**
 * The steps with a recorded one at this index. One that opens an app starts it afresh, unless an earlier step used
 * that app or the call said otherwise. If it opens it by its icon, it takes the place of the steps on the home screen
 * that led there.
 */
export function withRecordedStep<Each extends Step>(
  steps: readonly Each[],
  at: number,
  step: Each,
): readonly Each[] {
  if (step.tool !== 'open_app') return steps.toSpliced(at, 0, step);
  const { package_id: app, fresh } = step.arguments;
  const isByIcon = step.touchedAt !== null;
  const from = isByIcon ? steps.slice(0, at).findLastIndex((each) => !isOnHome(each)) + 1 : at;
  const before = steps.slice(0, from);
  const isUsed = before.flatMap(appsOf).some((each) => each === app);
  const isKept = isUsed || fresh !== undefined;
  const opening = isKept ? step : { ...step, arguments: { ...step.arguments, fresh: true } };
  return [...before, opening, ...steps.slice(at)];
}

/** Makes steps from calls, oldest first. Leaves out the calls of a run of steps, and calls that the user repeated after they had succeeded. Calls that failed or were refused are not chosen. */
export function stepsFromCalls(calls: readonly Call[]): readonly RecordedStep[] {
  const stepCalls = withoutCallsOfSteps(calls)
    .filter((call) => isStep(call) && !call.isRepeat && !isRunOfStep(call))
    .sort((a, b) => a.id - b.id);
  const steps = stepCalls.map((call): RecordedStep => {
    const recordedEnd = callEndOf(call);
    return {
      tool: call.tool,
      arguments: call.arguments,
      callId: call.id,
      recordedEnd,
      chosen: recordedEnd === 'done',
      screen: atRest(screenAfter(call)),
      facts: null,
      touchedAt: touchedPlace(call),
    };
  });
  return steps.reduce<readonly RecordedStep[]>(
    (list, step) => withRecordedStep(list, list.length, step),
    [],
  );
}

function touchedPlace({ touch }: Call): Step['touchedAt'] {
  const at = touch?.paths[0]?.[0];
  if (touch === null || at === undefined) return null;
  const { packageName, isSlider, label } = touch;
  return { ...at, packageName, isSlider, label };
}

/** The steps in a file, or what is wrong with it; `at` counts its entries from 1. */
type ParsedSteps =
  | { readonly steps: readonly Step[] }
  | { readonly fault: 'not-json' | 'not-list' | 'empty' | 'too-many' }
  | { readonly fault: 'not-step'; readonly at: number };

/** A step in a file, or a call of a timeline. */
const entrySchema = z.extend(z.partial(endedSchema, { isError: true }), {
  arguments: z._default(argumentsSchema, {}),
  expect: z.optional(z.nullable(argumentsSchema)),
});

/**
 * Parses a JSON list of steps, or the steps of a JSON timeline export: its calls that act or
 * expect something. The `expect` of a `run_steps` step becomes a separate step.
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

/** The step, followed by its expectation if it has one; null if the entry is not a step. */
function parseStep(entry: Json): readonly Step[] | null {
  const { data: step } = entrySchema.safeParse(upgradeCall(entry));
  if (step === undefined) return null;
  const { tool, arguments: args, expect, isError = false, refused, stopped, wait } = step;
  const recordedEnd = callEndOf({ isError, refused, stopped, wait });
  const facts = { ...newStepFacts, recordedEnd, chosen: recordedEnd === 'done' };
  const own = { tool, arguments: args, ...facts };
  return expect ? [own, { ...expectationOf(expect), ...facts }] : [own];
}
