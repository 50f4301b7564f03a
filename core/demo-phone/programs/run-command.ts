import type { ProcessIo } from '../device.ts';
import { encode } from '../shell/text.ts';
import { Shell } from '../shell/shell.ts';
import { ShellState } from '../shell/state.ts';
import { Input, PipeClosed, Stopped, waitFor } from '../shell/streams.ts';
import { findProgram } from './registry.ts';
import type { System } from './system.ts';

/** Guess: adbd forks, `sh` starts; mid-range phone. */
const startMs = 60;
/** What the fault `slow` adds to every command. */
const slowMs = 3000;
/** 128 + SIGHUP: how a command ends whose socket the host has closed. */
const hungUp = 129;

/** What adbd gives to a shell (init's environment and adb's additions), where tools look at it. */
const environment: ReadonlyMap<string, string> = new Map([
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

/** Runs one `sh -c` command line; resolves with its exit code and never rejects. Ends at once when the signal aborts. */
export async function runCommand(
  system: System,
  commandLine: string,
  io: ProcessIo,
): Promise<number> {
  const state = new ShellState({
    name: '/system/bin/sh',
    pid: system.nextPid(),
    directory: '/',
    environment,
  });
  const shell = new Shell({ system, signal: io.signal, find: findProgram }, state);
  const { stdout, stderr } = io;
  const streams = { stdin: new Input(io.stdin), stdout, stderr, tty: stdout };
  const work = async (): Promise<number> => {
    if (system.latency === 'real') await waitFor(startMs, io.signal);
    if (system.faults.has('slow')) await waitFor(slowMs, io.signal);
    return shell.run(commandLine, streams);
  };
  try {
    return await Promise.race([work(), untilAborted(io.signal)]);
  } catch (error) {
    return explain(error, io);
  }
}

/** Rejects when the host leaves, also while a program waits for input that never comes. */
function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const stop = (): void => reject(new Stopped());
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}

async function explain(error: unknown, io: ProcessIo): Promise<number> {
  if (error instanceof Stopped || error instanceof PipeClosed || io.signal.aborted) return hungUp;
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
  try {
    await io.stderr(encode(`sh: fault of the demo phone itself: ${reason}\n`));
  } catch {
    return hungUp; // Nobody is there to read it.
  }
  return 134; // 128 + SIGABRT
}
