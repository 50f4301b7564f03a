import type { Rect, Rotation, Size } from '../geometry.ts';

/** One node of the hierarchy, as the phone reported it plus what we derive. */
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
  /** Whether it takes typed text. No dump says so: derived in `derive.ts`. */
  readonly editable: boolean;
  /** What `visible-to-user` said; true where the dump does not carry it. */
  readonly visibleToUser: boolean;
  readonly children: readonly Element[];
}

/** What one uiautomator dump holds. */
export interface Hierarchy {
  readonly rotation: Rotation;
  readonly roots: readonly Element[];
}

/** The app in front, as Android names it. `null` where the phone did not say. */
export interface Focus {
  readonly packageName: string | null;
  /** As Android prints it: `.Calculator` when it lies below the package, else the full class name. */
  readonly activity: string | null;
}

/** What an agent sees: the elements and where they are. */
export interface Screen extends Hierarchy {
  readonly focus: Focus;
  /** Logical size in the current rotation: the space of all bounds. */
  readonly size: Size;
  /** Dots per inch. */
  readonly density: number;
}

/** All elements, parents before children, in the order of the dump. */
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

/** The elements around `element` on its own screen, nearest first; empty for a root. */
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

/** Whether `element` is `around` itself or somewhere inside it, on the same screen. */
export function isWithin(element: Element, around: Element): boolean {
  return element.path === around.path || element.path.startsWith(`${around.path}.`);
}
