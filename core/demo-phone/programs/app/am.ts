import { parseProgramArguments } from '../arguments.ts';
import { shellCrash, reportCrash } from '../logcat/activity-log.ts';
import type { Program, ProgramContext } from '../../shell/program.ts';
import type { System } from '../../system.ts';
import {
  fullComponent,
  type Intent,
  intentText,
  parseIntent,
  resolveIntent,
  shortComponentName,
  startedIntentText,
} from './intent.ts';
import { uidOf } from '../system-packages.ts';

/** Duration of an activity start in ms. Guess: binder, resolve, first frame of a small app on a mid-range phone. */
const activityStartMs = 300;

/** `am`: ActivityManagerShellCommand.java. */
export const am: Program = {
  names: ['am'],
  main: ({ argv: [, command, ...args], ...context }) =>
    runActivityCommand({ ...context, argv: ['am'] }, command, args),
};

/** Runs `am` or `cmd activity`. */
export async function runActivityCommand(
  context: ProgramContext,
  command: string | undefined,
  args: readonly string[],
): Promise<number> {
  await context.simulateLatency(100); // Guess.
  switch (command) {
    case 'start':
    case 'start-activity':
      return startActivity(context, args);
    case 'force-stop':
      return forceStop(context, args.at(-1) ?? '');
    case 'crash':
      return crash(context, args.at(-1) ?? '');
    case 'kill':
      return 0;
    case 'broadcast':
      return broadcast(context, args);
    case 'get-current-user':
      await context.out('0\n');
      return 0;
    case undefined:
      await context.out(
        'Activity manager (activity) commands:\n  help\n      Print this help text.\n',
      );
      return 0;
    default:
      await context.out(`Unknown command: ${command}\n`);
      return 255;
  }
}

function forceStop({ system, pid }: ProgramContext, packageName: string): number {
  system.activityLog.logForceStop(packageName, pid);
  system.world.forceStop(packageName);
  return 0;
}

/** `am crash PACKAGE|PID`: does nothing, with exit code 0, if there is no such process. */
function crash({ system }: ProgramContext, target: string): number {
  const { world, android } = system;
  const app = world.packages().find(({ name, pid }) => target === name || target === String(pid));
  if (app?.pid === undefined) return 0;
  reportCrash(system, shellCrash({ packageName: app.name, pid: app.pid }, android));
  world.forceStop(app.name);
  return 0;
}

async function startActivity(context: ProgramContext, args: readonly string[]): Promise<number> {
  const { world } = context.system;
  const { intent: parsedIntent, otherArgs } = parseIntent(args);
  const flags = otherArgs.filter((word) => word.startsWith('-'));
  const intent = withOperand(
    parsedIntent,
    otherArgs.find((word) => !word.startsWith('-')),
  );
  if (flags.includes('-S')) forceStop(context, (intent.component ?? '').split('/')[0] ?? '');
  await context.out(`Starting: ${intentText(intent)}\n`);
  const component = resolveIntent(intent, world);
  if (component === undefined) return reportUnresolvedIntent(context, intent);
  const previous = resumedComponent(context);
  const wasRunning = world
    .tasks()
    .some(({ packageName }) => component.startsWith(`${packageName}/`));
  if (!startFromShell(context, intent, component)) return reportMissingActivity(context, component);
  await context.simulateLatency(activityStartMs);
  const isAlreadyResumed = previous === component;
  if (isAlreadyResumed) {
    await context.err(
      'Warning: Activity not started, intent has been delivered to currently running top-most instance.\n',
    );
  }
  if (flags.includes('-W'))
    await printLaunchReport(context, isAlreadyResumed ? 'HOT' : wasRunning ? 'WARM' : 'COLD');
  return 0;
}

/** Starts the activity to which an intent resolved, and logs it as started by the shell. */
function startFromShell({ system }: ProgramContext, intent: Intent, component: string): boolean {
  const text = startedIntentText({ ...intent, component });
  return system.activityLog.startFromShell(text, () => system.world.startActivity(component));
}

/** Applies the operand: a URI, a component or a package (Intent.parseCommandArgs). */
function withOperand(intent: Intent, word: string | undefined): Intent {
  if (word === undefined) return intent;
  if (word.includes(':')) return { ...intent, data: word };
  return word.includes('/') ? { ...intent, component: word } : { ...intent, packageName: word };
}

