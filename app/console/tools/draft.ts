/** What stands in a form, and the arguments it means. */
import type { ArgumentPath } from '../../../core/errors.ts';
import type { ArgumentProblem } from '../../../core/link/call.ts';
import { toolsWords } from './strings.ts';
import { isObject, parseJson } from '../../ui/json.ts';
import { isTyped } from './hints.ts';
import { placeOfJsonError } from './json-place.ts';
import type { Field, Shape } from './schema.ts';

/** What a person has put into one field, right or wrong. */
export type Draft =
  | TypedDraft
  /** null where the person has not touched it. */
  | { readonly kind: 'switch'; on: boolean | null }
  | { readonly kind: 'rows'; rows: Draft[] }
  | { readonly kind: 'members'; members: Drafts }
  /** A value that the field has no other way to show, or that the person wants to write. */
  | { readonly kind: 'json'; text: string };

export interface TypedDraft {
  readonly kind: 'typed';
  text: string;
  /** Whether the browser holds back what was typed, since it is no number. */
  isUnreadable?: boolean;
}

export type Drafts = Record<string, Draft>;

/** A field that was not touched. */
export function blankDraft(shape: Shape, required: boolean): Draft {
  switch (shape.kind) {
    case 'text':
    case 'number':
    case 'choice':
      return { kind: 'typed', text: '' };
    case 'switch':
      return { kind: 'switch', on: null };
    case 'list':
      return { kind: 'rows', rows: blankRows(shape.item, required ? shape.min : 0) };
    case 'group':
      return { kind: 'members', members: blankDrafts(shape.fields) };
    case 'json':
      return { kind: 'json', text: '' };
  }
}

/** A form that was not touched. */
export function blankDrafts(fields: readonly Field[]): Drafts {
  return Object.fromEntries(
    fields.map(({ name, shape, required }) => [name, blankDraft(shape, required)]),
  );
}

function blankRows(item: Shape, count: number): Draft[] {
  return Array.from({ length: count }, () => blankDraft(item, true));
}

/** The form that means these arguments; names without a field are left out. */
export function draftsOf(fields: readonly Field[], given: { readonly [name: string]: unknown }) {
  const drafts = blankDrafts(fields);
  for (const { name, shape } of fields) {
    if (Object.hasOwn(given, name)) drafts[name] = draftOf(shape, given[name]);
  }
  return drafts;
}

/** The field that means this value; one of another type stands in it as JSON. */
function draftOf(shape: Shape, value: unknown): Draft {
  return fittingDraft(shape, value) ?? { kind: 'json', text: JSON.stringify(value) };
}

function fittingDraft(shape: Shape, value: unknown): Draft | null {
  switch (shape.kind) {
    case 'text':
      return typeof value === 'string' ? { kind: 'typed', text: value } : null;
    case 'choice':
      return shape.options.some((option) => option === value) ? typed(value) : null;
    case 'number':
      return typeof value === 'number' ? typed(value) : null;
    case 'switch':
      return typeof value === 'boolean' ? { kind: 'switch', on: value } : null;
    case 'list':
      if (!Array.isArray(value)) return null;
      return { kind: 'rows', rows: value.map((each) => draftOf(shape.item, each)) };
    case 'group':
      return groupDraft(shape.fields, value);
    case 'json':
      return null;
  }
}

function groupDraft(fields: readonly Field[], value: unknown): Draft | null {
  if (!isObject(value) || unknownName(fields, value) !== undefined) return null;
  return { kind: 'members', members: draftsOf(fields, value) };
}

function typed(value: unknown): Draft {
  return { kind: 'typed', text: String(value) };
}

/** The first name that no field has. */
export function unknownName(
  fields: readonly Field[],
  given: { readonly [name: string]: unknown },
): string | undefined {
  return Object.keys(given).find((name) => !fields.some((field) => field.name === name));
}

/** What a form means. */
export interface Reading {
  readonly given: { readonly [name: string]: unknown };
  /** What can't be read at all; the rest is the tool's to judge. */
  readonly faults: readonly ArgumentProblem[];
}

/** The arguments that a form means; what was left empty is not among them. */
export function readDrafts(fields: readonly Field[], drafts: Drafts): Reading {
  const faults: ArgumentProblem[] = [];
  const given = readMembers(fields, drafts, { at: [], faults });
  return { given, faults };
}

interface Place {
  readonly at: ArgumentPath;
  readonly faults: ArgumentProblem[];
}

function readMembers(fields: readonly Field[], drafts: Drafts, { at, faults }: Place) {
  const given: Record<string, unknown> = {};
  for (const field of fields) {
    const draft = drafts[field.name];
    const place = { at: [...at, field.name], faults };
    const value = draft && readField(field, draft, place);
    if (value !== undefined) given[field.name] = value;
  }
  return given;
}

/** Undefined for what was not given. An empty text is given where one may be typed and must be. */
function readField({ name, shape, required }: Field, draft: Draft, place: Place): unknown {
  if (draft.kind === 'rows' && draft.rows.length === 0 && !required) return undefined;
  const mayBeEmpty = shape.kind === 'text' && required && isTyped(name);
  const value = readDraft(shape, draft, place);
  return value === undefined && mayBeEmpty ? '' : value;
}

function readDraft(shape: Shape, draft: Draft, place: Place): unknown {
  switch (draft.kind) {
    case 'typed':
      return readTyped(shape, draft, place);
    case 'switch':
      return draft.on ?? undefined;
    case 'json':
      return readJson(draft.text, place);
    case 'rows':
      return shape.kind === 'list' ? readRows(shape.item, draft.rows, place) : undefined;
    case 'members':
      return shape.kind === 'group' ? readMembers(shape.fields, draft.members, place) : undefined;
  }
}

/** What is no number is given as it is: the tool says best what is wrong with it. */
function readTyped(shape: Shape, { text, isUnreadable }: TypedDraft, { at, faults }: Place) {
  if (isUnreadable) faults.push(fault(at, toolsWords.notANumber(String(at.at(-1)))));
  if (text === '') return undefined;
  if (shape.kind !== 'number') return text;
  const number = Number(text);
  return Number.isFinite(number) && text.trim() !== '' ? number : text;
}

function readJson(text: string, { at, faults }: Place): unknown {
  if (text.trim() === '') return undefined;
  const value = parseJson(text);
  if (value === undefined) faults.push(fault(at, toolsWords.notJson(placeOfJsonError(text))));
  return value;
}

/** Rows at the end that were left empty are not given; one between others keeps its place. */
function readRows(item: Shape, rows: readonly Draft[], { at, faults }: Place): unknown[] {
  const values = rows.map((row, index) => readDraft(item, row, { at: [...at, index], faults }));
  const count = values.findLastIndex((value) => value !== undefined) + 1;
  return values.slice(0, count).map((value) => (value === undefined ? '' : value));
}

function fault(path: ArgumentPath, message: string): ArgumentProblem {
  return { path, message, isMissing: false };
}

/** What is wrong with the value at this place itself; without a path, with the arguments as a whole. */
export function problemsAt(
  problems: readonly ArgumentProblem[],
  path: ArgumentPath,
): readonly ArgumentProblem[] {
  const key = path.join('.');
  return problems.filter((problem) => problem.path.join('.') === key);
}

/** What is wrong with the value at this place and with everything in it. */
export function problemsUnder(
  problems: readonly ArgumentProblem[],
  path: ArgumentPath,
): readonly ArgumentProblem[] {
  return problems.filter((problem) => path.every((step, index) => problem.path[index] === step));
}
