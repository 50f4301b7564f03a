/**
 * Characters that are invisible, reverse the writing direction or hide what follows. Users and
 * agents see them escaped in the phone's texts, so that both read the same text.
 */

/**
 * Unicode's format characters (Cf), tag characters, which can carry a whole hidden message, and what some
 * programs take for line ends and commands to a terminal.
 */
const invisibleCharacters = /\p{Cf}|[\u{e0000}-\u{e007f}\u2028\u2029\x7f-\x9f]/gu;

/** ZWNJ and ZWJ, which emoji and Arabic and Indic scripts need, and the direction marks LRM and RLM: never escaped. */
const neverEscaped = '\u200c\u200d\u200e\u200f';

/** The flags of England, Scotland and Wales: the only emoji tag sequences that Unicode recommends. */
const tagFlags =
  /\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}/gu;

/** Starts and ends of bidi isolates, in which Android wraps texts of the other direction; newlines end all. */
const isolates = /[\u2066-\u2069\n]/g;
const isolateEnd = '\u2069';

/**
 * Escapes invisible characters, as `\u{202e}` or as the given function writes them; selectors read
 * that escape as the character. Joiners, direction marks, flags, and isolates that are closed on
 * their line are kept. Another pattern may select more characters.
 */
export function escapeInvisible(
  text: string,
  escape: (character: string) => string = unicodeEscape,
  pattern: RegExp = invisibleCharacters,
): string {
  // Most texts have none. search() ignores lastIndex, unlike test().
  if (text.search(pattern) < 0) return text;
  const harmless = new Set([...pairedIsolateIndices(text), ...flagTagIndices(text)]);
  return text.replace(pattern, (character, at: number) =>
    neverEscaped.includes(character) || harmless.has(at) ? character : escape(character),
  );
}

function unicodeEscape(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** Indices of isolate starts and ends that are paired on one line. */
function pairedIsolateIndices(text: string): number[] {
  const closed: number[] = [];
  let open: number[] = [];
  for (const { 0: character, index } of text.matchAll(isolates)) {
    if (character === '\n') open = [];
    else if (character !== isolateEnd) open.push(index);
    else {
      const start = open.pop();
      if (start !== undefined) closed.push(start, index);
    }
  }
  return closed;
}

function flagTagIndices(text: string): number[] {
  return Array.from(text.matchAll(tagFlags)).flatMap(({ 0: flag, index }) =>
    Array.from({ length: flag.length }, (_, at) => index + at),
  );
}
