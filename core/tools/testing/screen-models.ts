import type { KeyName } from '../../input/keys.ts';
import { escaped, ModelPhone, node, type ScreenModel } from './model-phone.ts';
import type { Luma } from '../../screen/luma.ts';
import type { Tool } from '../shared/tool.ts';
import { callTool, type CallResult } from './call-tool.ts';

interface FieldOptions {
  readonly text?: string;
  readonly hint?: string;
  /** Whether dumps have a hint attribute, as from Android 14 on. */
  readonly printsHint?: boolean;
  readonly password?: boolean;
  /** Transforms typed text. */
  readonly accept?: (text: string) => string;
  /** Formats the whole content. */
  readonly format?: (text: string) => string;
  readonly focused?: boolean;
  readonly enabled?: boolean;
}

/** A form with one labelled field; the keyboard moves both up when the field is focused. */
export class FormModel implements ScreenModel {
  text: string;
  cursor: number;
  focused: boolean;
  readonly #options: FieldOptions;

  constructor(options: FieldOptions = {}) {
    this.#options = options;
    this.text = options.text ?? '';
    this.cursor = this.text.length;
    this.focused = options.focused ?? false;
  }

  xml(): string {
    const {
      hint = 'Your name',
      printsHint = true,
      password = false,
      enabled = true,
    } = this.#options;
    const top = this.focused ? 500 : 1000;
    const shown = password ? '•'.repeat(this.text.length) : this.text;
    const attributes = [
      'class="android.widget.EditText" clickable="true"',
      `text="${escaped(shown || hint)}" ${printsHint ? `hint="${hint}"` : ''}`,
      `focused="${this.focused}" password="${password}"`,
    ].join(' ');
    const field = node('field', { left: 0, top, right: 1000, bottom: top + 100 }, { attributes });
    const label = { left: 0, top: top - 100, right: 1000, bottom: top };
    return (
      node('label', label, { attributes: 'text="Name" clickable="true"' }) +
      (enabled ? field : field.replace('enabled="true"', 'enabled="false"'))
    );
  }
  tap(name: string): void {
    if (name !== 'field') return;
    this.focused = true;
    this.cursor = 0;
  }
  type(text: string): void {
    if (!this.focused) return;
    const { accept = (input) => input, format = (input) => input } = this.#options;
    const accepted = accept(text);
    this.text = format(this.text.slice(0, this.cursor) + accepted + this.text.slice(this.cursor));
    this.cursor += accepted.length;
  }
  clear(): void {
    if (this.focused) this.text = '';
    this.cursor = 0;
  }
  cursorToEnd(): void {
    this.cursor = this.text.length;
  }
  key(key: KeyName): void {
    if (key !== 'DEL' || this.cursor === 0) return;
    this.text = this.text.slice(0, this.cursor - 1) + this.text.slice(this.cursor);
    this.cursor--;
  }
}

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
    const start = this.#clipped(i * rowLength);
    const end = this.#clipped((i + 1) * rowLength);
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
    const top = clip(from);
    const bottom = clip(to);
    if (top === bottom) return '';
    return node(
      name,
      { left: 0, right: articleScreenSize.width, top, bottom },
      { attributes: `text="${name}"` },
    );
  }
}

export interface FieldArguments {
  readonly text?: string;
  readonly element_id?: string | null;
}

/** Calls a text tool for the form's field, unless another `element_id` or null is given. */
export async function callOnField(
  tool: Tool,
  model: FormModel,
  args: FieldArguments = {},
): Promise<CallResult & { readonly phone: ModelPhone }> {
  const phone = new ModelPhone(model);
  const { element_id: id = phone.elementNamed('field').id, ...others } = args;
  const result = await callTool(tool, phone, {
    ...others,
    ...(id !== null && { element_id: id }),
  });
  return { ...result, phone };
}

/** A text transform that drops every third character in its first call, as when keys come too fast. */
export function dropsAtFirst(): (text: string) => string {
  let calls = 0;
  return (text) => (calls++ === 0 ? [...text].filter((_, i) => i % 3 !== 2).join('') : text);
}
