/** Summarizes a screen in a few facts; format/summary.ts prints them. */
import type { Modal, ModalKind } from '../modal/modal.ts';
import {
  coveredFraction,
  isOnScreen,
  walk,
  type Element,
  type Focus,
  type Screen,
  resourceEntryName,
} from '../screen.ts';
import { launcherPackage } from '../package-names.ts';
import { hasLettersOrDigits } from '../accessible-text.ts';
import { coveredElements } from '../covers.ts';
import { isActive, rowsOf, type ScreenRow } from '../rows.ts';
import { findModal } from '../modal/find-modal.ts';
import { actionsIn, isActionable, type ListedAction, type ScreenAction } from './actions.ts';
import { isPageView, missingContentOf, mostlyWeb, type MissingContent } from './missing-content.ts';
import { titleOf } from './title.ts';

/** The facts of one screen. */
export interface Summary {
  readonly focus: Focus;
  /** The title of the screen, or of its dialog if the dump has nothing else; empty if there is none. */
  readonly title: string;
  readonly kind: ScreenKind;
  readonly modal: Modal | null;
  readonly missing: MissingContent | null;
  /** The plain texts, in document order without duplicates, except the titles of the screen and the modal. */
  readonly texts: readonly string[];
  /** The elements on the screen that can be tapped, filled in or slid; those in a modal first. */
  readonly actions: readonly ListedAction[];
  /** The scrollable elements on the screen, in document order, without single rows and sliders. */
  readonly scrollables: readonly Element[];
  /** The elements of which something else would take the touches. */
  readonly covered: ReadonlySet<Element>;
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
  const rowsOfScreen = behind.length > 0 ? behind : front;
  const isLauncher = launcherPartOf(screen) !== undefined;
  const missing = missingContentOf(screen, {
    modal,
    isEmpty: isEmptyTree(front, actions),
    isPlayer: isPlayer(actions),
  });
  const title = titleOf(screen, { modal, rows: rowsOfScreen, isLauncher });
  return {
    focus: screen.focus,
    title,
    kind: screenKindOf(screen, { modal, missing, rows: shown, actions }),
    modal,
    missing,
    texts: textsIn(shown, { title, modal, actions }),
    actions,
    scrollables: scrollablesIn(shown, actions, screen),
    covered: coveredElements(screen),
    counts: {
      elements: [...walk(screen.roots)].length,
      behind: actionsIn(behind.filter(isShown), screen).length,
      offscreen: actionable.length - actionable.filter(isShown).length,
    },
  };
}

/** Most of the screen that a single row covers. */
const maxRowFraction = 0.15;

/** The scrollable elements except sliders and single rows that scroll their text, which are no lists. */
function scrollablesIn(
  rows: readonly ScreenRow[],
  actions: readonly ListedAction[],
  { size }: Screen,
): Element[] {
  const named = actions.filter(({ text }) => text !== '');
  const sliders = new Set(
    named.filter(({ role }) => role === 'slider').map(({ element }) => element),
  );
  const choices = new Set(named.map(({ element }) => element));
  const isRow = (element: Element): boolean =>
    choices.has(element) && coveredFraction(element, size) <= maxRowFraction;
  return rows
    .map(({ element }) => element)
    .filter((element) => element.scrollable && !sliders.has(element) && !isRow(element));
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
    (text) => hasLettersOrDigits(text) && !isEncoded(text) && !known.has(text),
  );
  return uniqueTexts.length <= manyTexts
    ? uniqueTexts
    : uniqueTexts.filter((text) => !/^\p{N}+$/u.test(text));
}

/** Whether it is the data of a picture, which some web pages have as its name. */
function isEncoded(text: string): boolean {
  return (
    /^[\w+/=-]{40,}$/.test(text) && /\d/.test(text) && /[a-z]/.test(text) && /[A-Z]/.test(text)
  );
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
  readonly missing: MissingContent | null;
  readonly rows: readonly ScreenRow[];
  readonly actions: readonly ScreenAction[];
}

/** Minimum number of rows in a list. */
const minListRows = 3;

/** The kind of the screen: that of its modal, else the first kind that matches. */
function screenKindOf(screen: Screen, shown: ShownContent): ScreenKind {
  const { modal, missing, rows, actions } = shown;
  if (modal && modal.kind !== 'keyboard') return modal.kind;
  if (missing === 'everything') return 'empty tree';
  if (missing === 'drawing' || isPlayer(actions)) return 'media';
  if (isWebPage(screen)) return 'web page';
  if (isForm(actions)) return 'form';
  const launcher = launcherPartOf(screen);
  if (launcher) return launcher;
  return isList(screen, rows) ? 'list' : 'page';
}

function hasReadableText({ own, texts }: ScreenRow): boolean {
  const candidates = [own.text, own.description, ...texts.map(({ text }) => text)];
  return candidates.some(hasLettersOrDigits);
}

/** Whether nothing on the screen has a name or a readable text. */
function isEmptyTree(rows: readonly ScreenRow[], actions: readonly ScreenAction[]): boolean {
  const isNamed = actions.some(
    ({ text, element }) => text !== '' || element.resourceId !== '' || element.editable,
  );
  return !isNamed && !rows.some(hasReadableText);
}

/** Whether most of the screen is a web page. */
function isWebPage({ roots, size }: Screen): boolean {
  return [...walk(roots)].some(
    (element) =>
      isPageView(element) &&
      isOnScreen(element, size) &&
      coveredFraction(element, size) > mostlyWeb,
  );
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
  if (!launcherPackage.test(name)) return undefined;
  const names = [...walk(roots)]
    .filter((element) => isOnScreen(element, size))
    .map(({ resourceId }) => resourceEntryName(resourceId));
  const part = matching.find(([pattern]) => names.some((one) => pattern.test(one)));
  return part?.[1] ?? 'home screen';
}
