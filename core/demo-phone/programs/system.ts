import type { CanvasFactory } from '../canvas.ts';
import type { Identity } from '../device.ts';
import type { FileSystem } from '../files.ts';
import type { LocalSockets } from '../local-sockets.ts';
import type { AndroidVersion, DemoPhoneOptions, FaultName } from '../options.ts';
import type { VideoEncoderFactory } from '../video.ts';
import type { World } from '../world.ts';
import type { Apk } from './app/apk.ts';
import type { ActivityLog } from './logcat/watch-world.ts';
import type { LogBuffer } from './logcat/log-buffer.ts';
import type { Settings } from './settings-store.ts';

/** Everything a program of the demo phone can reach. */
export interface System {
  readonly android: AndroidVersion;
  readonly faults: ReadonlySet<FaultName>;
  readonly latency: DemoPhoneOptions['latency'];
  readonly identity: Identity;
  readonly world: World;
  /** Draws what is no picture of the world. */
  readonly canvas: CanvasFactory;
  /** What its video encoders are made of; undefined: it has none. */
  readonly video: VideoEncoderFactory | undefined;
  readonly files: FileSystem;
  readonly localSockets: LocalSockets;
  readonly settings: Settings;
  readonly properties: ReadonlyMap<string, string>;
  /** Apps that were put on the phone since it booted, by package. */
  readonly installed: Map<string, Apk>;
  readonly log: LogBuffer;
  readonly activityLog: ActivityLog;
  readonly counters: Counters;
  nextPid(): number;
}

/** What lasts from one command to the next. */
export interface Counters {
  /** The process that holds the one UiAutomation, if any. */
  uiAutomationPid: number | undefined;
  /** Dumps begun, for `stale-dump`. */
  dumps: number;
  /** Pictures taken, for `truncated-png`. */
  screencaps: number;
}

/** android.os.Build.VERSION.SDK_INT by version; 8 is 8.1. */
export const apiLevels = { 8: 27, 11: 30, 14: 34, 16: 36 } as const satisfies Record<
  AndroidVersion,
  number
>;
