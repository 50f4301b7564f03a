/** The contents of a tool's form, and their conversion to arguments and back. */
import type { Point } from '#core/geometry.ts';
import type { ArgumentPath } from '#core/errors.ts';
import type { ArgumentProblem } from '#core/link/call.ts';
import { isObject, membersOf, parseJson } from '../../ui/json.ts';
import {
  fieldAt,
  isStep,
  isTypedIntoPhone,
  rowIncrementOf,
  shapeBeside,
  valueAt,
  type FieldShape,
  type FormField,
  type ListShape,
} from './form-fields.ts';
import { jsonErrorPosition } from './json-error.ts';
import { toolsStrings } from './strings.ts';

/** The contents of one field, valid or not. */
export type Draft =
  | TypedDraft
  /** Null until the user sets it. */
  | { readonly kind: 'switch'; on: boolean | null }
  | { readonly kind: 'rows'; rows: Draft[] }
  /** Folded, it shows only what it is about. */
  | { readonly kind: 'members'; members: Drafts; isFolded?: boolean }
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
export function blankDraft(shape: FieldShape, required: boolean): Draft {
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
    case 'call':
    case 'json':
      return { kind: 'json', text: '' };
  }
}

/** A form before anything is entered: empty but for the usual values of what is required. */
export function blankDrafts(fields: readonly FormField[]): Drafts {
  return Object.fromEntries(
    fields.map(({ name, shape, required, example }) => [
      name,
      required && example !== undefined
        ? draftFromValue(shape, example)
        : blankDraft(shape, required),
    ]),
  );
}

function blankRows(item: FieldShape, count: number): Draft[] {
  return Array.from({ length: count }, () => blankDraft(item, true));
}

/** Fills a form from these arguments; names without a field are left out. */
export function draftsFromArguments(
  fields: readonly FormField[],
  args: { readonly [name: string]: unknown },
) {
  const drafts = blankDrafts(fields);
  for (const { name, shape } of fields) {
    const shown = shapeBeside(shape, args['tool']);
    if (Object.hasOwn(args, name)) drafts[name] = draftFromValue(shown, args[name]);
    else if (shape.kind === 'call' && !shape.isAdded) drafts[name] = blankDraft(shown, false);
  }
  return drafts;
}

/** Those of the arguments that a tool with these fields takes as well. */
export function argumentsKept(
  fields: readonly FormField[],
  args: unknown,
): { readonly [name: string]: unknown } {
  const taken = Object.entries(membersOf(args)).filter(([name]) =>
    fields.some((field) => field.name === name),
  );
  return Object.fromEntries(taken);
}

/** Puts another tool into a step, whose fields these are. */
export function chooseTool(fields: readonly FormField[], drafts: Drafts, name: string): void {
  const { args } = parseDrafts(fields, drafts);
  drafts['tool'] = typedDraft(name);
  for (const { name: key, shape } of fields) {
    if (shape.kind !== 'call' || shape.isAdded) continue;
    const shown = shapeBeside(shape, name);
    const value =
      shown.kind === 'group' ? argumentsKept(shown.fields, args[key]) : (args[key] ?? {});
    drafts[key] = draftFromValue(shown, value);
  }
}

/** The contents of a field with this value; a value of another type is shown as JSON. */
function draftFromValue(shape: FieldShape, value: unknown): Draft {
  return matchingDraft(shape, value) ?? { kind: 'json', text: JSON.stringify(value) };
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
    case 'list':
      return Array.isArray(value) ? listDraft(shape, value) : null;
    case 'group':
      return groupDraft(shape.fields, value);
    case 'call':
    case 'json':
      return null;
  }
}

function listDraft({ item }: ListShape, values: readonly unknown[]): Draft | null {
  const rows = values.map((each) => draftFromValue(item, each));
  // Several steps are more than one sees at once.
  if (isStep(item) && rows.length > 1)
    for (const row of rows) if (row.kind === 'members') row.isFolded = true;
  // Checkboxes show no value but their own.
  const isShown = item.kind !== 'choice' || rows.every(({ kind }) => kind === 'typed');
  return isShown ? { kind: 'rows', rows } : null;
}

