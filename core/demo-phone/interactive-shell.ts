import type { ProcessIo } from './device.ts';
import { isDirectory, resolvePath } from './files.ts';
import { newShellState, programNames, runCommand } from './run-command.ts';
import { expandGlob } from './shell/expand.ts';
import { LineEditor } from './shell/line-editor.ts';
import { Input } from './shell/program.ts';
import type { ShellState } from './shell/run-program.ts';
import type { System } from './system.ts';
import { AbortedError } from './time.ts';

/** 128 + SIGINT: the exit code of a program that Ctrl+C ended. */
const interruptedCode = 130;

/** `sh` without a command: runs the lines that it reads. Resolves with the exit code of the last, or of `exit`. */
export async function runInteractiveShell(system: System, io: ProcessIo): Promise<number> {
  const state = newShellState(system);
  const { terminal } = io;
  if (terminal === undefined) return runLinesOf(system, io, state);
  state.set('HOSTNAME', system.identity.device);
  const editor = new LineEditor(terminal, (line) => completionsOf(line, system, state));
  while (!state.hasExited && !io.signal.aborted) {
    const line = await editor.readLine(promptOf(state), io.signal);
    if (line === null) break;
    if (line.isInterrupted) state.status = interruptedCode;
    else if (line.text.trim() !== '') state.status = await runLine(system, line.text, io, state);
  }
  return state.status;
}

/** Without a terminal `sh` prints no prompt, and its programs have no input. */
async function runLinesOf(system: System, io: ProcessIo, state: ShellState): Promise<number> {
  const lines = new Input(io.stdin);
  const stdin = (async function* () {})();
  for (let line = await lines.readLine(); line !== undefined; line = await lines.readLine()) {
    const text = new TextDecoder().decode(line).trim();
    if (text !== '') state.status = await runCommand(system, text, { ...io, stdin }, state);
    if (state.hasExited) break;
  }
  return state.status;
}

async function runLine(
  system: System,
  line: string,
  io: ProcessIo,
  state: ShellState,
): Promise<number> {
  const interrupt = new AbortController();
  const signal = AbortSignal.any([io.signal, interrupt.signal]);
  const { terminal } = io;
  if (terminal === undefined) return 1;
  terminal.onInterrupt = () => interrupt.abort();
  const print = async (bytes: Uint8Array): Promise<void> => {
    // A program that was interrupted prints no more.
    if (signal.aborted) throw new AbortedError();
    await io.stdout(bytes);
  };
  const streams = { stdin: terminal.input(signal), stdout: print, stderr: print };
  const code = await runCommand(system, line, { ...io, ...streams, signal }, state);
  const isInterrupted = interrupt.signal.aborted;
  // A read that its program has given up must not take the next keys.
  interrupt.abort();
  terminal.onInterrupt = () => undefined;
  return isInterrupted ? interruptedCode : code;
}

/** The prompt of Android's mkshrc: the exit code unless it is 0, then `HOSTNAME:PWD $ `. */
function promptOf(state: ShellState): string {
  const status = state.status === 0 ? '' : `${state.status}|`;
  return `${status}${state.get('HOSTNAME') ?? ''}:${state.directory} $ `;
}

/** The programs or files whose names continue the last word. */
function completionsOf(line: string, { files }: System, { directory }: ShellState): string[] {
  const word = /\S*$/.exec(line)?.[0] ?? '';
  if (line.trimStart() === word && !word.includes('/'))
    return programNames.filter((name) => name.startsWith(word));
  return expandGlob(`${word}*`, { files, directory }).map((path) =>
    isDirectory(files.stat(resolvePath(directory, path))?.mode ?? 0) ? `${path}/` : path,
  );
}
