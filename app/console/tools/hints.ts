/**
 * What the schemas do not say, told by the names that the tools share: which numbers are places on
 * the screen, which texts name elements, which are typed into the phone.
 */
import type { Field } from './schema.ts';

/** How a field names an element. */
type ElementName = 'id' | 'selector';

const elementNames: Readonly<Record<string, ElementName>> = {
  element_id: 'id',
  root: 'id',
  ids: 'id',
  selector: 'selector',
};

/** Only one of two may be given: when one is picked, the other is emptied. */
const rivals: Readonly<Record<string, string>> = {
  element_id: 'selector',
  selector: 'element_id',
};

/** What a person types into the phone: may have lines, and may be secret. */
const typedNames: ReadonlySet<string> = new Set(['text']);

/** How much more a row has than the one before it. */
const growth: Readonly<Record<string, number>> = { time: 100 };

/** How the field of this name names an element; null where it does not. */
export function elementNameOf(field: string): ElementName | null {
  return elementNames[field] ?? null;
}

/** The field that must be empty when this one is not. */
export function rivalOf(field: string): string | undefined {
  return rivals[field];
}

/** Whether a text is typed into the phone. Such a text may be empty, and is kept nowhere. */
export function isTyped(field: string): boolean {
  return typedNames.has(field);
}

/** How much the field grows from row to row; 0 when a new row has the value of the one before. */
export function growthOf(field: string): number {
  return growth[field] ?? 0;
}

/** Two fields that are one place on the screen. */
export interface Place {
  readonly x: string;
  readonly y: string;
}

/** Fields that stand together: the two of a place, or one alone. */
interface Block {
  readonly fields: readonly Field[];
  readonly place: Place | null;
}

/** The fields as they stand in the form. `x` and `y`, `x1` and `y1`, `center_x` and `center_y` are places. */
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
