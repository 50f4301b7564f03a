import { concat, encodeUtf8 } from '../../bytes.ts';
import { logBufferNames, type LogBuffer, type LogEntry } from '../../system.ts';
import type { AndroidVersion } from '../../options.ts';
import { batteryPercent, type World } from '../../world.ts';
import {
  oldCrash,
  processText,
  systemServerEntry,
  systemServerPid,
  writeCrashLog,
} from './activity-log.ts';

/** Maximum number of entries, about as many as fit in 256 KiB of a real buffer. */
const maxEntries = 4000;

/** Creates an empty log. */
export function createLogBuffer(): LogBuffer {
  let kept: LogEntry[] = [];
  const listeners = new Set<(entry: LogEntry) => void>();
  const startCallbacks: (() => () => void)[] = [];
  let stopCallbacks: (() => void)[] = [];
  return {
    write: (fields) => {
      const entry = {
        ...fields,
        epochMs: fields.epochMs ?? Date.now(),
        tid: fields.tid ?? fields.pid,
      };
      kept.push(entry);
      if (kept.length > maxEntries) kept = kept.slice(-maxEntries);
      for (const listener of listeners) listener(entry);
    },
    entries: () => kept,
    clear: (buffers) => {
      kept = kept.filter((entry) => !buffers.has(entry.buffer));
    },
    follow: (listener) => {
      listeners.add(listener);
      if (listeners.size === 1)
        stopCallbacks = startCallbacks.map((onFirstFollower) => onFirstFollower());
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        for (const stop of stopCallbacks) stop();
        stopCallbacks = [];
      };
    },
    whileFollowed: (onFirstFollower) => void startCallbacks.push(onFirstFollower),
  };
}

/**
 * A character that stands for one byte that is not valid UTF-8, since logs may contain any bytes: a
 * lone surrogate U+DC80 to U+DCFF (Python's `surrogateescape`).
 */
export function rawByte(byte: number): string {
  return String.fromCharCode(0xdc00 + byte);
}

/** Encodes log lines as the bytes that logcat prints. */
export function encodeLogText(text: string): Uint8Array<ArrayBuffer> {
  if (!/[\udc80-\udcff]/.test(text)) return encodeUtf8(text);
  // A low surrogate after a high one is part of a normal character.
  const parts = text.split(/(?<![\ud800-\udbff])([\udc80-\udcff])/);
  return concat(
    parts.map((part, i) =>
      i % 2 === 1 ? Uint8Array.of(part.charCodeAt(0) & 0xff) : encodeUtf8(part),
    ),
  );
}

/** Time since the phone booted, in ms. */
const uptimeMs = 23 * 60_000;
/** Duration of the boot messages, and the time of the app crash, both in ms since the boot. */
const bootMs = 26_000;
const crashMs = 14 * 60_000;
/** Maximum time between two routine messages, in ms. */
const maxPauseMs = 5000;
/** Minimum time between routine messages while somebody follows the log, in ms. */
const minPauseMs = 400;

/** The threads of each log source; the first is its process id. */
const logSources: Readonly<Record<string, readonly [pid: number, ...threads: number[]]>> = {
  init: [1],
  logd: [302, 318],
  zygote: [611],
  surfaceflinger: [498, 544, 561],
  audioserver: [723, 1187],
  wifi: [1344],
  system: [systemServerPid, 1447, 1462, 1509, 1677],
  systemui: [1650, 1712],
  phone: [1802, 1880],
  bluetooth: [1788, 1841],
  launcher: [4210, 4233],
};

/** Messages logged once during boot, in this order: source, buffer, level, tag and message. */
const bootLines = `\
init main I vold: Vold 3.0 (the awakening) firing up
surfaceflinger main I SurfaceFlinger: SurfaceFlinger is starting
surfaceflinger main I SurfaceFlinger: Using HWComposer service: default
zygote main I Zygote: System server process 1423 has been created
system system I SystemServer: Entered the Android system server!
system system I PackageManager: Finished scanning system apps. Time: # ms, packageCount: 76 , timePerPackage: # , cached: 74
wifi main I wpa_supplicant: Successfully initialized wpa_supplicant
system system I WifiService: WifiService starting up with Wi-Fi enabled
systemui main D SystemUIService: loading: class com.android.systemui.statusbar.phone.StatusBar
launcher main I Choreographer: Skipped 38 frames!  The application may be doing too much work on its main thread.
phone radio D RILJ: [0001]> RIL_REQUEST_GET_SIM_STATUS [PHONE0]
system system I ActivityManager: Finished processing BOOT_COMPLETED for u0`.split('\n');

/** Routine messages repeated afterwards. `#` is replaced by a changing number. */
const everydayLines = `\
system system D BatteryService: Battery level: ${batteryPercent}, status: 2, health: 2, present: true, scale: 100, voltage: 4160
system system D WifiClientModeImpl: fetchRssiAndLinkSpeed: rssi=-48 linkSpeed=866
system system D PowerManagerService: Acquiring suspend blocker "PowerManagerService.WakeLocks".
system system W NotificationService: Object died trying to hide notification #
system main W Looper: Slow delivery took #ms main h=com.android.server.am.ActivityManagerService$MainHandler
system system V SettingsProvider: Notifying for 0: content://settings/system/screen_brightness
systemui main D KeyguardUpdateMonitor: received broadcast android.intent.action.BATTERY_CHANGED
surfaceflinger main W SurfaceFlinger: Permission Denial: can't access SurfaceFlinger pid=#, uid=2000
audioserver main D AudioFlinger: mixer(0x7a3c#) throttle end: throttle time(11)
phone radio D RILJ: [0#]> RIL_REQUEST_SIGNAL_STRENGTH [PHONE0]
phone main D ServiceStateTracker: [0] Poll ServiceState done: IN_SERVICE, Northern Light, 5G
bluetooth main I bt_btif: bta_dm_pm_btm_status: peer 4c:87:5d:0b:61:e9, mode 2
logd main I logd: logdr: UID=2000 GID=2000 PID=# b tail=0 logMask=19 pid=0 start=0ns timeout=0ns
init main I auditd: type=1400 audit(0.0:#): avc: denied { read } for name="u:object_r:vendor_default_prop:s0" dev="tmpfs" ino=1# scontext=u:r:shell:s0 tcontext=u:object_r:vendor_default_prop:s0 tclass=file permissive=0
system system E StatsPullAtomService: Failed to get modem activity info: ErrorCode=2`.split('\n');

