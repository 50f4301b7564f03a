import { toolsWords } from './strings.ts';
import { blankDraft, type Draft } from './draft.ts';
import { growthOf } from './hints.ts';
import type { ListShape } from './schema.ts';

/** What the rows of this field are called, those of the lists in it after them. */
export function rowNamesOf(field: string): readonly string[] {
  return toolsWords.rowNames[field] ?? [];
}

/** A row to add: like the one before it, and further on where rows grow; what has rows itself begins anew. */
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
