import { toolsWords } from './strings.ts';
import { blankDraft, type Draft } from './draft.ts';
import { growthOf } from './hints.ts';
import type { ListShape } from './schema.ts';

/** Names for the rows of this list field, then for the rows of lists nested in it. */
export function rowNamesOf(field: string): readonly string[] {
  return toolsWords.rowNames[field] ?? [];
}

/** A new row: copies the previous one with its increments; nested lists start empty. */
export function rowAfter(shape: ListShape, last: Draft | undefined): Draft {
  const row = blankDraft(shape.item, true);
  if (row.kind !== 'members' || last?.kind !== 'members') return row;
  for (const [name, before] of Object.entries(last.members)) {
    if (before.kind !== 'typed') continue;
    const grown = Number(before.text) + growthOf(name);
    const text = before.text === '' || Number.isNaN(grown) ? '' : String(grown);
    row.members[name] = { kind: 'typed', text };
  }
  return row;
}
