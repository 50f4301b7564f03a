import type { RowLayout } from '../../ui/virtual-list.svelte.ts';
import { type KeptLine, displayText } from './log-lines.ts';

/** Most lines of text in a row; the details below show a selected line in full. */
export const maxTextLines = 12;

/** How wrapped rows are laid out. */
interface WrapLayout {
  /** Characters that fit on a line of text. */
  readonly columns: number;
  /** Lines that a row needs above its text. */
  readonly linesAbove: number;
  /** Height of a line of text, in CSS pixels. */
  readonly lineHeight: number;
}

/** The lines shown, as in the buffer's snapshot. */
interface LineSource {
  /** The same array as long as lines are only added. */
  readonly lines: readonly KeptLine[];
  /** How many were dropped from its start, in total. */
  readonly droppedCount: number;
}

/**
 * Positions of rows with wrapped text. Computed, not measured: in a monospaced font that breaks
 * anywhere, a text's length gives its height, so no row has to be rendered for it.
 */
export class WrappedRows {
  /** Where each row ends, in lines of text counted from the first row ever, dropped ones included. */
  #ends: number[] = [];
  /** How many lines of text the dropped rows had. */
  #droppedTextLines = 0;
  #source: LineSource = { lines: [], droppedCount: 0 };
  #wrapping: WrapLayout = { columns: 1, linesAbove: 0, lineHeight: 1 };

  /** The row positions, valid until the next call. Only new rows are computed where possible. */
  layOut(source: LineSource, wrapping: WrapLayout): RowLayout {
    const { columns, linesAbove } = this.#wrapping;
    const isSameWidth = columns === wrapping.columns && linesAbove === wrapping.linesAbove;
    const dropRows = source.droppedCount - this.#source.droppedCount;
    if (!isSameWidth || (source.lines !== this.#source.lines && dropRows === 0)) this.#reset();
    else this.#dropRows(dropRows);
    this.#wrapping = wrapping;
    this.#source = source;
    for (const line of source.lines.slice(this.#ends.length)) {
      const last = this.#ends.at(-1) ?? this.#droppedTextLines;
      this.#ends.push(last + wrapping.linesAbove + textLineCount(line.text, wrapping.columns));
    }
    return {
      count: this.#ends.length,
      topOf: (row) => this.#topOf(row),
      rowAt: (top) => this.#rowAt(top),
    };
  }

  #topOf(row: number): number {
    const end =
      row === 0 ? this.#droppedTextLines : (this.#ends[row - 1] ?? this.#droppedTextLines);
    return (end - this.#droppedTextLines) * this.#wrapping.lineHeight;
  }

  #rowAt(top: number): number {
    const textLine = top / this.#wrapping.lineHeight + this.#droppedTextLines;
    let low = 0;
    let high = this.#ends.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#ends[middle] ?? Infinity) <= textLine) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #dropRows(count: number): void {
    if (count === 0) return;
    this.#droppedTextLines = this.#ends[count - 1] ?? this.#ends.at(-1) ?? this.#droppedTextLines;
    this.#ends = this.#ends.slice(count);
  }

  #reset(): void {
    this.#ends = [];
    this.#droppedTextLines = 0;
  }
}

/** Printable ASCII, which is all that most lines contain: each character takes one column. */
const asciiOnly = /^[ -~]*$/;

/** How many lines a text takes when it breaks anywhere. */
export function textLineCount(text: string, columns: number): number {
  // Longer texts are cut: a character has at most two UTF-16 units.
  const head = text.slice(0, 2 * columns * maxTextLines);
  const length = asciiOnly.test(head) ? head.length : columnCount(displayText(head), columns);
  return Math.min(maxTextLines, Math.max(1, Math.ceil(length / columns)));
}

/** Columns that the text takes, including those left free where a wide character does not fit. */
function columnCount(text: string, columns: number): number {
  let columnsUsed = 0;
  for (const character of text) {
    const characterColumns = isNarrow(character) ? 1 : Math.min(2, columns);
    // A wide character that does not fit goes to the next line.
    if (characterColumns === 2 && columnsUsed % columns === columns - 1) columnsUsed++;
    columnsUsed += characterColumns;
  }
  return columnsUsed;
}

/** Whether it is Latin, with or without accents. Characters of other scripts take at most two columns. */
function isNarrow(character: string): boolean {
  return character < '\u0250';
}
