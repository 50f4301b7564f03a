import { rotateSize } from '#core/geometry.ts';
import { batteryPercent, type WindowInfo } from '../../world.ts';
import { sharedUserOf, shortUserOf, uidOf, installedPackages } from '../system-packages.ts';
import { litPanelOf } from '../screencap.ts';
import { type System, apiLevels } from '../../system.ts';
import { dumpActivity, dumpWindow, focusedAppText, identityHash, windowText } from './window.ts';
import { deviceProfileFor } from '../../profile.ts';
import { dumpNotification } from './notification.ts';
import type { Program } from '../../shell/program.ts';
import { apkPath } from '../app/pm.ts';
import { permissionsOf } from '../app/permissions.ts';

/** The display's name in DisplayManager: numbered ports up to Android 9, physical ids later. */
function uniqueId(system: System): string {
  return `local:${system.android >= 10 ? litPanelOf(system) : '0'}`;
}

/**
 * `dumpsys input`: the touch screen as captured from Android 9-11 (with SurfaceOrientation)
 * and Android 13-15 phones (without it). Classes and sources are names from Android 12 on.
 */
function dumpInput(system: System): string {
  const { world, android } = system;
  const hasNames = android >= 12;
  const natural = world.physicalSize;
  const physicalSize = rotateSize(natural, world.rotation);
  const logical = world.screenSize;
  const source = hasNames ? 'TOUCHSCREEN' : '0x00001002';
  const rest = 'flat=0.000, fuzz=0.000, resolution=0.000';
  const port = android >= 10 ? 'port=0, ' : '';
  const orientation = hasNames ? '' : `      SurfaceOrientation: ${world.rotation}\n`;
  const topFirst = [...world.windows()].reverse();
  const windows = topFirst.map((window, i) => `      ${i}: ${inputWindowLine(system, window)}\n`);
  return `INPUT MANAGER (dumpsys input)

Input Manager State:
  Interactive: ${world.displayOn}
  Show Touches: false

Event Hub State:
  Devices:
    2: demo_touch
      Classes: ${hasNames ? 'TOUCH | TOUCH_MT' : '0x00000014'}
      Path: /dev/input/event2
      Enabled: true

Input Reader State:
  Device 2: demo_touch
    Sources: ${source}
    Motion Ranges:
      X: source=${source}, min=0.000, max=${physicalSize.width - 1}.000, ${rest}
      Y: source=${source}, min=0.000, max=${physicalSize.height - 1}.000, ${rest}
    Touch Input Mapper (mode - ${hasNames ? 'DIRECT' : 'direct'}):
      Raw Touch Axes:
        X: min=0, max=${natural.width - 1}, flat=0, fuzz=0, resolution=0
        Y: min=0, max=${natural.height - 1}, flat=0, fuzz=0, resolution=0
      Viewport INTERNAL: displayId=0, uniqueId=${uniqueId(system)}, ${port}orientation=${world.rotation}, logicalFrame=[0, 0, ${logical.width}, ${logical.height}], physicalFrame=[0, 0, ${physicalSize.width}, ${physicalSize.height}], deviceSize=[${physicalSize.width}, ${physicalSize.height}]${android >= 10 ? ', isActive=[1]' : ''}
${orientation}      Last Raw Touch: pointerCount=0

Input Dispatcher State:
  DispatchEnabled: true
  DispatchFrozen: false
  ${android >= 10 ? 'FocusedApplications:\n    displayId=0, ' : 'FocusedApplication: '}name='${focusedAppText(world.resumedActivity(), android)}', dispatchingTimeout=5000ms
  FocusedWindows:
    displayId=0, name='${world.focusedWindow().title}'
  Displays:
    Windows:
${windows.join('')}`;
}

/** The line of a window in the input dispatcher, as captured from Android 9-11 and Android 13-15 phones. */
function inputWindowLine({ android }: System, window: WindowInfo): string {
  const { left, top, right, bottom } = window.bounds;
  const rect = `[${left},${top}][${right},${bottom}]`;
  const title = windowText(window);
  return android < 13
    ? `name='${title}', displayId=0, paused=false, hasWallpaper=false, visible=true, frame=${rect}, touchableRegion=${rect}, inputFeatures=0x00000000`
    : `name='${title.replace(/^Window\{(\w+) u0 (.*)\}$/, '$1 $2')}', displayId=0, inputConfig=0x0, alpha=1.00, frame=${rect}, touchableRegion=${rect}, ownerUid=${uidOf(window.packageName)}`;
}

