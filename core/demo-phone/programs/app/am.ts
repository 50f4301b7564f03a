import { shellCrash, reportCrash } from '../logcat/activity-log.ts';
import type { Program, ProgramContext } from '../../shell/program.ts';
import type { System } from '../../system.ts';
import { shownActivity } from '../../intent-filters.ts';
import {
  fullComponent,
  type Intent,
  intentText,
  newTaskFlag,
  parseIntent,
  resolveIntent,
  shortComponentName,
  startedIntentText,
} from './intent.ts';
import { printException, reportUnknownCommand } from '../shell-exception.ts';
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
    case 'startservice':
    case 'start-service':
      return startService(context, args);
    case 'get-current-user':
      await context.out('0\n');
      return 0;
    default:
      return reportUnknownCommand(context, command);
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
  if (hasUnknownExtra(context, parsedIntent)) return reportUnknownExtra(context, 'start');
  const flags = otherArgs.filter((word) => word.startsWith('-'));
  const intent = withOperand(
    parsedIntent,
    otherArgs.find((word) => !word.startsWith('-')),
  );
  if (flags.includes('-S')) forceStop(context, (intent.component ?? '').split('/')[0] ?? '');
  await context.out(`Starting: ${intentText(intent)}\n`);
  const display = args.includes('--display') && Number(args[args.indexOf('--display') + 1]);
  if (display !== false) world.focusedDisplay = display;
  // It opens on the display with the focus, of which nothing can be seen here.
  if (world.focusedDisplay !== 0) return 0;
  const component = resolveIntent(intent, world);
  // With `-W`, warnings and errors go to stdout.
  const waits = flags.includes('-W');
  const printing = waits ? { ...context, err: context.out } : context;
  if (component === undefined) {
    const text = intentText(intent, newTaskFlag);
    return failToStart(printing, `Error: Activity not started, unable to resolve ${text}`);
  }
  if (unexportedActivities.has(component)) return reportUnexported(context, intent, component);
  const previous = resumedComponent(context);
  const wasRunning = world
    .tasks()
    .some(({ packageName }) => component.startsWith(`${packageName}/`));
  if (!startFromShell(context, intent, component)) {
    const missing = `Error: Activity class {${fullComponent(component)}} does not exist.`;
    return failToStart(printing, `Error type 3\n${missing}`);
  }
  await context.simulateLatency(activityStartMs);
  const isAlreadyResumed = previous === component;
  if (isAlreadyResumed) {
    await printing.err(
      'Warning: Activity not started, intent has been delivered to currently running top-most instance.\n',
    );
  }
  if (waits)
    await printLaunchReport(context, isAlreadyResumed ? 'HOT' : wasRunning ? 'WARM' : 'COLD');
  return 0;
}

/** Starts the activity to which an intent resolved, and logs it as started by the shell. */
function startFromShell({ system }: ProgramContext, intent: Intent, component: string): boolean {
  const text = startedIntentText({ ...intent, component });
  const { shown, argument } = shownActivity(component, intent);
  return system.activityLog.startFromShell(text, () => system.world.startActivity(shown, argument));
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

/**
 * Prints the result of `-W`; LaunchState exists since Android 10, and from then until Android 12 nothing says
 * how long a start took that started nothing. Guess: the times.
 */
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
    ...(context.system.android === 11 && state === 'HOT' ? [] : [`TotalTime: ${total}`]),
    `WaitTime: ${total + 7}`,
    'Complete',
  ];
  await context.out(`${lines.join('\n')}\n`);
}

/** A start that failed; the exit code says so since Android 12. */
async function failToStart({ system, err }: ProgramContext, message: string): Promise<number> {
  await err(`${message}\n`);
  return system.android < 12 ? 0 : 1;
}

/** Activities that only their own app may start. */
const unexportedActivities: ReadonlySet<string> = new Set([
  'com.android.settings/com.android.settings.SubSettings',
]);

async function reportUnexported(
  context: ProgramContext,
  intent: Intent,
  component: string,
): Promise<number> {
  const text = intentText({ ...intent, component }, newTaskFlag);
  const [packageName = ''] = component.split('/');
  const from = `null (pid=${context.pid}, uid=2000)`;
  const message = `Permission Denial: starting ${text} from ${from} not exported from uid ${uidOf(packageName)}`;
  return await printException(context, 'start', `java.lang.SecurityException: ${message}`);
}

/** Whether the intent has an extra of a type that `am` does not know: doubles came with Android 14 (guess). */
function hasUnknownExtra({ system }: ProgramContext, { extras }: Intent): boolean {
  return system.android < 14 && [...extras.values()].some(({ option }) => option === '--ed');
}

function reportUnknownExtra(context: ProgramContext, command: string): Promise<number> {
  return printException(
    context,
    command,
    'java.lang.IllegalArgumentException: Unknown option: --ed',
  );
}

/** The services of this phone's apps, and whether other apps may start them. They do nothing. */
const services: ReadonlyMap<string, boolean> = new Map([
  ['com.handset.notes/com.handset.notes.SyncService', true],
  ['com.android.deskclock/com.android.deskclock.timer.TimerService', false],
]);

async function startService(context: ProgramContext, args: readonly string[]): Promise<number> {
  const { intent } = parseIntent(args);
  if (hasUnknownExtra(context, intent)) return reportUnknownExtra(context, 'startservice');
  await context.out(`Starting service: ${intentText(intent)}\n`);
  const component = intent.component === undefined ? '' : fullComponent(intent.component);
  const isExported = services.get(component);
  if (isExported === true) return 0;
  const uid = uidOf(component.split('/')[0] ?? '');
  await context.err(
    isExported === undefined
      ? 'Error: Not found; no service started.\n'
      : `Error: Requires permission not exported from uid ${uid}\n`,
  );
  return 255;
}

/** Some of the broadcasts that only the system may send (protected-broadcast). */
const protectedBroadcasts: ReadonlySet<string> = new Set(
  ['BOOT_COMPLETED', 'BATTERY_LOW', 'AIRPLANE_MODE', 'PACKAGE_ADDED', 'SCREEN_OFF'].map(
    (name) => `android.intent.action.${name}`,
  ),
);

/** FLAG_RECEIVER_FROM_SHELL. */
const shellReceiverFlag = 0x400000;

async function broadcast(context: ProgramContext, args: readonly string[]): Promise<number> {
  const { intent } = parseIntent(args);
  if (hasUnknownExtra(context, intent)) return reportUnknownExtra(context, 'broadcast');
  const { action = '' } = intent;
  if (protectedBroadcasts.has(action)) {
    const reason = `not allowed to send broadcast ${action} from pid=${context.pid}, uid=2000`;
    const exception = `java.lang.SecurityException: Permission Denial: ${reason}`;
    return await printException(context, 'broadcast', exception);
  }
  const text = intentText(intent, shellReceiverFlag);
  await context.out(`Broadcasting: ${text}\nBroadcast completed: result=0\n`);
  scanMedia(context.system, intent);
  return 0;
}

/** The process of com.android.providers.media. Guess: the number is arbitrary. */
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
  log.write({ ...entry, pid: mediaProviderPid });
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