/** A deterministic pseudo-random generator (that of ANSI C's `rand`); returns integers below the argument. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Writes the log since boot up to now; identical each time except for the timestamps. */
export function writeHistory(
  log: LogBuffer,
  { world, android, nowEpochMs }: { world: World; android: AndroidVersion; nowEpochMs: number },
): void {
  const bootEpochMs = nowEpochMs - uptimeMs;
  const random = createRandom(android);
  bootLines.forEach((line, i) => {
    const epochMs = bootEpochMs + Math.round(((i + 1) * bootMs) / bootLines.length);
    writeLine(log, { line, epochMs, random });
  });
  let at = bootEpochMs + bootMs;
  for (const { name, pid } of world.packages()) {
    if (pid === undefined) continue;
    const message = `Start proc ${processText(name, pid)} for service {${name}/.Service}`;
    log.write({ ...systemServerEntry('I', 'ActivityManager', message), epochMs: (at += 40) });
  }
  let unusualCount = 0;
  let crashed = false;
  for (at += random(maxPauseMs); at < nowEpochMs - 100; at += random(maxPauseMs)) {
    if (!crashed && at >= bootEpochMs + crashMs) {
      writeCrashLog(log, oldCrash, { android, epochMs: at });
      crashed = true;
      at += 100;
    }
    writeLine(log, { line: everydayLines[random(everydayLines.length)], epochMs: at, random });
    if (random(60) === 0) writeUnusualMessage(log, at, unusualCount++);
  }
}

/** Continues with routine messages while somebody follows the log; otherwise nothing is written. */
export function keepLogging(log: LogBuffer, android: AndroidVersion): void {
  const random = createRandom(android + 1);
  log.whileFollowed(() => {
    let timer: ReturnType<typeof setTimeout>;
    const scheduleNext = (): void => {
      const writeNext = (): void => {
        const line = everydayLines[random(everydayLines.length)];
        writeLine(log, { line, epochMs: Date.now(), random });
        scheduleNext();
      };
      timer = setTimeout(writeNext, minPauseMs + random(maxPauseMs));
    };
    scheduleNext();
    return () => clearTimeout(timer);
  });
}

function writeLine(
  log: LogBuffer,
  options: {
    readonly line: string | undefined;
    readonly epochMs: number;
    readonly random: (below: number) => number;
  },
): void {
  const { epochMs, random } = options;
  const [, source = '', bufferName, level, tag = '', text = ''] =
    /^(\w+) (\w+) ([VDIWE]) (\S+): (.*)$/.exec(options.line ?? '') ?? [];
  const threads = logSources[source] ?? [0];
  const [pid] = threads;
  log.write({
    buffer: logBufferNames.find((name) => name === bufferName) ?? 'main',
    level: levels.find((letter) => letter === level) ?? 'I',
    tid: threads[random(threads.length)] ?? pid,
    message: text.replaceAll('#', () => String(random(1000))),
    tag,
    pid,
    epochMs,
  });
}

/** Unusual messages that a log reader must handle: empty, invalid UTF-8, long, several lines. */
const oddities: readonly string[] = [
  '',
  `SSID "caf${rawByte(0xe9)} ${rawByte(0xff)}${rawByte(0xfe)}" rssi=-71`,
  'wifi scan results:\n  Greenhouse 5G  [WPA2-PSK] -48\n  Greenhouse     [WPA2-PSK] -61\n\n  Café Orange   [ESS] -77',
  `vendor IEs: ${'dd180050f2020101'.repeat(80)}`,
  'SSID "München 中国 🌧" rssi=-64',
];

function writeUnusualMessage(log: LogBuffer, epochMs: number, index: number): void {
  const message = oddities[index % oddities.length] ?? '';
  log.write({ buffer: 'main', level: 'I', tag: 'wificond', pid: 1344, epochMs, message });
}

/** The fault `log-flood` writes a thousand lines a second, in steps of 20 ms. */
const floodStepMs = 20;
const linesPerStep = 20;

const levels: readonly LogEntry['level'][] = ['V', 'D', 'I', 'W', 'E'];

/** The fault `log-flood`: floods the log while somebody follows it. */
export function floodLog(log: LogBuffer): void {
  let frame = 0;
  const writeStep = (): void => {
    for (let i = 0; i < linesPerStep; i++) {
      frame++;
      log.write({
        buffer: 'main',
        pid: systemServerPid,
        level: levels[frame % levels.length] ?? 'D',
        tag: `Flood${frame % 7}`,
        message: `frame ${frame} ${'drawn in '.repeat(frame % 5)}${frame % 17} ms`,
      });
    }
  };
  log.whileFollowed(() => {
    // Late timers are caught up, so that the rate stays at a thousand lines a second.
    let dueAtMs = Date.now();
    let timer: ReturnType<typeof setTimeout>;
    const step = (): void => {
      for (; dueAtMs <= Date.now(); dueAtMs += floodStepMs) writeStep();
      timer = setTimeout(step, floodStepMs);
    };
    step();
    return () => clearTimeout(timer);
  });
}
