import type { AndroidVersion } from '../../options.ts';
import type { AppCrash, TaskInfo, World } from '../../world.ts';
import { shortUserOf, uidOf } from '../system-packages.ts';
import type { ActivityLog, LogBuffer, LogEntry } from '../../system.ts';
import { mainThreadFrames, weatherCrashTrace } from '../../java-trace.ts';

/** Process id of system_server. Guess: any small number will do. */
export const systemServerPid = 1423;

interface ActivityLogOptions {
  readonly world: World;
  readonly log: LogBuffer;
  readonly android: AndroidVersion;
}

/** The activity log moved from ActivityManager to ActivityTaskManager with Android 10 (AOSP tags). */
function activityTag(android: AndroidVersion): string {
  return android >= 11 ? 'ActivityTaskManager' : 'ActivityManager';
}

export function createActivityLog({ world, log, android }: ActivityLogOptions): ActivityLog {
  let starting = false;
  const crashed = new Set<number>();
  return {
    get isStartingFromShell() {
      return starting;
    },
    startFromShell: (intent, start) => {
      log.write(systemServerEntry('I', activityTag(android), startText(android, intent)));
      starting = true;
      try {
        return start();
      } finally {
        starting = false;
      }
    },
    logForceStop: (name, byPid) => {
      const message = `Force stopping ${name} appid=${uidOf(name)} user=0: from pid ${byPid}`;
      log.write(systemServerEntry('I', 'ActivityManager', message));
    },
    markCrashing: (pid) => void crashed.add(pid),
    hasCrashed: (pid) => crashed.has(pid),
    logIgnoredInput: (byPid) => {
      const window = `Window{2f4c1d7 u0 ${world.focusedWindow().title}}`;
      const message = `Permission denied: injecting event from pid ${byPid} uid 2000 to window ${window}`;
      log.write({ ...systemServerEntry('W', 'InputDispatcher', message), buffer: 'main' });
    },
  };
}

/** The message for a started activity, as in captured logs of Android 11 to 15. Guess: Android 8 adds the display. */
function startText(android: AndroidVersion, intent: string, fromUid = 2000): string {
  const origin = `from uid ${fromUid}`;
  if (android === 8) return `START u0 {${intent}} ${origin} on display 0`;
  if (android < 14) return `START u0 {${intent}} ${origin}`;
  return `START u0 {${intent}} with LAUNCH_MULTIPLE ${origin} (BAL_ALLOW_PERMISSION) result code=0`;
}

/** A log entry of system_server. */
export function systemServerEntry(level: LogEntry['level'], tag: string, message: string) {
  return { buffer: 'system', pid: systemServerPid, level, tag, message } as const;
}

/** `4210:com.android.launcher3/u0a142`, as ActivityManager names a process. */
export function processText(name: string, pid: number): string {
  return `${pid}:${name}/${shortUserOf(name)}`;
}

/** The launcher's intent for an app of the home screen. */
const launcherIntent =
  'act=android.intent.action.MAIN cat=[android.intent.category.LAUNCHER] flg=0x10200000';

/** `pkg/.Activity` */
export function shortComponent({ packageName, activity }: TaskInfo): string {
  const below = activity.startsWith(`${packageName}.`);
  return `${packageName}/${below ? activity.slice(packageName.length) : activity}`;
}

/** Tags of a new process are the last 15 characters of its package name, as the kernel stores it. */
const commLength = 15;

/** Logs changes of activities, processes, rotation and power for the lifetime of the phone. */
export function watchWorld(options: ActivityLogOptions, activityLog: ActivityLog): void {
  const { world } = options;
  const checkActivity = watchActivities(options, activityLog, watchProcesses(options, activityLog));
  const write = (level: LogEntry['level'], tag: string, message: string): void =>
    options.log.write(systemServerEntry(level, tag, message));
  let { rotation, displayOn } = world;
  world.onChange(() => {
    checkActivity();
    if (rotation !== world.rotation)
      write('D', 'WindowManager', `Using new display rotation: ROTATION_${world.rotation * 90}`);
    if (displayOn && !world.displayOn)
      write('I', 'PowerManagerService', 'Going to sleep due to power_button (uid 1000)...');
    if (!displayOn && world.displayOn)
      write(
        'I',
        'PowerManagerService',
        'Waking up from Asleep (uid=1000, reason=WAKE_REASON_POWER_BUTTON, details=android.policy:POWER)...',
      );
    ({ rotation, displayOn } = world);
  });
}

/** Logs the start of an activity, then its process (`watchProcesses`), then that it is displayed. */
function watchActivities(
  { world, log, android }: ActivityLogOptions,
  activityLog: ActivityLog,
  checkProcesses: () => void,
): () => void {
  const writeLine = (message: string): void =>
    log.write(systemServerEntry('I', activityTag(android), message));
  // Guess: "for user 0" came with Android 14.
  const user = android >= 14 ? ' for user 0' : '';
  let previous = shortComponent(world.resumedActivity());
  return () => {
    const component = shortComponent(world.resumedActivity());
    const isNew = previous !== component;
    previous = component;
    if (isNew && !activityLog.isStartingFromShell) {
      const launcher = world.packages().find(({ name }) => name.includes('launcher'));
      const intent = `${launcherIntent} cmp=${component}`;
      writeLine(startText(android, intent, uidOf(launcher?.name ?? '')));
    }
    checkProcesses();
    if (isNew) writeLine(`Displayed ${component}${user}: +312ms`);
  };
}

function watchProcesses({ world, log }: ActivityLogOptions, activityLog: ActivityLog): () => void {
  const pidsNow = () => new Map(world.packages().map(({ name, pid }) => [name, pid]));
  const write = (message: string): void =>
    log.write(systemServerEntry('I', 'ActivityManager', message));
  let running = pidsNow();
  return () => {
    const pids = pidsNow();
    for (const [name, pid] of running) {
      if (pid === undefined || pids.get(name) === pid || activityLog.hasCrashed(pid)) continue;
      write(`Killing ${processText(name, pid)} (adj 0): stop ${name}`);
    }
    for (const [name, pid] of pids) {
      if (pid === undefined || running.get(name) === pid) continue;
      const reason = `for top-activity {${shortComponent(world.resumedActivity())}}`;
      write(`Start proc ${processText(name, pid)} ${reason}`);
      const tag = name.slice(-commLength);
      log.write({ buffer: 'main', pid, level: 'I', tag, message: 'Late-enabling -Xcheck:jni' });
    }
    running = pids;
  };
}

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
  const appFields = { pid, buffer: 'main' } as const;
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
