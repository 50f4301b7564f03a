interface FieldOptions {
  readonly hint: string;
  readonly text?: string;
  readonly password?: boolean;
  readonly multiline?: boolean;
  /** Reformats the text after each edit, as a TextWatcher does: a phone number's dashes. */
  readonly format?: (text: string) => string;
}

/** Text and selection of a text field; owned by the activity that shows it. */
export class FieldState {
  readonly hint: string;
  readonly password: boolean;
  readonly multiline: boolean;
  readonly #format: ((text: string) => string) | undefined;
  #text: string;
  #anchor: number;
  #cursor: number;

  constructor(options: FieldOptions) {
    this.hint = options.hint;
    this.password = options.password ?? false;
    this.multiline = options.multiline ?? false;
    this.#format = options.format;
    this.#text = options.format?.(options.text ?? '') ?? options.text ?? '';
    this.#cursor = this.#text.length;
    this.#anchor = this.#cursor;
  }

  get text(): string {
    return this.#text;
  }

  /** Index in UTF-16 units, from 0 to the text's length: the moving end of the selection. */
  get cursor(): number {
    return this.#cursor;
  }

  /** The selection in UTF-16 units; start and end are equal when nothing is selected. */
  get selection(): TextRange {
    const [start, end] = [this.#anchor, this.#cursor].toSorted((a, b) => a - b);
    return { start: start ?? 0, end: end ?? 0 };
  }

  /** Whether selecting a word selects everything: passwords and numbers (Editor.needsToSelectAllToSelectWordOrParagraph). */
  get selectsAllAsWord(): boolean {
    return this.password || this.#format !== undefined;
  }

  get selectedText(): string {
    const { start, end } = this.selection;
    return this.#text.slice(start, end);
  }

  /** The text on the screen and in the hierarchy: bullets for a password. */
  get displayText(): string {
    return this.password ? '\u2022'.repeat(this.#text.length) : this.#text;
  }

  /** Moves the cursor to an index, clamped to the text. `extend` keeps the other end of the selection. */
  moveCursorTo(index: number, extend = false): void {
    this.#cursor = Math.max(0, Math.min(this.#text.length, index));
    if (!extend) this.#anchor = this.#cursor;
  }

  /** Selects from start to end, with the cursor at the end. */
  select({ start, end }: TextRange): void {
    this.moveCursorTo(start);
    this.moveCursorTo(end, true);
  }

  selectAll(): void {
    this.select({ start: 0, end: this.#text.length });
  }

  /** Moves by a grapheme cluster; a selection collapses to its end on that side (android.text.Selection). */
  moveCursor(direction: -1 | 1, extend = false): void {
    const { start, end } = this.selection;
    if (start !== end && !extend) this.moveCursorTo(direction === 1 ? end : start);
    else if (direction === 1) this.moveCursorTo(nextBoundary(this.#text, this.#cursor), extend);
    else this.moveCursorTo(previousBoundary(this.#text, this.#cursor), extend);
  }

  /** Replaces the text and moves the cursor to its end. */
  setText(text: string): void {
    this.#replace({ start: 0, end: this.#text.length }, text);
  }

  /** Replaces the selection; a single-line field turns line breaks into spaces. */
  insert(text: string): void {
    const breaks = text.replaceAll(/\r\n?/g, '\n');
    this.#replace(this.selection, this.multiline ? breaks : breaks.replaceAll('\n', ' '));
  }

  /** Removes the selection, or the character before the cursor. */
  deleteBackward(): void {
    const { start, end } = this.selection;
    const from = start === end ? backspaceStart(this.#text, end) : start;
    this.#replace({ start: from, end }, '');
  }

  /** Removes the selection, or the character after the cursor. */
  deleteForward(): void {
    const { start, end } = this.selection;
    this.#replace({ start, end: start === end ? nextBoundary(this.#text, end) : end }, '');
  }

  #replace({ start, end }: TextRange, text: string): void {
    const before = this.#text.slice(0, start) + text;
    const newText = before + this.#text.slice(end);
    this.#text = this.#format?.(newText) ?? newText;
    this.moveCursorTo(
      this.#format === undefined ? before.length : this.#cursorAfterFormat(before, newText),
    );
  }

  /** The cursor after formatting: behind as many letters and digits as before. */
  #cursorAfterFormat(before: string, newText: string): number {
    if (before.length === newText.length) return this.#text.length;
    let remaining = before.replaceAll(/[^\p{L}\p{N}+*#]/gu, '').length;
    let index = 0;
    while (remaining > 0 && index < this.#text.length) {
      if (/[\p{L}\p{N}+*#]/u.test(this.#text[index] ?? '')) remaining--;
      index++;
    }
    return index;
  }
}

const graphemeSegmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
const wordSegmenter = new Intl.Segmenter('en', { granularity: 'word' });
/** Grapheme clusters that BaseKeyListener deletes as one: emoji with joiners, flags, keycaps. */
const deletedAsOne = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;

/** A range of a text in UTF-16 units; `end` is exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** The end of the grapheme cluster at an index; the text's length at its end. */
export function nextBoundary(text: string, index: number): number {
  const found = graphemeSegmenter.segment(text).containing(index);
  return found === undefined ? text.length : found.index + found.segment.length;
}

/** The start of the grapheme cluster before an index; 0 at the start. */
function previousBoundary(text: string, index: number): number {
  return graphemeSegmenter.segment(text).containing(index - 1)?.index ?? 0;
}

/**
 * The start of what Backspace deletes: a whole emoji, but only the last mark of a letter with
 * combining marks (android.text.method.BaseKeyListener).
 */
function backspaceStart(text: string, index: number): number {
  const start = previousBoundary(text, index);
  const character = text.slice(start, index);
  if (deletedAsOne.test(character) || character === '\r\n') return start;
  return index - ([...character].at(-1)?.length ?? 0);
}

/** The word at an index, or else just before it; without one, the segment at the index. */
export function wordAround(text: string, index: number): TextRange {
  const segments = wordSegmenter.segment(text);
  const here = segments.containing(Math.min(index, Math.max(0, text.length - 1)));
  const before = index > 0 ? segments.containing(index - 1) : undefined;
  const chosen = [here, before].find((segment) => segment?.isWordLike === true) ?? here;
  if (chosen === undefined) return { start: 0, end: 0 };
  return { start: chosen.index, end: chosen.index + chosen.segment.length };
}
