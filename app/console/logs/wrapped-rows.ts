import { type KeptLine, shownText } from './kept-line.ts';
import type { RowPlaces } from '../../ui/virtual-list/rows.ts';

/** A row shows no more lines of text than this; the whole text stands below when it is chosen. */
export const mostTextLines = 12;

/** How wrapped rows are laid out. */
interface Wrapping {
  /** Characters that fit into a line of text. */
  readonly columns: number;
  /** Lines of text that a row has above its text. */
  readonly above: number;
  /** Of a line of text, in CSS pixels. */
  readonly lineHeight: number;
}

/** The lines that are shown, as the book tells of them. */
interface Followed {
  /** The same array as long as lines are only added. */
  readonly lines: readonly KeptLine[];
  /** How many were cut off its beginning, ever. */
  readonly cutOff: number;
}

/**
 * Where rows stand whose text is wrapped. Reckoned, not measured: in a font of one width, broken
 * anywhere, the length of a text tells its height, so that no row has to be drawn for it.
 */
export class WrappedRows {
  /** Where each row ends, in lines of text; those that were cut off count on. */
  #ends: number[] = [];
  /** What the rows that were cut off had. */
  #gone = 0;
  #of: Followed = { lines: [], cutOff: 0 };
  #wrapping: Wrapping = { columns: 1, above: 0, lineHeight: 1 };

  /** Where the rows stand until the next time; only what is new is reckoned, where that is enough. */
  follow(shown: Followed, wrapping: Wrapping): RowPlaces {
    const { columns, above } = this.#wrapping;
    const isSameWidth = columns === wrapping.columns && above === wrapping.above;
    const cut = shown.cutOff - this.#of.cutOff;
    if (!isSameWidth || (shown.lines !== this.#of.lines && cut === 0)) this.#forget();
    else this.#cut(cut);
    this.#wrapping = wrapping;
    this.#of = shown;
    for (const line of shown.lines.slice(this.#ends.length)) {
      const last = this.#ends.at(-1) ?? this.#gone;
      this.#ends.push(last + wrapping.above + textLines(line.text, wrapping.columns));
    }
    return {
      count: this.#ends.length,
      topOf: (row) => this.#topOf(row),
      rowAt: (top) => this.#rowAt(top),
    };
  }

  #topOf(row: number): number {
    const end = row === 0 ? this.#gone : (this.#ends[row - 1] ?? this.#gone);
    return (end - this.#gone) * this.#wrapping.lineHeight;
  }

  #rowAt(top: number): number {
    const sought = top / this.#wrapping.lineHeight + this.#gone;
    let low = 0;
    let high = this.#ends.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#ends[middle] ?? Infinity) <= sought) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #cut(count: number): void {
    if (count === 0) return;
    this.#gone = this.#ends[count - 1] ?? this.#ends.at(-1) ?? this.#gone;
    this.#ends = this.#ends.slice(count);
  }

  #forget(): void {
    this.#ends = [];
    this.#gone = 0;
  }
}

/** Most lines of a log are of these alone, each as wide as the others. */
const plain = /^[ -~]*$/;

/** How many lines of text it takes, broken anywhere. */
export function textLines(text: string, columns: number): number {
  // No more than may be shown has to be looked at: two units make one character at most.
  const seen = text.slice(0, 2 * columns * mostTextLines);
  const length = plain.test(seen) ? seen.length : widthOf(shownText(seen), columns);
  return Math.min(mostTextLines, Math.max(1, Math.ceil(length / columns)));
}

/** Columns that the text takes, with those that stay free where a wide character does not fit in. */
function widthOf(text: string, columns: number): number {
  let width = 0;
  for (const character of text) {
    const wide = isNarrow(character) ? 1 : Math.min(2, columns);
    // What does not fit goes into the next line.
    if (wide === 2 && width % columns === columns - 1) width++;
    width += wide;
  }
  return width;
}

/** Latin with its accents; of other scripts no character is wider than two of these. */
function isNarrow(character: string): boolean {
  return character < '\u0250';
}
