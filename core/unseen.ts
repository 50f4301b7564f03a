/**
 * Characters that show nothing, turn the writing direction round or hide what follows. People and
 * agents read the phone's texts with them spelled out, so that no text says to one what it does not
 * say to the other.
 */

/** Unicode's format characters, and the tags, which can carry a whole message that nobody sees. */
const unseen = /\p{Cf}|[\u{e0000}-\u{e007f}]/gu;

/** The joiners of emoji and of Arabic and Indic scripts, and the marks of direction: harmless, and needed. */
const needed = '\u200c\u200d\u200e\u200f';

/** The flags of England, Scotland and Wales: all that Unicode recommends of those made of tags. */
const tagFlags =
  /\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}/gu;

/** What opens and closes an isolate: Android puts texts of the other direction in them. */
const isolates = /[\u2066-\u2069\n]/g;
const closing = '\u2069';

/**
 * The text with what can't be seen written out, as `\u{202e}` unless `spell` says it otherwise; a
 * selector reads that as the character itself. What is needed to write a language, isolates that
 * are closed on their line and flags stay. `which` may find more characters.
 */
export function spellOut(
  text: string,
  spell: (character: string) => string = escapeOf,
  which: RegExp = unseen,
): string {
  // Almost no text has any; search goes by no state.
  if (text.search(which) < 0) return text;
  const harmless = new Set([...closedIsolates(text), ...flagTags(text)]);
  return text.replace(which, (character, at: number) =>
    needed.includes(character) || harmless.has(at) ? character : spell(character),
  );
}

function escapeOf(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** Where isolates begin and end that do both on one line. */
function closedIsolates(text: string): number[] {
  const closed: number[] = [];
  let open: number[] = [];
  for (const { 0: character, index } of text.matchAll(isolates)) {
    if (character === '\n') open = [];
    else if (character !== closing) open.push(index);
    else {
      const start = open.pop();
      if (start !== undefined) closed.push(start, index);
    }
  }
  return closed;
}

function flagTags(text: string): number[] {
  return Array.from(text.matchAll(tagFlags)).flatMap(({ 0: flag, index }) =>
    Array.from({ length: flag.length }, (_, at) => index + at),
  );
}
