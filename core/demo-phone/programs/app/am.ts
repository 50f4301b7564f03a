import { parseArguments } from '../arguments.ts';
import { shellCrash, tellCrash } from '../logcat/crash-report.ts';
import type { Program, ProgramContext } from '../../shell/program.ts';
import type { System } from '../../system.ts';
import {
  fullComponent,
  type Intent,
  intentText,
  parseIntent,
  resolveIntent,
  shortForm,
  startedIntentText,
} from './intent.ts';
import { uidOf } from '../system-packages.ts';

/** Duration of an activity start in ms. Guess: binder, resolve, first frame of a small app on a mid-range phone. */
const startMs = 300;

/** `am`: ActivityManagerShellCommand.java. */
export const am: Program = {
  names: ['am'],
  run: ({ argv: [, command, ...words], ...context }) =>
    runActivityCommand({ ...context, argv: ['am'] }, command, words),
};

/** Runs `am` or `cmd activity`. */
export async function runActivityCommand(
  context: ProgramContext,
  command: string | undefined,
  words: readonly string[],
): Promise<number> {
  await context.pace(100); // Guess.
  switch (command) {
    case 'start':
    case 'start-activity':
      return start(context, words);
    case 'force-stop':
      return forceStop(context, words.at(-1) ?? '');
    case 'crash':
      return crash(context, words.at(-1) ?? '');
    case 'kill':
      return 0;
    case 'broadcast':
      return broadcast(context, words);
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
  system.activityLog.forceStopping(packageName, pid);
  system.world.forceStop(packageName);
  return 0;
}

/** `am crash PACKAGE|PID`: does nothing, with exit code 0, if there is no such process. */
function crash({ system }: ProgramContext, wanted: string): number {
  const { world, android } = system;
  const app = world.packages().find(({ name, pid }) => wanted === name || wanted === String(pid));
  if (app?.pid === undefined) return 0;
  tellCrash(system, shellCrash({ packageName: app.name, pid: app.pid }, android));
  world.forceStop(app.name);
  return 0;
}

async function start(context: ProgramContext, words: readonly string[]): Promise<number> {
  const { world } = context.system;
  const { intent: given, others } = parseIntent(words);
  const flags = others.filter((word) => word.startsWith('-'));
  const intent = withOperand(
    given,
    others.find((word) => !word.startsWith('-')),
  );
  if (flags.includes('-S')) forceStop(context, (intent.component ?? '').split('/')[0] ?? '');
  await context.out(`Starting: ${intentText(intent)}\n`);
  const component = resolveIntent(intent, world);
  if (component === undefined) return unresolved(context, intent);
  const before = resumedComponent(context);
  const knew = world.tasks().some(({ packageName }) => component.startsWith(`${packageName}/`));
  if (!startByShell(context, intent, component)) return missing(context, component);
  await context.pace(startMs);
  const again = before === component;
  if (again) {
    await context.err(
      'Warning: Activity not started, intent has been delivered to currently running top-most instance.\n',
    );
  }
  if (flags.includes('-W')) await report(context, again ? 'HOT' : knew ? 'WARM' : 'COLD');
  return 0;
}

/** Starts the activity to which an intent resolved, and logs it as started by the shell. */
function startByShell({ system }: ProgramContext, intent: Intent, component: string): boolean {
  const text = startedIntentText({ ...intent, component });
  return system.activityLog.startByShell(text, () => system.world.startActivity(component));
}

/** Applies the operand: a URI, a component or a package (Intent.parseCommandArgs). */
function withOperand(intent: Intent, word: string | undefined): Intent {
  if (word === undefined) return intent;
  if (word.includes(':')) return { ...intent, data: word };
  return word.includes('/') ? { ...intent, component: word } : { ...intent, packageName: word };
}

function resumedComponent({ system }: ProgramContext): string {
  const { packageName, activity } = system.world.resumed();
  return `${packageName}/${activity}`;
}

/** Prints the result of `-W`; LaunchState exists since Android 10. Guess: the times. */
async function report(context: ProgramContext, state: 'COLD' | 'WARM' | 'HOT'): Promise<void> {
  const total = { COLD: 312, WARM: 118, HOT: 0 }[state];
  const lines = [
    'Status: ok',
    ...(context.system.android >= 11
      ? [`LaunchState: ${state === 'HOT' ? 'UNKNOWN (0)' : state}`]
      : []),
    `Activity: ${shortForm(resumedComponent(context))}`,
    ...(context.system.android < 11 ? [`ThisTime: ${total}`] : []),
    `TotalTime: ${total}`,
    `WaitTime: ${total + 7}`,
    'Complete',
  ];
  await context.out(`${lines.join('\n')}\n`);
}

/** START_CLASS_NOT_FOUND. Guess: exit code 1. */
async function missing(context: ProgramContext, component: string): Promise<number> {
  const full = fullComponent(component);
  await context.err(`Error type 3\nError: Activity class {${full}} does not exist.\n`);
  return 1;
}

/** START_INTENT_NOT_RESOLVED. Guess: exit code 1. */
async function unresolved(context: ProgramContext, intent: Intent): Promise<number> {
  const text = intentText(intent).replace(/ \}$/, ' flg=0x10000000 }');
  await context.err(`Error: Activity not started, unable to resolve ${text}\n`);
  return 1;
}

async function broadcast(context: ProgramContext, words: readonly string[]): Promise<number> {
  const { intent } = parseIntent(words);
  const text = intentText(intent).replace(/ \}$/, ' flg=0x400000 }');
  await context.out(`Broadcasting: ${text}\nBroadcast completed: result=0\n`);
  scanMedia(context.system, intent);
  return 0;
}

/** The media provider's package. */
const provider = 'com.android.providers.media';
/** Guess: the number is arbitrary. */
const providerPid = 2_934;

/**
 * MediaScannerReceiver.java of Android 8 to 10 adds a file of shared storage to the media store,
 * and logs it. Later versions notice a file when it is written.
 */
function scanMedia({ android, log }: System, { action, data }: Intent): void {
  if (android > 10 || action !== 'android.intent.action.MEDIA_SCANNER_SCAN_FILE') return;
  const path = pathOf(data ?? '')?.replace(/^\/sdcard\//, '/storage/emulated/0/');
  if (path === undefined) return;
  const message = `action: ${action} path: ${path}`;
  const said = { buffer: 'main', level: 'D', tag: 'MediaScannerReceiver', message } as const;
  log.write({ ...said, uid: uidOf(provider), pid: providerPid });
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
  run: async (context) => {
    const [, ...words] = context.argv;
    const { values, operands } = parseArguments(words, [
      'p',
      'c',
      's',
      'v',
      '--throttle',
      '--pct-syskeys',
    ]);
    const packageName = values.get('p') ?? '';
    const count = Number(operands[0] ?? '0');
    await context.pace(900); // Guess: a new Java process and an app start.
    await context.err(`  bash arg: -p\n  bash arg: ${packageName}\n`);
    const activity = context.system.world.launchActivity(packageName);
    if (activity === undefined) {
      await context.out('** No activities found to run, monkey aborted.\n');
      return 252; // -4, Monkey.java
    }
    const { activityLog, world } = context.system;
    const intent = `act=android.intent.action.MAIN cat=[android.intent.category.LAUNCHER] flg=0x10200000 cmp=${shortForm(activity)}`;
    activityLog.startByShell(intent, () => world.startActivity(activity));
    await context.out(
      `Events injected: ${count}\n## Network stats: elapsed time=27ms (0ms mobile, 0ms wifi, 27ms not connected)\n`,
    );
    return 0;
  },
};
