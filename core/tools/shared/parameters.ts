/**
 * The parameters that several tools take, with the reference's words for values out of range.
 * A wrong type is told by `parseArguments`; what stands here is checked after all types are right.
 */
import { z } from 'zod';
import { toHandsetError, HandsetError } from '../../errors.ts';
import { type SearchField, searchFields } from '../../screen/find.ts';
import { parseSelector } from '../../selector/parse.ts';
import type { Selector } from '../../selector/selector.ts';

/** UTF-16 units of what an agent sent that help it to know it again. */
const maxShown = 100;

/** A value that an agent sent, for a message: as JSON, cut to what helps. */
export function showValue(value: unknown): string {
  // JSON has no word for what 1e999 becomes.
  const text = typeof value === 'number' ? String(value) : JSON.stringify(value);
  return text.slice(0, maxShown);
}

/** A word that an agent sent, for a message: as it is, a long one cut. */
export function showWord(word: unknown): string {
  const text = String(word);
  return text.length <= maxShown ? text : `${text.slice(0, maxShown)}…`;
}

/** Marks a custom check, in its `params`, as one of a type: told before any range. */
export const aboutType = 'aboutType';
/** The next move for what a custom check refuses, in its `params`. */
export const hintParam = 'hint';

interface Refused {
  readonly input?: unknown;
}

/** One of a few words, in any case; agents see the list in the schema. */
export function choice<Value extends string>(name: string, values: readonly Value[]) {
  return wordOf(
    values,
    ({ input }) =>
      `Parameter '${name}' must be one of: ${values.join(', ')}. Got: '${showWord(input)}'`,
  );
}

/** The field of elements that is searched. */
export function searchField() {
  return wordOf<SearchField>(
    searchFields,
    ({ input }) =>
      `Invalid 'by' value: '${showWord(input)}'. Must be one of: ${searchFields.join(', ')}`,
  );
}

function wordOf<Value extends string>(
  values: readonly Value[],
  error: (refused: Refused) => string,
) {
  const known = (word: string): Value | undefined =>
    values.find((value) => value === word.toLowerCase());
  return z
    .string()
    .refine((word) => known(word) !== undefined, { error })
    .meta({ enum: values })
    .transform((word): Value => known(word) ?? z.NEVER);
}

/** Device pixels from the left or top edge; `touch-area.ts` refuses those beyond the screen. */
export function coordinate(name: string) {
  const error = ({ input }: Refused): string =>
    `Parameter '${name}' must be >= 0, got: ${asFloat(Number(input))}`;
  return z.number().min(0, { error });
}

interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** The reference's words where they are not those of most tools. */
interface Wording {
  /** For what is no number or has a fraction; gets it as JSON. */
  readonly notWhole?: (given: string) => string;
  readonly range?: (value: number) => string;
}

/** A whole number within bounds; 3.0 is whole. */
export function wholeNumber(name: string, { min, max }: Bounds, wording: Wording = {}) {
  const {
    notWhole,
    range = (value) => `Parameter '${name}' must be between ${min} and ${max}, got: ${value}`,
  } = wording;
  const fraction =
    notWhole ?? ((given) => `Parameter '${name}' must be an integer, got: '${given}'`);
  return z
    .number(notWhole && { error: ({ input }) => notWhole(showValue(input)) })
    .refine(Number.isInteger, {
      error: ({ input }) => fraction(showValue(input)),
      params: { [aboutType]: true },
      abort: true,
    })
    .refine((value) => value >= min && value <= max, {
      error: ({ input }) => range(Number(input)),
    })
    .meta({ type: 'integer', minimum: min, maximum: max });
}

/** Milliseconds that a gesture takes. */
export function duration() {
  return wholeNumber('duration', { min: 1, max: 60_000 });
}

/** Milliseconds that a tool waits at most. */
export function timeout() {
  const range = (value: number): string => `Timeout must be between 1 and 30000 ms, got: ${value}`;
  return wholeNumber('timeout', { min: 1, max: 30_000 }, { range });
}

/** Characters of a text that are left out at its beginning; none unless it is given. */
export function offset() {
  return wholeNumber('offset', { min: 0, max: 1e7 })
    .prefault(0)
    .describe('Where a cut text goes on.');
}