/** Time in ms to dump a service over binder. Guess: a mid-range phone. */
const dumpMs = 120;

/** The names that `dumpsys -l` and `cmd -l` list: common ones, in the order of servicemanager. */
export const serviceNames: readonly string[] =
  'SurfaceFlinger accessibility account activity activity_task alarm appops audio battery batterystats bluetooth_manager clipboard connectivity cpuinfo device_policy display dropbox input input_method jobscheduler locale location media_session meminfo notification package permission power settings statusbar telephony.registry trust uimode usagestats usb user vibrator_manager wallpaper wifi window'.split(
    ' ',
  );

type DumpFunction = (system: System, args: readonly string[]) => string;

const dumpsByService: Readonly<Record<string, DumpFunction>> = {
  accessibility: dumpAccessibility,
  activity: dumpActivity,
  battery: dumpBattery,
  connectivity: dumpConnectivity,
  input: dumpInput,
  input_method: dumpInputMethod,
  meminfo: dumpMemory,
  notification: dumpNotification,
  package: dumpPackage,
  power: dumpPower,
  trust: dumpTrust,
  window: dumpWindow,
};

/** The list of services that `dumpsys -l` and `cmd -l` print. */
export function serviceLines(): string {
  return `Currently running services:\n${serviceNames.map((name) => `  ${name}\n`).join('')}`;
}

