import type { Rect } from '../../../geometry.ts';
import type { Ui } from '../app.ts';
import type { Display } from '../display.ts';
import { box, column, row, stack, type Align, type View, type ViewProps } from '../ui/view.ts';
import type { PaintOp } from '../ui/paint-op.ts';

export interface NavigationActions {
  back(): void;
  home(): void;
  recents(): void;
}

/** The pill of gesture navigation. */
export function gesturePill(ui: Ui, tone: string): View {
  return stack(
    {
      id: 'com.android.systemui:id/navigation_bar_frame',
      width: ui.width,
      height: 24,
    },
    [
      box({
        id: 'com.android.systemui:id/home_handle',
        width: 124,
        height: 4,
        radius: 2,
        fill: tone,
        alpha: 0.85,
        place: ['center', 'center'],
      }),
    ],
  );
}

/** Back, home and overview, along the edge that the display names. */
export function buttonBar(
  ui: Ui,
  display: Display,
  options: { tone: string; fill: string | undefined; actions: NavigationActions },
): View {
  const { tone, fill, actions } = options;
  const side = display.navigationEdge;
  const buttons = [
    navigationButton({ name: 'back', description: 'Back', onTap: actions.back }, tone),
    navigationButton({ name: 'home', description: 'Home', onTap: actions.home }, tone),
    navigationButton(
      { name: 'recent_apps', description: 'Overview', onTap: actions.recents },
      tone,
    ),
  ];
  const frame: ViewProps = {
    id: 'com.android.systemui:id/nav_buttons',
    className: 'android.widget.FrameLayout',
    fill,
    justify: 'center' satisfies Align,
    align: 'center' satisfies Align,
    gap: 36,
  };
  if (side === 'bottom') return row({ ...frame, width: ui.width, height: 48 }, buttons);
  // In landscape the bar is turned with the phone: back is at the bottom of the right edge.
  const order = side === 'right' ? buttons.toReversed() : buttons;
  return column({ ...frame, width: 48, height: ui.height }, order);
}

interface NavigationButton {
  readonly name: 'back' | 'home' | 'recent_apps';
  readonly description: string;
  readonly onTap: () => void;
}

function navigationButton({ name, description, onTap }: NavigationButton, tone: string): View {
  return box({
    className: 'android.widget.ImageView',
    id: `com.android.systemui:id/${name}`,
    description,
    width: 72,
    height: 48,
    onTap,
    art: (rect, dp) => [buttonShape(name, rect, { tone, dp })],
  });
}

function buttonShape(
  name: NavigationButton['name'],
  rect: Rect,
  { tone, dp }: { readonly tone: string; readonly dp: (value: number) => number },
): PaintOp {
  const x = (rect.left + rect.right) / 2;
  const y = (rect.top + rect.bottom) / 2;
  const line = { color: tone, width: dp(2) };
  if (name === 'back') {
    const tip = [x - dp(6), y] as const;
    const upper = [x + dp(5), y - dp(7)] as const;
    return { op: 'line', ...line, points: [upper, tip, [x + dp(5), y + dp(7)], upper] };
  }
  const size = dp(name === 'home' ? 8 : 7);
  const around = { left: x - size, right: x + size, top: y - size, bottom: y + size };
  return { op: 'border', ...line, rect: around, radii: name === 'home' ? size : dp(2) };
}
