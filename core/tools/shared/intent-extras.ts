import { HandsetError } from '../../errors.ts';
import type { IntentExtra } from '../../intents.ts';
import { textForMessage, valueForMessage } from './parameters.ts';

/** The types that an agent may give to an extra. */
export const extraTypes = ['string', 'int', 'long', 'float', 'double', 'boolean'] as const;
type ExtraType = (typeof extraTypes)[number];

/** UTF-16 units of all extras; the phone's shell takes a few thousand on old phones. */
const maxExtrasLength = 8_000;

/**
 * The extras of an intent from an agent's JSON, with the types given by name. Throws
 * `invalid-argument` for a value that does not fit its type.
 */
export function parseExtras(
  values: Readonly<Record<string, unknown>> = {},
  types: Readonly<Record<string, unknown>> = {},
): readonly IntentExtra[] {
  const stray = Object.keys(types).find((name) => !Object.hasOwn(values, name));
  if (stray !== undefined)
    throw invalid(`Parameter 'extras_types' names '${textForMessage(stray)}', which is no extra`);
  const length = JSON.stringify(values).length;
  if (length > maxExtrasLength)
    throw invalid(
      `Parameter 'extras' must have at most ${maxExtrasLength} characters, got: ${length}`,
    );
  return Object.entries(values).map(([name, value]) => {
    checkText(name, name);
    const type = Object.hasOwn(types, name) ? types[name] : undefined;
    return parseExtra(name, value, type === undefined ? undefined : parseType(name, type));
  });
}

function parseType(name: string, type: unknown): ExtraType {
  const text = String(type).toLowerCase();
  const known = extraTypes.find((extraType) => extraType === text);
  if (known !== undefined) return known;
  throw invalid(
    `The type of extra '${textForMessage(name)}' must be one of: ${extraTypes.join(', ')}. Got: ${valueForMessage(type)}`,
  );
}

function parseExtra(name: string, value: unknown, type: ExtraType | undefined): IntentExtra {
  if (Array.isArray(value) && type === undefined) return parseList(name, value);
  const known = type ?? typeOf(value);
  switch (known) {
    case 'string':
      if (!isScalar(value)) throw mismatch(name, value, 'a string');
      return { name, type: known, value: checkText(name, String(value)) };
    case 'boolean':
      if (!/^(?:true|false)$/.test(String(value))) throw mismatch(name, value, 'true or false');
      return { name, type: known, value: String(value) === 'true' };
    case 'int':
      return { name, type: known, value: parseInteger(name, value, 32) };
    case 'long':
      return { name, type: known, value: parseInteger(name, value, 64) };
    case 'float':
    case 'double':
      return { name, type: known, value: parseNumber(name, value) };
    case undefined:
      throw mismatch(name, value, 'a string, number, boolean or list of strings');
    default:
      return known satisfies never;
  }
}

/** The type of a value whose type was not given; undefined for null, objects and nested lists. */
function typeOf(value: unknown): ExtraType | undefined {
  if (typeof value === 'string') return 'string';
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value !== 'number') return undefined;
  if (!Number.isInteger(value)) return 'float';
  return value === (value | 0) ? 'int' : 'long';
}

function isScalar(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** `am` splits a list at commas, except after a backslash, and drops empty texts at its end. */
function parseList(name: string, list: readonly unknown[]): IntentExtra {
  const value = list.map((item) => {
    if (typeof item !== 'string') throw mismatch(name, list, 'a list of strings');
    return checkText(name, item);
  });
  if (value.some((text) => text.endsWith('\\')) || (value.at(-1) ?? '') === '') {
    throw mismatch(name, list, 'a list whose strings end in no backslash, the last one not empty');
  }
  return { name, type: 'strings', value };
}

/** Digits within the range of a Java integer. A text can hold more digits than a JSON number. */
function parseInteger(name: string, value: unknown, bits: 32 | 64): string {
  const isSafe = typeof value === 'string' || Number.isSafeInteger(value);
  const text = String(value);
  const isInteger = isSafe && /^-?(?:0|[1-9]\d{0,19})$/.test(text);
  if (isInteger && BigInt.asIntN(bits, BigInt(text)) === BigInt(text)) return text;
  throw mismatch(name, value, `an integer of ${bits} bits`);
}

function parseNumber(name: string, value: unknown): string {
  const text = typeof value === 'number' ? String(value) : value;
  const isNumber =
    typeof text === 'string' && /^-?\d{1,400}(?:\.\d{1,400})?(?:e[+-]?\d{1,3})?$/i.test(text);
  if (isNumber && Number.isFinite(Number(text))) return text;
  throw mismatch(name, value, 'a number');
}

function checkText(name: string, text: string): string {
  if (/[\0\p{Surrogate}]/u.test(text)) {
    throw invalid(
      `Extra '${textForMessage(name)}' must not contain a NUL character or half of a surrogate pair`,
    );
  }
  return text;
}

function mismatch(name: string, value: unknown, expected: string): HandsetError {
  return invalid(
    `Extra '${textForMessage(name)}' must be ${expected}, got: ${valueForMessage(value)}`,
  );
}

function invalid(message: string): HandsetError {
  return new HandsetError('invalid-argument', message);
}
