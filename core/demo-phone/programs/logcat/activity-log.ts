import { contains, type Point } from '../../../geometry.ts';
import type { AndroidVersion } from '../../options.ts';
import type { DumpNode, World } from '../../world.ts';
import { shortUserOf, uidOf } from '../app/system-packages.ts';
import type { LogBuffer, LogEntry } from './log-buffer.ts';

/** system_server's process. Guess: any small number will do. */
export const systemServerPid = 1423;

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

export interface ActivityLogParts {
  readonly world: World;
  readonly log: LogBuffer;
  readonly android: AndroidVersion;
}

/** The activity log moved from ActivityManager to ActivityTaskManager with Android 10 (AOSP tags). */
export function activityTag(android: AndroidVersion): string {
  return android >= 11 ? 'ActivityTaskManager' : 'ActivityManager';
}

export function createActivityLog({ world, log, android }: ActivityLogParts): ActivityLog {
  let starting = false;
  const crashed = new Set<number>();
  return {
    get starting() {
      return starting;
    },
    startByShell: (intent, start) => {
      log.write(ofSystem('I', activityTag(android), startText(android, intent)));
      starting = true;
      try {
        return start();
      } finally {
        starting = false;
      }
    },
    forceStopping: (name, byPid) => {
      const message = `Force stopping ${name} appid=${uidOf(name)} user=0: from pid ${byPid}`;
      log.write(ofSystem('I', 'ActivityManager', message));
    },
    crashing: (pid) => void crashed.add(pid),
    hasCrashed: (pid) => crashed.has(pid),
    tapped: (point) => sayClick({ world, log, android }, point),
  };
}

/** Words as in captured logs of Android 11 to 15. Guess: the display at the end is Android 8's. */
export function startText(android: AndroidVersion, intent: string, fromUid = 2000): string {
  const who = `from uid ${fromUid}`;
  if (android === 8) return `START u0 {${intent}} ${who} on display 0`;
  if (android < 14) return `START u0 {${intent}} ${who}`;
  return `START u0 {${intent}} with LAUNCH_MULTIPLE ${who} (BAL_ALLOW_PERMISSION) result code=0`;
}

/** Guess: apps log their clicks like this; every app has words of its own. */
function sayClick({ world, log }: ActivityLogParts, point: Point): void {
  if (!world.awake) return;
  const { packageName, activity } = world.resumed();
  const pid = world.packages().find(({ name }) => name === packageName)?.pid;
  const clicked = pid === undefined ? undefined : clickableAt(world.hierarchy(), point);
  if (pid === undefined || clicked?.packageName !== packageName) return;
  const name = clicked.className.split('.').at(-1) ?? '';
  // What stands in a field is nobody's business.
  const words = name === 'EditText' ? clicked.hint : clicked.text || clicked.description;
  log.write({
    buffer: 'main',
    uid: uidOf(packageName),
    pid,
    level: 'D',
    tag: activity.split('.').at(-1) ?? activity,
    message: `onClick ${name} "${words}" ${clicked.resourceId}`.trimEnd(),
  });
}

function clickableAt(node: DumpNode, point: Point): DumpNode | undefined {
  if (!contains(node.bounds, point)) return undefined;
  for (const child of node.children.toReversed()) {
    const found = clickableAt(child, point);
    if (found !== undefined) return found;
  }
  return node.clickable ? node : undefined;
}

/** An entry of system_server. */
export function ofSystem(level: LogEntry['level'], tag: string, message: string) {
  return { buffer: 'system', uid: 1000, pid: systemServerPid, level, tag, message } as const;
}

/** `4210:com.android.launcher3/u0a142`, as ActivityManager names a process. */
export function processText(name: string, pid: number): string {
  return `${pid}:${name}/${shortUserOf(name)}`;
}
