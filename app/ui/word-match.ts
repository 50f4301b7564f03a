/** Search as people type: words in any order, their beginnings, and other words for the same. */

/** How well a text matches the query. */
interface TextMatch {
  readonly score: number;
  /** Indices of the text's UTF-16 units that matched. */
  readonly indices: readonly number[];
}

/** The score of a token that matches in this way; letters that are merely scattered do not match. */
const scores = { word: 100, stem: 85, wordStart: 80, initials: 70, typo: 50, inside: 30 } as const;
/** Shorter words have no ending to leave out. */
const minStemmedLength = 4;
/** Fewer letters are inside of too many words. */
const minInsideLength = 3;
/** A shorter word with a letter changed is often another word. */
const minMistypedLength = 4;

/** The words of a text with their positions. */
function wordsOf(text: string): readonly { readonly word: string; readonly at: number }[] {
  return [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: word, index }) => ({
    word: word.toLowerCase(),
    at: index,
  }));
}

/** Words of a query that say nothing about what is meant. */
const fillers = new Set(['a', 'an', 'the', 'my', 'to', 'please']);

/** Words without which the others still say what is meant. */
const weak = new Set(['open', 'show', 'turn', 'make', 'get', 'go', 'do', 'which', 'is', 'from']);

/** Words that say something only where they are whole: `in` is not the beginning of `info`. */
const particles = new Set(['in', 'on', 'of', 'up', 'out', 'off', 'down']);

/** The words to look for. */
export function tokensOf(query: string): readonly string[] {
  const words = wordsOf(query).map(({ word }) => word);
  const telling = words.filter((word) => !fillers.has(word));
  return telling.length === 0 ? words : telling;
}

/** Without the ending of a plural or of a verb's form, so that `recording` finds `record`. */
function stemOf(word: string): string {
  return word.length < minStemmedLength ? word : word.replace(/(?:ing|ed|s)$/, '');
}

function range(at: number, length: number): readonly number[] {
  return Array.from({ length }, (_, offset) => at + offset);
}

/** How well the text matches the token; null where it does not. */
function matchToken(token: string, text: string, allowsTypo: boolean): TextMatch | null {
  const words = wordsOf(text);
  const stem = stemOf(token);
  const whole = words.find(({ word }) => word === token);
  const stemmed = whole ?? words.find(({ word }) => stemOf(word) === stem);
  if (whole === undefined && particles.has(token)) return null;
  const begun = stemmed ?? words.find(({ word }) => word.startsWith(token));
  if (begun) {
    const score = whole ? scores.word : stemmed ? scores.stem : scores.wordStart;
    // The first word says most.
    const length = Math.min(token.length, begun.word.length);
    return { score: score - words.indexOf(begun), indices: range(begun.at, length) };
  }
  const first = words
    .map(({ word }) => word.charAt(0))
    .join('')
    .indexOf(token);
  if (token.length > 1 && first >= 0) {
    const indices = words.slice(first, first + token.length).map(({ at }) => at);
    return { score: scores.initials, indices };
  }
  const inside =
    token.length < minInsideLength ? undefined : words.find(({ word }) => word.includes(token));
  if (inside) {
    const indices = range(inside.at + inside.word.indexOf(token), token.length);
    return { score: scores.inside, indices };
  }
  const mistyped = allowsTypo ? words.find(({ word }) => isMistyped(token, word)) : undefined;
  return mistyped
    ? { score: scores.typo, indices: range(mistyped.at, mistyped.word.length) }
    : null;
}

/** Whether the token is the word, or its beginning, but for one letter too many, too few or wrong, or two swapped. */
function isMistyped(token: string, word: string): boolean {
  if (token.charAt(0) !== word.charAt(0)) return false;
  if (Math.min(token.length, word.length) < minMistypedLength) return isSwappedEnd(token, word);
  return [-1, 0, 1].some((more) => isOneEditApart(token, word.slice(0, token.length + more)));
}

/** Whether a word of three letters is typed with the last two swapped, which make no other word as often. */
function isSwappedEnd(token: string, word: string): boolean {
  return token.length === 3 && token === `${word.charAt(0)}${word.charAt(2)}${word.charAt(1)}`;
}

function isOneEditApart(a: string, b: string): boolean {
  let start = 0;
  while (start < a.length && a.charAt(start) === b.charAt(start)) start++;
  const [restA, restB] = [a.slice(start), b.slice(start)];
  const isSwapped = restA.charAt(0) === restB.charAt(1) && restA.charAt(1) === restB.charAt(0);
  return (
    (a.length === b.length + 1 && restA.slice(1) === restB) ||
    (b.length === a.length + 1 && restB.slice(1) === restA) ||
    (a.length === b.length && restA.slice(1) === restB.slice(1)) ||
    (a.length === b.length && isSwapped && restA.slice(2) === restB.slice(2))
  );
}

/** What a match in the words that mean the same is worth, compared with one in the label. */
const synonymWeight = 0.95;

/** What is searched: a label, and other words for what it stands for. */
interface SearchedText {
  readonly label: string;
  readonly synonyms?: string | undefined;
  /** Searched like the synonyms. */
  readonly detail?: string;
}

/** How strictly the words of a query must match. */
export interface MatchOptions {
  /** Whether words that say little may match nothing. */
  readonly ignoresWeak: boolean;
  /** Whether one letter of a word may be wrong. */
  readonly allowsTypo: boolean;
}

/** The strictest first: the next is for a query that this one finds nothing for. */
const strictness: readonly MatchOptions[] = [
  { ignoresWeak: false, allowsTypo: false },
  { ignoresWeak: false, allowsTypo: true },
  { ignoresWeak: true, allowsTypo: false },
];

/** What `match` finds with the strictest options that find anything. */
export function searchStrictly<Found>(
  match: (options: MatchOptions) => readonly Found[],
): readonly Found[] {
  for (const options of strictness) {
    const found = match(options);
    if (found.length > 0) return found;
  }
  return [];
}

/** How well the text matches the words, in any order; null where too many of them don't match. */
export function matchWords(
  tokens: readonly string[],
  { label, detail = '', synonyms = '' }: SearchedText,
  { ignoresWeak, allowsTypo }: MatchOptions,
): TextMatch | null {
  const matches = tokens.map((token) => {
    const inLabel = matchToken(token, label, allowsTypo);
    const other = matchToken(token, `${synonyms} ${detail}`, allowsTypo);
    const otherScore = (other?.score ?? 0) * synonymWeight;
    if (inLabel !== null && inLabel.score >= otherScore) return inLabel;
    return other && { score: otherScore, indices: inLabel?.indices ?? [] };
  });
  const matched = matches.filter((match) => match !== null);
  // Without a word that says something, what is found first would be a wrong answer.
  const isMeant = tokens.every(
    (token, at) => matches[at] !== null || (ignoresWeak && weak.has(token)),
  );
  if (matched.length === 0 || !isMeant) return null;
  const score = matched.reduce((sum, match) => sum + match.score, 0) / tokens.length;
  const indices = new Set(matched.flatMap((match) => match.indices));
  return { score: score - label.length / 100, indices: [...indices].sort((a, b) => a - b) };
}
