import type { SystemId, Trouble } from './troubles.ts';

/**
 * The entries that contain every word of the query, as a word or the start of one, or whose Chrome
 * message the query contains, as a pasted error does. In their order; all for an empty query.
 */
export function findTroubles(troubles: readonly Trouble[], query: string): readonly Trouble[] {
  const words = wordsOf(query);
  const pasted = words.join(' ');
  return troubles.filter((trouble) => {
    const text = ` ${wordsOf(textOf(trouble)).join(' ')}`;
    const isQuoted = trouble.says.some((quote) => pasted.includes(wordsOf(quote).join(' ')));
    return isQuoted || words.every((word) => text.includes(` ${word}`));
  });
}

/** The heading of an entry: Chrome's message, else Handset's own, else another program's. */
export function headOf({ says, others = [], handset }: Trouble): string {
  return says[0] ?? handset[0] ?? others[0] ?? '';
}

/** The operating system in a user agent; Linux for all but Windows and macOS. */
export function systemOf(userAgent: string): SystemId {
  if (/Windows/.test(userAgent)) return 'windows';
  return /Macintosh/.test(userAgent) ? 'macos' : 'linux';
}

/** The lower-case words of a text; punctuation is ignored, since people type what they remember. */
function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function textOf({ says, others = [], handset, cause, cures, on = {}, code = {} }: Trouble): string {
  const everywhere = [...says, ...others, ...handset, cause, ...cures];
  return [...everywhere, ...Object.values(on).flat(), ...Object.values(code)].join(' ');
}
