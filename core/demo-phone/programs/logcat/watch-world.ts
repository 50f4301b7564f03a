import type { TaskInfo } from '../../world.ts';
import { uidOf } from '../app/system-packages.ts';
import {
  activityTag,
  type ActivityLog,
  type ActivityLogParts,
  ofSystem,
  processText,
  startText,
} from './activity-log.ts';

/** The launcher's intent for an app of the home screen. */
const launching =
  'act=android.intent.action.MAIN cat=[android.intent.category.LAUNCHER] flg=0x10200000';

/** `pkg/.Activity` */
export function shortComponent({ packageName, activity }: TaskInfo): string {
  const below = activity.startsWith(`${packageName}.`);
  return `${packageName}/${below ? activity.slice(packageName.length) : activity}`;
}

/** Writes what the system says about activities, processes, keyboard and display, for as long as the phone lives. */
export function watchWorld(parts: ActivityLogParts, activityLog: ActivityLog): void {
  const { world } = parts;
  const watched = [
    watchActivities(parts, activityLog, watchProcesses(parts, activityLog)),
    watchKeyboard(parts),
    watchRotation(parts),
    watchPower(parts),
  ];
  world.onChange(() => {
    for (const look of watched) look();
  });
}

/** A start is told first, then the process it needs (`watchProcesses`), then that the activity is there. */
function watchActivities(
  { world, log, android }: ActivityLogParts,
  activityLog: ActivityLog,
  lookAtProcesses: () => void,
): () => void {
  const tag = activityTag(android);
  const say = (message: string): void => log.write(ofSystem('I', tag, message));
  // Guess: "for user 0" came with Android 14.
  const user = android >= 14 ? ' for user 0' : '';
  let front = world.resumed();
  return () => {
    const now = world.resumed();
    const isNew = front.activity !== now.activity || front.packageName !== now.packageName;
    front = now;
    const component = shortComponent(now);
    if (isNew && !activityLog.starting) {
      const launcher = world.packages().find(({ name }) => name.includes('launcher'));
      const intent = `${launching} cmp=${component}`;
      say(startText(android, intent, uidOf(launcher?.name ?? '')));
    }
    lookAtProcesses();
    if (isNew) say(`Displayed ${component}${user}: +312ms`);
  };
}

/** Names of zygote's lines are the last 15 letters of the package, as the kernel keeps them. */
const commLength = 15;

function watchProcesses({ world, log }: ActivityLogParts, activityLog: ActivityLog): () => void {
  const pidsNow = (): ReadonlyMap<string, number> =>
    new Map(
      world
        .packages()
        .flatMap(({ name, pid }) => (pid === undefined ? [] : [[name, pid] as const])),
    );
  let running = pidsNow();
  return () => {
    const pids = pidsNow();
    for (const [name, pid] of running) {
      if (pids.get(name) === pid || activityLog.hasCrashed(pid)) continue;
      const killed = `Killing ${processText(name, pid)} (adj 0): stop ${name}`;
      log.write(ofSystem('I', 'ActivityManager', killed));
    }
    for (const [name, pid] of pids) {
      if (running.get(name) === pid) continue;
      const reason = `for top-activity {${shortComponent(world.resumed())}}`;
      log.write(ofSystem('I', 'ActivityManager', `Start proc ${processText(name, pid)} ${reason}`));
      const own = { buffer: 'main', uid: uidOf(name), pid, level: 'I' } as const;
      const tag = name.slice(-commLength);
      log.write({ ...own, tag, message: 'Late-enabling -Xcheck:jni' });
      log.write({ ...own, tag, message: 'Using CollectorTypeCC GC.' });
    }
    running = pids;
  };
}

/**
 * How long the keyboard's line waits, in ms: to find the keyboard among the windows takes a layout
 * of the screen, which is too much for every move of a finger. On a real phone it slides in first.
 */
const keyboardMs = 50;

/** Guess: ImeTracker's lines came with Android 13; before, the app's InputMethodManager says something. */
function watchKeyboard({ world, log, android }: ActivityLogParts): () => void {
  const isShown = (): boolean => world.windows().some(({ kind }) => kind === 'ime');
  const say = (what: 'onShown' | 'onHidden'): void => {
    const { packageName } = world.resumed();
    const pid = world.packages().find(({ name }) => name === packageName)?.pid;
    if (pid === undefined) return;
    const own = { buffer: 'main', uid: uidOf(packageName), pid, level: 'I' } as const;
    if (android < 14) log.write({ ...own, tag: 'InputMethodManager', message: what });
    else {
      const token = `${packageName}:${pid.toString(16)}4f0e`;
      log.write({ ...own, tag: 'ImeTracker', message: `${token}: ${what}` });
    }
  };
  let shown = isShown();
  let waits = false;
  const look = (): void => {
    waits = false;
    const now = isShown();
    if (now !== shown) say(now ? 'onShown' : 'onHidden');
    shown = now;
  };
  return () => {
    if (!waits) setTimeout(look, keyboardMs);
    waits = true;
  };
}

function watchRotation({ world, log }: ActivityLogParts): () => void {
  let rotation = world.rotation;
  return () => {
    if (rotation === world.rotation) return;
    rotation = world.rotation;
    const message = `Using new display rotation: ROTATION_${rotation * 90}`;
    log.write(ofSystem('D', 'WindowManager', message));
  };
}

function watchPower({ world, log }: ActivityLogParts): () => void {
  let { awake } = world;
  return () => {
    if (awake === world.awake) return;
    awake = world.awake;
    const message = awake
      ? 'Waking up from Asleep (uid=1000, reason=WAKE_REASON_POWER_BUTTON, details=android.policy:POWER)...'
      : 'Going to sleep due to power_button (uid 1000)...';
    log.write(ofSystem('I', 'PowerManagerService', message));
  };
}
