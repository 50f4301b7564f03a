/** The contents of a tool's form, and their conversion to arguments and back. */
import type { ArgumentPath } from '#core/errors.ts';
import type { ArgumentProblem } from '#core/link/call.ts';
import { membersOf, parseJson } from '../../ui/json.ts';
import { isTypedIntoPhone, type FieldShape, type FormField } from './form-fields.ts';
import { jsonErrorPosition } from './json-error.ts';
import { toolsStrings } from './strings.ts';

/** The contents of one field, valid or not. */
export type Draft =
  | TypedDraft
  /** Null until the user sets it. */
  | { readonly kind: 'switch'; on: boolean | null }
  /** The options that are checked. */
  | { readonly kind: 'chosen'; chosen: readonly string[] }
  /** A value that the field can't show otherwise, or that the user edits as JSON. */
  | { readonly kind: 'json'; text: string };

export interface TypedDraft {
  readonly kind: 'typed';
  text: string;
  /** Whether the input's value is empty because what was typed is not a number. */
  hasBadInput?: boolean;
}

export type Drafts = Record<string, Draft>;

/** An empty field. */
export function blankDraft(shape: FieldShape): Draft {
  switch (shape.kind) {
    case 'text':
    case 'texts':
    case 'number':
    case 'choice':
      return { kind: 'typed', text: '' };
    case 'switch':
      return { kind: 'switch', on: null };
    case 'choices':
      return { kind: 'chosen', chosen: [] };
    case 'json':
      return { kind: 'json', text: '' };
  }
}

/** The drafts of a new form: empty except for the usual values of required fields. */
export function blankDrafts(fields: readonly FormField[]): Drafts {
  return Object.fromEntries(
    fields.map(({ name, shape, required, example }) => [
      name,
      required && example !== undefined ? draftFromValue(shape, example) : blankDraft(shape),
    ]),
  );
}

/** Fills a form from these arguments; names without a field are left out. */
export function draftsFromArguments(
  fields: readonly FormField[],
  args: { readonly [name: string]: unknown },
): Drafts {
  const drafts = blankDrafts(fields);
  for (const { name, shape } of fields)
    if (Object.hasOwn(args, name)) drafts[name] = draftFromValue(shape, args[name]);
  return drafts;
}

/** The draft for a value; a value of another type is shown as JSON. */
function draftFromValue(shape: FieldShape, value: unknown): Draft {
  return matchingDraft(shape, value) ?? { kind: 'json', text: JSON.stringify(value, null, 2) };
}

function matchingDraft(shape: FieldShape, value: unknown): Draft | null {
  switch (shape.kind) {
    case 'text':
      return typeof value === 'string' ? { kind: 'typed', text: value } : null;
    case 'choice':
      return shape.options.some((option) => option === value) ? typedDraft(value) : null;
    case 'number':
      return typeof value === 'number' ? typedDraft(value) : null;
    case 'switch':
      return typeof value === 'boolean' ? { kind: 'switch', on: value } : null;
    case 'texts':
      return isListOf(value, (each) => /^[^\s,]+$/.test(each)) ? typedDraft(value.join(' ')) : null;
    case 'choices':
      return isListOf(value, (each) => shape.options.includes(each))
        ? { kind: 'chosen', chosen: value }
        : null;
    case 'json':
      return null;
  }
}

function isListOf(value: unknown, isItem: (text: string) => boolean): value is readonly string[] {
  return (
    Array.isArray(value) && value.every((each: unknown) => typeof each === 'string' && isItem(each))
  );
}

function typedDraft(value: unknown): Draft {
  return { kind: 'typed', text: String(value) };
}

/** The first argument name without a field. */
export function unknownArgument(
  fields: readonly FormField[],
  args: { readonly [name: string]: unknown },
): string | undefined {
  return Object.keys(args).find((name) => !fields.some((field) => field.name === name));
}

/** The arguments that another tool with these fields takes too. */
export function argumentsKept(
  fields: readonly FormField[],
  args: unknown,
): { readonly [name: string]: unknown } {
  const taken = Object.entries(membersOf(args)).filter(([name]) =>
    fields.some((field) => field.name === name),
  );
  return Object.fromEntries(taken);
}