/** Text that must not be empty. */
export function nonEmpty(name: string) {
  return z.string().min(1, { error: `Parameter '${name}' must be non-empty` });
}

/** Text for the phone, which may be empty; half a surrogate pair can't reach it as it is. */
export function wellFormedText(name: string) {
  return z.string().refine((text) => !/\p{Surrogate}/u.test(text), {
    error: `Parameter '${name}' must be well-formed Unicode: it holds half of a surrogate pair`,
  });
}

/** An element's id as the tools print it. */
function elementId() {
  return nonEmpty('element_id').describe('Element id, as in node_1a2b3c.');
}

/** What an element is, for a tool that takes it in place of another parameter. */
export function selectorParameter(insteadOf = 'element_id') {
  return selectorText().describe(`Instead of ${insteadOf}, e.g. @btn_ok or Button:text('OK').`);
}

/** A text in the language of `core/selector`; one that can't be read is refused in the parser's words. */
export function selectorText() {
  return z.string().transform((text, context): Selector => {
    try {
      return parseSelector(text);
    } catch (thrown) {
      const { message, hint } = toHandsetError(thrown);
      context.addIssue({ code: 'custom', message, params: { [hintParam]: hint } });
      return z.NEVER;
    }
  });
}

/** A number as Kotlin prints a Double, and so the reference: 2.0, 0.5, 1.0E7. */
export function asFloat(value: number): string {
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-3 || size >= 1e7)) {
    const [digits = '', exponent = ''] = value.toExponential().split('e');
    return `${withPoint(digits)}E${exponent.replace('+', '')}`;
  }
  return withPoint(Object.is(value, -0) ? '-0' : String(value));
}

/** A number without its fraction, as the reference prints coordinates. */
export function asInteger(value: number): string {
  return String(Math.trunc(value));
}

function withPoint(digits: string): string {
  return digits.includes('.') ? digits : `${digits}.0`;
}

/** How a call says which element it means. */
export type Target = { readonly id: string } | { readonly selector: Selector };

/** The parameters of a tool that needs an element. Goes with the check `exactlyOneTarget`. */
export const targetParameters = {
  element_id: elementId().optional(),
  selector: selectorParameter().optional(),
};

/** The parameters of a tool that takes the focused field otherwise. Goes with the check `atMostOneTarget`. */
export const fieldParameters = {
  element_id: z.string().optional().describe('Without it and selector: the focused field.'),
  selector: selectorParameter().optional(),
};

interface Given {
  readonly element_id?: string | undefined;
  readonly selector?: Selector | undefined;
}

const missing = "Missing required parameter: 'element_id' or 'selector'";

/** For a schema's `check`: refuses a call that names its element both ways, or not at all. */
export function exactlyOneTarget(payload: z.core.ParsePayload<Given>): void {
  const { element_id: id, selector } = payload.value;
  if (id === undefined && selector === undefined) refuse(payload, missing, ['element_id']);
  atMostOneTarget(payload);
}

/** For a schema's `check`: refuses a call that names its element both ways. */
export function atMostOneTarget(payload: z.core.ParsePayload<Given>): void {
  const { element_id: id, selector } = payload.value;
  if (id === undefined || selector === undefined) return;
  const message = "Only one of 'element_id' and 'selector' may be given, not both";
  refuse(payload, message, ['element_id']);
}

function refuse(
  { issues, value: input }: z.core.ParsePayload<Given>,
  message: string,
  path: string[],
): void {
  issues.push({ code: 'custom', input, path, message, params: { [aboutType]: true } });
}

/** What the call names; undefined for the focused field. */
export function optionalTargetOf({ element_id: id, selector }: Given): Target | undefined {
  if (selector !== undefined) return { selector };
  return id === undefined ? undefined : { id };
}

/** What the call names. Throws `invalid-argument` where the check `exactlyOneTarget` would have. */
export function targetOf(given: Given): Target {
  const target = optionalTargetOf(given);
  if (target !== undefined) return target;
  throw new HandsetError('invalid-argument', missing);
}
