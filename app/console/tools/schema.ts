/** Converts a tool's JSON Schema to the fields of a form. */
import { member, membersOf } from '../../ui/json.ts';

/** What kind of form control a value needs. */
export type Shape =
  | { readonly kind: 'text' }
  | NumberShape
  | { readonly kind: 'choice'; readonly options: readonly string[] }
  | { readonly kind: 'switch' }
  | ListShape
  | { readonly kind: 'group'; readonly fields: readonly Field[] }
  /** Any other type, edited as JSON. */
  | { readonly kind: 'json' };

export interface NumberShape {
  readonly kind: 'number';
  readonly whole: boolean;
  readonly min: number | null;
  /** JSON Schema's `exclusiveMinimum`. */
  readonly above: number | null;
  readonly max: number | null;
}

export interface ListShape {
  readonly kind: 'list';
  readonly item: Shape;
  readonly min: number;
  readonly max: number;
}

/** A named value. */
export interface Field {
  readonly name: string;
  readonly shape: Shape;
  readonly required: boolean;
  /** The schema's `default`; undefined without one. */
  readonly preset: unknown;
  readonly description: string;
}

/** The fields of an object schema, in its order. */
export function fieldsOf(schema: unknown): readonly Field[] {
  const required = listOf(member(schema, 'required'));
  return Object.entries(membersOf(member(schema, 'properties'))).map(([name, each]) => ({
    name,
    shape: shapeOf(each),
    required: required.includes(name),
    preset: member(each, 'default'),
    description: textOf(member(each, 'description')),
  }));
}

function shapeOf(schema: unknown): Shape {
  const options = listOf(member(schema, 'enum')).filter((each) => typeof each === 'string');
  if (options.length > 0) return { kind: 'choice', options };
  switch (member(schema, 'type')) {
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
    whole: member(schema, 'type') === 'integer',
    min: numberOf(member(schema, 'minimum')),
    above: numberOf(member(schema, 'exclusiveMinimum')),
    max: numberOf(member(schema, 'maximum')),
  };
}

function listShape(schema: unknown): ListShape {
  return {
    kind: 'list',
    item: shapeOf(member(schema, 'items')),
    min: numberOf(member(schema, 'minItems')) ?? 0,
    max: numberOf(member(schema, 'maxItems')) ?? Infinity,
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
