import { type Json, isList, isObject } from '../../../ui/json.ts';
import { hidden } from '../../../ui/mask.ts';
import type { ExportedCall } from './exported-call.ts';

/** A call to make, as in a file of JSON steps. */
export interface Step {
  readonly tool: string;
  readonly arguments: { readonly [key: string]: Json };
}

/** The call as a step; arguments that are not an object become `{}`. */
export function stepOf({ tool, arguments: given }: Pick<ExportedCall, 'tool' | 'arguments'>): Step {
  return { tool, arguments: isObject(given) ? given : {} };
}

/** A file of steps: a JSON list of objects with `tool` and `arguments`, one per line. */
export function stepsFile(calls: readonly ExportedCall[]): string {
  const lines = calls.map((call) => `  ${JSON.stringify(stepOf(call))}`);
  return `[\n${lines.join(',\n')}\n]\n`;
}

/** Whether the step names its element by an id, which may differ in the next run. */
export function isById({ arguments: given }: Step): boolean {
  return Object.entries(given).some(
    ([name, value]) => /(^|_)element_id$/.test(name) && value !== '',
  );
}

/** A masked text in a step's arguments. */
interface MaskedPlace {
  /** Property names and indices from the arguments down to it. */
  readonly path: readonly (string | number)[];
  /** For display: `text`, `paths.0.1`. */
  readonly name: string;
  /** Unique within the step, whatever its properties are called. */
  readonly key: string;
}

/** The texts of the step that are masked as a whole or in part. */
export function maskedIn({ arguments: given }: Step): readonly MaskedPlace[] {
  return placesIn(given, []).map((path) => ({
    path,
    name: path.join('.'),
    key: JSON.stringify(path),
  }));
}

/** The step with `text` in place of the mask. */
export function filled(step: Step, { path }: MaskedPlace, text: string): Step {
  const value = replaced(step.arguments, path, text);
  return { ...step, arguments: isObject(value) ? value : {} };
}

function placesIn(value: Json, path: readonly (string | number)[]): (string | number)[][] {
  if (typeof value === 'string') return value.includes(hidden) ? [[...path]] : [];
  if (typeof value !== 'object' || value === null) return [];
  return entriesOf(value).flatMap(([key, each]) => placesIn(each, [...path, key]));
}

function replaced(value: Json, path: readonly (string | number)[], text: string): Json {
  const [key, ...rest] = path;
  if (key === undefined) {
    return typeof value === 'string' ? value.replaceAll(hidden, () => text) : value;
  }
  if (isList(value))
    return value.map((each, at) => (at === key ? replaced(each, rest, text) : each));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(
    ([name, each]) => [name, name === key ? replaced(each, rest, text) : each] as const,
  );
  return Object.fromEntries(members);
}

function entriesOf(value: readonly Json[] | { readonly [key: string]: Json }) {
  return isList(value)
    ? value.map((each, at): [number, Json] => [at, each])
    : Object.entries(value);
}
