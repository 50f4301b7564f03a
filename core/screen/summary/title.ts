import type { Modal } from '../modal/modal.ts';
import { walk, type Element, type Screen } from '../screen.ts';
import { isHeading } from '../accessible-text.ts';
import { isActive, type ScreenRow } from '../rows.ts';
import { isPageView } from './missing-content.ts';

/** Resource ids that toolkits use for the title bar and for the title itself. */
const barNames =
  /(action_bar|toolbar|app_bar|appbar|top_bar|title_bar|topAppBar)(_container|_layout)?$/i;
const titleNames =
  /(action_bar_title|toolbar_title|homepage_title|page_title|screen_title|collapsing_toolbar)$/i;

/** Resource ids of search texts, which are a hint or what was typed. */
const searchNames = /search_(bar|box|src|edit|input|query|text|field|view)|query/i;
/** Resource ids of links and buttons; on a TV they may not be tappable. */
const controlNames =
  /[_/](btn|button|link|(see|show|view|hide|load|read)_(more|less|all))(_(text|label|text_?view))?$/i;
/** Resource ids of headings of a part of the screen. */
const partNames = /_(title|heading|headline)$/i;

/** Upper fraction of the screen in which a heading counts as the title. */
const upperFraction = 0.4;
/** Classes whose size says nothing about the size of their text. */
const pictures = /(Image|ImageView|TextureView|SurfaceView|VideoView)$/;

/**
 * The title of the screen: the text in its title bar, the title of its web page, the largest heading
 * in its upper part or in a tappable header at its top, or the selected tab. If the dump has only a
 * modal, the title of that; a home screen has none.
 */
export function titleOf(
  screen: Screen,
  {
    modal,
    rows,
    isLauncher,
  }: {
    readonly modal: Modal | null;
    readonly rows: readonly ScreenRow[];
    readonly isLauncher: boolean;
  },
): string {
  if (modal && modal.kind !== 'keyboard' && isWholeWindow(screen, modal)) return modal.title;
  if (isLauncher) return '';
  const fields = [...walk(screen.roots)].filter(({ editable }) => editable);
  const inFields = new Set(walk(fields));
  const plain = rows.filter(
    (row) =>
      isReadOnly(row.element) &&
      row.element.enabled &&
      !isPageView(row.element) &&
      !inFields.has(row.element) &&
      isHeading(rowText(row)) &&
      !isProgress(rowText(row)),
  );
  return (
    titleByName(rows) ??
    barTitle(screen, plain) ??
    titleBesideBack(rows, plain) ??
    webPageTitle(screen) ??
    largestHeading(screen, rows, plain) ??
    partTitle(plain) ??
    selectedTab(rows) ??
    ''
  );
}

/** Whether the text says what the app is doing, such as "Loading...". */
function isProgress(text: string): boolean {
  return /(\.{3}|…)[^\p{L}\p{N}]*$/u.test(text.slice(-10));
}

/** Whether it is neither interactive nor the text of a control or a search. */
function isReadOnly(element: Element): boolean {
  const { className, resourceId } = element;
  const isControl = className.endsWith('Button') || controlNames.test(resourceId);
  return !isActive(element) && !isControl && !searchNames.test(resourceId);
}

/** Whether the modal is a whole window of the dump. */
function isWholeWindow({ roots }: Screen, { element, certainty }: Modal): boolean {
  return certainty === 'sure' && roots.includes(element);
}

/** The text of the element with the resource id of a title; it may be interactive. */
function titleByName(rows: readonly ScreenRow[]): string | undefined {
  for (const row of rows) {
    const texts = [{ text: rowText(row), element: row.element }, ...row.texts];
    const title = texts.find(({ element, text }) => text && titleNames.test(element.resourceId));
    if (title) return title.text;
  }
  return undefined;
}

/** The heading of a part if there is only one; rows of a list have headings too. */
function partTitle(plain: readonly ScreenRow[]): string | undefined {
  const parts = plain.filter(({ element }) => partNames.test(element.resourceId));
  const [only] = parts;
  return only && parts.length === 1 ? rowText(only) : undefined;
}

function barTitle({ roots }: Screen, plain: readonly ScreenRow[]): string | undefined {
  const bars = [...walk(roots)].filter(
    ({ resourceId, className }) => barNames.test(resourceId) || className.endsWith('Toolbar'),
  );
  const inBars = new Set(walk(bars));
  const inside = plain.find(({ element }) => inBars.has(element));
  return inside && rowText(inside);
}

/** Resource ids of the button that leads back, which toolkits without a title bar put beside the title. */
const backNames = /(^|[_/])(btn_?|button_?|iv_?|img_?)?(back|navigate_?up)(_?(btn|button|icon))?$/i;