/** `dumpsys [-l] [-t SECONDS] [SERVICE [ARGUMENTS]]`: frameworks/native/cmds/dumpsys. */
export const dumpsys: Program = {
  names: ['dumpsys'],
  main: async ({ argv: [, ...args], system, simulateLatency, out, err }) => {
    if (args[0] === '-t') args.splice(0, 2);
    const [service, ...rest] = args;
    await simulateLatency(dumpMs);
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
      await out(dump?.(system, rest) ?? `Service ${service} of ${model}: nothing to dump.\n`);
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
  status: 2
  health: 2
  present: true
  level: ${batteryPercent}
  scale: 100
  voltage: 4160
  temperature: 254
  technology: Li-ion
`;
}

/**
 * The default network and the networks of ConnectivityService.dump (NetworkAgentInfo.toString); Android
 * 8 prints the id at another place. Guess: the first network after boot has the id 100.
 */
function dumpConnectivity({ world, android }: System): string {
  const { systemSwitches: switches } = world;
  const isFlying = switches.isOn('airplane');
  const transport = switches.isOn('wifi')
    ? 'WIFI'
    : switches.isOn('mobile-data') && !isFlying
      ? 'CELLULAR'
      : null;
  if (transport === null) return 'Active default network: none\n\nCurrent Networks:\n';
  const state =
    android >= 11
      ? `network{100}  handle{432902426637}  ni{${transport} CONNECTED extra: }`
      : `ni{[type: ${transport}[], state: CONNECTED/CONNECTED, reason: (unspecified), extra: (none)]}  network{100}`;
  return `Active default network: 100

Current Networks:
  NetworkAgentInfo{ ${state}  nc{[ Transports: ${transport} Capabilities: INTERNET&NOT_RESTRICTED&TRUSTED&VALIDATED ]}  }
`;
}

/** The line of UiAutomationManager.dumpUiAutomationService, while a program is connected. */
function dumpAccessibility({ counters, faults }: System): string {
  const isTaken = counters.uiAutomationPid !== undefined || faults.has('automation-taken');
  const connected = isTaken
    ? 'Ui Automation[eventTypes=TYPES_ALL_MASK, notificationTimeout=0]\n'
    : '';
  return `ACCESSIBILITY MANAGER (dumpsys accessibility)\n\n${connected}`;
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
  mBatteryLevel=${batteryPercent}
  mStayOn=${stayOn}
  mBootCompleted=true
  mHalInteractiveModeEnabled=${world.displayOn}
  mLastWakeTime=0 (${Math.floor(performance.now())} ms ago)

Wake Locks: size=0

Display Power: state=${world.displayOn ? 'ON' : 'OFF'}
`;
}

/** TrustManagerService.dumpUser of a phone without a PIN. Guess: `trustState` came with Android 14. */
function dumpTrust({ android }: System): string {
  const trust = android >= 14 ? 'trustState=UNTRUSTED' : 'trusted=0';
  return `Trust manager state:
 User "Owner" (id=0, flags=0x13) (current): ${trust}, trustManaged=0, deviceLocked=0, strongAuthRequired=0x0
   Enabled agents:
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

// What `dumpsys` prints about one app.

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
${sharedUserLine(found.name)}    ${system.android >= 14 ? 'appId' : 'userId'}=${uidOf(found.name)}
    codePath=${apkPath(found.name, found.system).replace(/\/[^/]+$/, '')}
    versionCode=1 minSdk=26 targetSdk=${apiLevels[system.android]}
    versionName=${found.versionName}
    flags=[ ${found.system ? 'SYSTEM ' : ''}HAS_CODE ALLOW_CLEAR_USER_DATA ]
    lastUpdateTime=${found.system ? '2009-01-01 01:00:00' : '2026-03-14 09:26:53'}
${permissionLines(system, found.name)}`;
}

function sharedUserLine(packageName: string): string {
  const shared = sharedUserOf(packageName);
  if (shared === undefined) return '';
  const name = `${identityHash(shared)} ${shared}/${uidOf(packageName)}`;
  return `    sharedUser=SharedUserSetting{${name}}\n`;
}

/**
 * The permissions of a package, and the state of its user (Settings.dumpPackageLPr). Those of a package with
 * a shared user id stand in a part of their own (dumpSharedUsersLPr).
 */
function permissionLines(system: System, packageName: string): string {
  const permissions = permissionsOf(system, packageName);
  const linesOf = (runtime: boolean, indent: string): string =>
    permissions
      .filter(({ isRuntime }) => isRuntime === runtime)
      .map(({ name, isGranted }) => {
        const flags = runtime ? `, flags=[ ${isGranted ? 'USER_SET' : ''}]` : '';
        return `${indent}${name}: granted=${isGranted}${flags}\n`;
      })
      .join('');
  const requested = permissions.map(({ name }) => `      ${name}\n`).join('');
  const section = (title: string, lines: string): string =>
    lines === '' ? '' : `${title} permissions:\n${lines}`;
  const install = section('    install', linesOf(false, '      '));
  const runtime = section('      runtime', linesOf(true, '        '));
  const user = '    User 0: installed=true hidden=false stopped=false enabled=0\n';
  const head = section('    requested', requested);
  const shared = sharedUserOf(packageName);
  if (shared === undefined) return `${head}${install}${user}${runtime}`;
  return `${head}${user}
Shared users:
  SharedUser [${shared}] (${identityHash(shared)}):
    userId=${uidOf(packageName)}
${install}    User 0:
${runtime}`;
}

/** `dumpsys meminfo PROCESS` (ActivityThread.dumpMemInfoTable), most rows left out. Guess: the numbers. */
function dumpMemory(system: System, [name = '']: readonly string[]): string {
  const found = installedPackages(system).find((info) => info.name === name);
  if (found?.pid === undefined) return `No process found for: ${name}\n`;
  const total = 40_000 + (found.pid % 100) * 137;
  const summary =
    system.android >= 11
      ? `TOTAL PSS: ${String(total).padStart(8)}            TOTAL RSS: ${String(total * 2).padStart(8)}       TOTAL SWAP PSS:        0`
      : `TOTAL: ${String(total).padStart(8)}       TOTAL SWAP PSS:        0`;
  return `Applications Memory Usage (in Kilobytes):
Uptime: 812345 Realtime: 812345

** MEMINFO in pid ${found.pid} [${name}] **
                   Pss  Private  Private  SwapPss     Heap     Heap     Heap
                 Total    Dirty    Clean    Dirty     Size    Alloc     Free
        TOTAL ${String(total).padStart(8)}    30120     2012        0    29108    20811     6297

 App Summary
           ${summary}
`;
}
