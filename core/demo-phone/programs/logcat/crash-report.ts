import type { LogBuffer, LogEntry, ActivityLog } from '../../system.ts';
import { activityTag, systemServerEntry, processText } from './watch-world.ts';
import { uidOf } from '../system-packages.ts';
import type { AndroidVersion } from '../../options.ts';
import type { AppCrash } from '../../world.ts';
import { weatherCrashTrace, mainThreadFrames } from '../../java-trace.ts';

/** An earlier crash, in a process that no longer exists; running processes have higher ids. */
export const oldCrash: AppCrash = {
  packageName: 'com.handset.weather',
  pid: 3987,
  trace: weatherCrashTrace,
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
    ...mainThreadFrames,
  ];
  return {
    ...app,
    trace: [`${name}: shell-induced crash`, ...frames.map((frame) => `\tat ${frame}`)],
  };
}

/** Logs that an app crashes now; call it before the process ends. */
export function reportCrash(
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
  activityLog.markCrashing(crash.pid);
  writeCrashLog(log, crash, { android });
}

interface CrashMoment {
  readonly android: AndroidVersion;
  /** The time of the crash in ms since the epoch; now by default. */
  readonly epochMs?: number;
}

/** Logs the crash of an app: the app's report, which is one message of many lines (RuntimeInit), and the system's reaction. */
export function writeCrashLog(
  log: LogBuffer,
  { packageName, pid, trace }: AppCrash,
  { android, epochMs }: CrashMoment,
): void {
  const writeEntry = (afterMs: number, entry: Omit<LogEntry, 'epochMs' | 'tid'>): void =>
    log.write({ ...entry, ...(epochMs !== undefined && { epochMs: epochMs + afterMs }) });
  const appFields = { uid: uidOf(packageName), pid, buffer: 'main' } as const;
  const report = ['FATAL EXCEPTION: main', `Process: ${packageName}, PID: ${pid}`, ...trace];
  const message = report.join('\n');
  writeEntry(0, { ...appFields, level: 'D', tag: 'AndroidRuntime', message: 'Shutting down VM' });
  writeEntry(3, { ...appFields, buffer: 'crash', level: 'E', tag: 'AndroidRuntime', message });
  const finishing = `  Force finishing activity ${packageName}/.MainActivity`;
  writeEntry(9, systemServerEntry('W', activityTag(android), finishing));
  writeEntry(14, {
    ...appFields,
    level: 'I',
    tag: 'Process',
    message: `Sending signal. PID: ${pid} SIG: 9`,
  });
  const died = `Process ${packageName} (pid ${pid}) has died: fg  TOP `;
  writeEntry(62, systemServerEntry('I', 'ActivityManager', died));
  const restart = `Scheduling restart of crashed service for ${processText(packageName, pid)}`;
  writeEntry(64, systemServerEntry('W', 'ActivityManager', restart));
}
