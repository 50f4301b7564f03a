import type { Modal } from '../modal/modal.ts';
import { isOnScreen, walk, type Element, type Focus, type Screen } from '../screen.ts';
import { launcherPartOf, screenKindOf, type ScreenKind } from './kind.ts';
import { hasLettersOrDigits, isHeading } from '../accessible-text.ts';
import { isActive, rowsOf, type ScreenRow } from '../rows.ts';
import { findModal } from '../modal/find-modal.ts';
import { actionsIn, isActionable, type ScreenAction } from './actions.ts';

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

function largestHeading({ size }: Screen, plain: readonly ScreenRow[]): string | undefined {
  const upperRows = plain.filter(
    ({ element }) =>
      element.bounds.top < upperFraction * size.height && !pictures.test(element.className),
  );
  // Descriptions name whole areas; use them only if there are no texts, as in Flutter.
  const texts = upperRows.filter(({ own }) => own.text !== '');
  const headings = texts.length > 0 ? texts : upperRows;
  const [best] = headings.toSorted((a, b) => heightOf(b.element) - heightOf(a.element));
  return best && rowText(best);
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
  readonly actions: readonly ScreenAction[];
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
