import type { Adb } from '@yume-chan/adb';
import type { ReadableStream } from '@yume-chan/stream-extra';
import type { Command, CommandOutput } from '../../core/commands/command.ts';
import { HandsetError, describeThrown } from '../../core/errors.ts';
import type { AdbConnection } from './connection.ts';
import { withLimits } from '../waits/deadline.ts';

/** More than any screenshot (a raw 4K picture has 33 MB); stops a phone that never stops talking. */
const maxOutputBytes = 64 * 1024 * 1024;

/**
 * Runs one command and reads what it printed. Rejects with what its parser documents, and with
 * `phone-lost`, `timeout`, `cancelled` or `protocol`. Cut-off output is never parsed.
 */
export async function runCommand<Result>(
  connection: AdbConnection,
  command: Command<Result>,
  signal: AbortSignal,
): Promise<Result> {
  const { purpose, line, deadlineMs } = command;
  const limits = { signal, lost: connection.lost, deadlineMs, purpose };
  const collected = withLimits(limits, (ended) => collect(connection.adb, line, ended));
  const output = await collected.catch((error: unknown) => {
    throw error instanceof HandsetError ? error : failedService(purpose, error);
  });
  return command.parse(output);
}

async function collect(adb: Adb, line: string, signal: AbortSignal): Promise<CommandOutput> {
  const shell = adb.subprocess.shellProtocol;
  if (!shell) {
    // Before Android 7: one stream for both, no exit code.
    const process = await adb.subprocess.noneProtocol.spawn(line, signal);
    const stdout = await readAll(process.output);
    await process.exited;
    signal.throwIfAborted();
    return { stdout, stderr: '', exitCode: null };
  }
  const process = await shell.spawn(line, signal);
  const [stdout, stderr, exitCode] = await Promise.all([
    readAll(process.stdout),
    readAll(process.stderr),
    process.exited,
  ]);
  return { stdout, stderr: new TextDecoder().decode(stderr), exitCode };
}

async function readAll(stream: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > maxOutputBytes) throw tooMuch();
    chunks.push(chunk);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

function tooMuch(): HandsetError {
  const limit = maxOutputBytes / 1024 / 1024;
  return new HandsetError('protocol', `The phone sent more than ${limit} MB for one command.`, {
    hint: 'Ask for less, such as fewer lines of its log.',
  });
}

function failedService(purpose: string, error: unknown): HandsetError {
  return new HandsetError('protocol', `The phone broke off ${purpose}: ${describeThrown(error)}.`, {
    hint: 'Try again; if it stays, unplug the phone and plug it in again.',
    cause: error,
  });
}