function resumedComponent({ system }: ProgramContext): string {
  const { packageName, activity } = system.world.resumedActivity();
  return `${packageName}/${activity}`;
}

/** Prints the result of `-W`; LaunchState exists since Android 10. Guess: the times. */
async function printLaunchReport(
  context: ProgramContext,
  state: 'COLD' | 'WARM' | 'HOT',
): Promise<void> {
  const total = { COLD: 312, WARM: 118, HOT: 0 }[state];
  const lines = [
    'Status: ok',
    ...(context.system.android >= 11
      ? [`LaunchState: ${state === 'HOT' ? 'UNKNOWN (0)' : state}`]
      : []),
    `Activity: ${shortComponentName(resumedComponent(context))}`,
    ...(context.system.android < 11 ? [`ThisTime: ${total}`] : []),
    `TotalTime: ${total}`,
    `WaitTime: ${total + 7}`,
    'Complete',
  ];
  await context.out(`${lines.join('\n')}\n`);
}

/** START_CLASS_NOT_FOUND. Guess: exit code 1. */
async function reportMissingActivity(context: ProgramContext, component: string): Promise<number> {
  const full = fullComponent(component);
  await context.err(`Error type 3\nError: Activity class {${full}} does not exist.\n`);
  return 1;
}

/** START_INTENT_NOT_RESOLVED. Guess: exit code 1. */
async function reportUnresolvedIntent(context: ProgramContext, intent: Intent): Promise<number> {
  const text = intentText(intent).replace(/ \}$/, ' flg=0x10000000 }');
  await context.err(`Error: Activity not started, unable to resolve ${text}\n`);
  return 1;
}

async function broadcast(context: ProgramContext, args: readonly string[]): Promise<number> {
  const { intent } = parseIntent(args);
  const text = intentText(intent).replace(/ \}$/, ' flg=0x400000 }');
  await context.out(`Broadcasting: ${text}\nBroadcast completed: result=0\n`);
  scanMedia(context.system, intent);
  return 0;
}

/** The media provider's package. */
const mediaProvider = 'com.android.providers.media';
/** Guess: the number is arbitrary. */
const mediaProviderPid = 2_934;

/**
 * MediaScannerReceiver.java of Android 8 to 10 adds a file of shared storage to the media store,
 * and logs it. Later versions notice a file when it is written.
 */
function scanMedia({ android, log }: System, { action, data }: Intent): void {
  if (android > 10 || action !== 'android.intent.action.MEDIA_SCANNER_SCAN_FILE') return;
  const path = pathOf(data ?? '')?.replace(/^\/sdcard\//, '/storage/emulated/0/');
  if (path === undefined) return;
  const message = `action: ${action} path: ${path}`;
  const entry = { buffer: 'main', level: 'D', tag: 'MediaScannerReceiver', message } as const;
  log.write({ ...entry, uid: uidOf(mediaProvider), pid: mediaProviderPid });
}

/** The decoded path of a file: URI (Uri.getPath). */
function pathOf(address: string): string | undefined {
  const [, path] = /^file:\/\/(\/[^?#]*)/.exec(address) ?? [];
  try {
    return path === undefined ? undefined : decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/** `monkey -p PACKAGE -c android.intent.category.LAUNCHER 1`: starts an app; more events are not injected. */
export const monkey: Program = {
  names: ['monkey'],
  main: async (context) => {
    const [, ...args] = context.argv;
    const { values, operands } = parseProgramArguments(args, [
      'p',
      'c',
      's',
      'v',
      '--throttle',
      '--pct-syskeys',
    ]);
    const packageName = values.get('p') ?? '';
    const count = Number(operands[0] ?? '0');
    await context.simulateLatency(900); // Guess: a new Java process and an app start.
    await context.err(`  bash arg: -p\n  bash arg: ${packageName}\n`);
    const activity = context.system.world.launchActivity(packageName);
    if (activity === undefined) {
      await context.out('** No activities found to run, monkey aborted.\n');
      return 252; // -4, Monkey.java
    }
    const { activityLog, world } = context.system;
    const intent = `act=android.intent.action.MAIN cat=[android.intent.category.LAUNCHER] flg=0x10200000 cmp=${shortComponentName(activity)}`;
    activityLog.startFromShell(intent, () => world.startActivity(activity));
    await context.out(
      `Events injected: ${count}\n## Network stats: elapsed time=27ms (0ms mobile, 0ms wifi, 27ms not connected)\n`,
    );
    return 0;
  },
};