/** The heading on the line of the back button. */
function titleBesideBack(
  rows: readonly ScreenRow[],
  plain: readonly ScreenRow[],
): string | undefined {
  const back = rows.find(({ element }) => element.clickable && backNames.test(element.resourceId));
  if (back === undefined) return undefined;
  const { right, top, bottom } = back.element.bounds;
  const beside = plain.find(({ element: { bounds } }) => {
    const middle = (bounds.top + bounds.bottom) / 2;
    return bounds.left >= right && middle >= top && middle < bottom;
  });
  return beside && rowText(beside);
}

function webPageTitle({ roots }: Screen): string | undefined {
  for (const { className, text, description } of walk(roots)) {
    if (className.endsWith('WebView') && isHeading(text || description)) return text || description;
  }
  return undefined;
}

function largestHeading(
  { size, roots }: Screen,
  rows: readonly ScreenRow[],
  plain: readonly ScreenRow[],
): string | undefined {
  const scrollables = [...walk(roots)].filter(({ scrollable }) => scrollable);
  const inScrollables = new Set(walk(scrollables));
  const rowHeadings = rowHeadingsIn(plain.filter(({ element }) => inScrollables.has(element)));
  const textCounts = countBy(plain, rowText);
  const upperRows = plain.filter(
    (row) =>
      row.element.bounds.top < upperFraction * size.height &&
      !pictures.test(row.element.className) &&
      !rowHeadings.has(row) &&
      textCounts.get(rowText(row)) === 1,
  );
  // Use descriptions only if there are no texts, as in Flutter, and not those of whole areas.
  const texts = upperRows.filter(({ own }) => own.text !== '');
  const isArea = ({ element }: ScreenRow): boolean => [...walk(element.children)].some(isActive);
  const headings = texts.length > 0 ? texts : upperRows.filter((row) => !isArea(row));
  // The element reader tells what the app itself calls a heading.
  const marked = headings.filter(({ element }) => element.heading);
  const [best] = (marked.length > 0 ? marked : headings).toSorted(
    (a, b) => heightOf(b.element) - heightOf(a.element),
  );
  return headerTitle(size, rows, best?.element) ?? (best && rowText(best));
}

/** Upper fraction of the screen in which a header begins. */
const headerFraction = 0.1;

/**
 * The largest text of the first tappable element, such as a header that opens a menu, if that is at the
 * top and the text is larger than its other texts and than the largest heading.
 */
function headerTitle(
  { height }: Screen['size'],
  rows: readonly ScreenRow[],
  heading: Element | undefined,
): string | undefined {
  const header = rows.find(({ element }) => element.clickable)?.element;
  if (header === undefined || header.bounds.top > headerFraction * height) return undefined;
  // The first row of a list that was scrolled; the edge of the list cuts it.
  const { left, right } = header.bounds;
  const isAlike = ({ element: { clickable, bounds } }: ScreenRow): boolean =>
    clickable && bounds.left === left && bounds.right === right;
  if (rows.filter(isAlike).length >= minRowHeadings) return undefined;
  const texts = [...walk(header.children)].filter(({ text }) => isHeading(text));
  const [largest, next] = texts.toSorted((a, b) => heightOf(b) - heightOf(a));
  if (largest === undefined || next === undefined) return undefined;
  const limit = Math.max(heightOf(next), heading ? heightOf(heading) : 0);
  return heightOf(largest) > limit ? largest.text : undefined;
}

/** Fewest texts in line with each other that are headings of a list's rows. */
const minRowHeadings = 3;

/**
 * The texts of single rows of a list: others begin at the same place and are as high or higher, since
 * the edge of the list can cut a row.
 */
function rowHeadingsIn(scrolled: readonly ScreenRow[]): ReadonlySet<ScreenRow> {
  const columnOf = ({ element: { className, bounds } }: ScreenRow): string =>
    `${bounds.left} ${className}`;
  const lineOf = (row: ScreenRow): string => `${heightOf(row.element)} ${columnOf(row)}`;
  const lineCounts = countBy(scrolled, lineOf);
  const rowHeights = new Map<string, number>();
  for (const row of scrolled) {
    if ((lineCounts.get(lineOf(row)) ?? 0) < minRowHeadings) continue;
    const height = Math.max(heightOf(row.element), rowHeights.get(columnOf(row)) ?? 0);
    rowHeights.set(columnOf(row), height);
  }
  const isRowHeading = (row: ScreenRow): boolean =>
    heightOf(row.element) <= (rowHeights.get(columnOf(row)) ?? -1);
  return new Set(scrolled.filter(isRowHeading));
}

function countBy(
  rows: readonly ScreenRow[],
  keyOf: (row: ScreenRow) => string,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const key of rows.map(keyOf)) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

function selectedTab(rows: readonly ScreenRow[]): string | undefined {
  const tab = rows.find(({ element }) => element.selected);
  if (tab === undefined) return undefined;
  const text = rowText(tab) || (tab.texts[0]?.text ?? '');
  return isHeading(text) ? text : undefined;
}

function rowText({ own }: ScreenRow): string {
  return own.text === '' ? own.description : own.text;
}

function heightOf({ bounds }: Element): number {
  return bounds.bottom - bounds.top;
}
