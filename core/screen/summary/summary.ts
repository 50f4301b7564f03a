import type { Modal, ModalKind } from '../modal/modal.ts';
import {
  isOnScreen,
  walk,
  type Element,
  type Focus,
  type Screen,
  resourceEntryName,
} from '../screen.ts';
import { hasLettersOrDigits, isHeading } from '../accessible-text.ts';
import { isActive, rowsOf, type ScreenRow } from '../rows.ts';
import { findModal } from '../modal/find-modal.ts';
import { actionsIn, isActionable, type ListedAction, type ScreenAction } from './actions.ts';
import { intersect, rectOfSize } from '../../geometry.ts';

/** Resource ids that toolkits use for the title bar and for the title itself. */
const barNames =
  /(action_bar|toolbar|app_bar|appbar|top_bar|title_bar|topAppBar)(_container|_layout)?$/i;
const titleNames =
  /(action_bar_title|toolbar_title|homepage_title|page_title|screen_title|collapsing_toolbar)$/i;

/** Resource ids of search texts, which are a hint or what was typed. */
const searchNames = /search_(bar|box|src|edit|input|query|text|field|view)|query/i;
/** Resource ids of headings of a part of the screen. */
const partNames = /_(title|heading|headline)$/i;

/** Upper fraction of the screen in which a heading counts as the title. */
const upperFraction = 0.4;
/** Classes whose size says nothing about the size of their text. */
const pictures = /(Image|ImageView|TextureView|SurfaceView|VideoView)$/;

/**
 * The title of the screen: the text in its title bar, the title of its web page, the largest heading
 * in its upper part, or the selected tab. If the dump has only a modal, the title of that; a home
 * screen has none.
 */
export function titleOf(screen: Screen, modal: Modal | null, rows: readonly ScreenRow[]): string {
  if (modal && modal.kind !== 'keyboard' && isWholeWindow(screen, modal)) return modal.title;
  if (launcherPartOf(screen)) return '';
  const fields = [...walk(screen.roots)].filter(({ editable }) => editable);
  const inFields = new Set(walk(fields));
  const plain = rows.filter(
    (row) =>
      isReadOnly(row.element) &&
      row.element.enabled &&
      !inFields.has(row.element) &&
      isHeading(rowText(row)),
  );
  return (
    titleByName(rows) ??
    barTitle(screen, plain) ??
    webPageTitle(screen) ??
    largestHeading(screen, plain) ??
    partTitle(plain) ??
    selectedTab(rows) ??
    ''
  );
}

