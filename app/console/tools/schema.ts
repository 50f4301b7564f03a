/** Converts a tool's JSON Schema to the fields of a form. */
import { ownMember, membersOf } from '../../ui/json.ts';

/** What kind of form control a value needs. */
export type FieldShape =
  | { readonly kind: 'text' }
  | NumberShape
  | { readonly kind: 'choice'; readonly options: readonly string[] }
  | { readonly kind: 'switch' }
  | ListShape
  | { readonly kind: 'group'; readonly fields: readonly FormField[] }
  /** Any other type, edited as JSON. */
  | { readonly kind: 'json' };

export interface NumberShape {
  readonly kind: 'number';
  readonly isInteger: boolean;
  readonly min: number | null;
  /** JSON Schema's `exclusiveMinimum`. */
  readonly exclusiveMin: number | null;
  readonly max: number | null;
}

export interface ListShape {
  readonly kind: 'list';
  readonly item: FieldShape;
  readonly min: number;
  readonly max: number;
}

/** A named value. */
export interface FormField {
  readonly name: string;
  readonly shape: FieldShape;
  readonly required: boolean;
  /** The schema's `default`; undefined without one. */
  readonly defaultValue: unknown;
  readonly description: string;
}

/** The fields of an object schema, in its order. */
export function fieldsOf(schema: unknown): readonly FormField[] {
  const required = listOf(ownMember(schema, 'required'));
  return Object.entries(membersOf(ownMember(schema, 'properties'))).map(([name, each]) => ({
    name,
    shape: shapeOf(each),
    required: required.includes(name),
    defaultValue: ownMember(each, 'default'),
    description: textOf(ownMember(each, 'description')),
  }));
}

function shapeOf(schema: unknown): FieldShape {
  const options = listOf(ownMember(schema, 'enum')).filter((each) => typeof each === 'string');
  if (options.length > 0) return { kind: 'choice', options };
  switch (ownMember(schema, 'type')) {
    case 'string':
      return { kind: 'text' };
    case 'boolean':
      return { kind: 'switch' };
    case 'number':
    case 'integer':
      return numberShape(schema);
    case 'array':
      return listShape(schema);
    case 'object':
      return { kind: 'group', fields: fieldsOf(schema) };
    default:
      return { kind: 'json' };
  }
}

function numberShape(schema: unknown): NumberShape {
  return {
    kind: 'number',
    isInteger: ownMember(schema, 'type') === 'integer',
    min: numberOf(ownMember(schema, 'minimum')),
    exclusiveMin: numberOf(ownMember(schema, 'exclusiveMinimum')),
    max: numberOf(ownMember(schema, 'maximum')),
  };
}

function listShape(schema: unknown): ListShape {
  return {
    kind: 'list',
    item: shapeOf(ownMember(schema, 'items')),
    min: numberOf(ownMember(schema, 'minItems')) ?? 0,
    max: numberOf(ownMember(schema, 'maxItems')) ?? Infinity,
  };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
