import { type Json, isJsonArray, isObject } from '../../../ui/json.ts';
import { maskedText } from '../../../ui/mask.ts';
import type { ExportedCall } from './exported-call.ts';

/** A call to make, as in a file of JSON steps. */
export interface CallStep {
  readonly tool: string;
  readonly arguments: { readonly [key: string]: Json };
}

/** The call as a step; arguments that are not an object become `{}`. */
export function toStep({
  tool,
  arguments: args,
}: Pick<ExportedCall, 'tool' | 'arguments'>): CallStep {
  return { tool, arguments: isObject(args) ? args : {} };
}

/** A file of steps: a JSON list of objects with `tool` and `arguments`, one per line. */
export function stepsFile(calls: readonly ExportedCall[]): string {
  const lines = calls.map((call) => `  ${JSON.stringify(toStep(call))}`);
  return `[\n${lines.join(',\n')}\n]\n`;
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
