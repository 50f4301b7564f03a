import { type ScreenModel, node } from './model-phone.ts';

interface ListOptions {
  readonly peopleRows: readonly string[];
  readonly horizontal?: boolean;
  /** Index of the first row in view. */
  readonly first?: number;
  /** Whether the dump includes rows outside the view, as some do. */
  readonly printsAll?: boolean;
  readonly scrollable?: boolean;
}

const rowLength = 150;
/** Top and bottom of the list on the screen, or left and right. */
const listView = { start: 200, end: 950 };

/** A list of rows, each with a name and a Follow button; its dump has only the rows in view, as with RecyclerView. */
export class ListModel implements ScreenModel {
  offset: number;
  readonly #options: ListOptions;

  constructor(options: ListOptions) {
    this.#options = options;
    this.offset = (options.first ?? 0) * rowLength;
  }

  xml(): string {
    const { horizontal = false, scrollable = true } = this.#options;
    const bounds = horizontal
      ? { left: listView.start, top: 200, right: listView.end, bottom: 400 }
      : { left: 0, top: listView.start, right: 1000, bottom: listView.end };
    const children = this.#options.peopleRows.map((_, i) => this.#row(i)).join('');
    const list = node('list', bounds, { attributes: `scrollable="${scrollable}"`, children });
    const title = { left: 0, top: 0, right: 1000, bottom: 100 };
    return node('title', title, { attributes: 'text="People"' }) + list;
  }

  drag({ x, y }: { readonly x: number; readonly y: number }): void {
    const distance = this.#options.horizontal === true ? x : y;
    const maxOffset = this.#options.peopleRows.length * rowLength - (listView.end - listView.start);
    this.offset = Math.max(0, Math.min(Math.max(0, maxOffset), this.offset - distance));
  }

  #row(i: number): string {
    const { horizontal = false, printsAll = false } = this.#options;
    const [start, end] = [this.#clipped(i * rowLength), this.#clipped((i + 1) * rowLength)];
    if (!printsAll && start >= end) return '';
    const at = (from: number, to: number) =>
      horizontal
        ? { left: start, top: 200 + from / 5, right: end, bottom: 200 + to / 5 }
        : { left: from, top: start, right: to, bottom: end };
    const name = `text="${this.#options.peopleRows[i] ?? ''}"`;
    return node('row', at(0, 1000), {
      attributes: 'clickable="true"',
      children:
        node('name', at(0, 700), { attributes: name }) +
        node('follow', at(700, 1000), { attributes: 'text="Follow" clickable="true"' }),
    });
  }

  /** Converts a position in the content to one on the screen. */
  #clipped(position: number): number {
    const onScreen = listView.start + position - this.offset;
    if (this.#options.printsAll === true) return onScreen;
    return Math.max(listView.start, Math.min(listView.end, onScreen));
  }
}
