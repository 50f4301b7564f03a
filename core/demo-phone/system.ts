/**
 * The seam inside the demo phone's Android: what every program of the shell can reach, whoever
 * makes it.
 */
import type { Point } from '../geometry.ts';
import type { CanvasFactory } from './canvas.ts';
import type { Identity } from './device.ts';
import type { FileSystem } from './files.ts';
import type { LocalSockets } from './local-sockets.ts';
import type { AndroidVersion, DemoPhoneOptions, FaultName } from './options.ts';
import type { VideoEncoderFactory } from './video.ts';
import type { World } from './world.ts';

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
interface Counters {
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

/** The tables of android.provider.Settings. */
export const namespaces = ['system', 'secure', 'global'] as const;
export type Namespace = (typeof namespaces)[number];

/** What `settings` reads and writes; the rotation settings turn the screen. */
export interface Settings {
  get(namespace: Namespace, key: string): string | undefined;
  put(namespace: Namespace, key: string, value: string): void;
  delete(namespace: Namespace, key: string): boolean;
  list(namespace: Namespace): readonly (readonly [string, string])[];
}

/** What programs of the shell make the system and the apps say. */
export interface ActivityLog {
  /** Says that the shell starts this intent (`act=… cmp=…`), and does it. */
  startByShell(intent: string, start: () => boolean): boolean;
  /** Whether a start goes on that `startByShell` has told already. */
  readonly starting: boolean;
  /** Says that a process of the shell stops a package. */
  forceStopping(packageName: string, byPid: number): void;
  /** This process is about to end by a crash, which is told in other words. */
  crashing(pid: number): void;
  /** Whether this process ended by a crash. */
  hasCrashed(pid: number): boolean;
  /** What the app in front says of a click there. Call it before the finger comes down. */
  tapped(point: Point): void;
}

/** android.util.Log's letters. */
export type LogLevel = 'V' | 'D' | 'I' | 'W' | 'E' | 'F';

/** The buffers, in the order in which `-b all` names them. */
export const bufferNames = [
  'main',
  'radio',
  'events',
  'system',
  'crash',
  'stats',
  'security',
  'kernel',
] as const;
export type LogBufferName = (typeof bufferNames)[number];

/** One line of the log, or several of one moment. */
export interface LogEntry {
  readonly buffer: LogBufferName;
  readonly epochMs: number;
  readonly uid: number;
  readonly pid: number;
  readonly tid: number;
  readonly level: LogLevel;
  readonly tag: string;
  /** May hold several lines, and bytes that are no UTF-8 (`rawByte`). */
  readonly message: string;
}

/** logd's memory: what the system and the apps said. */
export interface LogBuffer {
  /** Adds an entry, of this moment where no other is told; moments must not go back. */
  write(
    entry: Omit<LogEntry, 'epochMs' | 'tid'> & { readonly tid?: number; readonly epochMs?: number },
  ): void;
  /** Every entry that is kept, the oldest first. */
  entries(): readonly LogEntry[];
  clear(buffers: ReadonlySet<LogBufferName>): void;
  /** Hears every new entry; returns the way to stop. */
  follow(listener: (entry: LogEntry) => void): () => void;
  /** Begins something when the first comes to follow, which ends what it returns when the last leaves. */
  whileFollowed(begin: () => () => void): void;
}

/** What the package manager reads of an app before it installs it. */
export interface Apk {
  readonly packageName: string;
  readonly versionCode: number;
  readonly versionName: string;
  /** The API level it needs. */
  readonly minSdk: number;
  readonly testOnly: boolean;
  /** The processors it brings native code for; none where it brings no such code. */
  readonly abis: ReadonlySet<string>;
}
