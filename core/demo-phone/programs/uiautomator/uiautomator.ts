import { FileError } from '../../files.ts';
import { encodeUtf8 } from '../../bytes.ts';
import type { Program, ProgramContext } from '../../shell/program.ts';
import { compressTree, dumpXml } from './hierarchy-xml.ts';

/** Time of a dump in ms: start, connect, wait for 1 s without events, walk. About 2 s on a mid-range phone, by bug reports. */
const dumpMs = 2000;
/** UiAutomation.waitForIdle(1000, 10000) in DumpCommand. */
const idleTimeoutMs = 10_000;
/** Environment.getLegacyExternalStorageDirectory() and DumpCommand.DEFAULT_DUMP_FILE. */
const defaultFile = '/sdcard/window_dump.xml';

interface DumpOptions {
  readonly compressed: boolean;
  readonly file: string;
}

/** `uiautomator` of com.android.commands.uiautomator; messages and exit codes as in its source. */
export const uiautomator: Program = {
  names: ['uiautomator'],
  main: async (context) => {
    const [, command = 'help', ...rest] = context.argv;
    if (command === 'dump') return dump(context, optionsOf(context, rest));
    if (command === 'help') {
      await context.err(usage);
      return 0;
    }
    await context.err(`ERROR: unknown command: ${command}\n${usage}`);
    return 1; // Guess.
  },
};

/** Parses the arguments as DumpCommand.run does: unknown options are ignored, the last path is used. */
function optionsOf({ path }: ProgramContext, args: readonly string[]): DumpOptions {
  const file = args.findLast((word) => !word.startsWith('-'));
  return {
    compressed: args.includes('--compressed'),
    file: file === undefined ? defaultFile : path(file),
  };
}

async function dump(context: ProgramContext, options: DumpOptions): Promise<number> {
  const { system, pid } = context;
  const { counters } = system;
  if (counters.uiAutomationPid !== undefined) return failAlreadyRegistered(context);
  counters.uiAutomationPid = pid;
  try {
    return await dumpExclusively(context, options);
  } finally {
    counters.uiAutomationPid = undefined;
  }
}

/** DumpCommand prints its errors to stderr and returns, so the exit code is 0. */
async function dumpExclusively(context: ProgramContext, options: DumpOptions): Promise<number> {
  const { faults, counters } = context.system;
  if (faults.has('no-idle') && !options.compressed) {
    await context.simulateLatency(idleTimeoutMs);
    await context.err('ERROR: could not get idle state.\n');
    return 0;
  }
  if (!options.compressed && !(await waitForIdle(context))) {
    await context.err('ERROR: could not get idle state.\n');
    return 0;
  }
  await context.simulateLatency(dumpMs);
  if (faults.has('null-root')) {
    await context.err('ERROR: null root node returned by UiTestAutomationBridge.\n');
    return 0;
  }
  counters.dumps++;
  const writesFile = !faults.has('stale-dump') || counters.dumps % 2 === 0;
  if (writesFile) await writeDump(context, options);
  await context.out(`UI hierchary dumped to: ${options.file}\n`);
  return 0;
}

/** Waits as UiAutomation.waitForIdle; false if the screen still moves at the deadline. */
async function waitForIdle({ system, signal }: ProgramContext): Promise<boolean> {
  if (!system.world.isAnimating) return true;
  const deadline = AbortSignal.timeout(idleTimeoutMs);
  try {
    await system.world.whenIdle(AbortSignal.any([signal, deadline]));
    return true;
  } catch (error) {
    if (signal.aborted || !deadline.aborted) throw error;
    return false;
  }
}

/** Writes the dump. An error is only logged: success is printed although there is no file. */
async function writeDump(context: ProgramContext, options: DumpOptions): Promise<void> {
  const { files, log } = context.system;
  const bytes = dumpBytes(context, options);
  if (options.file === '/dev/tty') return context.tty(bytes);
  if (options.file === '/dev/stdout') return context.out(bytes);
  if (options.file === '/dev/null') return;
  try {
    files.write(options.file, bytes);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    log.write({
      buffer: 'main',
      pid: context.pid,
      level: 'E',
      tag: 'AccessibilityNodeInfoDumper',
      message: `failed to dump window to file\njava.io.FileNotFoundException: ${options.file}: open failed: ${error.errno}`,
    });
  }
}

function dumpBytes({ system }: ProgramContext, options: DumpOptions): Uint8Array<ArrayBuffer> {
  const { world, android } = system;
  const captured = world.capturedDumpBytes();
  if (captured) return captured;
  const tree = world.hierarchy();
  const root = options.compressed ? compressTree(tree) : tree;
  return encodeUtf8(dumpXml(root, world.rotation, android));
}

/**
 * Fails since another dump is running: UiAutomationManager.registerUiTestAutomationServiceLocked
 * throws, and RuntimeInit kills the process. Guess: the exception is on stderr as well as in the log.
 */
async function failAlreadyRegistered(context: ProgramContext): Promise<number> {
  const { log } = context.system;
  const exception = `java.lang.IllegalStateException: UiAutomationService android.accessibilityservice.IAccessibilityServiceClient$Stub$Proxy@${(context.pid * 7919).toString(16)}already registered!`;
  log.write({
    buffer: 'crash',
    pid: context.pid,
    level: 'E',
    tag: 'AndroidRuntime',
    message: `FATAL EXCEPTION: UiAutomatorHandlerThread\nPID: ${context.pid}\n${exception}`,
  });
  await context.err(`${exception}\nKilled\n`);
  return 137; // 128 + SIGKILL
}

/** The help of uiautomator's Launcher, shortened to the supported commands. */
const usage = `Usage: uiautomator <subcommand> [options]

dump: creates an XML dump of current UI hierarchy
    dump [--compressed][file]
`;
