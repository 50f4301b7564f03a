import type { SystemId, TroubleshootingEntry } from './troubles.ts';

/**
 * The entries that contain every word of the query, as a word or the start of one, or whose Chrome
 * message the query contains, as a pasted error does. In their order; all for an empty query.
 */
export function findEntries(
  entries: readonly TroubleshootingEntry[],
  query: string,
): readonly TroubleshootingEntry[] {
  const tokens = tokensOf(query);
  const queryText = tokens.join(' ');
  return entries.filter((entry) => {
    const text = ` ${tokensOf(searchTextOf(entry)).join(' ')}`;
    const containsMessage = entry.chromeMessages.some((quote) =>
      queryText.includes(tokensOf(quote).join(' ')),
    );
    return containsMessage || tokens.every((token) => text.includes(` ${token}`));
  });
}

/** The heading of an entry: Chrome's message, else Handset's own, else another program's. */
export function headingOf({
  chromeMessages,
  otherMessages = [],
  handsetMessages,
}: TroubleshootingEntry): string {
  return chromeMessages[0] ?? handsetMessages[0] ?? otherMessages[0] ?? '';
}

/** The operating system in a user agent; Linux for all but Windows and macOS. */
export function systemOf(userAgent: string): SystemId {
  if (/Windows/.test(userAgent)) return 'windows';
  return /Macintosh/.test(userAgent) ? 'macos' : 'linux';
}

/** The lower-case words of a text; punctuation is ignored, since people type what they remember. */
function tokensOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function searchTextOf({
  chromeMessages,
  otherMessages = [],
  handsetMessages,
  cause,
  remedies,
  remediesBySystem = {},
  commandBySystem = {},
}: TroubleshootingEntry): string {
  const everywhere = [...chromeMessages, ...otherMessages, ...handsetMessages, cause, ...remedies];
  return [
    ...everywhere,
    ...Object.values(remediesBySystem).flat(),
    ...Object.values(commandBySystem),
  ].join(' ');
}
