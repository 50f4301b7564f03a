import { type DeviceReport, firstVersions } from '#core/phone/device-state.ts';
import { sentenceCase } from '../../../ui/field-label.ts';

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

type Control = SettingRow['control'];

const onOff: Control = { kind: 'switch' };
const rotations: Control = {
  kind: 'choice',
  options: ['auto', 'portrait', 'landscape'].map((id) => ({ id, label: sentenceCase(id) })),
};
const range = (
  kind: 'slider' | 'number',
  [min, max, step]: readonly [number, number, number],
  unit: string,
): Control => ({ kind, min, max, step, unit });

/** The settings by group, in the order in which they are shown. */
export const settingGroups: readonly {
  readonly title: string;
  readonly rows: readonly SettingRow[];
}[] = [
  {
    title: 'Display and sound',
    rows: [
      { name: 'dark_theme', label: 'Dark theme', control: onOff },
      { name: 'orientation', label: 'Rotation', control: rotations },
      { name: 'font_scale', label: 'Font size', control: range('slider', [0.85, 2, 0.05], '×') },
      {
        name: 'display_density',
        label: 'Display density',
        control: range('number', [72, 1000, 1], 'dpi'),
      },
      { name: 'brightness', label: 'Brightness', control: range('slider', [0, 255, 1], 'of 255') },
      { name: 'volume', label: 'Media volume', control: range('slider', [0, 15, 1], '') },
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
  return known ?? sentenceCase(name.replaceAll('_', ' '));
}

/** The first version of Android that can set it, as in `10`, if the phone's is older; null if it can. */
export function neededAndroid(
  name: string,
  { api_level: apiLevel }: Pick<DeviceReport, 'api_level'>,
): string | null {
  const first = Object.entries(firstVersions).find(([known]) => known === name)?.[1];
  return first === undefined || apiLevel >= first.apiLevel ? null : first.android;
}
