import { type KeptLine, threadtimeText } from './kept-line.ts';
import type { VirtualList } from '../../ui/virtual-list/virtual-list.svelte.ts';
import { type LogSelection, rowIndexOf } from './log-selection.svelte.ts';
import type { LogView } from './log-view.svelte.ts';

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
