import type { LogBuffer, LogEntry } from './log-buffer.ts';
import { ofSystem, processText } from './activity-log.ts';
import { uidOf } from '../app/system-packages.ts';
import type { AndroidVersion } from '../../options.ts';

const packageName = 'com.handset.weather';
/** A process that has been gone since; those of today have higher numbers. */
const pid = 3987;

const frames = [
  'com.handset.weather.ForecastParser.firstDay(ForecastParser.java:88)',
  'com.handset.weather.ForecastParser.parse(ForecastParser.java:41)',
  'com.handset.weather.MainActivity.lambda$refresh$0(MainActivity.java:132)',
  'com.handset.weather.MainActivity$$ExternalSyntheticLambda0.run(Unknown Source:4)',
  'android.os.Handler.handleCallback(Handler.java:958)',
  'android.os.Handler.dispatchMessage(Handler.java:99)',
  'android.os.Looper.loopOnce(Looper.java:205)',
  'android.os.Looper.loop(Looper.java:294)',
  'android.app.ActivityThread.main(ActivityThread.java:8177)',
  'java.lang.reflect.Method.invoke(Native Method)',
  'com.android.internal.os.RuntimeInit$MethodAndArgsCaller.run(RuntimeInit.java:552)',
  'com.android.internal.os.ZygoteInit.main(ZygoteInit.java:971)',
];

/** One message of many lines: RuntimeInit.KillApplicationHandler writes it into the crash buffer. */
const report = [
  'FATAL EXCEPTION: main',
  `Process: ${packageName}, PID: ${pid}`,
  'java.lang.IllegalStateException: Forecast without days: {"place":"Tromsø","days":[]}',
  ...frames.map((frame) => `\tat ${frame}`),
  'Caused by: java.util.NoSuchElementException: List is empty',
  `\tat ${frames[0] ?? ''}`,
  `\t... ${frames.length - 1} more`,
].join('\n');

/** An app that crashed a while ago: what it said, and what the system did. */
export function writeCrash(log: LogBuffer, epochMs: number, android: AndroidVersion): void {
  const app = { uid: uidOf(packageName), pid, tid: pid } as const;
  const own = (entry: Pick<LogEntry, 'buffer' | 'level' | 'tag' | 'message'>, afterMs: number) =>
    log.write({ ...app, ...entry, epochMs: epochMs + afterMs });
  const system = (message: string, afterMs: number, level: 'I' | 'W' = 'I') =>
    log.write({ ...ofSystem(level, 'ActivityManager', message), epochMs: epochMs + afterMs });
  own({ buffer: 'main', level: 'D', tag: 'AndroidRuntime', message: 'Shutting down VM' }, 0);
  own({ buffer: 'crash', level: 'E', tag: 'AndroidRuntime', message: report }, 3);
  const task = android >= 11 ? 'ActivityTaskManager' : 'ActivityManager';
  log.write({
    ...ofSystem('W', task, `  Force finishing activity ${packageName}/.MainActivity`),
    epochMs: epochMs + 9,
  });
  own(
    { buffer: 'main', level: 'I', tag: 'Process', message: `Sending signal. PID: ${pid} SIG: 9` },
    14,
  );
  system(`Process ${packageName} (pid ${pid}) has died: fg  TOP `, 62);
  system(`Scheduling restart of crashed service for ${processText(packageName, pid)}`, 64, 'W');
}
