import {
  mdiAirplane,
  mdiBluetooth,
  mdiLightningBolt,
  mdiMinusCircleOutline,
  mdiSignalCellular3,
  mdiVibrate,
  mdiWifiStrength4,
} from '@mdi/js';
import type { Rect } from '#core/geometry.ts';
import { batteryPercent } from '../../world.ts';
import { clockTime, type DeviceState, isOn } from '../apps/app.ts';
import { font, type UiContext } from '../ui/theme.ts';
import {
  type Align,
  box,
  column,
  icon,
  type PaintOp,
  row,
  spacer,
  stack,
  text,
  type View,
  type ViewProps,
} from '../ui/view.ts';

/** dp on both sides, to clear the display's rounded corners. */
const sidePaddingDp = 26;

/** The status bar; `iconColor` also applies to the clock. */
export function statusBar(ui: UiContext, state: DeviceState, iconColor: string): View {
  return row(
    {
      id: 'com.android.systemui:id/status_bar',
      className: 'android.widget.FrameLayout',
      width: ui.width,
      height: ui.insets.top,
      padding: [0, sidePaddingDp + ui.insets.right, 0, sidePaddingDp + ui.insets.left],
      gap: 5,
    },
    [
      text(clockTime(ui.now), font(14, 600, iconColor), { id: 'com.android.systemui:id/clock' }),
      spacer(),
      ...statusIcons(state, iconColor),
    ],
  );
}

/** The icons at the right of the status bar. */
export function statusIcons(state: DeviceState, iconColor: string): readonly View[] {
  const small = (path: string) => icon(path, { size: 16, color: iconColor });
  return [
    ...(isOn(state, 'do-not-disturb') ? [small(mdiMinusCircleOutline)] : []),
    ...(isOn(state, 'vibrate') ? [] : [small(mdiVibrate)]),
    ...(isOn(state, 'bluetooth') ? [small(mdiBluetooth)] : []),
    ...(isOn(state, 'wifi') ? [small(mdiWifiStrength4)] : []),
    isOn(state, 'airplane') ? small(mdiAirplane) : small(mdiSignalCellular3),
    batteryIcon(iconColor),
    icon(mdiLightningBolt, { size: 12, color: iconColor }, { paintOnly: true }),
    ...(isOn(state, 'battery-percentage')
      ? [text(`${batteryPercent}%`, font(13, 600, iconColor))]
      : []),
  ];
}

/** A horizontal battery. */
function batteryIcon(iconColor: string): View {
  return box({
    width: 24,
    height: 12,
    description: `Battery charging, ${batteryPercent} percent.`,
    draw: (rect, dp) => [
      {
        op: 'faded',
        alpha: 0.35,
        ops: [
          {
            op: 'box',
            rect: { ...rect, right: rect.right - dp(2.5) },
            radii: dp(4),
            fill: iconColor,
          },
        ],
      },
      {
        op: 'box',
        rect: { ...rect, right: rect.left + dp((batteryPercent / 100) * 21.5) },
        radii: [dp(4), dp(1), dp(1), dp(4)],
        fill: iconColor,
      },
      {
        op: 'box',
        rect: {
          left: rect.right - dp(1.5),
          right: rect.right,
          top: rect.top + dp(4),
          bottom: rect.bottom - dp(4),
        },
        radii: dp(1),
        fill: iconColor,
      },
    ],
  });
}

export interface NavigationActions {
  back(): void;
  home(): void;
  recents(): void;
}

/** The navigation bar of gesture navigation: a pill. */
export function gesturePill(ui: UiContext, iconColor: string): View {
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
        fill: iconColor,
        alpha: 0.85,
        place: ['center', 'center'],
      }),
    ],
  );
}

/** The navigation bar with three buttons along an edge of the display. */
export function navigationButtonBar(
  ui: UiContext,
  side: 'bottom' | 'right' | 'left',
  options: { iconColor: string; fill: string | undefined; actions: NavigationActions },
): View {
  const { iconColor, fill, actions } = options;
  const buttons = [
    navigationButton({ name: 'back', description: 'Back', onTap: actions.back }, iconColor),
    navigationButton({ name: 'home', description: 'Home', onTap: actions.home }, iconColor),
    navigationButton(
      { name: 'recent_apps', description: 'Overview', onTap: actions.recents },
      iconColor,
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
  // The bar rotates with the phone: on the right edge, Back is at the bottom.
  const order = side === 'right' ? buttons.toReversed() : buttons;
  return column({ ...frame, width: 48, height: ui.height }, order);
}

interface NavigationButton {
  readonly name: 'back' | 'home' | 'recent_apps';
  readonly description: string;
  readonly onTap: () => void;
}

function navigationButton({ name, description, onTap }: NavigationButton, iconColor: string): View {
  return box({
    className: 'android.widget.ImageView',
    id: `com.android.systemui:id/${name}`,
    description,
    width: 72,
    height: 48,
    onTap,
    draw: (rect, dp) => [buttonShape(name, rect, { iconColor, dp })],
  });
}

function buttonShape(
  name: NavigationButton['name'],
  rect: Rect,
  { iconColor, dp }: { readonly iconColor: string; readonly dp: (value: number) => number },
): PaintOp {
  const x = (rect.left + rect.right) / 2;
  const y = (rect.top + rect.bottom) / 2;
  const line = { color: iconColor, width: dp(2) };
  if (name === 'back') {
    const tip = [x - dp(6), y] as const;
    const upper = [x + dp(5), y - dp(7)] as const;
    return { op: 'line', ...line, points: [upper, tip, [x + dp(5), y + dp(7)], upper] };
  }
  const size = dp(name === 'home' ? 8 : 7);
  const around = { left: x - size, right: x + size, top: y - size, bottom: y + size };
  return { op: 'border', ...line, rect: around, radii: name === 'home' ? size : dp(2) };
}
