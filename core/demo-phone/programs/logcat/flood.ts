import { systemServerPid } from './activity-log.ts';
import type { LogBuffer, LogEntry } from './log-buffer.ts';

/** A thousand lines a second, in the steps in which a busy app gets its turns. */
const stepMs = 20;
const linesPerStep = 20;

const levels: readonly LogEntry['level'][] = ['V', 'D', 'I', 'W', 'E'];

/** The fault `log-flood`: somebody left the debug lines in. */
export function floodLog(log: LogBuffer): void {
  let frame = 0;
  const say = (): void => {
    for (let i = 0; i < linesPerStep; i++) {
      frame++;
      log.write({
        buffer: 'main',
        uid: 1000,
        pid: systemServerPid,
        level: levels[frame % levels.length] ?? 'D',
        tag: `Flood${frame % 7}`,
        message: `frame ${frame} ${'drawn in '.repeat(frame % 5)}${frame % 17} ms`,
      });
    }
  };
  log.whileFollowed(() => {
    // Late steps are made up for: a thousand a second it stays.
    let dueAtMs = Date.now();
    let timer: ReturnType<typeof setTimeout>;
    const step = (): void => {
      for (; dueAtMs <= Date.now(); dueAtMs += stepMs) say();
      timer = setTimeout(step, stepMs);
    };
    step();
    return () => clearTimeout(timer);
  });
}