function groupDraft(fields: readonly FormField[], value: unknown): Draft | null {
  if (!isObject(value) || unknownArgument(fields, value) !== undefined) return null;
  return { kind: 'members', members: draftsFromArguments(fields, value) };
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

/** The arguments read from a form. */
export interface ParsedForm {
  readonly args: { readonly [name: string]: unknown };
  /** Contents that can't be read; everything else is for the tool to validate. */
  readonly faults: readonly ArgumentProblem[];
}

/** Reads the arguments from a form; empty fields are left out. */
export function parseDrafts(fields: readonly FormField[], drafts: Drafts): ParsedForm {
  const faults: ArgumentProblem[] = [];
  const args = parseMembers(fields, drafts, { path: [], faults });
  return { args, faults };
}

interface ParseContext {
  readonly path: ArgumentPath;
  readonly faults: ArgumentProblem[];
}

function parseMembers(
  fields: readonly FormField[],
  drafts: Drafts,
  { path, faults }: ParseContext,
) {
  const args: Record<string, unknown> = {};
  for (const field of fields) {
    const draft = drafts[field.name];
    const context = { path: [...path, field.name], faults };
    const value = draft && parseField(field, draft, { ...context, beside: drafts });
    if (value !== undefined) args[field.name] = value;
  }
  return args;
}

/** Whether an empty text is passed, too: that of a required text to type. */
export function mayBeEmpty({ name, shape, required }: FormField): boolean {
  return shape.kind === 'text' && required && isTypedIntoPhone(name);
}

/** Undefined for an empty field, except where an empty text is passed. */
function parseField(
  field: FormField,
  draft: Draft,
  { beside, ...context }: ParseContext & { readonly beside: Drafts },
): unknown {
  const { shape, required } = field;
  if (draft.kind === 'rows' && draft.rows.length === 0 && !required) return undefined;
  const value = parseDraft(shapeBeside(shape, textIn(beside['tool'])), draft, context);
  // Empty arguments may be left out, but not a condition that the user added.
  if (
    shape.kind === 'call' &&
    !shape.isAdded &&
    draft.kind === 'members' &&
    Object.keys(membersOf(value)).length === 0
  )
    return undefined;
  return value === undefined && mayBeEmpty(field) ? '' : value;
}

function parseDraft(shape: FieldShape, draft: Draft, context: ParseContext): unknown {
  switch (draft.kind) {
    case 'typed':
      return parseTyped(shape, draft, context);
    case 'switch':
      return draft.on ?? undefined;
    case 'json':
      return parseJsonText(draft.text, context);
    case 'rows':
      return shape.kind === 'list' ? parseRows(shape.item, draft.rows, context) : undefined;
    case 'members':
      return shape.kind === 'group'
        ? parseMembers(shape.fields, draft.members, context)
        : undefined;
  }
}

/** A text that is not a number is passed on, so that the tool's own error message is shown. */
function parseTyped(
  shape: FieldShape,
  { text, hasBadInput }: TypedDraft,
  { path, faults }: ParseContext,
) {
  if (hasBadInput) faults.push(problemAt(path, toolsStrings.notANumber(String(path.at(-1)))));
  if (text === '') return undefined;
  if (shape.kind !== 'number') return text;
  const number = Number(text);
  return Number.isFinite(number) && text.trim() !== '' ? number : text;
}

function parseJsonText(text: string, { path, faults }: ParseContext): unknown {
  if (text.trim() === '') return undefined;
  const value = parseJson(text);
  if (value === undefined)
    faults.push(problemAt(path, toolsStrings.notJson(jsonErrorPosition(text))));
  return value;
}

/** Leaves out empty rows at the end; an empty row between others becomes an empty text. */
function parseRows(
  item: FieldShape,
  rows: readonly Draft[],
  { path, faults }: ParseContext,
): unknown[] {
  const values = rows.map((row, index) =>
    parseDraft(item, row, { path: [...path, index], faults }),
  );
  const count = values.findLastIndex((value) => value !== undefined) + 1;
  return values.slice(0, count).map((value) => (value === undefined ? '' : value));
}

function problemAt(path: ArgumentPath, message: string): ArgumentProblem {
  return { path, message, isMissing: false };
}

/** A problem with an argument that is missing, in the words of the form, of whose fields these are `shown`, and at the field to fill in. */
export function missingProblem(
  problem: ArgumentProblem,
  fields: readonly FormField[],
  args: ParsedForm['args'],
  shown: readonly FormField[] = fields,
): ArgumentProblem {
  const name = String(problem.path.at(-1));
  const around = problem.path.slice(0, -1);
  const isSearch = name === 'by' || name === 'value';
  const { by, value } = membersOf(valueAt(args, around));
  // Half of a search is there: the other half is missing.
  const isHalf = isSearch && (by !== undefined || value !== undefined);
  if (fieldAt(fields, args, problem.path)?.required !== false || isHalf)
    return { ...problem, message: toolsStrings.missing(name) };
  // Of an optional parameter and the selector, one is required.
  const offersId = fieldAt(shown, args, [...around, 'element_id']) !== undefined;
  const message = isSearch
    ? toolsStrings[around.at(-1) === 'expect' ? 'missingExpect' : 'missingSelector']
    : toolsStrings[offersId ? 'missingElement' : 'missingSelector'];
  return { ...problem, path: [...around, 'selector'], message };
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

/** Names for the rows of this list field, then for the rows of lists nested in it. */
export function rowNames(field: string): readonly string[] {
  return toolsStrings.rowNames[field] ?? [];
}

/** One row of a list. */
export interface ListRow {
  readonly shape: ListShape;
  /** All rows of the list. */
  readonly rows: Draft[];
  readonly index: number;
}

/** How long a drawn piece of a finger's path takes: as long as a swipe. */
const drawnPieceMs = 300;

/** Puts a point of a finger's path into this row, or adds it; its time, too, unless it has one. */
export function fillPathPoint({ shape, rows, index }: ListRow, { x, y }: Point): void {
  if (index >= shape.max) return;
  const isNew = index === rows.length;
  const previous = rows[index - 1];
  if (isNew) rows.push(nextRow(shape, previous));
  const row = rows[index];
  if (row?.kind !== 'members') return;
  const { members } = row;
  for (const [name, value] of Object.entries({ x, y }))
    members[name] = typedDraft(Math.round(value));
  if (!isNew && typedText(row, 'time') !== '') return;
  members['time'] = typedDraft(
    index === 0 ? 0 : Number(typedText(previous, 'time')) + drawnPieceMs,
  );
}

function typedText(row: Draft | undefined, name: string): string {
  return textIn(row?.kind === 'members' ? row.members[name] : undefined);
}

/** What is typed into a field; empty for one of another kind. */
function textIn(draft: Draft | undefined): string {
  return draft?.kind === 'typed' ? draft.text : '';
}

/** The contents of the fields around the one at this path. */
export function draftsAround(drafts: Drafts, path: ArgumentPath): Drafts {
  const around = draftsAlong(drafts, path.slice(0, -1)).at(-1);
  return around?.kind === 'members' ? around.members : {};
}

/** Unfolds the rows around the value at this path. */
export function unfold(drafts: Drafts, path: ArgumentPath): void {
  for (const draft of draftsAlong(drafts, path))
    if (draft?.kind === 'members' && draft.isFolded === true) draft.isFolded = false;
}

/** The whole form, and the draft at each step of the path, as far as there are any. */
function draftsAlong(drafts: Drafts, path: ArgumentPath): readonly (Draft | undefined)[] {
  const along: (Draft | undefined)[] = [{ kind: 'members', members: drafts }];
  for (const step of path) {
    const around = along.at(-1);
    if (around?.kind === 'rows') along.push(around.rows[Number(step)]);
    else along.push(around?.kind === 'members' ? around.members[step] : undefined);
  }
  return along;
}

/** A new row: copies the previous one with its increments; nested lists start empty. */
export function nextRow(shape: ListShape, last: Draft | undefined): Draft {
  const row = blankDraft(shape.item, true);
  if (isStep(shape.item)) return row;
  if (row.kind !== 'members' || last?.kind !== 'members') return row;
  for (const [name, previous] of Object.entries(last.members)) {
    if (previous.kind !== 'typed') continue;
    const next = Number(previous.text) + rowIncrementOf(name);
    const text = previous.text === '' || Number.isNaN(next) ? '' : String(next);
    row.members[name] = { kind: 'typed', text };
  }
  return row;
}
