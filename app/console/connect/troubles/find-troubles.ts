import type { SystemId, Trouble } from './troubles.ts';

/**
 * The troubles that hold every word of the query somewhere, or whose quoted words the query holds,
 * as a message that was pasted whole does; in their order, and all for an empty query.
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

/** The words that head a trouble: the browser's, else somebody else's, else Handset's own. */
export function headOf({ says, others = [], handset }: Trouble): string {
  return says[0] ?? handset[0] ?? others[0] ?? '';
}

/** The computer that a browser says it runs on; Linux for all that are neither Windows nor a Mac. */
export function systemOf(userAgent: string): SystemId {
  if (/Windows/.test(userAgent)) return 'windows';
  return /Macintosh/.test(userAgent) ? 'macos' : 'linux';
}

/** Quotation marks, dots and capitals do not count: people type what they remember. */
function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function textOf({ says, others = [], handset, cause, cures, on = {}, code = {} }: Trouble): string {
  const everywhere = [...says, ...others, ...handset, cause, ...cures];
  return [...everywhere, ...Object.values(on).flat(), ...Object.values(code)].join(' ');
}
