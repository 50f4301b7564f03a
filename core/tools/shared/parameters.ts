/**
 * Parameters that several tools share, with the reference's messages for values out of range.
 * `parseArguments` reports wrong types; the checks here run after all types are right.
 */
import { z } from 'zod';
import type { Point, Rect } from '../../geometry.ts';
import { toHandsetError, HandsetError } from '../../errors.ts';
import { type SearchField, searchFields } from '../../screen/find.ts';
import { parseSelector } from '../../selector/parse.ts';
import { isRef } from '../../screen/snapshots.ts';
import type { Selector } from '../../selector/selector.ts';

/** UTF-16 units of an agent's value that a message quotes. */
const maxQuotedLength = 100;

/** An agent's value as JSON, cut for a message. */
export function valueForMessage(value: unknown): string {
  // JSON can't express Infinity, which 1e999 becomes.
  const text = typeof value === 'number' ? String(value) : JSON.stringify(value);
  return text.slice(0, maxQuotedLength);
}

/** An agent's text, cut for a message. */
export function textForMessage(agentText: unknown): string {
  const text = String(agentText);
  return text.length <= maxQuotedLength ? text : `${text.slice(0, maxQuotedLength)}…`;
}

/** Key in a custom check's `params`: marks it as a type check, which is reported before any range check. */
export const typeIssueParam = 'aboutType';
/** Key in a custom check's `params`: the ArgumentFault. */
export const faultParam = 'fault';
/** Key in a custom check's `params`: the hint of the error. */
export const hintParam = 'hint';

interface IssueInput {
  readonly input?: unknown;
}

/**
 * One of these values, in any case; agents see the list in the schema. `listedDefault` is in the schema too, which
 * has no other default of a choice.
 */
export function choice<Value extends string>(
  name: string,
  values: readonly Value[],
  listedDefault?: Value,
) {
  return choiceOf(
    values,
    ({ input }) =>
      `Parameter '${name}' must be one of: ${values.join(', ')}. Got: '${textForMessage(input)}'`,
    listedDefault,
  );
}

/** Which field of the elements is searched. */
export function searchField() {
  return choiceOf<SearchField>(
    searchFields,
    ({ input }) =>
      `Invalid 'by' value: '${textForMessage(input)}'. Must be one of: ${searchFields.join(', ')}`,
  );
}

function choiceOf<Value extends string>(
  values: readonly Value[],
  error: (issue: IssueInput) => string,
  listedDefault?: Value,
) {
  const listedValue = (agentText: string): Value | undefined =>
    values.find((value) => value === agentText.toLowerCase());
  return z
    .string()
    .refine((agentText) => listedValue(agentText) !== undefined, { error })
    .meta({ enum: values, ...(listedDefault !== undefined && { default: listedDefault }) })
    .transform((agentText): Value => listedValue(agentText) ?? z.NEVER);
}

/** Device pixels from the left or top edge; whether it is on the screen is checked when the call runs. */
export function coordinate(name: string) {
  const error = ({ input }: IssueInput): string =>
    `Parameter '${name}' must be >= 0, got: ${formatDouble(Number(input))}`;
  return z.number().min(0, { error });
}

interface IntegerRange {
  readonly min: number;
  readonly max: number;
}

/** The reference's messages that differ from those of most tools. */
interface IntegerMessages {
  /** For a value that is no number or has a fraction; gets the value as JSON. */
  readonly notInteger?: (given: string) => string;
  readonly range?: (value: number) => string;
}

/** An integer within bounds; 3.0 is one. */
export function wholeNumber(
  name: string,
  { min, max }: IntegerRange,
  messages: IntegerMessages = {},
) {
  const {
    notInteger,
    range = (value) => `Parameter '${name}' must be between ${min} and ${max}, got: ${value}`,
  } = messages;
  const notIntegerMessage =
    notInteger ?? ((value) => `Parameter '${name}' must be an integer, got: '${value}'`);
  return z
    .number(notInteger && { error: ({ input }) => notInteger(valueForMessage(input)) })
    .refine(Number.isInteger, {
      error: ({ input }) => notIntegerMessage(valueForMessage(input)),
      params: { [typeIssueParam]: true, [faultParam]: { kind: 'integer' } },
      abort: true,
    })
    .refine((value) => value >= min && value <= max, {
      error: ({ input }) => range(Number(input)),
      params: { [faultParam]: { kind: 'range', min, max } },
    })
    .meta({ type: 'integer', minimum: min, maximum: max });
}

/** How long a gesture takes, in milliseconds. */
export function duration() {
  return wholeNumber('duration', { min: 1, max: 60_000 });
}

/** How long a tool waits at most, in milliseconds. */
export function timeout() {
  const range = (value: number): string => `Timeout must be between 1 and 30000 ms, got: ${value}`;
  return wholeNumber('timeout', { min: 1, max: 30_000 }, { range }).meta({ examples: [5000] });
}

/** How many characters to skip at the beginning of a text; 0 by default. */
export function offset() {
  return wholeNumber('offset', { min: 0, max: 1e7 })
    .prefault(0)
    .describe('Characters to skip, to continue text that was cut.');
}

/** The message of an empty text where there must be one. */
export function nonEmptyMessage(name: string): string {
  return `Parameter '${name}' must be non-empty`;
}

/** Text that must not be empty. */
export function nonEmpty(name: string) {
  return z.string().min(1, { error: nonEmptyMessage(name) });
}

/** Text for the phone, possibly empty. A lone surrogate can't reach the phone unchanged, so it is refused. */
export function wellFormedText(name: string) {
  return z.string().refine((text) => !/\p{Surrogate}/u.test(text), {
    error: `Parameter '${name}' must be well-formed Unicode: it holds half of a surrogate pair`,
  });
}

