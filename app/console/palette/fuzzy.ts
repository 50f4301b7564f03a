/** How well a text fits what was typed. */
interface Match {
  readonly score: number;
  /** Indices of the text's UTF-16 units that were found. */
  readonly at: readonly number[];
}

/** One letter found is worth this; those at the beginning of a word, and right after another one, more. */
const worth = { letter: 1, wordStart: 8, next: 7, textStart: 3 } as const;

/**
 * Whether every letter that was typed stands in the text in this order, and the best way to find
 * them; null when not. Words that are apart may stand in any order.
 */
export function fuzzyMatch(typed: string, text: string): Match | null {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = words.map((word) => matchWord(word, text));
  const found = matches.filter((match) => match !== null);
  if (found.length < matches.length) return null;
  const score = found.reduce((sum, match) => sum + match.score, 0) - text.length / 100;
  return { score, at: [...new Set(found.flatMap(({ at }) => at))].sort((a, b) => a - b) };
}

interface Way extends Match {
  /** Where its last letter was found. */
  readonly end: number;
}

/** Letter by letter: the best way to have found the typed ones so far, for each place it can end at. */
function matchWord(word: string, text: string): Match | null {
  const lower = text.toLowerCase();
  // Some characters are longer in lower case, and then places would be wrong.
  if (lower.length !== text.length) return lower.includes(word) ? { score: 1, at: [] } : null;
  let ways: readonly Way[] = [{ score: 0, at: [], end: -1 }];
  for (const letter of word) ways = waysOn(ways, letter, text);
  return ways.reduce<Way | null>(
    (best, way) => (best && best.score >= way.score ? best : way),
    null,
  );
}

function waysOn(ways: readonly Way[], letter: string, text: string): readonly Way[] {
  const on: Way[] = [];
  for (let end = 0; end < text.length; end++) {
    if (text.charAt(end).toLowerCase() !== letter) continue;
    const before = ways.filter((way) => way.end < end);
    const scored = before.map((way) => way.score + gain(way, end, text));
    const best = Math.max(...scored);
    const from = before[scored.indexOf(best)];
    if (from !== undefined) on.push({ score: best, at: [...from.at, end], end });
  }
  return on;
}

function gain({ end: last }: Way, end: number, text: string): number {
  const isNext = last >= 0 && last === end - 1;
  return (
    worth.letter +
    (isWordStart(text, end) ? worth.wordStart : 0) +
    (isNext ? worth.next : 0) +
    (end === 0 ? worth.textStart : 0)
  );
}

function isWordStart(text: string, index: number): boolean {
  return index === 0 || !/[\p{L}\p{N}]/u.test(text.charAt(index - 1));
}

/** A part of a label: typed, or what stands between. */
interface Letters {
  readonly text: string;
  readonly isTyped: boolean;
}

/** The label in parts, those at these indices apart from the others. */
export function lettersOf(label: string, at: readonly number[]): readonly Letters[] {
  const parts: { text: string; isTyped: boolean }[] = [];
  for (let index = 0; index < label.length; index++) {
    const isTyped = at.includes(index);
    const last = parts.at(-1);
    if (last?.isTyped === isTyped) last.text += label.charAt(index);
    else parts.push({ text: label.charAt(index), isTyped });
  }
  return parts;
}
