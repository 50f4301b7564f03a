import { type KeptLine, threadtimeText } from './kept-line.ts';
import type { VirtualList } from '../../ui/virtual-list/virtual-list.svelte.ts';
import { type LogSelection, rowOf } from './log-selection.svelte.ts';
import type { LogView } from './log-view.svelte.ts';

interface Parts {
  readonly view: LogView;
  readonly list: VirtualList;
  readonly selection: LogSelection;
  copy(text: string): void;
}

/** Handles the keys of the list of log lines. */
export class ListKeys {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  press(event: KeyboardEvent): void {
    if (event.altKey) return;
    const { view, selection, list } = this.#parts;
    const { lines } = view.shown;
    const withMod = event.ctrlKey || event.metaKey;
    if (withMod && event.key.toLowerCase() === 'a') selection.chooseAll(lines);
    else if (withMod && event.key.toLowerCase() === 'c') this.#copy(lines);
    else if (event.key === 'Escape') {
      selection.clear();
      list.toEnd();
    } else if (!withMod && this.#move(event, lines))
      list.jumpTo(rowOf(lines, selection.active ?? 0));
    else return;
    event.preventDefault();
  }

  /** Scrolls to the active line, if it still is in the list. */
  keepInSight(): void {
    const { view, selection, list } = this.#parts;
    const { lines } = view.shown;
    const row = selection.active === null ? -1 : rowOf(lines, selection.active);
    if (lines[row]?.number === selection.active && row >= 0) list.jumpTo(row);
  }

  /** Moves the selection; returns false for any other key. */
  #move({ key, shiftKey }: KeyboardEvent, lines: readonly KeptLine[]): boolean {
    const { list, selection } = this.#parts;
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
    const from = selection.active === null ? lines.length : rowOf(lines, selection.active);
    const row = Math.min(Math.max(0, from + step), lines.length - 1);
    const line = lines[row];
    if (line !== undefined) selection.choose(line.number, { extend: shiftKey });
    return line !== undefined;
  }

  #copy(lines: readonly KeptLine[]): void {
    // Text selected with the mouse takes precedence.
    const marked = getSelection()?.toString() ?? '';
    const text = marked === '' ? threadtimeText(this.#parts.selection.of(lines)) : marked;
    if (text !== '') this.#parts.copy(text);
  }
}
