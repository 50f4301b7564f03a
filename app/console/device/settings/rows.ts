import { type DeviceReport, firstVersions } from '#core/phone/device-state.ts';

/** A setting and its control. Its name is that of `set_device`. */
export interface SettingRow {
  readonly name: Exclude<keyof DeviceReport['settings'], 'volume_max' | 'adaptive_brightness'>;
  readonly label: string;
  readonly control:
    | { readonly kind: 'switch' }
    | { readonly kind: 'choice'; readonly options: readonly { id: string; label: string }[] }
    | {
        readonly kind: 'slider' | 'number';
        readonly min: number;
        readonly max: number;
        readonly step: number;
        readonly unit: string;
      };
}

const onOff = { kind: 'switch' } as const;

/** The settings by group, in the order in which they are shown. */
export const settingGroups: readonly {
  readonly title: string;
  readonly rows: readonly SettingRow[];
}[] = [
  {
    title: 'Display and sound',
    rows: [
      { name: 'dark_theme', label: 'Dark theme', control: onOff },
      {
        name: 'orientation',
        label: 'Rotation',
        control: {
          kind: 'choice',
          options: [
            { id: 'auto', label: 'Auto' },
            { id: 'portrait', label: 'Portrait' },
            { id: 'landscape', label: 'Landscape' },
          ],
        },
      },
      {
        name: 'font_scale',
        label: 'Font size',
        control: { kind: 'slider', min: 0.85, max: 2, step: 0.05, unit: '×' },
      },
      {
        name: 'display_density',
        label: 'Display density',
        control: { kind: 'number', min: 72, max: 1000, step: 1, unit: 'dpi' },
      },
      {
        name: 'brightness',
        label: 'Brightness',
        control: { kind: 'slider', min: 0, max: 255, step: 1, unit: 'of 255' },
      },
      {
        name: 'volume',
        label: 'Media volume',
        control: { kind: 'slider', min: 0, max: 15, step: 1, unit: '' },
      },
      { name: 'animations', label: 'Animations', control: onOff },
      { name: 'stay_awake', label: 'Stay awake while charging', control: onOff },
    ],
  },
  {
    title: 'Connections',
    rows: [
      { name: 'wifi', label: 'Wi-Fi', control: onOff },
      { name: 'mobile_data', label: 'Mobile data', control: onOff },
      { name: 'bluetooth', label: 'Bluetooth', control: onOff },
      { name: 'airplane_mode', label: 'Airplane mode', control: onOff },
      { name: 'location', label: 'Location', control: onOff },
    ],
  },
];

const rows = settingGroups.flatMap((group) => group.rows);

/** What a person calls a setting, by its name in `changed_settings`. */
export function settingLabel(name: string): string {
  const known = rows.find((row) => row.name === name)?.label;
  return known ?? name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');
}

/** The first version of Android that can set it, as in `10`, if the phone's is older; null if it can. */
export function neededAndroid(
  name: string,
  { api_level: apiLevel }: Pick<DeviceReport, 'api_level'>,
): string | null {
  const first = Object.entries(firstVersions).find(([known]) => known === name)?.[1];
  return first === undefined || apiLevel >= first.apiLevel ? null : first.android;
}
