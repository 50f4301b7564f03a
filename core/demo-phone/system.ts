/**
 * The interface between the shell programs and the rest of the demo phone's Android: everything
 * that a program can reach.
 */
import type { CanvasFactory, VideoEncoderFactory } from './canvas-and-video.ts';
import type { Identity, LocalSockets } from './device.ts';
import type { FileSystem } from './files.ts';
import type { AndroidVersion, DemoPhoneOptions, FaultName } from './options.ts';
import type { World } from './world.ts';

/** Everything that a program of the demo phone can reach. */
export interface System {
  readonly android: AndroidVersion;
  readonly faults: ReadonlySet<FaultName>;
  readonly latency: DemoPhoneOptions['latency'];
  readonly identity: Identity;
  readonly world: World;
  /** For images that are not rendered by the world. */
  readonly canvas: CanvasFactory;
  /** Creates video encoders; undefined: the phone has none. */
  readonly video: VideoEncoderFactory | undefined;
  readonly files: FileSystem;
  readonly localSockets: LocalSockets;
  readonly settings: SettingsStore;
  readonly properties: ReadonlyMap<string, string>;
  /** Apps installed since the phone booted, by package. */
  readonly installed: Map<string, Apk>;
  readonly log: LogBuffer;
  readonly activityLog: ActivityLog;
  readonly counters: Counters;
  nextPid(): number;
}

/** State that outlives a single command. */
interface Counters {
  /** The language tags of apps that have their own. */
  readonly appLocales: Map<string, string>;
  /** The index of the music stream's volume. */
  musicVolume: number;
  /** The process that holds the only UiAutomation connection, if any. */
  uiAutomationPid: number | undefined;
  /** Programs that `pkill` can end, by process id. */
  readonly programs: Map<number, { readonly commandLine: string; kill(): void }>;
  /** Dumps started, for the fault `stale-dump`. */
  dumps: number;
  /** Screenshots taken, for the fault `truncated-png`. */
  screencaps: number;
}

/** android.os.Build.VERSION.SDK_INT by version; 8 is 8.1. */
export const apiLevels = { 8: 27, 11: 30, 14: 34, 16: 36 } as const satisfies Record<
  AndroidVersion,
  number
>;

/** The tables of android.provider.Settings. */
export const settingsNamespaces = ['system', 'secure', 'global'] as const;
export type SettingsNamespace = (typeof settingsNamespaces)[number];

/** The store behind the `settings` program; writing a rotation setting rotates the screen. */
export interface SettingsStore {
  get(namespace: SettingsNamespace, key: string): string | undefined;
  put(namespace: SettingsNamespace, key: string, value: string): void;
  delete(namespace: SettingsNamespace, key: string): boolean;
  list(namespace: SettingsNamespace): readonly (readonly [string, string])[];
}

/** Writes the log entries that system and apps produce when a shell program acts on them. */
export interface ActivityLog {
  /** Logs that the shell starts this intent (`act=… cmp=…`), then calls `start`. Returns its result. */
  startFromShell(intent: string, start: () => boolean): boolean;
  /** Whether a start that `startByShell` has already logged is running. */
  readonly isStartingFromShell: boolean;
  /** Logs that a shell process force-stops a package. */
  logForceStop(packageName: string, byPid: number): void;
  /** Marks a process that is about to crash: its end is logged differently. */
  markCrashing(pid: number): void;
  /** Whether this process ended by a crash. */
  hasCrashed(pid: number): boolean;
  /** Logs that a touch or key of this process was dropped (InputDispatcher), which nothing else tells. */
  logIgnoredInput(byPid: number): void;
}

/** android.util.Log's priority letters. */
export type LogLevel = 'V' | 'D' | 'I' | 'W' | 'E' | 'F';

/** The log buffers, in the order of `-b all`. */
export const logBufferNames = [
  'main',
  'radio',
  'events',
  'system',
  'crash',
  'stats',
  'security',
  'kernel',
] as const;
export type LogBufferName = (typeof logBufferNames)[number];

/** One log entry; the message may have several lines. */
export interface LogEntry {
  readonly buffer: LogBufferName;
  readonly epochMs: number;
  readonly pid: number;
  readonly tid: number;
  readonly level: LogLevel;
  readonly tag: string;
  /** May contain several lines, and bytes that are not UTF-8 (`rawByte`). */
  readonly message: string;
}

/** The entries that logd holds. */
export interface LogBuffer {
  /** Appends an entry; `epochMs` defaults to now and must not decrease. */
  write(
    entry: Omit<LogEntry, 'epochMs' | 'tid'> & { readonly tid?: number; readonly epochMs?: number },
  ): void;
  /** All entries, oldest first. */
  entries(): readonly LogEntry[];
  clear(buffers: ReadonlySet<LogBufferName>): void;
  /** Calls the listener for every new entry; returns the unsubscribe function. */
  follow(listener: (entry: LogEntry) => void): () => void;
  /** Calls `begin` when the first follower subscribes, and the function it returned when the last one unsubscribes. */
  whileFollowed(begin: () => () => void): void;
}

/** The parts of an APK that the package manager reads before it installs it. */
export interface Apk {
  readonly packageName: string;
  readonly versionName: string;
}
