import type { DeviceReport } from '#core/phone/device-state.ts';
import { sentenceCase } from '../../../ui/field-label.ts';
import { sizeLabel } from '../../files/strings.ts';

const networks = new Map([
  ['wifi', 'Wi-Fi'],
  ['vpn', 'VPN'],
]);

/** What the phone says of itself, by name; what it does not report is left out. */
export function factsOf(report: DeviceReport): readonly (readonly [name: string, value: string])[] {
  const { battery, storage, network, screen, manufacturer, model } = report;
  // Without the maker where the model's name begins with it.
  const maker = model?.startsWith(manufacturer ?? '') === true ? null : manufacturer;
  const plugged = battery?.plugged ? ` by ${battery.plugged}` : '';
  const names = network?.map((name) => networks.get(name) ?? sentenceCase(name)).join(', ');
  const facts: readonly (readonly [name: string, parts: readonly (string | null | undefined)[]])[] =
    [
      ['Model', [[maker, model].filter(Boolean).join(' ')]],
      [
        'Android',
        [report.android, `API ${report.api_level}`, after('patch', report.security_patch)],
      ],
      [
        'Battery',
        [
          battery && `${battery.percent} %`,
          battery && `${battery.status}${plugged}`,
          after('', battery?.celsius, ' °C'),
        ],
      ],
      [
        'Storage',
        [storage && `${sizeLabel(storage.free_bytes)} free of ${sizeLabel(storage.total_bytes)}`],
      ],
      ['Network', [names === '' ? 'None' : names]],
      [
        'Screen',
        [
          `${screen.width} × ${screen.height}`,
          screen.on === false ? 'off' : screen.locked === true ? 'locked' : null,
        ],
      ],
      ['Languages', [report.locales]],
      ['Time', [report.time?.slice(0, 16).replace('T', ' '), report.time_zone]],
    ];
  return facts.flatMap(([name, parts]) => {
    const value = parts.filter(Boolean).join(' · ');
    return value === '' ? [] : [[name, value] as const];
  });
}

/** The value between two texts; null without one. */
function after(
  before: string,
  value: string | number | null | undefined,
  unit = '',
): string | null {
  return value === null || value === undefined ? null : `${before} ${value}${unit}`.trim();
}
