import {
  areaOf,
  intersect,
  isEmpty,
  rectOfSize,
  rotateSize,
  type Rect,
  type Rotation,
  type Size,
} from '../geometry.ts';

/** One node of the hierarchy: what the phone reported, plus derived properties. */
export interface Element {
  /** `node_` and the reference hash; unique on its screen (a recurring one gets `_2`, `_3`, …). */
  readonly id: string;
  /** Child indices from the root, `0.0.1`. */
  readonly path: string;
  readonly depth: number;
  /** Full class name, `android.widget.Button`; empty where the dump had none. */
  readonly className: string;
  readonly packageName: string;
  readonly text: string;
  readonly description: string;
  /** Full resource name, `com.example:id/submit`; empty where there is none. */
  readonly resourceId: string;
  readonly hint: string;
  /** What a custom control says of its state, as `3 of 5 stars`. This and the next three come from the element reader only, and are empty or false without. */
  readonly stateDescription: string;
  /** The error message of a field. */
  readonly error: string;
  readonly heading: boolean;
  /** Its place in a list, `row 3 of 40`. */
  readonly position: string;
  /** Device pixels of the current rotation, exactly as printed. */
  readonly bounds: Rect;
  readonly clickable: boolean;
  readonly longClickable: boolean;
  readonly focusable: boolean;
  readonly focused: boolean;
  readonly scrollable: boolean;
  readonly checkable: boolean;
  readonly checked: boolean;
  readonly enabled: boolean;
  readonly selected: boolean;
  /** Null if the dump does not say; uiautomator's own does not. */
  readonly expanded: boolean | null;
  readonly password: boolean;
  /** Whether it accepts typed text. Dumps do not say so: derived by `isEditable`, and as the element reader reports it. */
  readonly editable: boolean;
  /** Whether it is a row of a list that takes taps, as far as is known, though the dump calls none of its rows clickable. */
  readonly listItem: boolean;
  /** The value of `visible-to-user`; true if the dump does not have it. */
  readonly visibleToUser: boolean;
  readonly children: readonly Element[];
}

/** The content of one uiautomator dump. */
export interface Hierarchy {
  readonly rotation: Rotation;
  readonly roots: readonly Element[];
  /** Where the keyboard is, null where it is closed; absent where that is not known. */
  readonly keyboard?: Rect | null;
  /** Whether the element reader read it, which tells more of the elements than a dump. */
  readonly byElementReader?: boolean;
}

/** The app in the foreground, as Android names it; null where the phone did not report it. */
export interface Focus {
  readonly packageName: string | null;
  /** The app's own name, where it was read before. */
  readonly appName?: string | undefined;
  /** As Android prints it: `.Calculator` if the class is in the app's package, else the full class name. */
  readonly activity: string | null;
  /** The display that has the focused window, if that is not the default one, of which all else is. */
  readonly focusedDisplay?: number;
  /** Set if the phone says that the display is off or dozes. */
  readonly isDisplayOff?: true;
  /** The apps in other windows, topmost first, which the hierarchy does not have. Absent if there are none. */
  readonly otherApps?: readonly OtherApp[];
}

/** An app that shows beside or over the one in the foreground. */
export interface OtherApp {
  readonly packageName: string;
  /** Whether it is in a picture-in-picture window; else in a split screen or a free window. */
  readonly isPictureInPicture: boolean;
}

/** A screen as agents see it: the hierarchy, the app in the foreground, and the display's size and density. */
export interface Screen extends Hierarchy {
  readonly focus: Focus;
  /** Logical size in the current rotation; the coordinate space of all bounds. */
  readonly size: Size;
  /** Dots per inch. */
  readonly density: number;
}

/** All elements in document order, parents before children. */
export function* walk(roots: readonly Element[]): Generator<Element> {
  const open = [...roots].reverse();
  for (let element = open.pop(); element !== undefined; element = open.pop()) {
    yield element;
    for (let i = element.children.length - 1; i >= 0; i--) {
      const child = element.children[i];
      if (child !== undefined) open.push(child);
    }
  }
}

