/** What can stand over an app, and the marks on a screen that it is known by. */
import { type Rect, type Size, intersect, isEmpty, rectOfSize } from '../../geometry.ts';
import { idName, isOnScreen } from '../derive.ts';
import { isActive } from '../rows.ts';
import { type Element, type Focus, type Screen, walk } from '../screen.ts';
import { isWorded, spokenBy } from '../words.ts';

/** What can stand over an app. */
export type ModalKind =
  /** The system says that an app has stopped or does not respond. */
  | 'crash'
  /** The system asks whether something may be done. */
  | 'permission'
  | 'lock-screen'
  /** Notifications or quick settings, drawn down over the app. */
  | 'shade'
  | 'dialog'
  | 'bottom-sheet'
  /** A list of things to do or to go to: popup menus, drop-downs, drawers. */
  | 'menu'
  /** Nothing is in the way, but the lower part of the screen can't be seen or touched. */
  | 'keyboard';

/** What stands over the app. */
export interface Modal {
  readonly kind: ModalKind;
  /** What it says it is, in its own words; empty where it does not say. */
  readonly title: string;
  /** What it is made of: its panel, or all of its window. For a keyboard that the dump does not hold, the field it is for. */
  readonly element: Element;
  /** `likely` where the kind was concluded from shapes or from English labels. */
  readonly certainty: 'sure' | 'likely';
}

/** A screen, prepared for being looked through for one mark after the other. */
export interface Evidence {
  readonly size: Size;
  readonly focus: Focus;
  readonly roots: readonly Element[];
  /** What is on the screen, in document order. */
  readonly visible: readonly Element[];
  /** The first visible element of each of these resource ids' names, whoever's they are. */
  readonly named: ReadonlyMap<string, Element>;
}

/** Looks once at every element. */
export function evidenceOf({
  roots,
  size,
  focus,
}: Pick<Screen, 'roots' | 'size' | 'focus'>): Evidence {
  const visible = [...walk(roots)].filter((element) => isOnScreen(element, size));
  const named = new Map<string, Element>();
  for (const element of visible) {
    const name = idName(element.resourceId);
    if (name !== '' && !named.has(name)) named.set(name, element);
  }
  return { size, focus, roots, visible, named };
}

/** The first visible element that has one of these names. */
export function firstNamed({ named }: Evidence, names: readonly string[]): Element | undefined {
  return names.map((name) => named.get(name)).find((element) => element !== undefined);
}

/** The window that the element belongs to. */
export function windowOf({ roots }: Evidence, { path }: Element): Element | undefined {
  return roots.find((root) => path === root.path || path.startsWith(`${root.path}.`));
}

/** The window, where the element and what only holds it are all that is in it; else the element. */
export function wholeWindow(evidence: Evidence, element: Element): Element {
  const window = windowOf(evidence, element);
  let inner = window;
  while (inner && inner !== element)
    inner = inner.children.length === 1 ? inner.children[0] : undefined;
  return inner && window ? window : element;
}

/** Parts of the screen that a rectangle covers, and where it leaves room. */
interface Place {
  /** How much of the screen’s width it covers, from 0 to 1. */
  readonly width: number;
  readonly height: number;
  /** Room left on each side, as a part of the screen's width or height. */
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Where the rectangle's part on the screen lies. */
export function placeOf(bounds: Rect, size: Size): Place {
  const seen = intersect(bounds, rectOfSize(size));
  const { width, height } = size;
  if (isEmpty(seen)) return { width: 0, height: 0, left: 1, top: 1, right: 1, bottom: 1 };
  return {
    width: (seen.right - seen.left) / width,
    height: (seen.bottom - seen.top) / height,
    left: seen.left / width,
    top: seen.top / height,
    right: (width - seen.right) / width,
    bottom: (height - seen.bottom) / height,
  };
}

/** Names that Android and its libraries give a dialog's title; those of permissions are the question itself. */
const titleNames = /\/(alertTitle|permission_message|alert_title|dialog_title|title_template)$/;

/**
 * What a panel says it is: its title by name, else the first words in it that are only there to be
 * read; empty where there are none.
 */
export function titleIn({ visible }: Evidence, panel: Element): string {
  const inside = new Set(walk([panel]));
  const parts = visible.filter((element) => inside.has(element));
  const byName = parts.find(({ resourceId, text }) => titleNames.test(resourceId) && text !== '');
  if (byName) return spokenBy(byName).text;
  const others = parts.filter((part) => part !== panel);
  const taken = new Set(others.filter(isTaken).flatMap((part) => [...walk([part])]));
  const read = others.filter((part) => !taken.has(part));
  // The description of a group tells what it is for; what stands in it is what one sees.
  for (const part of read) {
    const { text, description } = spokenBy(part);
    if (isWorded(text)) return text;
    if (isWorded(description) && part.children.length === 0) return description;
  }
  return read.map((part) => spokenBy(part).description).find(isWorded) ?? '';
}

/** Words on something one taps or fills in are its own, not the panel's. */
function isTaken(element: Element): boolean {
  return isActive(element) && !element.scrollable;
}
