/** Search as people type: words in any order, their beginnings, other words for the same, and slips of the finger. */
import MiniSearch, { type SearchOptions } from 'minisearch';

/** Something that can be found by words. */
export interface SearchedText {
  readonly id: string;
  readonly label: string;
  /** The word that means this one and no other, or several. */
  readonly word?: string | readonly string[] | undefined;
  readonly synonyms?: string | undefined;
  readonly detail?: string | undefined;
}

/** Something that was found. */
interface FoundText {
  readonly id: string;
  /** Whether this word of the label matched. */
  matches(word: string): boolean;
}

/** The words of a text. */
function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
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

/** Words that match only as a whole: `in` is not the beginning of `info`. */
const particles = new Set(['in', 'on', 'of', 'up', 'out', 'off', 'down']);

/** Shorter words have no ending to leave out. */
const minStemmedLength = 4;

/** Without the ending of a plural or of a verb's form, so that `recording` finds `record`. */
function stemOf(word: string): string {
  return word.length < minStemmedLength ? word : word.replace(/(?:ing|ed|s)$/, '');
}

/** In shorter words another letter often makes another word; the others may have one or two. */
const minMistypedLength = { once: 5, twice: 7 } as const;

function typosIn(word: string): number {
  if (word.length < minMistypedLength.once) return 0;
  return word.length < minMistypedLength.twice ? 1 : 2;
}

// Measured with the searches of e2e/palette-searches.ts. Long lists of synonyms cost a text little.
const options: SearchOptions = {
  combineWith: 'AND',
  boost: { label: 3, word: 2, synonyms: 2, detail: 1 },
  prefix: (word) => !particles.has(word),
  weights: { prefix: 0.7, fuzzy: 0.3 },
  bm25: { k: 1.2, b: 0.2, d: 0.5 },
};

/** A text whose own word, or whose label, is what was typed, comes first. */
const meantWeight = 2.5;

/** An index of texts. */
export class WordSearch {
  readonly #index = new MiniSearch<SearchedText>({
    fields: ['label', 'word', 'synonyms', 'detail'],
    tokenize: wordsOf,
    processTerm: stemOf,
    extractField: (text, name) => {
      const { [name]: value }: Record<string, unknown> = { ...text };
      if (Array.isArray(value)) return value.join(' ');
      return typeof value === 'string' ? value : '';
    },
  });
  readonly #texts: ReadonlyMap<string, SearchedText>;
  readonly #weightOf: (id: string) => number;

  /** `weightOf` multiplies the score of a text; 1 leaves it as it is. */
  constructor(texts: readonly SearchedText[], weightOf: (id: string) => number = () => 1) {
    this.#texts = new Map(texts.map((text) => [text.id, text]));
    this.#weightOf = weightOf;
    this.#index.addAll([...this.#texts.values()]);
  }

  /**
   * What matches every word of the query, the best first; if nothing does, what matches with a typo, then
   * what matches the words that say most.
   */
  find(query: string): readonly FoundText[] {
    const words = wordsOf(query);
    const meaningful = words.filter((word) => !fillers.has(word));
    const typed = meaningful.length === 0 ? words : meaningful;
    const telling = typed.filter((word) => !weak.has(word));
    const phrases = [query.trim().toLowerCase(), telling.join(' ')];
    const search = (wanted: readonly string[], more?: SearchOptions): readonly FoundText[] =>
      this.#index
        .search(query, {
          ...options,
          ...more,
          tokenize: () => [...wanted],
          boostDocument: (id: string) =>
            this.#weightOf(id) * (this.#isMeantBy(phrases, id) ? meantWeight : 1),
        })
        .map(({ id, terms }) => ({
          id: String(id),
          matches: (word) => terms.includes(stemOf(word.toLowerCase())),
        }));
    const exact = search(typed);
    if (exact.length > 0) return exact;
    const mistyped = search(typed, { fuzzy: typosIn });
    if (mistyped.length > 0 || telling.length === 0) return mistyped;
    return search(telling, { fuzzy: typosIn });
  }

  #isMeantBy([whole = '', telling = '']: readonly string[], id: string): boolean {
    const { label = '', word = [] } = this.#texts.get(id) ?? {};
    const text = label.toLowerCase().replace('…', '');
    const isBeginning = whole.includes(' ') && text.startsWith(whole);
    const meant = [text, ...[word].flat().map((each) => each.toLowerCase())];
    return isBeginning || meant.some((each) => each === whole || each === telling);
  }
}

/** A run of a text that matched, or that did not. */
interface TextRun {
  readonly text: string;
  readonly isMatch: boolean;
}

/** Splits a text into its words and what is between them. */
export function splitByMatch(text: string, matches: FoundText['matches']): readonly TextRun[] {
  return text
    .split(/([\p{L}\p{N}]+)/u)
    .filter((part) => part !== '')
    .map((part) => ({ text: part, isMatch: matches(part) }));
}