/** The ancestors of `element` on its own screen, nearest first; empty for a root. */
export function ancestorsOf(roots: readonly Element[], element: Element): Element[] {
  const above: Element[] = [];
  let level = roots;
  for (;;) {
    const next = level.find((candidate) => isWithin(element, candidate));
    if (next === undefined || next.path === element.path) return above;
    above.unshift(next);
    level = next.children;
  }
}

/** Whether `element` is `around` itself or a descendant of it, on the same screen. */
export function isWithin(element: Element, around: Element): boolean {
  return element.path === around.path || element.path.startsWith(`${around.path}.`);
}

/**
 * The logical size in the current rotation, which is the coordinate space of all bounds. The
 * rotation of the dump decides, since it is consistent with the bounds. If the picture has the other
 * orientation, the orientation that contains all elements decides.
 */
export function screenSize(
  { naturalSize }: { readonly naturalSize: Size },
  hierarchy: Hierarchy,
  picture: Size | null,
): Size {
  const size = rotateSize(naturalSize, hierarchy.rotation);
  const rotatedSize = { width: size.height, height: size.width };
  const isContradicted = picture !== null && !sameOrientation(size, picture);
  return isContradicted &&
    !containsAllElements(size, hierarchy) &&
    containsAllElements(rotatedSize, hierarchy)
    ? rotatedSize
    : size;
}

/** Whether both are portrait or both are landscape; a square matches both. */
export function sameOrientation(a: Size, b: Size): boolean {
  return Math.sign(a.width - a.height) * Math.sign(b.width - b.height) >= 0;
}

function containsAllElements(size: Size, hierarchy: Hierarchy): boolean {
  for (const { bounds } of walk(hierarchy.roots)) {
    if (bounds.right > size.width || bounds.bottom > size.height) return false;
  }
  return true;
}

// Properties of elements that uiautomator does not print and that are derived from those it does.

/**
 * Whether the element accepts typed text. uiautomator prints no such attribute, so the class name
 * decides: EditText and its subclasses (WebView and Compose report text fields as EditText), the
 * auto-complete fields, and every password field.
 */
export function isEditable(className: string, password: boolean): boolean {
  return password || /(EditText|AutoCompleteTextView|SearchAutoComplete)$/.test(className);
}

/**
 * Whether part of the element can be on the screen: its bounds are not empty and overlap the
 * screen, and `visible-to-user`, which only some dumpers print, is not false. Ancestors are not
 * checked, since uiautomator already clips bounds to scrolling parents.
 */
export function isOnScreen(element: Element, screen: Size): boolean {
  return element.visibleToUser && !isEmpty(intersect(element.bounds, rectOfSize(screen)));
}

/** The part of the screen that the element covers, from 0 to 1. */
export function coveredFraction({ bounds }: Element, screen: Size): number {
  return areaOf(intersect(bounds, rectOfSize(screen))) / (screen.width * screen.height);
}

/** The class name after its last dot; empty where there is none. */
export function simpleClassName(className: string): string {
  return className.slice(className.lastIndexOf('.') + 1);
}

/**
 * Whether an element is kept in texts and pictures for agents: it has a text, a description, an id
 * or an action. All others are layout. Texts are not trimmed, so a blank text counts, as in the
 * reference's CompactTreeFormatter. Being focusable or enabled is not enough.
 */
export function isKept(element: Element): boolean {
  return (
    element.text !== '' ||
    element.description !== '' ||
    element.resourceId !== '' ||
    element.clickable ||
    element.longClickable ||
    element.scrollable ||
    element.editable
  );
}

/** The kept elements in document order, including those inside elements that are not kept. */
export function keptElements(roots: readonly Element[]): Element[] {
  return [...walk(roots)].filter(isKept);
}

/**
 * The entry name of a resource id: what follows `:id/`, or the whole id where it has no such part,
 * as in web pages and Compose (both `com.example:id/submit` and `submit` give `submit`).
 */
export function resourceEntryName(resourceId: string): string {
  const start = resourceId.indexOf(':id/');
  return start === -1 ? resourceId : resourceId.slice(start + ':id/'.length);
}
