import {
  mdiAirplane,
  mdiBatteryHeartVariant,
  mdiBluetooth,
  mdiFlashlight,
  mdiMapMarkerOutline,
  mdiMinusCircleOutline,
  mdiScreenRotation,
  mdiThemeLightDark,
  mdiWifi,
} from '@mdi/js';
import type { Ui } from '../app.ts';
import { isOn, toggle, type DeviceState, type SwitchName } from '../device-state.ts';
import { column, icon, row, text, type View } from '../ui/view.ts';

interface Tile {
  readonly name: SwitchName;
  readonly label: string;
  readonly path: string;
  readonly on: string;
}

const tiles: readonly Tile[] = [
  { name: 'wifi', label: 'Internet', path: mdiWifi, on: 'Greenhouse 5G' },
  { name: 'bluetooth', label: 'Bluetooth', path: mdiBluetooth, on: 'On' },
  { name: 'do-not-disturb', label: 'Do Not Disturb', path: mdiMinusCircleOutline, on: 'On' },
  { name: 'flashlight', label: 'Flashlight', path: mdiFlashlight, on: 'On' },
  { name: 'dark', label: 'Dark theme', path: mdiThemeLightDark, on: 'On' },
  { name: 'auto-rotate', label: 'Auto-rotate', path: mdiScreenRotation, on: 'On' },
  { name: 'battery-saver', label: 'Battery Saver', path: mdiBatteryHeartVariant, on: 'On' },
  { name: 'airplane', label: 'Airplane mode', path: mdiAirplane, on: 'On' },
  { name: 'location', label: 'Location', path: mdiMapMarkerOutline, on: 'On' },
];

/** Quick-settings tiles, `columns` in a row, as many as asked for. */
export function quickTiles(
  ui: Ui,
  state: DeviceState,
  grid: { readonly columns: number; readonly count: number },
): readonly View[] {
  const shown = tiles.slice(0, grid.count);
  const rows = Math.ceil(shown.length / grid.columns);
  return Array.from({ length: rows }, (_, index) =>
    row(
      { bare: true, gap: 8 },
      shown
        .slice(index * grid.columns, (index + 1) * grid.columns)
        .map((tile) => tileView(ui, state, tile)),
    ),
  );
}

function tileView(ui: Ui, state: DeviceState, tile: Tile): View {
  const { theme } = ui;
  const on = isOn(state, tile.name);
  const status = on ? tile.on : 'Off';
  const color = on ? theme.onPrimary : theme.text;
  return row(
    {
      className: 'android.widget.Switch',
      id: `com.android.systemui:id/tile_${tile.name.replaceAll('-', '_')}`,
      description: `${tile.label}, ${status}`,
      weight: 1,
      height: 68,
      // A tile that is on is rounder in look than one that is off, as on Android 16.
      radius: on ? 34 : 22,
      padding: [0, 18],
      gap: 14,
      fill: on ? theme.primary : theme.card,
      checkable: true,
      checked: on,
      onTap: () => toggle(state, tile.name),
    },
    [
      icon(tile.path, { size: 22, color }, { id: 'android:id/icon' }),
      column({ bare: true, weight: 1 }, [
        text(
          tile.label,
          { size: 14, weight: 600, color, lineHeight: 19 },
          { id: 'com.android.systemui:id/tile_label', maxLines: 1 },
        ),
        text(
          status,
          { size: 12, weight: 400, color: on ? theme.onPrimary : theme.textSoft, lineHeight: 17 },
          { id: 'com.android.systemui:id/app_label', maxLines: 1 },
        ),
      ]),
    ],
  );
}
