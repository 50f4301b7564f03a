import { type Identity, createLocalSockets } from '../device.ts';
import type { FileSystem } from '../files.ts';
import type { DemoPhoneOptions } from '../options.ts';
import type { World } from '../world.ts';
import { createActivityLog, reportCrash, watchWorld } from './logcat/activity-log.ts';
import { createLogBuffer, floodLog, keepLogging, writeHistory } from './logcat/log-buffer.ts';
import { createProperties } from './getprop.ts';
import { createSettings } from './settings.ts';
import type { System } from '../system.ts';
import { writeStaleDumps } from './uiautomator/uiautomator.ts';

/** The first process id of commands; those of apps are below. */
const firstPid = 20_000;
/** Process ids wrap here (`/proc/sys/kernel/pid_max` of Android kernels). */
const lastPid = 32_767;

interface SystemOptions {
  readonly options: Pick<DemoPhoneOptions, 'android' | 'canvas' | 'faults' | 'latency' | 'video'>;
  readonly identity: Identity;
  readonly world: World;
  readonly files: FileSystem;
}

/** Creates the system of a phone that has just booted. */
export function createSystem({ options, identity, world, files }: SystemOptions): System {
  const { android, canvas, faults, latency, video } = options;
  const log = createLogBuffer();
  const nowEpochMs = Date.now();
  writeHistory(log, { world, android, nowEpochMs });
  const activityLog = createActivityLog({ world, log, android });
  watchWorld({ world, log, android }, activityLog);
  world.onCrash((crash) => reportCrash({ log, android, activityLog }, crash));
  keepLogging(log, android);
  if (faults.has('log-flood')) floodLog(log);
  if (faults.has('stale-dump')) writeStaleDumps(files, android);
  let pid = firstPid;
  return {
    android,
    faults,
    latency,
    identity,
    world,
    canvas,
    video,
    files,
    localSockets: createLocalSockets(),
    installed: new Map(),
    log,
    activityLog,
    // Guess: any 16 hex digits are an android_id.
    settings: createSettings(world, {
      android,
      androidId: `de30${android.toString(16).padStart(12, '0')}`,
    }),
    properties: createProperties(identity, android, world),
    counters: {
      appLocales: new Map(),
      musicVolume: 8,
      uiAutomationPid: undefined,
      programs: new Map(),
      dumps: 0,
      screencaps: 0,
    },
    nextPid: () => {
      pid = pid >= lastPid ? firstPid : pid + 1;
      return pid;
    },
  };
}
