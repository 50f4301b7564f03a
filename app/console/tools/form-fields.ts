/** Converts a tool's JSON Schema to the fields of a form. */
import { membersOf, ownMember } from '../../ui/json.ts';

/** What kind of form control a value needs. */
export type FieldShape =
  | { readonly kind: 'text' }
  | NumberShape
  | { readonly kind: 'choice'; readonly options: readonly string[] }
  | { readonly kind: 'switch' }
  /** Several of these options. */
  | { readonly kind: 'choices'; readonly options: readonly string[] }
  /** Several words, such as element IDs. */
  | { readonly kind: 'texts' }
  /** Any other type, such as lists of objects, is edited as JSON. */
  | { readonly kind: 'json' };

export interface NumberShape {
  readonly kind: 'number';
  readonly isInteger: boolean;
  readonly min: number | null;
  /** JSON Schema's `exclusiveMinimum`. */
  readonly exclusiveMin: number | null;
  readonly max: number | null;
}

/** A parameter of a tool, as a form shows it. */
export interface FormField {
  readonly name: string;
  readonly shape: FieldShape;
  readonly required: boolean;
  /** The schema's `default`; undefined without one. */
  readonly defaultValue: unknown;
  /** The first of the schema's `examples`, its usual value; undefined without one. */
  readonly example: unknown;
  readonly description: string;
}

/** Whether the value is chosen in a segmented control, which fits only a few short options. */
export function hasSegments(shape: FieldShape): boolean {
  return (
    shape.kind === 'choice' && shape.options.length <= 4 && shape.options.join('').length <= 32
  );
}

/** The fields of an object schema, in its order. */
export function fieldsOf(schema: unknown): readonly FormField[] {
  const required = listOf(ownMember(schema, 'required'));
  return Object.entries(membersOf(ownMember(schema, 'properties'))).map(([name, each]) => ({
    name,
    shape: shapeOf(each),
    required: required.includes(name),
    defaultValue: ownMember(each, 'default'),
    example: listOf(ownMember(each, 'examples'))[0],
    description: textOf(ownMember(each, 'description')),
  }));
}

function shapeOf(schema: unknown): FieldShape {
  const options = optionsOf(schema);
  if (options.length > 0) return { kind: 'choice', options };
  switch (ownMember(schema, 'type')) {
    case 'string':
      return { kind: 'text' };
    case 'boolean':
      return { kind: 'switch' };
    case 'number':
    case 'integer':
      return numberShape(schema);
    case 'array': {
      const items = ownMember(schema, 'items');
      const itemOptions = optionsOf(items);
      if (itemOptions.length > 0) return { kind: 'choices', options: itemOptions };
      return ownMember(items, 'type') === 'string' ? { kind: 'texts' } : { kind: 'json' };
    }
    default:
      return { kind: 'json' };
  }
}

