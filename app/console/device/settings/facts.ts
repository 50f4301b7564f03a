import type { DeviceReport } from '#core/phone/device-state.ts';
import { sentenceCase } from '../../../ui/field-label.ts';
import { sizeLabel } from '../../files/strings.ts';

const networks: Readonly<Record<string, string>> = { wifi: 'Wi-Fi', vpn: 'VPN' };

/** What the phone says of itself, by name; what it does not report is left out. */
export function factsOf(report: DeviceReport): readonly (readonly [name: string, value: string])[] {
  const { battery, storage, network, screen } = report;
  const facts: readonly (readonly [string, (string | null)[]])[] = [
    ['Model', [modelText(report)]],
    ['Android', [report.android, `API ${report.api_level}`, patchText(report.security_patch)]],
    [
      'Battery',
      battery === null
        ? []
        : [
            `${battery.percent} %`,
            battery.plugged === null ? battery.status : `${battery.status} by ${battery.plugged}`,
            battery.celsius === null ? null : `${battery.celsius} °C`,
          ],
    ],
    [
      'Storage',
      storage === null
        ? []
        : [`${sizeLabel(storage.free_bytes)} free of ${sizeLabel(storage.total_bytes)}`],
    ],
    ['Network', [network?.map((name) => networks[name] ?? sentenceCase(name)).join(', ') ?? null]],
    ['Screen', [`${screen.width} × ${screen.height}`, screenState(screen)]],
    ['Languages', [report.locales]],
    ['Time', [report.time?.slice(0, 16).replace('T', ' ') ?? null, report.time_zone]],
  ];
  return facts.flatMap(([name, parts]) => {
    const value = parts.filter((part) => part !== null && part !== '').join(' · ');
    if (value === '') return name === 'Network' && network !== null ? [[name, 'None']] : [];
    return [[name, value] as const];
  });
}

/** Without the maker where the model's name begins with it. */
function modelText({ manufacturer, model }: DeviceReport): string | null {
  if (manufacturer === null || model?.startsWith(manufacturer) === true) return model;
  return `${manufacturer} ${model ?? ''}`;
}

function patchText(patch: string | null): string | null {
  return patch === null ? null : `patch ${patch}`;
}

function screenState({ on, locked }: DeviceReport['screen']): string | null {
  return on === false ? 'off' : locked === true ? 'locked' : null;
}
