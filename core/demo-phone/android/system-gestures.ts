import type { Point } from '../../geometry.ts';
import type { Activities } from './activities.ts';
import type { Display } from './display.ts';
import type { Following } from './following.ts';
import type { KeyInput } from './key-input.ts';
import type { PhoneScreen } from './phone-screen.ts';
import type { Profile } from './profile.ts';

export interface SystemGestureParts {
  readonly screen: PhoneScreen;
  readonly activities: Activities;
  readonly keys: KeyInput;
  readonly display: Display;
  readonly profile: Profile;
}

/** A drag as it begins: where it came from, where it is, and how long it takes, asked at its end. */
interface BeginningDrag {
  readonly from: Point;
  readonly to: Point;
  durationMs(): number;
}

/** dp from the left and right edge where a back gesture starts (config_backGestureInset). */
const backEdge = 24;
/** dp a gesture of navigation has to travel. */
const farEnough = 56;
/** ms after which a swipe up from the bottom means recents instead of home. */
const holdMs = 700;

/** The gesture of the system that a drag begins, if it begins one: home, recents, back, the shade. */
export function systemGesture(
  parts: SystemGestureParts,
  drag: BeginningDrag,
): Following | undefined {
  if (parts.profile.navigation === 'gestures') {
    const navigation = goingHome(parts, drag) ?? goingBack(parts, drag);
    if (navigation !== undefined) return navigation;
  }
  return pullingShade(parts, drag);
}

function goingHome(
  { display, activities }: SystemGestureParts,
  { from, to, durationMs }: BeginningDrag,
): Following | undefined {
  const inBar = (display.size.height - from.y) / display.density <= display.bars.bottom;
  if (!inBar || from.y - to.y <= Math.abs(to.x - from.x)) return undefined;
  return atEnd(from, (last) => {
    if ((from.y - last.y) / display.density <= farEnough) return;
    if (durationMs() >= holdMs) activities.recents();
    else activities.home();
  });
}

function goingBack(
  { display, keys }: SystemGestureParts,
  { from, to }: BeginningDrag,
): Following | undefined {
  const { width } = display.size;
  const inward = (point: Point) => (from.x < width / 2 ? point.x - from.x : from.x - point.x);
  const edge = Math.min(from.x, width - from.x) / display.density;
  if (edge > backEdge || inward(to) < Math.abs(to.y - from.y)) return undefined;
  return atEnd(from, (last) => {
    if (inward(last) / display.density >= farEnough && inward(last) >= Math.abs(last.y - from.y))
      keys.back();
  });
}

/** The shade comes down with the finger. */
function pullingShade(
  { display, screen }: SystemGestureParts,
  { from, to }: BeginningDrag,
): Following | undefined {
  const { shade } = screen;
  const fromTop = from.y <= display.bars.top * display.density;
  if (!fromTop || shade.panel !== 'none' || to.y - from.y < Math.abs(to.x - from.x))
    return undefined;
  let last = to;
  shade.panel = 'notifications';
  const close = () => {
    shade.panel = 'none';
    shade.openTo = undefined;
  };
  return {
    move: (point) => {
      last = point;
      shade.openTo = Math.max(0, point.y / display.density);
      return true;
    },
    end: () => {
      if (last.y - from.y < farEnough * display.density) close();
      else shade.openTo = undefined;
    },
    cancel: close,
  };
}

/** A gesture that acts only once the finger is lifted. */
function atEnd(from: Point, act: (last: Point) => void): Following {
  let last = from;
  return {
    move: (point) => {
      last = point;
      return false;
    },
    end: () => act(last),
    cancel: () => undefined,
  };
}