/** Whether it is neither interactive nor the text of a search. */
function isReadOnly(element: Element): boolean {
  const { className, resourceId } = element;
  return !isActive(element) && !className.endsWith('Button') && !searchNames.test(resourceId);
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

function webPageTitle({ roots }: Screen): string | undefined {
  for (const { className, text, description } of walk(roots)) {
    if (className.endsWith('WebView') && isHeading(text || description)) return text || description;
  }
  return undefined;
}

function largestHeading({ size, roots }: Screen, plain: readonly ScreenRow[]): string | undefined {
  const scrollables = [...walk(roots)].filter(({ scrollable }) => scrollable);
  const inScrollables = new Set(walk(scrollables));
  const rowHeadings = rowHeadingsIn(plain.filter(({ element }) => inScrollables.has(element)));
  const upperRows = plain.filter(
    (row) =>
      row.element.bounds.top < upperFraction * size.height &&
      !pictures.test(row.element.className) &&
      !rowHeadings.has(row),
  );
  // Descriptions name whole areas; use them only if there are no texts, as in Flutter.
  const texts = upperRows.filter(({ own }) => own.text !== '');
  const headings = texts.length > 0 ? texts : upperRows;
  const [best] = headings.toSorted((a, b) => heightOf(b.element) - heightOf(a.element));
  return best && rowText(best);
}

/** Fewest texts in line with each other that are headings of a list's rows. */
const minRowHeadings = 3;

/**
 * The texts of single rows of a list: others say the same, or begin at the same place and are as high
 * or higher, since the edge of the list can cut a row.
 */
function rowHeadingsIn(scrolled: readonly ScreenRow[]): ReadonlySet<ScreenRow> {
  const columnOf = ({ element: { className, bounds } }: ScreenRow): string =>
    `${bounds.left} ${className}`;
  const lineOf = (row: ScreenRow): string => `${heightOf(row.element)} ${columnOf(row)}`;
  const textCounts = countBy(scrolled, rowText);
  const lineCounts = countBy(scrolled, lineOf);
  const rowHeights = new Map<string, number>();
  for (const row of scrolled) {
    if ((lineCounts.get(lineOf(row)) ?? 0) < minRowHeadings) continue;
    const height = Math.max(heightOf(row.element), rowHeights.get(columnOf(row)) ?? 0);
    rowHeights.set(columnOf(row), height);
  }
  const isRowHeading = (row: ScreenRow): boolean =>
    (textCounts.get(rowText(row)) ?? 0) > 1 ||
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

/** Summarizes a screen in a few facts; format/summary.ts prints them. */

/** The facts of one screen. */
export interface Summary {
  readonly focus: Focus;
  /** The title of the screen, or of its dialog if the dump has nothing else; empty if there is none. */
  readonly title: string;
  readonly kind: ScreenKind;
  readonly modal: Modal | null;
  /** The plain texts, in document order without duplicates, except the titles of the screen and the modal. */
  readonly texts: readonly string[];
  /** The elements on the screen that can be tapped, filled in or slid; those in a modal first. */
  readonly actions: readonly ListedAction[];
  /** The scrollable elements on the screen, in document order. */
  readonly scrollables: readonly Element[];
  readonly counts: SummaryCounts;
}

/** Counts of elements, including those that the summary leaves out. */
interface SummaryCounts {
  /** All elements of the dump. */
  readonly elements: number;
  /** Actions blocked by a modal. */
  readonly behind: number;
  /** Actions that must be scrolled into view first. */
  readonly offscreen: number;
}

/** Summarizes the screen. Elements behind a modal are only counted if the modal is certain. */
export function summarize(screen: Screen): Summary {
  const modal = findModal(screen);
  const rows = rowsOf(screen).filter(({ element }) => !isSystemWindow(screen, modal, element));
  const { front, behind } = splitByModal(modal, rows);
  const actionable = front.filter(isActionable);
  const isShown = ({ element }: ScreenRow): boolean => isOnScreen(element, screen.size);
  const shown = front.filter(isShown);
  const actions = actionsIn(shown, screen);
  const title = titleOf(screen, modal, behind.length > 0 ? behind : front);
  return {
    focus: screen.focus,
    title,
    kind: screenKindOf(screen, { modal, rows: shown, actions }),
    modal,
    texts: textsIn(shown, { title, modal, actions }),
    actions,
    scrollables: shown.flatMap(({ element }) => (element.scrollable ? [element] : [])),
    counts: {
      elements: [...walk(screen.roots)].length,
      behind: actionsIn(behind.filter(isShown), screen).length,
      offscreen: actionable.length - actionable.filter(isShown).length,
    },
  };
}

/** Whether the element belongs to a system bar beside an app or to a keyboard, which summaries leave out. */
function isSystemWindow({ roots }: Screen, modal: Modal | null, { path }: Element): boolean {
  if (roots.length === 1) return false;
  const root = roots[Number.parseInt(path)];
  if (root === undefined) return false;
  if (modal?.kind === 'keyboard') return root === modal.element;
  const isBar = root.packageName === 'com.android.systemui';
  return isBar && modal === null && roots.some((other) => other.packageName !== root.packageName);
}

/** Splits the rows into those in the modal and those behind it. A modal that is only likely blocks nothing, but its rows come first. */
function splitByModal(
  modal: Modal | null,
  rows: readonly ScreenRow[],
): { readonly front: readonly ScreenRow[]; readonly behind: readonly ScreenRow[] } {
  if (modal === null || modal.kind === 'keyboard') return { front: rows, behind: [] };
  const parts = new Set(walk([modal.element]));
  const inside = rows.filter(({ element }) => parts.has(element));
  const others = rows.filter(({ element }) => !parts.has(element));
  if (modal.certainty === 'sure') return { front: inside, behind: others };
  return { front: [...inside, ...others], behind: [] };
}

/** With more texts than this, bare numbers are left out, such as the days of a month. Numbers with a unit, such as "14°", stay. */
const manyTexts = 12;

/** The plain texts without duplicates, except those that label something. */
function textsIn(
  rows: readonly ScreenRow[],
  context: {
    readonly title: string;
    readonly modal: Modal | null;
    readonly actions: readonly ScreenAction[];
  },
): string[] {
  const names = context.actions.map(({ text }) => text);
  const known = new Set([context.title, context.modal?.title ?? '', ...names]);
  const labels = new Set(context.actions.map(({ labelElement }) => labelElement));
  const texts = rows
    .filter(({ element }) => !isActive(element) && !labels.has(element))
    .flatMap(({ own, texts: rowTexts }) => [
      own.text || own.description,
      ...rowTexts.map(({ text }) => text),
    ]);
  const uniqueTexts = [...new Set(texts)].filter(
    (text) => hasLettersOrDigits(text) && !known.has(text),
  );
  return uniqueTexts.length <= manyTexts
    ? uniqueTexts
    : uniqueTexts.filter((text) => !/^\p{N}+$/u.test(text));
}

/** The kinds of screens without a modal. */
type PageKind =
  /** Nothing readable or labelled: a game, a video, or a screen that is still empty. */
  | 'empty tree'
  | 'web page'
  /** Video, music, camera: the picture matters most. */
  | 'media'
  | 'form'
  | 'home screen'
  | 'app drawer'
  | 'recents'
  | 'list'
  | 'page';
/** The kinds of screens; a keyboard alone does not change the kind. */
export type ScreenKind = PageKind | Exclude<ModalKind, 'keyboard'>;

/** The modal, and the rows and actions in front of it. */
interface ShownContent {
  readonly modal: Modal | null;
  readonly rows: readonly ScreenRow[];
  readonly actions: readonly ScreenAction[];
}

/** Fractions of the screen from which on a web view or a picture decides the kind. */
const mostlyWeb = 0.4;
const mostlyPicture = 0.25;

/** Minimum number of rows in a list. */
const minListRows = 3;

/** The kind of the screen: that of its modal, else the first kind that matches. */
function screenKindOf(screen: Screen, shown: ShownContent): ScreenKind {
  const { modal, rows, actions } = shown;
  if (modal && modal.kind !== 'keyboard') return modal.kind;
  const isNamed = actions.some(
    ({ text, element }) => text !== '' || element.resourceId !== '' || element.editable,
  );
  if (!isNamed && !rows.some(hasReadableText)) return 'empty tree';
  const covers = coverageOn(screen);
  if (
    isPlayer(actions) ||
    covers(/(VideoView|SurfaceView|TextureView|PlayerView)$/) > mostlyPicture
  )
    return 'media';
  if (covers(/WebView$/) > mostlyWeb) return 'web page';
  if (isForm(actions)) return 'form';
  const launcher = launcherPartOf(screen);
  if (launcher) return launcher;
  return isList(screen, rows) ? 'list' : 'page';
}

function hasReadableText({ own, texts }: ScreenRow): boolean {
  const candidates = [own.text, own.description, ...texts.map(({ text }) => text)];
  return candidates.some(hasLettersOrDigits);
}

/** Returns, for a class, the largest fraction of the screen that one of its elements covers, 0 to 1. */
function coverageOn({ roots, size }: Screen): (className: RegExp) => number {
  return (className) => {
    const matching = [...walk(roots)].filter(
      (element) => className.test(element.className) && isOnScreen(element, size),
    );
    return Math.max(0, ...matching.map((element) => coveredFractionOf(element, size)));
  };
}

function coveredFractionOf({ bounds }: Element, size: Screen['size']): number {
  const { left, top, right, bottom } = intersect(bounds, rectOfSize(size));
  return ((right - left) * (bottom - top)) / (size.width * size.height);
}

/** Labels and ids of a player's buttons. Other player buttons must be present too, since lists also have "Play". */
const playButton = /(^|[^a-z])(play|pause)([^a-z]|$)|播放|暂停/i;
const playerButton =
  /(^|[^a-z])(next|previous|shuffle|repeat|mute|unmute|rewind|forward|full ?screen|picture in picture)([^a-z]|$)/i;

function isPlayer(actions: readonly ScreenAction[]): boolean {
  const names = actions.map(({ text, element }) => `${text} ${element.resourceId}`);
  return (
    names.some((name) => playButton.test(name)) &&
    names.filter((name) => playerButton.test(name)).length >= 2
  );
}

/** Whether there are fields to fill in, not only a search field. */
function isForm(actions: readonly ScreenAction[]): boolean {
  const fields = actions.filter(({ role }) => role === 'field' || role === 'password');
  return fields.length >= 2 || fields.some(({ role }) => role === 'password');
}

/** Whether a scrollable element or a list class has several rows. */
function isList({ roots }: Screen, rows: readonly ScreenRow[]): boolean {
  const readableElements = new Set(rows.filter(hasReadableText).map(({ element }) => element));
  const counts = new Map<Element, number>();
  const open: { readonly element: Element; readonly list: Element | null }[] = roots.map(
    (element) => ({ element, list: null }),
  );
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { element, list } = place;
    if (list && readableElements.has(element)) counts.set(list, (counts.get(list) ?? 0) + 1);
    const inside = isListLike(element) ? element : list;
    open.push(...element.children.map((child) => ({ element: child, list: inside })));
  }
  return [...counts.values()].some((count) => count >= minListRows);
}

function isListLike({ scrollable, className }: Element): boolean {
  return scrollable || /(RecyclerView|ListView|GridView)$/.test(className);
}

/** The parts of a launcher. */
type LauncherPart = 'home screen' | 'app drawer' | 'recents';

/** Resource ids of Launcher3's lists, which most vendors' launchers also use. */
const matching: readonly (readonly [RegExp, LauncherPart])[] = [
  [/^(overview_panel|recents_container|recents_view)$/, 'recents'],
  [/^(apps_list_view|apps_view|all_apps_viewpager)$/, 'app drawer'],
];

/**
 * The part of a launcher in the foreground, by its package name and resource ids; undefined for
 * other apps.
 */
function launcherPartOf({
  focus,
  roots,
  size,
}: Pick<Screen, 'focus' | 'roots' | 'size'>): LauncherPart | undefined {
  const name = focus.packageName ?? roots.at(-1)?.packageName ?? '';
  if (/recents/i.test(focus.activity ?? '')) return 'recents';
  if (!/launcher|quickstep|\.(mi)?home$/i.test(name)) return undefined;
  const names = [...walk(roots)]
    .filter((element) => isOnScreen(element, size))
    .map(({ resourceId }) => resourceEntryName(resourceId));
  const part = matching.find(([pattern]) => names.some((one) => pattern.test(one)));
  return part?.[1] ?? 'home screen';
}
