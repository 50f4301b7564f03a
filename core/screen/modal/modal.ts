/** The kinds of modals, and what on a screen identifies them. */
import { type Rect, type Size, intersect, isEmpty, rectOfSize } from '../../geometry.ts';
import {
  isOnScreen,
  resourceEntryName,
  walk,
  type Element,
  type Focus,
  type Screen,
} from '../screen.ts';
import { isActive } from '../rows.ts';
import { hasLettersOrDigits, accessibleTextOf } from '../accessible-text.ts';

/** The kinds of modals. */
export type ModalKind =
  /** The system reports that an app has stopped or does not respond. */
  | 'crash'
  /** The system asks for a permission. */
  | 'permission'
  | 'lock-screen'
  /** Notifications or quick settings, pulled down over the app. */
  | 'shade'
  | 'dialog'
  | 'bottom-sheet'
  /** Popup menus, drop-downs, navigation drawers. */
  | 'menu'
  /** The app can be used, but the lower part of the screen can't be seen or touched. */
  | 'keyboard';

/** Something that covers the app. */
export interface Modal {
  readonly kind: ModalKind;
  /** Its title as shown on the screen; empty if it has none. */
  readonly title: string;
  /** Its panel, or its whole window. For a keyboard that is not in the dump, the field that it types into. */
  readonly element: Element;
  /** `likely` if it was inferred from shapes or English labels. */
  readonly certainty: 'sure' | 'likely';
}

/** A screen prepared for all detectors. */
export interface ModalEvidence {
  readonly size: Size;
  readonly focus: Focus;
  readonly roots: readonly Element[];
  /** The visible elements, in document order. */
  readonly visible: readonly Element[];
  /** The first visible element with each resource entry name, of any package. */
  readonly named: ReadonlyMap<string, Element>;
}

/** Prepares a screen for the detectors. Linear in the number of elements. */
export function collectEvidence({
  roots,
  size,
  focus,
}: Pick<Screen, 'roots' | 'size' | 'focus'>): ModalEvidence {
  const visible = [...walk(roots)].filter((element) => isOnScreen(element, size));
  const named = new Map<string, Element>();
  for (const element of visible) {
    const name = resourceEntryName(element.resourceId);
    if (name !== '' && !named.has(name)) named.set(name, element);
  }
  return { size, focus, roots, visible, named };
}

/** The first visible element with one of these resource entry names. */
export function firstNamed(
  { named }: ModalEvidence,
  names: readonly string[],
): Element | undefined {
  return names.map((name) => named.get(name)).find((element) => element !== undefined);
}

/** The root of the window that contains the element. */
export function windowOf({ roots }: ModalEvidence, { path }: Element): Element | undefined {
  return roots.find((root) => path === root.path || path.startsWith(`${root.path}.`));
}

/** The whole window if it contains nothing but the element and its layouts, else the element. */
export function wholeWindow(evidence: ModalEvidence, element: Element): Element {
  const window = windowOf(evidence, element);
  let inner = window;
  while (inner && inner !== element)
    inner = inner.children.length === 1 ? inner.children[0] : undefined;
  return inner && window ? window : element;
}

/** How much of the screen a rectangle covers, and the margins around it. */
interface ScreenCoverage {
  /** Fraction of the screen width that it covers, from 0 to 1. */
  readonly width: number;
  readonly height: number;
  /** Margin on each side as a fraction of the screen width or height. */
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The coverage of the part of the rectangle that is on the screen. */
export function coverageOf(bounds: Rect, size: Size): ScreenCoverage {
  const visibleBounds = intersect(bounds, rectOfSize(size));
  const { width, height } = size;
  if (isEmpty(visibleBounds)) return { width: 0, height: 0, left: 1, top: 1, right: 1, bottom: 1 };
  return {
    width: (visibleBounds.right - visibleBounds.left) / width,
    height: (visibleBounds.bottom - visibleBounds.top) / height,
    left: visibleBounds.left / width,
    top: visibleBounds.top / height,
    right: (width - visibleBounds.right) / width,
    bottom: (height - visibleBounds.bottom) / height,
  };
}

/** Resource ids of dialog titles in Android and its libraries; for permissions, the question itself. */
const titleNames = /\/(alertTitle|permission_message|alert_title|dialog_title|title_template)$/;

/**
 * The title of a panel: the element with the resource id of a title, else the first plain text in
 * it; empty if there is none.
 */
export function titleIn({ visible }: ModalEvidence, panel: Element): string {
  const inside = new Set(walk([panel]));
  const parts = visible.filter((element) => inside.has(element));
  const byName = parts.find(({ resourceId, text }) => titleNames.test(resourceId) && text !== '');
  if (byName) return accessibleTextOf(byName).text;
  const others = parts.filter((part) => part !== panel);
  const interactiveParts = new Set(
    others.filter(isInteractive).flatMap((part) => [...walk([part])]),
  );
  const readOnlyParts = others.filter((part) => !interactiveParts.has(part));
  // The description of a group only says what it is for; prefer the text inside it.
  for (const part of readOnlyParts) {
    const { text, description } = accessibleTextOf(part);
    if (hasLettersOrDigits(text)) return text;
    if (hasLettersOrDigits(description) && part.children.length === 0) return description;
  }
  return (
    readOnlyParts.map((part) => accessibleTextOf(part).description).find(hasLettersOrDigits) ?? ''
  );
}

/** Texts on interactive elements belong to these, not to the panel. */
function isInteractive(element: Element): boolean {
  return isActive(element) && !element.scrollable;
}
