/**
 * What the schemas do not say, derived from the parameter names that the tools share: which numbers
 * are points on the screen, which texts refer to elements, which are typed into the phone.
 */
import type { Field } from './schema.ts';

/** How a field refers to an element. */
type ElementName = 'id' | 'selector';

const elementNames: Readonly<Record<string, ElementName>> = {
  element_id: 'id',
  root: 'id',
  ids: 'id',
  selector: 'selector',
};

/** Parameters that exclude each other: picking one empties the other. */
const rivals: Readonly<Record<string, string>> = {
  element_id: 'selector',
  selector: 'element_id',
};

/** Texts that are typed into the phone: they may have several lines and may be secret. */
const typedNames: ReadonlySet<string> = new Set(['text']);

/** By how much a number increases from one row of a list to the next. */
const growth: Readonly<Record<string, number>> = { time: 100 };

/** How the field of this name refers to an element; null when it does not. */
export function elementNameOf(field: string): ElementName | null {
  return elementNames[field] ?? null;
}

/** The field that must be empty when this one is not. */
export function rivalOf(field: string): string | undefined {
  return rivals[field];
}

/** Whether the text is typed into the phone. Such a text may be empty, and is never stored. */
export function isTyped(field: string): boolean {
  return typedNames.has(field);
}

/** By how much the field increases in a new row; 0 when it repeats the previous row's value. */
export function growthOf(field: string): number {
  return growth[field] ?? 0;
}

/** The names of two fields that are one point on the screen. */
export interface Place {
  readonly x: string;
  readonly y: string;
}

/** Fields shown together: the two of a point, or a single one. */
interface Block {
  readonly fields: readonly Field[];
  readonly place: Place | null;
}

/** The fields in display order. `x` and `y`, `x1` and `y1`, `center_x` and `center_y` are points. */
export function blocksOf(fields: readonly Field[]): readonly Block[] {
  const blocks: Block[] = [];
  const taken = new Set<string>();
  for (const field of fields) {
    if (taken.has(field.name)) continue;
    const partner = partnerOf(field, fields);
    if (partner !== undefined) taken.add(partner.name);
    blocks.push(
      partner === undefined
        ? { fields: [field], place: null }
        : { fields: [field, partner], place: { x: field.name, y: partner.name } },
    );
  }
  return blocks;
}

function partnerOf(field: Field, fields: readonly Field[]): Field | undefined {
  const [, before, after] = /^(|.*_)x(\d*)$/.exec(field.name) ?? [];
  if (before === undefined || after === undefined || field.shape.kind !== 'number')
    return undefined;
  return fields.find(({ name, shape }) => name === `${before}y${after}` && shape.kind === 'number');
}
