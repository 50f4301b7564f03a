import { intersect, rectOfSize } from '../../geometry.ts';
import { idName, isOnScreen } from '../derive.ts';
import type { Modal, ModalKind } from '../modal/modal.ts';
import type { Row } from '../rows.ts';
import { type Element, type Screen, walk } from '../screen.ts';
import { isWorded } from '../words.ts';
import type { Action } from './actions.ts';

/** What a screen can be, besides what stands over it. */
type PageKind =
  /** Nothing that could be read or named: a game, a video, or a screen that is still empty. */
  | 'empty tree'
  | 'web page'
  /** Video, music, camera: the picture is what counts. */
  | 'media'
  | 'form'
  | 'home screen'
  | 'app drawer'
  | 'recents'
  | 'list'
  | 'page';
/** What a screen can be; a keyboard alone changes nothing about it. */
export type ScreenKind = PageKind | Exclude<ModalKind, 'keyboard'>;

/** What is in front and on the screen. */
interface Shown {
  readonly modal: Modal | null;
  readonly rows: readonly Row[];
  readonly actions: readonly Action[];
}

/** Parts of the screen that make it what it is about. */
const mostlyWeb = 0.4;
const mostlyPicture = 0.25;

/** Rows that make a list. */
const fewestRows = 3;

/** What kind of screen it is: what stands over it, else the first kind that fits. */
export function kindOf(screen: Screen, shown: Shown): ScreenKind {
  const { modal, rows, actions } = shown;
  if (modal && modal.kind !== 'keyboard') return modal.kind;
  const isNamed = actions.some(
    ({ text, element }) => text !== '' || element.resourceId !== '' || element.editable,
  );
  if (!isNamed && !rows.some(isTelling)) return 'empty tree';
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

function isTelling({ own, words }: Row): boolean {
  const said = [own.text, own.description, ...words.map(({ text }) => text)];
  return said.some(isWorded);
}

/** The greatest part of the screen that one element of a class covers, 0 to 1. */
function coverageOn({ roots, size }: Screen): (className: RegExp) => number {
  return (className) => {
    const parts = [...walk(roots)].filter(
      (element) => className.test(element.className) && isOnScreen(element, size),
    );
    return Math.max(0, ...parts.map((element) => areaOf(element, size)));
  };
}

function areaOf({ bounds }: Element, size: Screen['size']): number {
  const { left, top, right, bottom } = intersect(bounds, rectOfSize(size));
  return ((right - left) * (bottom - top)) / (size.width * size.height);
}

/** Labels of a player's buttons, in English and as ids; a second one must be there, since lists have "Play" too. */
const playing = /(^|[^a-z])(play|pause)([^a-z]|$)|播放|暂停/i;
const player =
  /(^|[^a-z])(next|previous|shuffle|repeat|mute|unmute|rewind|forward|full ?screen|picture in picture)([^a-z]|$)/i;

function isPlayer(actions: readonly Action[]): boolean {
  const names = actions.map(({ text, element }) => `${text} ${element.resourceId}`);
  return (
    names.some((name) => playing.test(name)) &&
    names.filter((name) => player.test(name)).length >= 2
  );
}

/** Something to fill in, not just to search. */
function isForm(actions: readonly Action[]): boolean {
  const fields = actions.filter(({ role }) => role === 'field' || role === 'password');
  return fields.length >= 2 || fields.some(({ role }) => role === 'password');
}

/** Whether something that scrolls, or calls itself a list, has several rows. */
function isList({ roots }: Screen, rows: readonly Row[]): boolean {
  const telling = new Set(rows.filter(isTelling).map(({ element }) => element));
  const counts = new Map<Element, number>();
  const open: { readonly element: Element; readonly list: Element | null }[] = roots.map(
    (element) => ({ element, list: null }),
  );
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { element, list } = place;
    if (list && telling.has(element)) counts.set(list, (counts.get(list) ?? 0) + 1);
    const inside = isListLike(element) ? element : list;
    open.push(...element.children.map((child) => ({ element: child, list: inside })));
  }
  return [...counts.values()].some((count) => count >= fewestRows);
}

function isListLike({ scrollable, className }: Element): boolean {
  return scrollable || /(RecyclerView|ListView|GridView)$/.test(className);
}

/** What of a launcher can be in front. */
type LauncherPart = 'home screen' | 'app drawer' | 'recents';

/** Names of Launcher3's lists, which most makers' launchers kept. */
const parts: readonly (readonly [RegExp, LauncherPart])[] = [
  [/^(overview_panel|recents_container|recents_view)$/, 'recents'],
  [/^(apps_list_view|apps_view|all_apps_viewpager)$/, 'app drawer'],
];

/**
 * What of a launcher is in front, by the words its makers use for the package and for the parts;
 * undefined where something else is.
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
    .map(({ resourceId }) => idName(resourceId));
  const part = parts.find(([pattern]) => names.some((one) => pattern.test(one)));
  return part?.[1] ?? 'home screen';
}
