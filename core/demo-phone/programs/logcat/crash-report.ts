import type { LogBuffer, LogEntry, ActivityLog } from '../../system.ts';
import { activityTag, ofSystem, processText } from './watch-world.ts';
import { uidOf } from '../system-packages.ts';
import type { AndroidVersion } from '../../options.ts';
import type { AppCrash } from '../../world.ts';
import { weatherFailure, mainThread } from '../../java-trace.ts';

/** An earlier crash, in a process that no longer exists; running processes have higher ids. */
export const oldCrash: AppCrash = {
  packageName: 'com.handset.weather',
  pid: 3987,
  trace: weatherFailure,
};

/** The crash that `am crash` causes. Android 12 introduced its own exception class. */
export function shellCrash(
  app: Pick<AppCrash, 'packageName' | 'pid'>,
  android: AndroidVersion,
): AppCrash {
  const name = `android.app.RemoteServiceException${android >= 12 ? '$CrashedByAdbException' : ''}`;
  const frames = [
    'android.app.ActivityThread.throwRemoteServiceException(ActivityThread.java:2377)',
    'android.app.ActivityThread$H.handleMessage(ActivityThread.java:2684)',
    ...mainThread,
  ];
  return {
    ...app,
    trace: [`${name}: shell-induced crash`, ...frames.map((frame) => `\tat ${frame}`)],
  };
}

/** Logs that an app crashes now; call it before the process ends. */
export function tellCrash(
  {
    log,
    android,
    activityLog,
  }: {
    readonly log: LogBuffer;
    readonly android: AndroidVersion;
    readonly activityLog: ActivityLog;
  },
  crash: AppCrash,
): void {
  activityLog.crashing(crash.pid);
  writeCrash(log, crash, { android });
}

interface CrashMoment {
  readonly android: AndroidVersion;
  /** The time of the crash in ms since the epoch; now by default. */
  readonly epochMs?: number;
}

/** Logs the crash of an app: the app's report, which is one message of many lines (RuntimeInit), and the system's reaction. */
export function writeCrash(
  log: LogBuffer,
  { packageName, pid, trace }: AppCrash,
  { android, epochMs }: CrashMoment,
): void {
  const say = (afterMs: number, entry: Omit<LogEntry, 'epochMs' | 'tid'>): void =>
    log.write({ ...entry, ...(epochMs !== undefined && { epochMs: epochMs + afterMs }) });
  const own = { uid: uidOf(packageName), pid, buffer: 'main' } as const;
  const report = ['FATAL EXCEPTION: main', `Process: ${packageName}, PID: ${pid}`, ...trace];
  const message = report.join('\n');
  say(0, { ...own, level: 'D', tag: 'AndroidRuntime', message: 'Shutting down VM' });
  say(3, { ...own, buffer: 'crash', level: 'E', tag: 'AndroidRuntime', message });
  const finishing = `  Force finishing activity ${packageName}/.MainActivity`;
  say(9, ofSystem('W', activityTag(android), finishing));
  say(14, { ...own, level: 'I', tag: 'Process', message: `Sending signal. PID: ${pid} SIG: 9` });
  const died = `Process ${packageName} (pid ${pid}) has died: fg  TOP `;
  say(62, ofSystem('I', 'ActivityManager', died));
  const restart = `Scheduling restart of crashed service for ${processText(packageName, pid)}`;
  say(64, ofSystem('W', 'ActivityManager', restart));
}