/** The arguments read from a form. */
export interface ParsedForm {
  readonly args: { readonly [name: string]: unknown };
  /** Contents that can't be read; everything else is for the tool to validate. */
  readonly faults: readonly ArgumentProblem[];
}

/** Reads the arguments from a form; empty fields are left out, except a required text to type. */
export function parseDrafts(fields: readonly FormField[], drafts: Drafts): ParsedForm {
  const faults: ArgumentProblem[] = [];
  const args: Record<string, unknown> = {};
  for (const field of fields) {
    const { name, shape } = field;
    const draft = drafts[name];
    if (draft === undefined) continue;
    const value = parseDraft(shape, draft, (message) =>
      faults.push({ path: [name], message, isMissing: false }),
    );
    if (value !== undefined) args[name] = value;
    else if (mayBeEmpty(field)) args[name] = '';
  }
  return { args, faults };
}

/** Whether an empty text is a valid value, as for a required text to type. */
export function mayBeEmpty({ name, shape, required }: FormField): boolean {
  return shape.kind === 'text' && required && isTypedIntoPhone(name);
}

/** Undefined for an empty field. */
function parseDraft(shape: FieldShape, draft: Draft, report: (message: string) => void): unknown {
  switch (draft.kind) {
    case 'typed':
      return parseTyped(shape, draft, report);
    case 'switch':
      return draft.on ?? undefined;
    case 'chosen':
      return draft.chosen.length === 0 ? undefined : draft.chosen;
    case 'json': {
      if (draft.text.trim() === '') return undefined;
      const value = parseJson(draft.text);
      if (value === undefined) report(toolsStrings.notJson(jsonErrorPosition(draft.text)));
      return value;
    }
  }
}

/** A text that is not a number is passed on, so that the tool's own check reports it. */
function parseTyped(
  shape: FieldShape,
  { text, hasBadInput }: TypedDraft,
  report: (message: string) => void,
): unknown {
  if (hasBadInput) report(toolsStrings.faults.number);
  if (text === '') return undefined;
  if (shape.kind === 'texts') {
    const texts = text.split(/[\s,]+/).filter((each) => each !== '');
    return texts.length === 0 ? undefined : texts;
  }
  if (shape.kind !== 'number') return text;
  const number = Number(text);
  return Number.isFinite(number) && text.trim() !== '' ? number : text;
}

/** Rewords the problem of a missing argument for the form, and moves it to the field to fill in. */
export function missingProblem(
  problem: ArgumentProblem,
  fields: readonly FormField[],
  args: ParsedForm['args'],
  shown: readonly FormField[] = fields,
): ArgumentProblem {
  const [name, ...inside] = problem.path.map(String);
  if (name === undefined || inside.length > 0) {
    const last = String(problem.path.at(-1) ?? '');
    return { ...problem, message: toolsStrings.missing(last) };
  }
  const isSearch = name === 'by' || name === 'value';
  // If one of `by` and `value` is set, the other is missing.
  const isHalf = isSearch && (args['by'] !== undefined || args['value'] !== undefined);
  if (fields.find((field) => field.name === name)?.required !== false || isHalf)
    return { ...problem, message: toolsStrings.missing(name) };
  // Either this optional parameter or the selector is required.
  const offersId = !isSearch && shown.some((field) => field.name === 'element_id');
  const message = toolsStrings[offersId ? 'missingElement' : 'missingSelector'];
  return { ...problem, path: ['selector'], message };
}

/** The problems of exactly this value; for an empty path, of the arguments as a whole. */
export function problemsAt(
  problems: readonly ArgumentProblem[],
  path: ArgumentPath,
): readonly ArgumentProblem[] {
  const key = path.join('.');
  return problems.filter((problem) => problem.path.join('.') === key);
}

/** The problems of this value and of everything inside it. */
export function problemsUnder(
  problems: readonly ArgumentProblem[],
  path: ArgumentPath,
): readonly ArgumentProblem[] {
  return problems.filter((problem) => path.every((step, index) => problem.path[index] === step));
}
