/** How well a text matches the query. */
interface Match {
  readonly score: number;
  /** Indices of the text's UTF-16 units that matched. */
  readonly at: readonly number[];
}

/**
 * The score of one matched character, and the bonuses at the start of a word, right after another
 * match, and at the start of the text.
 */
const worth = { letter: 1, wordStart: 8, next: 7, textStart: 3 } as const;

/**
 * The best match of the query's characters in this order; null when one is missing. Words separated
 * by blanks may match in any order.
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
  /** The index of the last matched character. */
  readonly end: number;
}

/**
 * Dynamic programming: for each typed character, the best partial match for each index at which it
 * can end.
 */
function matchWord(word: string, text: string): Match | null {
  const lower = text.toLowerCase();
  // Some characters are longer in lower case, which would shift the indices.
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

/** A run of a label's characters that matched, or that did not. */
interface Letters {
  readonly text: string;
  readonly isTyped: boolean;
}

/** Splits the label into runs of matched and unmatched characters. */
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
