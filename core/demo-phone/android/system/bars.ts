import {
  mdiAirplane,
  mdiBatteryCharging80,
  mdiBluetooth,
  mdiChevronLeft,
  mdiCircleOutline,
  mdiMinusCircleOutline,
  mdiSignalCellular3,
  mdiSquareOutline,
  mdiVibrate,
  mdiWifiStrength4,
} from '@mdi/js';
import { batteryPercent } from '../../world.ts';
import { clockTime, type DeviceState, isOn } from '../apps/app.ts';
import { font, type UiContext } from '../ui/theme.ts';
import {
  type Align,
  box,
  column,
  icon,
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
    icon(
      mdiBatteryCharging80,
      { size: 18, color: iconColor },
      { description: `Battery charging, ${batteryPercent} percent.` },
    ),
    ...(isOn(state, 'battery-percentage')
      ? [text(`${batteryPercent}%`, font(13, 600, iconColor))]
      : []),
  ];
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
  const { iconColor: color, fill, actions } = options;
  const button = (path: string, name: string, description: string, onTap: () => void): View => {
    const area = { width: 72, height: 48, padding: [12, 24] } as const;
    const props = { id: `com.android.systemui:id/${name}`, description, onTap, ...area };
    return icon(path, { size: 24, color }, props);
  };
  const buttons = [
    button(mdiChevronLeft, 'back', 'Back', actions.back),
    button(mdiCircleOutline, 'home', 'Home', actions.home),
    button(mdiSquareOutline, 'recent_apps', 'Overview', actions.recents),
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
