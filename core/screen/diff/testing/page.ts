/** Draws a page with a list as a dump in which every element has a key that is stable across screens. */
import { type Rect, intersect, isEmpty } from '#core/geometry.ts';
import { type Element, type Screen, walk } from '../../screen.ts';
import { screenOf } from '../../testing/screens.ts';

export interface PageRow {
  /** Identifies the row on all screens. */
  readonly key: number;
  readonly name: string;
  readonly status: string;
  readonly isOn: boolean;
}

export interface Page {
  readonly title: string;
  /** Descriptions of the buttons after the title. */
  readonly buttons: readonly string[];
  readonly rows: readonly PageRow[];
  /** How many pixels the list is scrolled down. */
  readonly scrolled: number;
  /** Whether views have resource ids and layout classes; without them the dump looks like one of Compose. */
  readonly isNamed: boolean;
}

export interface DrawnPage {
  readonly screen: Screen;
  readonly keys: ReadonlyMap<Element, string>;
}

interface View {
  readonly key: string;
  readonly attributes: string;
  readonly bounds: Rect;
  readonly children?: readonly View[];
}

export const rowHeight = 200;
export const listTop = 200;
export const listBottom = 2200;
const width = 1080;

/** Draws the page as a screen; what is scrolled out of view is left out or clipped. */
export function drawPage(page: Page): DrawnPage {
  const keys: string[] = [];
  const xml = draw(pageView(page), { page, keys, window: box(0, 2400) });
  const screen = screenOf(xml);
  const elements = [...walk(screen.roots)];
  return { screen, keys: new Map(elements.map((element, i) => [element, keys[i] ?? ''])) };
}

function draw(
  { key, attributes, bounds, children = [] }: View,
  context: { readonly page: Page; readonly keys: string[]; readonly window: Rect },
): string {
  const visibleBounds = intersect(bounds, context.window);
  if (isEmpty(visibleBounds)) return '';
  context.keys.push(key);
  const inside = children
    .map((child) => draw(child, { ...context, window: visibleBounds }))
    .join('');
  const plain = attributes.replace(/ resource-id="[^"]*"/, '').replace(/Layout"/, '"');
  const { left, top, right, bottom } = visibleBounds;
  return `<node package="com.a" enabled="true" ${context.page.isNamed ? attributes : plain} bounds="[${left},${top}][${right},${bottom}]">${inside}</node>`;
}

function box(top: number, bottom: number, left = 0, right = width): Rect {
  return { left, top, right, bottom };
}

const layout = 'class="android.widget.LinearLayout"';
const label = 'class="android.widget.TextView"';
const id = (name: string): string => ` resource-id="com.a:id/${name}"`;

function pageView(page: Page): View {
  const children = [toolbar(page), list(page), tabs()];
  return { key: 'root', attributes: layout, bounds: box(0, 2400), children };
}

function toolbar({ title, buttons }: Page): View {
  const button = (key: string, description: string, left: number): View => ({
    key,
    attributes: `class="android.widget.ImageButton" content-desc="${description}" clickable="true"`,
    bounds: box(0, 200, left, left + 150),
  });
  return {
    key: 'toolbar',
    attributes: layout + id('toolbar'),
    bounds: box(0, 200),
    children: [
      button('back', 'Back', 0),
      {
        key: 'title',
        attributes: `${label} text="${title}"${id('title')}`,
        bounds: box(0, 200, 150, 480),
      },
      ...buttons.map((name, i) => button(`button ${name}`, name, 480 + i * 150)),
    ],
  };
}

function list({ rows, scrolled }: Page): View {
  return {
    key: 'list',
    attributes: `class="androidx.recyclerview.widget.RecyclerView" scrollable="true"${id('list')}`,
    bounds: box(listTop, listBottom),
    children: rows.map((row, i) => rowView(row, listTop + i * rowHeight - scrolled)),
  };
}

function rowView({ key, name, status, isOn }: PageRow, top: number): View {
  return {
    key: `row ${key}`,
    attributes: `${layout} clickable="true"${id('row')}`,
    bounds: box(top, top + rowHeight),
    children: [
      {
        key: `name ${key}`,
        attributes: `${label} text="${name}"${id('name')}`,
        bounds: box(top, top + 100, 0, 800),
      },
      {
        key: `status ${key}`,
        attributes: `${label} text="${status}"${id('status')}`,
        bounds: box(top + 100, top + 200, 0, 800),
      },
      {
        key: `switch ${key}`,
        attributes: `class="android.widget.Switch" checkable="true" checked="${isOn}" clickable="true"${id('switch')}`,
        bounds: box(top, top + 200, 800),
      },
    ],
  };
}

function tabs(): View {
  const children = ['Home', 'Search', 'Me'].map((name, i) => ({
    key: `tab ${name}`,
    attributes: `${label} text="${name}" clickable="true"`,
    bounds: box(listBottom, 2400, i * 360, (i + 1) * 360),
  }));
  return { key: 'tabs', attributes: layout + id('tabs'), bounds: box(listBottom, 2400), children };
}
