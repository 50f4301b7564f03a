/** The contents of a tool's form, and their conversion to arguments and back. */
import type { ArgumentPath } from '../../../core/errors.ts';
import type { ArgumentProblem } from '../../../core/link/call.ts';
import { toolsWords } from './strings.ts';
import { isObject, parseJson } from '../../ui/json.ts';
import { isTyped } from './hints.ts';
import { placeOfJsonError } from './json-place.ts';
import type { Field, Shape } from './schema.ts';

/** The contents of one field, valid or not. */
export type Draft =
  | TypedDraft
  /** Null until the person sets it. */
  | { readonly kind: 'switch'; on: boolean | null }
  | { readonly kind: 'rows'; rows: Draft[] }
  | { readonly kind: 'members'; members: Drafts }
  /** A value that the field can't show otherwise, or that the person edits as JSON. */
  | { readonly kind: 'json'; text: string };

export interface TypedDraft {
  readonly kind: 'typed';
  text: string;
  /** Whether the input's value is empty because what was typed is not a number. */
  isUnreadable?: boolean;
}

export type Drafts = Record<string, Draft>;

/** An empty field. */
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

/** An empty form. */
export function blankDrafts(fields: readonly Field[]): Drafts {
  return Object.fromEntries(
    fields.map(({ name, shape, required }) => [name, blankDraft(shape, required)]),
  );
}

function blankRows(item: Shape, count: number): Draft[] {
  return Array.from({ length: count }, () => blankDraft(item, true));
}

/** Fills a form from these arguments; names without a field are left out. */
export function draftsOf(fields: readonly Field[], given: { readonly [name: string]: unknown }) {
  const drafts = blankDrafts(fields);
  for (const { name, shape } of fields) {
    if (Object.hasOwn(given, name)) drafts[name] = draftOf(shape, given[name]);
  }
  return drafts;
}

/** The contents of a field with this value; a value of another type is shown as JSON. */
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

/** The first argument name without a field. */
export function unknownName(
  fields: readonly Field[],
  given: { readonly [name: string]: unknown },
): string | undefined {
  return Object.keys(given).find((name) => !fields.some((field) => field.name === name));
}

/** The arguments read from a form. */
export interface Reading {
  readonly given: { readonly [name: string]: unknown };
  /** Contents that can't be read; everything else is for the tool to validate. */
  readonly faults: readonly ArgumentProblem[];
}

/** Reads the arguments from a form; empty fields are left out. */
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

/** Undefined for an empty field, except that a required text to type may be empty. */
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

/** A text that is not a number is passed on, so that the tool's own error message is shown. */
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

/** Leaves out empty rows at the end; an empty row between others becomes an empty text. */
function readRows(item: Shape, rows: readonly Draft[], { at, faults }: Place): unknown[] {
  const values = rows.map((row, index) => readDraft(item, row, { at: [...at, index], faults }));
  const count = values.findLastIndex((value) => value !== undefined) + 1;
  return values.slice(0, count).map((value) => (value === undefined ? '' : value));
}

function fault(path: ArgumentPath, message: string): ArgumentProblem {
  return { path, message, isMissing: false };
}

/** The problems of exactly this value; with an empty path, of the arguments as a whole. */
export function problemsAt(
  problems: readonly ArgumentProblem[],
  path: ArgumentPath,
): readonly ArgumentProblem[] {
  const key = path.join('.');
  return problems.filter((problem) => problem.path.join('.') === key);
}

/** The problems of this value and of everything in it. */
export function problemsUnder(
  problems: readonly ArgumentProblem[],
  path: ArgumentPath,
): readonly ArgumentProblem[] {
  return problems.filter((problem) => path.every((step, index) => problem.path[index] === step));
}
