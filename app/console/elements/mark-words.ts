import type { Attachment } from 'svelte/attachments';
import { literalPattern, markFound } from '../../ui/mark-found.ts';

/** The parts of a row, without those in which a word is found by chance. */
const cells = '[data-id] > :not([data-column="bounds"], [data-column="id"])';

/** Marks the words of the query in the listed elements, ignoring case and hyphens as the search does. */
export function markWords(query: string): Attachment {
  const words = query.replaceAll('-', '').split(/\s+/).filter(Boolean);
  return markFound(words.map((word) => ({ cells, pattern: literalPattern(word, '-*') })));
}
