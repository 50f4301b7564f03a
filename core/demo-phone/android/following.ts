import type { Point } from '../../geometry.ts';
import type { Flings } from './fling.ts';
import type { Placed } from './ui/place.ts';
import type { Drag } from './ui/view.ts';
import type { UiWindow } from './window.ts';

/** What goes with a finger once it has moved: a list, a view, a gesture of the system. Points in device pixels. */
export interface Following {
  /** False when nothing looks different. */
  move(to: Point): boolean;
  /** The finger was lifted where it last was; px/s. */
  end(velocity: Point): void;
  cancel(): void;
}

/** A view that took the drag at its start. */
export function followingView(
  { view, bounds }: Placed,
  { from, density }: { readonly from: Point; readonly density: number },
): Following {
  let to = from;
  const tell = (phase: Drag['phase']) => view.onDrag?.({ phase, bounds, from, to, density });
  return {
    move: (point) => {
      to = point;
      tell('move');
      return true;
    },
    end: () => void tell('end'),
    cancel: () => void tell('cancel'),
  };
}

/** A list whose content goes with the finger, and on by itself when it is let go on the way. */
export function followingList(
  list: Placed,
  {
    window,
    flings,
    from,
    density,
  }: {
    readonly window: UiWindow;
    readonly flings: Flings;
    readonly from: Point;
    readonly density: number;
  },
): Following | undefined {
  const key = list.view.scroll;
  if (key === undefined || list.scroll === undefined) return undefined;
  const { max } = list.scroll;
  const side = list.view.layout === 'row' ? 'x' : 'y';
  let offset = list.scroll.offset;
  let last = from;
  return {
    move: (point) => {
      const before = offset;
      offset = Math.max(0, Math.min(max, offset - (point[side] - last[side])));
      last = point;
      window.scrollTo(key, offset, density);
      return offset !== before;
    },
    end: (velocity) => {
      const flung = { window, key, offset, max, density, visible: list.visible };
      flings.start(flung, -velocity[side]);
    },
    cancel: () => undefined,
  };
}
