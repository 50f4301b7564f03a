import { scrcpyServer } from './scrcpy/server.ts';
import { am } from './programs/app/am.ts';
import { pm } from './programs/app/pm.ts';
import { basicPrograms } from './programs/basic.ts';
import { servicePrograms } from './programs/cmd.ts';
import { dumpsys } from './programs/dumpsys/dumpsys.ts';
import { filePrograms } from './programs/files.ts';
import { getprop } from './programs/getprop.ts';
import { monkey } from './programs/app/monkey.ts';
import { content, ime, settings } from './programs/settings.ts';
import { input } from './programs/input/input.ts';
import { logcat, logProgram } from './programs/logcat/logcat.ts';
import { elementReader } from './programs/element-reader.ts';
import { createAppProcess } from './shell/app-process.ts';
import { Input, type Program } from './shell/program.ts';
import { screencap } from './programs/screencap.ts';
import { screenrecord } from './programs/screenrecord.ts';
import { terminalPrograms } from './programs/terminal.ts';
import { textPrograms } from './programs/text.ts';
import { uiautomator } from './programs/uiautomator/uiautomator.ts';
import { yadb } from './programs/uiautomator/yadb.ts';
import { wm } from './programs/wm.ts';
import type { ProcessIo } from './device.ts';
import { BrokenPipe, encodeUtf8 } from './bytes.ts';
import { Shell } from './shell/shell.ts';
import { ShellState } from './shell/run-program.ts';
import { AbortedError, rejectOnAbort, delay } from './time.ts';
import type { System } from './system.ts';

const appProcess = createAppProcess({
  'com.genymobile.scrcpy.Server': scrcpyServer,
  'com.ysbing.yadb.Main': yadb,
  'handset.ElementReader': elementReader,
});

const programs: readonly Program[] = [
  ...[uiautomator, screencap, screenrecord, input, wm, dumpsys, getprop, settings, logcat],
  logProgram,
  ...[pm, am, monkey, content, ime, appProcess],
  ...[...servicePrograms, ...basicPrograms, ...filePrograms, ...textPrograms],
  ...terminalPrograms,
];

const programsByName = new Map(
  programs.flatMap((program) => program.names.map((name) => [name, program] as const)),
);

/** Every program's name. */
export const programNames: readonly string[] = [...programsByName.keys()].sort();

/** Finds a program by its name or its path in /system/bin. */
function findProgram(name: string): Program | undefined {
  const match = /^(?:\/system\/(?:bin|xbin)\/|\/bin\/|\/vendor\/bin\/)?([^/]+)$/.exec(name);
  return match?.[1] === undefined ? undefined : programsByName.get(match[1]);
}

/** Time for adbd to fork and `sh` to start, in ms. Guess for a mid-range phone. */
const processStartMs = 60;
/** Delay that the fault `slow` adds to every command, in ms. */
const slowFaultDelayMs = 3000;
/** 128 + SIGHUP: exit code of a command whose socket the host has closed. */
const hangupExitCode = 129;

/** The variables of a shell under adbd (init's and adb's additions), reduced to what tools read. */
const variables: ReadonlyMap<string, string> = new Map([
  ['ANDROID_DATA', '/data'],
  ['ANDROID_ROOT', '/system'],
  ['EXTERNAL_STORAGE', '/sdcard'],
  ['HOME', '/'],
  ['HOSTNAME', 'localhost'],
  ['LOGNAME', 'shell'],
  ['PATH', '/product/bin:/apex/com.android.runtime/bin:/system/bin:/system/xbin:/vendor/bin'],
  ['SHELL', '/bin/sh'],
  ['TMPDIR', '/data/local/tmp'],
  ['USER', 'shell'],
]);

/** The state of a shell that has just started. */
export function newShellState(system: System): ShellState {
  return new ShellState({
    name: '/system/bin/sh',
    pid: system.nextPid(),
    directory: '/',
    variables,
  });
}

/**
 * Runs one command line, as `sh -c` or in a shell that has this state; resolves with its exit code and never
 * rejects. Ends at once when the signal aborts.
 */
export async function runCommand(
  system: System,
  commandLine: string,
  io: ProcessIo,
  state = newShellState(system),
): Promise<number> {
  const shell = new Shell({ system, signal: io.signal, find: findProgram }, state);
  const { stdout, stderr, terminal } = io;
  const streams = { stdin: new Input(io.stdin), stdout, stderr, tty: stdout, terminal };
  const runLine = async (): Promise<number> => {
    if (system.latency === 'real') await delay(processStartMs, io.signal);
    if (system.faults.has('slow')) await delay(slowFaultDelayMs, io.signal);
    return shell.runSource(commandLine, streams);
  };
  try {
    // The race ends a program that waits for input that never comes.
    return await Promise.race([runLine(), rejectOnAbort(io.signal)]);
  } catch (error) {
    return exitCodeForError(error, io);
  }
}

async function exitCodeForError(error: unknown, io: ProcessIo): Promise<number> {
  if (error instanceof AbortedError || error instanceof BrokenPipe || io.signal.aborted)
    return hangupExitCode;
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
  try {
    await io.stderr(encodeUtf8(`sh: fault of the demo phone itself: ${reason}\n`));
  } catch {
    return hangupExitCode; // The host closed stderr too.
  }
  return 134; // 128 + SIGABRT
}
