import {
  mdiAirplane,
  mdiBluetooth,
  mdiMinusCircleOutline,
  mdiSignalCellular3,
  mdiVibrate,
  mdiWifiStrength4,
} from '@mdi/js';
import type { Ui } from '../app.ts';
import { clockTime } from '../clock-text.ts';
import { isOn, type DeviceState } from '../device-state.ts';
import { box, icon, row, spring, text, type View } from '../ui/view.ts';

/** dp on both sides, so that the clock keeps clear of the display's round corners. */
const sideRoom = 26;

/** The status bar; `tone` is the colour of clock and icons. */
export function statusBar(ui: Ui, state: DeviceState, tone: string): View {
  return row(
    {
      id: 'com.android.systemui:id/status_bar',
      className: 'android.widget.FrameLayout',
      width: ui.width,
      height: ui.insets.top,
      padding: [0, sideRoom + ui.insets.right, 0, sideRoom + ui.insets.left],
      gap: 5,
    },
    [
      text(
        clockTime(ui.now),
        { size: 14, weight: 600, color: tone },
        { id: 'com.android.systemui:id/clock' },
      ),
      spring(),
      ...statusIcons(state, tone),
    ],
  );
}

/** Signal, network and battery as they stand at the right of the status bar. */
export function statusIcons(state: DeviceState, tone: string): readonly View[] {
  const small = (path: string) => icon(path, { size: 16, color: tone });
  return [
    ...(isOn(state, 'do-not-disturb') ? [small(mdiMinusCircleOutline)] : []),
    ...(isOn(state, 'vibrate') ? [] : [small(mdiVibrate)]),
    ...(isOn(state, 'bluetooth') ? [small(mdiBluetooth)] : []),
    ...(isOn(state, 'wifi') ? [small(mdiWifiStrength4)] : []),
    isOn(state, 'airplane') ? small(mdiAirplane) : small(mdiSignalCellular3),
    battery(tone),
    ...(isOn(state, 'battery-percentage')
      ? [text('82%', { size: 13, weight: 600, color: tone })]
      : []),
  ];
}

/** A lying battery, drawn for a charge of 82 %. */
function battery(tone: string): View {
  return box({
    width: 24,
    height: 12,
    description: 'Battery 82 percent.',
    art: (rect, dp) => [
      {
        op: 'faded',
        alpha: 0.35,
        ops: [
          { op: 'box', rect: { ...rect, right: rect.right - dp(2.5) }, radii: dp(4), fill: tone },
        ],
      },
      {
        op: 'box',
        rect: { ...rect, right: rect.left + dp(17.5) },
        radii: [dp(4), dp(1), dp(1), dp(4)],
        fill: tone,
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
        fill: tone,
      },
    ],
  });
}
