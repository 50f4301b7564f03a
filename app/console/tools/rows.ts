import { toolsStrings } from './strings.ts';
import { blankDraft, type Draft } from './draft.ts';
import { rowIncrementOf } from './hints.ts';
import type { ListShape } from './schema.ts';

/** Names for the rows of this list field, then for the rows of lists nested in it. */
export function rowNames(field: string): readonly string[] {
  return toolsStrings.rowNames[field] ?? [];
}

/** A new row: copies the previous one with its increments; nested lists start empty. */
export function nextRow(shape: ListShape, last: Draft | undefined): Draft {
  const row = blankDraft(shape.item, true);
  if (row.kind !== 'members' || last?.kind !== 'members') return row;
  for (const [name, previous] of Object.entries(last.members)) {
    if (previous.kind !== 'typed') continue;
    const next = Number(previous.text) + rowIncrementOf(name);
    const text = previous.text === '' || Number.isNaN(next) ? '' : String(next);
    row.members[name] = { kind: 'typed', text };
  }
  return row;
}
