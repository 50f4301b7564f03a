/** Programs of ours that run on the phone by app_process; nothing is installed. */
import { type Adb, AdbSyncError } from '@yume-chan/adb';
import { ReadableStream } from '@yume-chan/stream-extra';
import { describeThrown, HandsetError } from '#core/errors.ts';

/** A program that runs on the phone. */
export interface PhoneProgram {
  /** stdout, and stderr where the phone keeps it apart. */
  readonly outputs: readonly ReadableStream<Uint8Array>[];
  /** Resolves when the program has ended. Never rejects. */
  readonly exited: Promise<void>;
  /** Sends bytes to its stdin. */
  write(bytes: Uint8Array): Promise<void>;
  kill(): Promise<void>;
}

/**
 * Copies a program to the phone, at a path where shell users may write and run. Rejects with `command-failed`
 * and the phone's message. The copying ends when the signal aborts.
 */
export async function pushProgram(
  adb: Adb,
  filename: string,
  bytes: Uint8Array,
  signal: AbortSignal,
): Promise<void> {
  const sync = await adb.sync();
  const close = (): void => void sync.dispose().catch(noop);
  signal.addEventListener('abort', close, { once: true });
  try {
    signal.throwIfAborted();
    const file = new ReadableStream<Uint8Array>({
      start: (controller) => {
        controller.enqueue(bytes);
        controller.close();
      },
    });
    // Android 14 refuses to run code that other users may write.
    await sync.write({ filename, file, permission: 0o644 });
  } catch (error) {
    throw error instanceof AdbSyncError ? refusedByPhone(error) : error;
  } finally {
    signal.removeEventListener('abort', close);
    await sync.dispose();
  }
}

/** The error for a file that the phone refuses (`command-failed`), with the beginning of its message. */
export function refusedByPhone(cause: AdbSyncError): HandsetError {
  const message = `Couldn't send the file; the phone said: ${describeThrown(cause)}.`;
  // eslint-disable-next-line handset/no-error-text-matching -- adbd says it in words only
  const isFull = /No space left/.test(cause.message);
  return new HandsetError('command-failed', message, {
    ...(isFull && { hint: 'Free some space on the phone, then try again.' }),
    cause,
  });
}

const noop = (): void => undefined;

/** Runs a shell line whose last program is ours. */
export async function startProgram(adb: Adb, line: string): Promise<PhoneProgram> {
  const { shellProtocol, noneProtocol } = adb.subprocess;
  // The newer protocol ends the program when its socket closes.
  if (shellProtocol) {
    const process = await shellProtocol.spawn(line);
    return programOf(process, [process.stdout, process.stderr]);
  }
  const process = await noneProtocol.spawn(line);
  return programOf(process, [process.output]);
}

type Process = Awaited<
  ReturnType<
    | NonNullable<Adb['subprocess']['shellProtocol']>['spawn']
    | Adb['subprocess']['noneProtocol']['spawn']
  >
>;

function programOf(process: Process, outputs: PhoneProgram['outputs']): PhoneProgram {
  const writer = process.stdin.getWriter();
  return {
    outputs,
    exited: process.exited.then(noop, noop),
    write: (bytes) => writer.write(bytes),
    kill: async () => process.kill(),
  };
}