/** An element id or ref as the tools print it. */
function elementId() {
  return nonEmpty('element_id');
}

/** A selector that a tool accepts in place of another parameter. */
export function selectorParameter(insteadOf = 'element_id') {
  return selectorText().describe(`Use this or ${insteadOf}.`);
}

/** A selector in the syntax of `core/selector`; a parse error is reported with the parser's message and hint. */
export function selectorText() {
  return z.string().transform(selectorFrom);
}

function selectorFrom(text: string, context: z.RefinementCtx): Selector {
  try {
    return parseSelector(text);
  } catch (thrown) {
    const { message, hint } = toHandsetError(thrown);
    context.addIssue({ code: 'custom', message, params: { [hintParam]: hint } });
    return z.NEVER;
  }
}

/** An element, or a point in device pixels. */
export type Place = ElementTarget | { readonly point: Point };

const pointPattern = /^\s*(\d+(?:\.\d+)?)\s*,\s*(\d+(?:\.\d+)?)\s*$/;

/** One text for a place: `x,y`, an element id or a selector. */
export function place(name: string) {
  return nonEmpty(name).transform((text, context): Place => {
    const [, x, y] = pointPattern.exec(text) ?? [];
    if (x !== undefined && y !== undefined) return { point: { x: Number(x), y: Number(y) } };
    return elementFrom(text, context);
  });
}

function elementFrom(text: string, context: z.RefinementCtx): ElementTarget {
  if (/^node_[0-9a-f]+(?:_\d+)?$/.test(text) || isRef(text)) return { id: text };
  return { selector: selectorFrom(text, context) };
}

/** A part of the screen: an element, or a rectangle in device pixels. */
export type ScreenArea = ElementTarget | { readonly rect: Rect };

/** Numbers with commas between them, which no selector needs. */
const numbersPattern = /^[-\d.\s]+(?:,[-\d.\s]+)+$/;

/** One text for a part of the screen: `left,top,right,bottom`, an element id or a selector. */
export function screenArea(name: string) {
  return nonEmpty(name).transform((text, context): ScreenArea => {
    if (!numbersPattern.test(text)) return elementFrom(text, context);
    const [left = NaN, top = NaN, right = NaN, bottom = NaN, ...more] = text.split(',').map(Number);
    if (left < right && top < bottom && more.length === 0)
      return { rect: { left, top, right, bottom } };
    const message = `Parameter '${name}' must be left,top,right,bottom with left < right and top < bottom. Got: '${textForMessage(text)}'`;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
}

/** A number as Kotlin, and so the reference, prints a Double: 2.0, 0.5, 1.0E7. */
export function formatDouble(value: number): string {
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-3 || size >= 1e7)) {
    const [digits = '', exponent = ''] = value.toExponential().split('e');
    return `${withDecimalPoint(digits)}E${exponent.replace('+', '')}`;
  }
  return withDecimalPoint(Object.is(value, -0) ? '-0' : String(value));
}

/** A number without its fraction, as the reference prints coordinates. */
export function formatInteger(value: number): string {
  return String(Math.trunc(value));
}

function withDecimalPoint(digits: string): string {
  return digits.includes('.') ? digits : `${digits}.0`;
}

/** How a call identifies its element; `id` may be a ref. */
export type ElementTarget = { readonly id: string } | { readonly selector: Selector };

/** Parameters of a tool that needs an element. Use with the check `exactlyOneTarget`. */
export const targetParameters = {
  element_id: elementId().optional(),
  selector: selectorParameter().optional(),
};

/** Parameters of a tool that falls back to the focused field. Use with the check `atMostOneTarget`. */
export const fieldParameters = {
  element_id: z.string().optional().describe('Without it or selector, the focused field is used.'),
  selector: selectorParameter().optional(),
};

interface TargetArguments {
  readonly element_id?: string | undefined;
  readonly selector?: Selector | undefined;
}

const missingTarget = "Missing required parameter: 'element_id' or 'selector'";

/** For a schema's `check`: refuses a call with both an id and a selector, or neither. */
export function exactlyOneTarget(payload: z.core.ParsePayload<TargetArguments>): void {
  const { element_id: id, selector } = payload.value;
  if (id === undefined && selector === undefined)
    addTargetIssue(payload, missingTarget, ['element_id']);
  atMostOneTarget(payload);
}

/** For a schema's `check`: refuses a call with both an id and a selector. */
export function atMostOneTarget(payload: z.core.ParsePayload<TargetArguments>): void {
  const { element_id: id, selector } = payload.value;
  if (id === undefined || selector === undefined) return;
  const message = "Only one of 'element_id' and 'selector' may be given, not both";
  addTargetIssue(payload, message, ['element_id']);
}

function addTargetIssue(
  { issues, value: input }: z.core.ParsePayload<TargetArguments>,
  message: string,
  path: string[],
): void {
  issues.push({ code: 'custom', input, path, message, params: { [typeIssueParam]: true } });
}

/** The call's target; undefined for the focused field. */
export function optionalTargetOf({
  element_id: id,
  selector,
}: TargetArguments): ElementTarget | undefined {
  if (selector !== undefined) return { selector };
  return id === undefined ? undefined : { id };
}

/** The call's target. Throws `invalid-argument` where the check `exactlyOneTarget` would have failed. */
export function targetOf(args: TargetArguments): ElementTarget {
  const target = optionalTargetOf(args);
  if (target !== undefined) return target;
  throw new HandsetError('invalid-argument', missingTarget);
}