function optionsOf(schema: unknown): readonly string[] {
  return listOf(ownMember(schema, 'enum')).filter((each) => typeof each === 'string');
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

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

// What the schemas do not say, derived from the parameter names that tools share: which numbers
// are points on the screen, and which texts refer to elements or are typed into the phone.

/** How a field refers to an element. A `place` is a selector, or a point if there is no element. */
export type ElementReference = 'id' | 'selector' | 'place';

const elementReferences: Readonly<Record<string, ElementReference>> = {
  element_id: 'id',
  root: 'id',
  ids: 'id',
  selector: 'selector',
  from: 'place',
  to: 'place',
};

/** Parameters that exclude each other: picking an element for one empties the other. */
const alternatives: Readonly<Record<string, string>> = {
  element_id: 'selector',
  selector: 'element_id',
};

/** Parameters that have no effect while a switch is off. */
const switches: Readonly<Record<string, string>> = { annotate: 'include_screenshot' };

/** Texts that are typed into the phone. They may have several lines and may be secret. */
const typedIntoPhone: ReadonlySet<string> = new Set(['text']);

/** Texts that name an app by its package. */
const appNames: ReadonlySet<string> = new Set(['package_id', 'package_name']);

/** How the field of this name refers to an element; null when it does not. */
export function elementReferenceOf(field: string): ElementReference | null {
  return elementReferences[field] ?? null;
}

/** The field that must be empty if this one is not. */
export function alternativeOf(field: string): string | undefined {
  return alternatives[field];
}

/** Maps each field of a drag to the field of its other end. */
const dragEnds: Readonly<Record<string, string>> = { from: 'to', to: 'from' };

/** The field of the other end of a drag; undefined for most fields. */
export function otherEndOf(field: string): string | undefined {
  return dragEnds[field];
}

/** The switch that must be on for the field to have an effect; undefined for most fields. */
export function switchOf(field: string): string | undefined {
  return switches[field];
}

/** Whether the text is typed into the phone. Such a text may be empty, and is never stored. */
export function isTypedIntoPhone(field: string): boolean {
  return typedIntoPhone.has(field);
}

/** Whether the text names an app. */
export function namesApp(field: string): boolean {
  return appNames.has(field);
}

/** Whether the text names a setting that tools have changed. */
export function namesChangedSetting(field: string): boolean {
  return field === 'only';
}

/** Whether the fields are settings of the phone. */
export function areSettings(fields: readonly FormField[]): boolean {
  return fields.some(({ name }) => name === 'dark_theme');
}

/** Whether the text names a permission of the app in `package_id`. */
export function namesPermission(field: string): boolean {
  return field === 'permission';
}

/** Values for the examples of arguments. */
const exampleValues: Readonly<Record<string, unknown>> = {
  x: 540,
  y: 1200,
  x1: 540,
  y1: 1600,
  x2: 540,
  y2: 800,
  center_x: 540,
  center_y: 1200,
  scale: 2,
  selector: '@title',
  text: 'Hello',
  value: 'OK',
  ids: ['e1'],
  paths: [
    [
      { x: 540, y: 1600, time: 0 },
      { x: 540, y: 800, time: 300 },
    ],
  ],
  steps: [{ tool: 'press_home' }],
  from: ':text("OK")',
  to: '540,1200',
  key: 'ENTER',
  package_id: 'com.example.app',
  permission: 'CAMERA',
  command: 'getprop ro.product.model',
  file: 'app.apk',
  path: '/sdcard/Download/photo.jpg',
  notification_id: '0|com.example.app|1|null|10100',
  url: 'https://example.com',
  action: 'android.intent.action.SETTINGS',
  dark_theme: true,
};

/** Optional parameters of which the tool needs one: the key, or one of the listed ones. */
const eitherOf: Readonly<Record<string, readonly string[]>> = {
  selector: ['element_id', 'by'],
  action: ['component'],
  dark_theme: ['restore'],
  file: ['base64'],
};

/** Example values for the arguments that the tool needs, for users who write JSON. */
export function exampleArguments(fields: readonly FormField[]): {
  readonly [name: string]: unknown;
} {
  const needed = fields.filter(
    ({ name, required }) =>
      required || fields.some((other) => eitherOf[name]?.includes(other.name)),
  );
  return Object.fromEntries(
    needed.map(({ name, shape, example }) => [
      name,
      example ?? (shape.kind === 'choice' ? shape.options[0] : exampleValues[name]),
    ]),
  );
}

/** The names of the two fields of a point on the screen. */
export interface PointFields {
  readonly x: string;
  readonly y: string;
}

/** Fields that are shown together: the two of a point, or a single one. */
interface FieldBlock {
  readonly fields: readonly FormField[];
  readonly point: PointFields | null;
}

/** The fields, with the selector before its alternatives: users write a selector or pick an element. */
function inFormOrder(fields: readonly FormField[]): readonly FormField[] {
  const selector = fields.find(({ name }) => name === 'selector');
  const others = fields.filter((field) => field !== selector);
  const at = others.findIndex(({ name }) => name === 'element_id' || name === 'by');
  return selector === undefined || at < 0 ? fields : others.toSpliced(at, 0, selector);
}

/** The fields in display order. `x` and `y`, `x1` and `y1`, `center_x` and `center_y` are points. */
export function fieldBlocks(fields: readonly FormField[]): readonly FieldBlock[] {
  const blocks: FieldBlock[] = [];
  const grouped = new Set<string>();
  for (const field of inFormOrder(fields)) {
    if (grouped.has(field.name)) continue;
    const yField = yFieldOf(field, fields);
    if (yField !== undefined) grouped.add(yField.name);
    blocks.push(
      yField === undefined
        ? { fields: [field], point: null }
        : { fields: [field, yField], point: { x: field.name, y: yField.name } },
    );
  }
  return blocks;
}

function yFieldOf(field: FormField, fields: readonly FormField[]): FormField | undefined {
  const [, before, after] = /^(|.*_)x(\d*)$/.exec(field.name) ?? [];
  if (before === undefined || after === undefined || field.shape.kind !== 'number')
    return undefined;
  return fields.find(({ name, shape }) => name === `${before}y${after}` && shape.kind === 'number');
}

/** What the frame around every kind of field needs. */
export interface FieldFrameProps {
  /** Id of the form control; `<id>-help` is the id of its description. */
  readonly id: string;
  readonly field: FormField;
  /** Messages about what is wrong with the value. */
  readonly problems: readonly string[];
  /** Known values like the one that is none of them. */
  readonly similar: readonly { readonly value: string; readonly label?: string }[];
  readonly onsimilar: (value: string) => void;
  /** What the phone has now, for a field that is a setting; null if that is not known. */
  readonly present: string | null;
}
