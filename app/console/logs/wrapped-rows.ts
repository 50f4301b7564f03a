import { type KeptLine, shownText } from './kept-line.ts';
import type { RowPlaces } from '../../ui/virtual-list/rows.ts';

/** Most lines of text in a row; the details below show a selected line in full. */
export const mostTextLines = 12;

/** How wrapped rows are laid out. */
interface Wrapping {
  /** Characters that fit on a line of text. */
  readonly columns: number;
  /** Lines that a row needs above its text. */
  readonly above: number;
  /** Height of a line of text, in CSS pixels. */
  readonly lineHeight: number;
}

/** The lines shown, as in the buffer's snapshot. */
interface Followed {
  /** The same array as long as lines are only added. */
  readonly lines: readonly KeptLine[];
  /** How many were dropped from its start, in total. */
  readonly cutOff: number;
}

/**
 * Positions of rows with wrapped text. Computed, not measured: in a monospaced font that breaks
 * anywhere, a text's length gives its height, so no row has to be rendered for it.
 */
export class WrappedRows {
  /** Where each row ends, in lines of text counted from the first row ever, dropped ones included. */
  #ends: number[] = [];
  /** How many lines of text the dropped rows had. */
  #gone = 0;
  #of: Followed = { lines: [], cutOff: 0 };
  #wrapping: Wrapping = { columns: 1, above: 0, lineHeight: 1 };

  /** The row positions, valid until the next call. Only new rows are computed where possible. */
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

/** Printable ASCII, which is all that most lines contain: each character takes one column. */
const plain = /^[ -~]*$/;

/** How many lines a text takes when it breaks anywhere. */
export function textLines(text: string, columns: number): number {
  // Longer texts are cut: a character has at most two UTF-16 units.
  const seen = text.slice(0, 2 * columns * mostTextLines);
  const length = plain.test(seen) ? seen.length : widthOf(shownText(seen), columns);
  return Math.min(mostTextLines, Math.max(1, Math.ceil(length / columns)));
}

/** Columns that the text takes, including those left free where a wide character does not fit. */
function widthOf(text: string, columns: number): number {
  let width = 0;
  for (const character of text) {
    const wide = isNarrow(character) ? 1 : Math.min(2, columns);
    // A wide character that does not fit goes to the next line.
    if (wide === 2 && width % columns === columns - 1) width++;
    width += wide;
  }
  return width;
}

/** Whether it is Latin, with or without accents. Characters of other scripts take at most two columns. */
function isNarrow(character: string): boolean {
  return character < '\u0250';
}
