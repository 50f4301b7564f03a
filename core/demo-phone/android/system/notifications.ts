import {
  mdiAirplane,
  mdiBatteryHeartVariant,
  mdiBluetooth,
  mdiCellphoneArrowDown,
  mdiFlashlight,
  mdiImageOutline,
  mdiMinusCircleOutline,
  mdiNoteText,
  mdiScreenRotation,
  mdiThemeLightDark,
  mdiUsb,
  mdiWifi,
} from '@mdi/js';
import type { PostedNotification } from '../../world.ts';
import { type DeviceState, isOn, type SwitchName, toggleSwitch } from '../apps/app.ts';
import { font, type UiContext } from '../ui/theme.ts';
import { column, icon, row, text, type View } from '../ui/view.ts';
import { disc, gridRows } from '../ui/widgets.ts';

/** One notification in the shade. */
export interface Notification extends PostedNotification {
  readonly app: string;
  readonly path: string;
  readonly color: string;
}

/** The notifications of a fresh demo phone. */
export const initialNotifications: readonly Notification[] = [
  {
    app: 'Notes',
    path: mdiNoteText,
    color: '#b5701b',
    title: 'Reminder: Groceries',
    text: 'Oat milk, sourdough, tomatoes, basil',
    age: '25m',
    component: 'com.handset.notes/com.handset.notes.MainActivity',
    ongoing: false,
  },
  {
    app: 'Photos',
    path: mdiImageOutline,
    color: '#7a4fb0',
    title: 'One year ago today',
    text: 'Look back at an evening by the lake',
    age: '2h',
    component: 'com.android.gallery3d/com.android.gallery3d.app.GalleryActivity',
    ongoing: false,
  },
  {
    app: 'System update',
    path: mdiCellphoneArrowDown,
    color: '#3f5bb5',
    title: 'Your phone is up to date',
    text: 'No updates were found last night',
    age: '9h',
    component: 'com.android.settings/com.android.settings.Settings$MyDeviceInfoActivity',
    ongoing: false,
  },
  {
    app: 'Android System',
    path: mdiUsb,
    color: '#5b6072',
    title: 'USB debugging connected',
    text: 'Tap to turn off USB debugging',
    age: '',
    component: 'com.android.settings/com.android.settings.Settings$DevelopmentSettingsActivity',
    postedBy: 'android',
    ongoing: true,
  },
];

/** The content of a notification: the app's disc, title and text. */
export function notificationContent(
  { theme }: UiContext,
  notification: Notification,
): readonly View[] {
  const age = notification.age === '' ? '' : ` \u00b7 ${notification.age}`;
  return [
    disc(36, { paintOnly: true, margin: [2, 0, 0, 0], fill: notification.color }, [
      icon(
        notification.path,
        { size: 20, color: '#ffffff' },
        { id: 'android:id/icon', place: ['center', 'center'] },
      ),
    ]),
    column({ paintOnly: true, weight: 1, gap: 1 }, [
      text(`${notification.app}${age}`, font(12, 500, theme.textSoft, 17), {
        id: 'android:id/app_name_text',
      }),
      text(notification.title, font(15, 600, theme.text, 21), {
        id: 'android:id/title',
        maxLines: 1,
      }),
      text(notification.text, font(14, 400, theme.textSoft, 20), {
        id: 'android:id/text',
        maxLines: 2,
      }),
    ]),
  ];
}

interface QuickTile {
  readonly name: SwitchName;
  readonly label: string;
  readonly path: string;
  readonly onStatus: string;
}

const tiles: readonly QuickTile[] = [
  { name: 'wifi', label: 'Internet', path: mdiWifi, onStatus: 'Greenhouse 5G' },
  { name: 'bluetooth', label: 'Bluetooth', path: mdiBluetooth, onStatus: 'On' },
  { name: 'do-not-disturb', label: 'Do Not Disturb', path: mdiMinusCircleOutline, onStatus: 'On' },
  { name: 'flashlight', label: 'Flashlight', path: mdiFlashlight, onStatus: 'On' },
  { name: 'dark', label: 'Dark theme', path: mdiThemeLightDark, onStatus: 'On' },
  { name: 'auto-rotate', label: 'Auto-rotate', path: mdiScreenRotation, onStatus: 'On' },
  { name: 'battery-saver', label: 'Battery Saver', path: mdiBatteryHeartVariant, onStatus: 'On' },
  { name: 'airplane', label: 'Airplane mode', path: mdiAirplane, onStatus: 'On' },
];

/** The first `count` quick-settings tiles. */
export function quickTiles(ui: UiContext, state: DeviceState, count: number): readonly View[] {
  const shown = tiles.slice(0, count).map((tile) => tileView(ui, state, tile));
  return gridRows(shown, ui.landscape ? 4 : 2, { paintOnly: true, gap: 8 });
}

function tileView(ui: UiContext, state: DeviceState, tile: QuickTile): View {
  const { theme } = ui;
  const on = isOn(state, tile.name);
  const status = on ? tile.onStatus : 'Off';
  const color = on ? theme.onPrimary : theme.text;
  return row(
    {
      className: 'android.widget.Switch',
      id: `com.android.systemui:id/tile_${tile.name.replaceAll('-', '_')}`,
      description: `${tile.label}, ${status}`,
      weight: 1,
      height: 68,
      // Tiles that are on are rounder, as on Android 16.
      radius: on ? 34 : 22,
      padding: [0, 18],
      gap: 14,
      fill: on ? theme.primary : theme.card,
      checkable: true,
      checked: on,
      onTap: () => toggleSwitch(state, tile.name),
    },
    [
      icon(tile.path, { size: 22, color }, { id: 'android:id/icon' }),
      column({ paintOnly: true, weight: 1 }, [
        text(tile.label, font(14, 600, color, 19), {
          id: 'com.android.systemui:id/tile_label',
          maxLines: 1,
        }),
        text(status, font(12, 400, on ? theme.onPrimary : theme.textSoft, 17), {
          id: 'com.android.systemui:id/app_label',
          maxLines: 1,
        }),
      ]),
    ],
  );
}
