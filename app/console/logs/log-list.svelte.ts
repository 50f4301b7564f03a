import { uniformRows, VirtualList, type RowLayout } from '../../ui/virtual-list.svelte.ts';
import type { LogFilter } from './log-filter.ts';
import { displayText, lowerBound, threadtimeText, type KeptLine } from './log-lines.ts';
import type { LogView } from './log-view.svelte.ts';

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
 * Positions of rows with wrapped text. Computed, not measured: in a monospaced font `wrapText` knows
 * where a text breaks, so no row has to be rendered for it.
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

/** More characters of a text are not shown: no screen fits them. */
const maxCharacters = 4_000;

/** How many lines a text takes when it is wrapped. */
function textLineCount(text: string, columns: number): number {
  // Most texts fit: in printable ASCII each character takes one column.
  if (text.length <= columns && /^[ -~]*$/.test(text)) return 1;
  return Math.min(maxTextLines, wrapText(text, columns).length);
}

/**
 * Breaks a displayed text between words, and inside a word only where most of a line would stay empty. The text beyond
 * the last line that a row shows is one more line.
 */
export function wrapText(text: string, columns: number): readonly string[] {
  // One unit for each column: a character that may be wide gets a filler, which no displayed text contains.
  let rest = displayText(text.slice(0, maxCharacters)).replace(
    /[\u0250-\ud7ff\ue000-\uffff]/g,
    '$&\0',
  );
  const lines: string[] = [];
  while (rest.length > columns && lines.length < maxTextLines) {
    const end = lineEnd(rest, columns);
    lines.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  return (rest === '' && lines.length > 0 ? lines : [...lines, rest]).map((line) =>
    line.replaceAll('\0', ''),
  );
}

/** Where the first line ends of a text that is longer than a line. The blanks after its last word may overhang. */
function lineEnd(text: string, columns: number): number {
  const isUseful = (end: number): boolean => end > columns / 2;
  let end = text.lastIndexOf(' ', columns) + 1;
  if (isUseful(end) && text.slice(0, end).trim() !== '') {
    while (text.charAt(end) === ' ') end++;
    return end;
  }
  // The parts of a long name: com.example.app.Class.method.
  const [name = ''] = /^.*[!-/:-@[-`{-~]/.exec(text.slice(0, columns)) ?? [];
  if (isUseful(name.length)) return name.length;
  const isInsideCharacter = /[\0\udc00-\udfff]/.test(text.charAt(columns));
  return isInsideCharacter && columns > 1 ? columns - 1 : columns;
}

/** The rows with a mark above some of them, which are given from the top. */
export function withMarks(
  rows: RowLayout,
  markedRows: readonly number[],
  markHeight: number,
): RowLayout {
  const topOf = (row: number): number =>
    rows.topOf(row) + markHeight * lowerBound(markedRows, (marked) => marked < row);
  return {
    count: rows.count,
    topOf,
    rowAt: (top) => {
      const marks = lowerBound(markedRows, (marked) => topOf(marked) <= top);
      return Math.max(rows.rowAt(top - markHeight * marks), markedRows[marks - 1] ?? 0);
    },
  };
}

/** Row heights and scroll position of the list of lines. It follows new lines until the user scrolls up. */
export class LogScroll {
  /** Height of a line of text, in CSS pixels. */
  lineHeight = $state(22);
  /** Whether each row shows its text below the other columns, for want of width. */
  stacked = $state(false);
  /** Characters that fit on a line of text; 0 until measured. */
  columns = $state(0);
  readonly #view: LogView;
  readonly #calls: { readonly rows: readonly number[] };
  #filter: LogFilter | null = null;
  readonly #wrapped = new WrappedRows();
  readonly #rowLayout = $derived.by((): RowLayout => {
    const { lineHeight, columns } = this;
    const linesAbove = this.stacked ? 1 : 0;
    const rows = this.isWrapped
      ? this.#wrapped.layOut(this.#view.snapshot, { columns, linesAbove, lineHeight })
      : uniformRows(this.#view.snapshot.count, lineHeight * (linesAbove + 1));
    return withMarks(rows, this.#calls.rows, lineHeight);
  });

  readonly list = new VirtualList({
    rows: () => this.#rowLayout,
    droppedCount: () => this.#view.snapshot.droppedCount,
    followsEnd: true,
  });

  /** `calls` has the rows above which calls are marked. */
  constructor(view: LogView, calls: { readonly rows: readonly number[] }) {
    this.#view = view;
    this.#calls = calls;
  }

  /** Whether rows are as high as their wrapped text. */
  get isWrapped(): boolean {
    return this.#view.wraps && this.columns > 0;
  }

  /** Remembers the filter; returns whether it changed, so that other lines are shown. */
  updateFilter(filter: LogFilter): boolean {
    if (filter === this.#filter) return false;
    this.#filter = filter;
    return true;
  }
}

/** The selected lines: one, or all between two. */
export class LogSelection {
  /** Numbers of the line where the selection started and of the line where it ends. */
  #anchor = $state<number | null>(null);
  #active = $state<number | null>(null);

  /** Number of the active line, from which keys move; null without a selection. */
  get active(): number | null {
    return this.#active;
  }

  /** Selects a line, or extends the selection to it. */
  select(number: number, { extend }: { readonly extend: boolean }): void {
    if (!extend || this.#anchor === null) this.#anchor = number;
    this.#active = number;
  }

  selectAll(lines: readonly KeptLine[]): void {
    this.#anchor = lines[0]?.number ?? null;
    this.#active = lines.at(-1)?.number ?? null;
  }

  clear(): void {
    this.#anchor = null;
    this.#active = null;
  }

  has(number: number): boolean {
    if (this.#anchor === null || this.#active === null) return false;
    const [from, to] = [this.#anchor, this.#active].toSorted((one, other) => one - other);
    return from !== undefined && to !== undefined && number >= from && number <= to;
  }

  /** The selected ones of these lines, in their order. */
  filterSelected(lines: readonly KeptLine[]): readonly KeptLine[] {
    if (this.#anchor === null || this.#active === null) return [];
    const [from = 0, to = 0] = [this.#anchor, this.#active].toSorted((one, other) => one - other);
    return lines.slice(rowIndexOf(lines, from), rowIndexOf(lines, to + 1));
  }
}

/** The index of the line with this number, or where it would be inserted. Lines are sorted by number. */
export function rowIndexOf(lines: readonly KeptLine[], number: number): number {
  return lowerBound(lines, (line) => line.number < number);
}

interface LogListKeysOptions {
  readonly view: LogView;
  readonly list: VirtualList;
  readonly selection: LogSelection;
  copy(text: string): void;
}

/** Handles the keys of the list of log lines. */
export class LogListKeys {
  readonly #options: LogListKeysOptions;

  constructor(options: LogListKeysOptions) {
    this.#options = options;
  }

  handleKey(event: KeyboardEvent): void {
    if (event.altKey) return;
    const { view, selection, list } = this.#options;
    const { lines } = view.snapshot;
    const withMod = event.ctrlKey || event.metaKey;
    if (withMod && event.key.toLowerCase() === 'a') selection.selectAll(lines);
    else if (withMod && event.key.toLowerCase() === 'c') this.#copy(lines);
    else if (event.key === 'Escape') {
      selection.clear();
      list.scrollToEnd();
    } else if (!withMod && this.#move(event, lines))
      list.jumpToRow(rowIndexOf(lines, selection.active ?? 0));
    else return;
    event.preventDefault();
  }

  /** Scrolls to the active line, if it still is in the list. */
  scrollToActive(): void {
    const { view, selection, list } = this.#options;
    const { lines } = view.snapshot;
    const row = selection.active === null ? -1 : rowIndexOf(lines, selection.active);
    if (lines[row]?.number === selection.active && row >= 0) list.jumpToRow(row);
  }

  /** Moves the selection; returns false for any other key. */
  #move({ key, shiftKey }: KeyboardEvent, lines: readonly KeptLine[]): boolean {
    const { list, selection } = this.#options;
    const page = list.pageRows;
    const steps: Readonly<Record<string, number>> = {
      ArrowUp: -1,
      ArrowDown: 1,
      PageUp: -page,
      PageDown: page,
      Home: -Infinity,
      End: Infinity,
    };
    const step = steps[key];
    if (step === undefined) return false;
    const from = selection.active === null ? lines.length : rowIndexOf(lines, selection.active);
    const row = Math.min(Math.max(0, from + step), lines.length - 1);
    const line = lines[row];
    if (line !== undefined) selection.select(line.number, { extend: shiftKey });
    return line !== undefined;
  }

  #copy(lines: readonly KeptLine[]): void {
    // Text selected with the mouse takes precedence.
    const selectedText = getSelection()?.toString() ?? '';
    const text =
      selectedText === ''
        ? threadtimeText(this.#options.selection.filterSelected(lines))
        : selectedText;
    if (text !== '') this.#options.copy(text);
  }
}
