import { profileOf } from '../../profile.ts';
import { apkOf } from '../app/pm.ts';
import { installedPackages, uidOf } from '../app/system-packages.ts';
import { displayIdLines } from '../screencap.ts';
import { apiLevels, type System } from '../system.ts';
import { hashOf } from './names.ts';

/** `dumpsys battery`: BatteryService.dumpInternal. */
export function dumpBattery(): string {
  return `Current Battery Service state:
  AC powered: false
  USB powered: true
  Wireless powered: false
  Max charging current: 500000
  Max charging voltage: 5000000
  Charge counter: 4200000
  status: 5
  health: 2
  present: true
  level: 100
  scale: 100
  voltage: 4350
  temperature: 254
  technology: Li-ion
`;
}

/** `dumpsys SurfaceFlinger`. */
export function dumpSurfaceFlinger(system: System, [option]: readonly string[]): string {
  const lines = displayIdLines(system.faults.has('multi-display') ? 2 : 1);
  if (option === '--display-id') return lines;
  return `Build configuration: [sf PRESENT_TIME_OFFSET=0]\n\nDisplay identification data:\n${lines}`;
}

/** `dumpsys package NAME`. Guess: the layout is AOSP's, most lines are left out; `appId` came with Android 13. */
export function dumpPackage(system: System, [name]: readonly string[]): string {
  const found = installedPackages(system).find((info) => info.name === name);
  if (found === undefined) return `Unable to find package: ${name ?? ''}\n`;
  const sdk = apiLevels[system.android];
  const launcher = system.world.launchActivity(found.name);
  const resolver =
    launcher === undefined
      ? ''
      : `Activity Resolver Table:
  Non-Data Actions:
      android.intent.action.MAIN:
        ${hashOf(launcher)} ${launcher} filter ${hashOf(`filter ${launcher}`)}
          Action: "android.intent.action.MAIN"
          Category: "android.intent.category.LAUNCHER"

`;
  return `${resolver}Packages:
  Package [${found.name}] (${hashOf(`package ${found.name}`)}):
    ${system.android >= 14 ? 'appId' : 'userId'}=${uidOf(found.name)}
    codePath=${apkOf(found.name, found.system).replace(/\/[^/]+$/, '')}
    versionCode=1 minSdk=26 targetSdk=${sdk}
    versionName=${found.versionName}
    flags=[ ${found.system ? 'SYSTEM ' : ''}HAS_CODE ALLOW_CLEAR_USER_DATA ]
    firstInstallTime=2024-01-01 00:00:00
    lastUpdateTime=2024-01-01 00:00:00
    User 0: installed=true hidden=false stopped=false enabled=0
`;
}

/** `dumpsys notification`, `dumpsys accessibility`, …: a service that is there and has little to say. */
export function dumpOther({ android }: System, name: string): string {
  return `Service ${name} of ${profileOf(android).model}: nothing to tell.\n`;
}
