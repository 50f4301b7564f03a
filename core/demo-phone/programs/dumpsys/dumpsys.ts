import { deviceProfileFor } from '../../profile.ts';
import { apkPath } from '../app/pm.ts';
import { installedPackages, shortUserOf, uidOf } from '../system-packages.ts';
import type { Program } from '../../shell/program.ts';
import { displayIdLines } from '../screencap.ts';
import { apiLevels, type System } from '../../system.ts';
import { dumpDisplay, dumpInput } from './display.ts';
import { dumpActivity, dumpWindow, identityHash } from './window.ts';

/** Time in ms to dump a service over binder. Guess: a mid-range phone. */
const dumpMs = 120;

/** The names that `dumpsys -l` and `cmd -l` list: common ones, in the order of servicemanager. */
export const serviceNames: readonly string[] =
  'SurfaceFlinger accessibility account activity activity_task alarm appops audio battery batterystats bluetooth_manager clipboard connectivity cpuinfo device_policy display dropbox input input_method jobscheduler locale location media_session meminfo notification package permission power settings statusbar telephony.registry uimode usagestats usb user vibrator_manager wallpaper wifi window'.split(
    ' ',
  );

type DumpFunction = (system: System, args: readonly string[]) => string;

const dumpsByService: Readonly<Record<string, DumpFunction>> = {
  SurfaceFlinger: dumpSurfaceFlinger,
  activity: dumpActivity,
  battery: dumpBattery,
  display: dumpDisplay,
  input: dumpInput,
  input_method: dumpInputMethod,
  package: dumpPackage,
  power: dumpPower,
  window: dumpWindow,
};

/** The list of services that `dumpsys -l` and `cmd -l` print. */
export function serviceLines(): string {
  return `Currently running services:\n${serviceNames.map((name) => `  ${name}\n`).join('')}`;
}

/** `dumpsys [-l] [-t SECONDS] [SERVICE [ARGUMENTS]]`: frameworks/native/cmds/dumpsys. */
export const dumpsys: Program = {
  names: ['dumpsys'],
  main: async ({ argv: [, ...args], system, simulateLatency: pace, out, err }) => {
    if (args[0] === '-t') args.splice(0, 2);
    const [service, ...rest] = args;
    await pace(dumpMs);
    if (service === '-l') {
      await out(serviceLines());
    } else if (service === undefined) {
      const line = '-'.repeat(79);
      for (const [name, dump] of Object.entries(dumpsByService))
        await out(`${line}\nDUMP OF SERVICE ${name}:\n${dump(system, [])}`);
    } else if (!serviceNames.includes(service)) {
      await err(`Can't find service: ${service}\n`); // Guess: with exit code 0.
    } else {
      const dump = Object.hasOwn(dumpsByService, service) ? dumpsByService[service] : undefined;
      const { model } = deviceProfileFor(system.android);
      await out(dump?.(system, rest) ?? `Service ${service} of ${model}: nothing to tell.\n`);
    }
    return 0;
  },
};

/** BatteryService.dumpInternal. */
function dumpBattery(): string {
  return `Current Battery Service state:
  AC powered: false
  USB powered: true
  Wireless powered: false
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

function dumpSurfaceFlinger(system: System, [option]: readonly string[]): string {
  const lines = displayIdLines(system.faults.has('multi-display') ? 2 : 1);
  if (option === '--display-id') return lines;
  return `Build configuration: [sf PRESENT_TIME_OFFSET=0]\n\nDisplay identification data:\n${lines}`;
}

/** `dumpsys package NAME`. Guess: the layout is AOSP's, most lines are left out; `appId` came with Android 13. */
function dumpPackage(system: System, [name]: readonly string[]): string {
  const found = installedPackages(system).find((info) => info.name === name);
  if (found === undefined) return `Unable to find package: ${name ?? ''}\n`;
  const launcher = system.world.launchActivity(found.name);
  const resolver =
    launcher === undefined
      ? ''
      : `Activity Resolver Table:
  Non-Data Actions:
      android.intent.action.MAIN:
        ${identityHash(launcher)} ${launcher} filter ${identityHash(`filter ${launcher}`)}
          Action: "android.intent.action.MAIN"
          Category: "android.intent.category.LAUNCHER"

`;
  return `${resolver}Packages:
  Package [${found.name}] (${identityHash(`package ${found.name}`)}):
    ${system.android >= 14 ? 'appId' : 'userId'}=${uidOf(found.name)}
    codePath=${apkPath(found.name, found.system).replace(/\/[^/]+$/, '')}
    versionCode=1 minSdk=26 targetSdk=${apiLevels[system.android]}
    versionName=${found.versionName}
    flags=[ ${found.system ? 'SYSTEM ' : ''}HAS_CODE ALLOW_CLEAR_USER_DATA ]
    User 0: installed=true hidden=false stopped=false enabled=0
`;
}

/**
 * The lines of PowerManagerService.dump that tools read. With the display off, a phone may doze
 * instead of sleep. Guess: only the newest version does.
 */
function dumpPower({ world, android, settings }: System): string {
  const state = world.displayOn ? 'Awake' : android >= 16 ? 'Dozing' : 'Asleep';
  const stayOn = (settings.get('global', 'stay_on_while_plugged_in') ?? '0') !== '0';
  // `mLastWakeTime` as if the phone had been awake since it booted (TimeUtils.formatUptime).
  return `POWER MANAGER (dumpsys power)

Power Manager State:
  mWakefulness=${state}
  mWakefulnessChanging=false
  mIsPowered=true
  mPlugType=2
  mBatteryLevel=100
  mStayOn=${stayOn}
  mBootCompleted=true
  mHalInteractiveModeEnabled=${world.displayOn}
  mLastWakeTime=0 (${Math.floor(performance.now())} ms ago)

Wake Locks: size=0

Display Power: state=${world.displayOn ? 'ON' : 'OFF'}
`;
}

/** The lines of InputMethodManagerService.dump that tools read, then the client state of the foreground app. */
function dumpInputMethod({ world, android, settings }: System): string {
  const method = settings.get('secure', 'default_input_method') ?? 'null';
  const focused = world.focusedWindow().title;
  const { packageName } = world.resumedActivity();
  const shown = world.windows().some(({ kind }) => kind === 'ime');
  const field = world.focusedField();
  const { left = 0, top = 0, right = 0, bottom = 0 } = field?.bounds ?? {};
  const servedView =
    field &&
    `${field.className}{${identityHash(field.resourceId)} VFED..CL. .F...... ${left},${top}-${right},${bottom} ${field.resourceId}}`;
  // One line up to Android 13; since then ImeVisibilityStateComputer has lines of its own. Guess: mShowRequested went with them.
  const requested =
    android < 14
      ? `mShowRequested=${shown} mShowExplicitlyRequested=false mShowForced=false `
      : 'mRequestedShowExplicitly=false\n  mShowForced=false\n  ';
  return `Current Input Method Manager state:
  mCurMethodId=${method}
  mCurClient=ClientState{${identityHash(`client ${focused}`)} uid ${shortUserOf(packageName)}}
  mCurFocusedWindow=android.os.BinderProxy@${identityHash(`window ${focused}`)}
  mCurId=${method} mHaveConnection=true mBoundToMethod=true
  ${requested}mInputShown=${shown}
  mSystemReady=true mInteractive=${world.displayOn}

Input method client state for ${packageName}:
  mServedView=${servedView ?? 'null'}
`;
}
