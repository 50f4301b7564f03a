import type { Rect, Rotation, Size } from '../geometry.ts';

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
  readonly password: boolean;
  /** Whether it accepts typed text. Dumps do not say so: derived by `isEditable`. */
  readonly editable: boolean;
  /** The value of `visible-to-user`; true if the dump does not have it. */
  readonly visibleToUser: boolean;
  readonly children: readonly Element[];
}

/** The content of one uiautomator dump. */
export interface Hierarchy {
  readonly rotation: Rotation;
  readonly roots: readonly Element[];
}

/** The app in the foreground, as Android names it; null where the phone did not report it. */
export interface Focus {
  readonly packageName: string | null;
  /** As Android prints it: `.Calculator` if the class is in the app's package, else the full class name. */
  readonly activity: string | null;
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
