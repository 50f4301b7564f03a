import type { Luma } from '../../screen/luma.ts';
import { type ScreenModel, node } from './model-phone.ts';

const articleView = { top: 200, bottom: 1800 };
/** Width and height of one cell of the picture, in pixels. */
const cellPx = 20;
const articleScreenSize = { width: 1000, height: 2000 };

interface ArticleOptions {
  /** Height of the text between title and button, in pixels. */
  readonly length: number;
  readonly button?: boolean;
  /** Whether the window forbids screenshots (FLAG_SECURE). */
  readonly secure?: boolean;
  /** Top edge of the keyboard in the picture. */
  readonly keyboardTop?: number;
  /** Number of picture rows that change with every picture, like a spinner. */
  readonly spinning?: number;
}

/** A scrollable page: title, one long text, button. Its dump clips the text to the container, like Android's. */
export class ArticleModel implements ScreenModel {
  offset = 0;
  readonly #options: ArticleOptions;
  #pictures = 0;

  constructor(options: ArticleOptions) {
    this.#options = options;
  }

  xml(): string {
    const { length, button = true } = this.#options;
    const children = [
      this.#nodeFor('heading', { from: 0, to: 100 }),
      this.#nodeFor('body', { from: 100, to: 100 + length }),
      button ? this.#nodeFor('accept', { from: 100 + length, to: 200 + length }) : '',
    ];
    const attributes = 'scrollable="true"';
    const bounds = { left: 0, right: articleScreenSize.width, ...articleView };
    return node('article', bounds, { attributes, children: children.join('') });
  }

  drag({ y }: { readonly y: number }): void {
    const maxOffset = this.#options.length + 200 - (articleView.bottom - articleView.top);
    this.offset = Math.max(0, Math.min(maxOffset, this.offset - y));
  }

  /** Each line of text has its own brightness. */
  luma(): Luma {
    this.#pictures++;
    const { secure = false, keyboardTop = articleScreenSize.height, spinning = 0 } = this.#options;
    const columns = articleScreenSize.width / cellPx;
    const rows = Array.from({ length: articleScreenSize.height / cellPx }, (_, row) => {
      const y = row * cellPx;
      if (y >= keyboardTop) return 128;
      if (secure) return 0;
      if (y < articleView.top || y >= articleView.bottom) return 255;
      const spins = row - articleView.top / cellPx < spinning;
      return spins ? (this.#pictures * 50) % 256 : 20 + 200 * Math.abs(Math.sin(y + this.offset));
    });
    return {
      columns,
      cells: Uint8Array.from(rows.flatMap((row) => new Array<number>(columns).fill(row))),
    };
  }

  #nodeFor(name: string, { from, to }: { readonly from: number; readonly to: number }): string {
    const clip = (position: number): number =>
      Math.max(
        articleView.top,
        Math.min(articleView.bottom, articleView.top + position - this.offset),
      );
    const [top, bottom] = [clip(from), clip(to)];
    if (top === bottom) return '';
    return node(
      name,
      { left: 0, right: articleScreenSize.width, top, bottom },
      { attributes: `text="${name}"` },
    );
  }
}
