/** Search as people type: words in any order, their beginnings, and other words for the same. */

/** How well a text matches the query. */
interface TextMatch {
  readonly score: number;
  /** Indices of the text's UTF-16 units that matched. */
  readonly indices: readonly number[];
}

/** The score of a token that matches in this way; letters that are merely scattered do not match. */
const scores = {
  word: 100,
  stem: 85,
  wordStart: 80,
  initials: 70,
  typo: 50,
  synonymTypo: 40,
  inside: 30,
} as const;
/** Shorter words have no ending to leave out. */
const minStemmedLength = 4;
/** Fewer letters are inside of too many words. */
const minInsideLength = 3;
/** In words of this length so much is forgiven: a shorter one with another letter is often another word. */
const minMistypedLength = { added: 4, replaced: 6, twice: 7 } as const;

/** The words of a text with their positions. */
function wordsOf(text: string): readonly { readonly word: string; readonly at: number }[] {
  return [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: word, index }) => ({
    word: word.toLowerCase(),
    at: index,
  }));
}

/** Words of a query that say nothing about what is meant. */
const fillers = new Set('a an the i me my to how do please'.split(' '));

/** Words without which the others still say what is meant: verbs above all, as the noun says more. */
const weak = new Set(
  (
    'open show turn make get go change read set do take see find ' +
    'which what where is are can from on of for adb install connect'
  ).split(' '),
);

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

/** Whether the word says what is meant. */
export function isTelling(token: string): boolean {
  return !weak.has(token);
}

/** How well the text matches the token; null where it does not. */
function matchToken(
  token: string,
  text: string,
  { isMistyped, isLabel }: { readonly isMistyped: boolean; readonly isLabel: boolean },
): TextMatch | null {
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
  // Synonyms have many words: a `date` is in every `update`, and their initials mean nothing.
  const within = isLabel ? matchLetters(token, words) : null;
  if (within) return within;
  const meant = isMistyped
    ? words.find(({ word }) => !weak.has(word) && mayMean(token, word))
    : undefined;
  const score = isLabel ? scores.typo : scores.synonymTypo;
  return meant ? { score, indices: range(meant.at, meant.word.length) } : null;
}

/** The match with the initials of the words, or with letters inside of one. */
function matchLetters(token: string, words: ReturnType<typeof wordsOf>): TextMatch | null {
  const first = words
    .map(({ word }) => word.charAt(0))
    .join('')
    .indexOf(token);
  if (token.length > 1 && first >= 0) {
    const indices = words.slice(first, first + token.length).map(({ at }) => at);
    return { score: scores.initials, indices };
  }
  const inside = words.find(({ word }) => token.length >= minInsideLength && word.includes(token));
  if (inside === undefined) return null;
  const indices = range(inside.at + inside.word.indexOf(token), token.length);
  return { score: scores.inside, indices };
}

/** Whether the token is the word, or the beginning of a long one, but for a typo; long words may have two. */
function mayMean(token: string, word: string): boolean {
  if (token.charAt(0) !== word.charAt(0)) return false;
  const length = Math.min(token.length, word.length);
  const edits = length < minMistypedLength.twice ? 1 : 2;
  const beginnings =
    length <= minMistypedLength.added
      ? [word]
      : range(token.length - edits, 2 * edits + 1).map((end) => word.slice(0, end));
  return beginnings.some(
    (beginning) =>
      isWithinEdits(token, beginning, edits) &&
      (length >= minMistypedLength.replaced ||
        (length >= minMistypedLength.added && token.length !== beginning.length) ||
        sortedLetters(token) === sortedLetters(beginning)),
  );
}

function sortedLetters(word: string): string {
  return [...word].sort().join('');
}

/** Whether one becomes the other when so many letters are added, left out, replaced, or swapped with the next. */
function isWithinEdits(a: string, b: string, edits: number): boolean {
  if (a === b) return true;
  if (edits === 0) return false;
  const nextA = a.slice(1);
  const nextB = b.slice(1);
  if (a.charAt(0) === b.charAt(0)) return isWithinEdits(nextA, nextB, edits);
  const isSwapped = a.charAt(0) === b.charAt(1) && a.charAt(1) === b.charAt(0);
  return (
    isWithinEdits(nextA, b, edits - 1) ||
    isWithinEdits(a, nextB, edits - 1) ||
    isWithinEdits(nextA, nextB, edits - 1) ||
    (isSwapped && isWithinEdits(a.slice(2), b.slice(2), edits - 1))
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
  /** The words that may be mistyped. */
  readonly mistyped: readonly string[];
}

/** Every word matches as it is typed. */
export const strictly: MatchOptions = { ignoresWeak: false, mistyped: [] };

/** What `match` finds of the words with the strictest options that find anything. */
export function searchStrictly<Found>(
  tokens: readonly string[],
  match: (tokens: readonly string[], options: MatchOptions) => readonly Found[],
): readonly Found[] {
  const found = match(tokens, strictly);
  if (found.length > 0) return found;
  // A word that something has is spelled as meant.
  const mistyped = tokens.filter((token) => match([token], strictly).length === 0);
  const corrected = match(tokens, { ignoresWeak: false, mistyped });
  return corrected.length > 0 ? corrected : match(tokens, { ignoresWeak: true, mistyped });
}

/** How well the text matches the words, in any order; null where too many of them don't match. */
export function matchWords(
  tokens: readonly string[],
  { label, detail = '', synonyms = '' }: SearchedText,
  { ignoresWeak, mistyped }: MatchOptions,
): TextMatch | null {
  const matches = tokens.map((token) => {
    const isMistyped = mistyped.includes(token);
    const inLabel = matchToken(token, label, { isMistyped, isLabel: true });
    // Each by itself: of many words the last one counts less.
    const [other] = [synonyms, detail]
      .map((text) => matchToken(token, text, { isMistyped, isLabel: false }))
      .sort((a, b) => (b?.score ?? 0) - (a?.score ?? 0));
    const otherScore = (other?.score ?? 0) * synonymWeight;
    if (inLabel !== null && inLabel.score >= otherScore) return inLabel;
    return other ? { score: otherScore, indices: inLabel?.indices ?? [] } : null;
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
