import { intersect, rectOfSize } from '../../geometry.ts';
import { isOnScreen, resourceEntryName, walk, type Element, type Screen } from '../screen.ts';
import type { Modal, ModalKind } from '../modal/modal.ts';
import type { ScreenRow } from '../rows.ts';
import { hasLettersOrDigits } from '../accessible-text.ts';
import type { ScreenAction } from './actions.ts';

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
export function screenKindOf(screen: Screen, shown: ShownContent): ScreenKind {
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
    const launcherLists = [...walk(roots)].filter(
      (element) => className.test(element.className) && isOnScreen(element, size),
    );
    return Math.max(0, ...launcherLists.map((element) => coveredFractionOf(element, size)));
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
const launcherLists: readonly (readonly [RegExp, LauncherPart])[] = [
  [/^(overview_panel|recents_container|recents_view)$/, 'recents'],
  [/^(apps_list_view|apps_view|all_apps_viewpager)$/, 'app drawer'],
];

/**
 * The part of a launcher in the foreground, by its package name and resource ids; undefined for
 * other apps.
 */
export function launcherPartOf({
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
  const part = launcherLists.find(([pattern]) => names.some((one) => pattern.test(one)));
  return part?.[1] ?? 'home screen';
}
