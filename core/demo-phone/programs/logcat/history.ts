import type { AndroidVersion } from '../../options.ts';
import type { World } from '../../world.ts';
import { uidOf } from '../app/system-packages.ts';
import { ofSystem, processText, systemServerPid } from './activity-log.ts';
import { bootSayings, everydaySayings, type Saying, type Speaker } from './chatter.ts';
import { oldCrash, writeCrash } from './crash-report.ts';
import { rawByte } from './log-bytes.ts';
import type { LogBuffer } from './log-buffer.ts';

/** How long ago the phone has booted. */
export const upMs = 23 * 60_000;
/** ms the first part of the boot takes, and when the app crashed, both since the boot. */
const bootMs = 26_000;
const crashMs = 14 * 60_000;
/** ms between two everyday lines, at most. */
const pauseMs = 5000;
/** ms that a phone is silent at least, in front of a reader. */
const shortestPauseMs = 400;

interface Voice {
  readonly pid: number;
  readonly uid: number;
  /** Threads that speak beside the first. */
  readonly threads: readonly number[];
}

const voices: Readonly<Record<Speaker, Voice>> = {
  kernel: { pid: 0, uid: 0, threads: [0] },
  init: { pid: 1, uid: 0, threads: [1] },
  logd: { pid: 302, uid: 1036, threads: [302, 318] },
  zygote: { pid: 611, uid: 0, threads: [611] },
  surfaceflinger: { pid: 498, uid: 1000, threads: [498, 544, 561] },
  audioserver: { pid: 723, uid: 1041, threads: [723, 1187] },
  wifi: { pid: 1344, uid: 1010, threads: [1344] },
  system: { pid: systemServerPid, uid: 1000, threads: [1423, 1447, 1462, 1509, 1677] },
  systemui: { pid: 1650, uid: uidOf('com.android.systemui'), threads: [1650, 1712] },
  phone: { pid: 1802, uid: 1001, threads: [1802, 1880] },
  bluetooth: { pid: 1788, uid: 1002, threads: [1788, 1841] },
  keyboard: { pid: 1905, uid: uidOf('com.android.inputmethod.latin'), threads: [1905] },
  launcher: { pid: 4210, uid: uidOf('com.android.launcher3'), threads: [4210, 4233] },
};

/** Numbers that look like chance and are the same each time (the generator of ANSI C's `rand`). */
function createDice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Writes what the phone has said since it booted, up to now; the same each time but for the moments. */
export function writeHistory(
  log: LogBuffer,
  {
    world,
    android,
    nowEpochMs,
  }: {
    readonly world: World;
    readonly android: AndroidVersion;
    readonly nowEpochMs: number;
  },
): void {
  const bootEpochMs = nowEpochMs - upMs;
  const dice = createDice(android);
  const say = (saying: Saying, epochMs: number): void => sayAt(log, { saying, epochMs, dice });
  bootSayings.forEach((saying, i) => {
    say(saying, bootEpochMs + Math.round(((i + 1) * bootMs) / bootSayings.length));
  });
  let at = bootEpochMs + bootMs;
  for (const { name, pid } of world.packages()) {
    if (pid === undefined) continue;
    const message = `Start proc ${processText(name, pid)} for service {${name}/.Service}`;
    log.write({ ...ofSystem('I', 'ActivityManager', message), epochMs: (at += 40) });
  }
  let oddities = 0;
  let crashed = false;
  for (at += dice(pauseMs); at < nowEpochMs - 100; at += dice(pauseMs)) {
    if (!crashed && at >= bootEpochMs + crashMs) {
      writeCrash(log, oldCrash, { android, epochMs: at });
      crashed = true;
      at += 100;
    }
    const saying = everydaySayings[dice(everydaySayings.length)];
    if (saying !== undefined) say(saying, at);
    if (dice(60) === 0) writeOddity(log, at, oddities++);
  }
}

/** Goes on as the phone has begun, for as long as anybody follows: what nobody reads need not be said. */
export function keepTalking(log: LogBuffer, android: AndroidVersion): void {
  const dice = createDice(android + 1);
  log.whileFollowed(() => {
    let timer: ReturnType<typeof setTimeout>;
    const wait = (): void => {
      timer = setTimeout(
        () => {
          const saying = everydaySayings[dice(everydaySayings.length)];
          if (saying !== undefined) sayAt(log, { saying, epochMs: Date.now(), dice });
          wait();
        },
        shortestPauseMs + dice(pauseMs),
      );
    };
    wait();
    return () => clearTimeout(timer);
  });
}

function sayAt(
  log: LogBuffer,
  { saying, epochMs, dice }: { saying: Saying; epochMs: number; dice: (below: number) => number },
): void {
  const [speaker, buffer, level, tag, message] = saying;
  const { pid, uid, threads } = voices[speaker];
  log.write({
    ...{ buffer, level, tag, pid, uid, epochMs },
    tid: threads[dice(threads.length)] ?? pid,
    message: message.replaceAll('#', () => String(dice(1000))),
  });
}

/** What logs hold that a reader may not expect: no words, no UTF-8, control characters, a long line, several lines. */
const oddities: readonly string[] = [
  '',
  `SSID "caf${rawByte(0xe9)} ${rawByte(0xff)}${rawByte(0xfe)}" rssi=-71`,
  'progress\x1b[2K\r 42%\x07',
  'wifi scan results:\n  Greenhouse 5G  [WPA2-PSK] -48\n  Greenhouse     [WPA2-PSK] -61\n\n  Café Orange   [ESS] -77',
  `dump ${'0123456789abcdef'.repeat(80)}`,
  'München 中国 🌧 --------- beginning of nothing',
];

function writeOddity(log: LogBuffer, epochMs: number, index: number): void {
  const message = oddities[index % oddities.length] ?? '';
  const { pid, uid } = voices.wifi;
  log.write({ buffer: 'main', level: 'I', tag: 'wificond', pid, uid, epochMs, message });
}
