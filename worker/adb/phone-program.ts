/** Programs of ours that run on the phone by app_process; nothing is installed. */
import type { Adb } from '@yume-chan/adb';
import { ReadableStream } from '@yume-chan/stream-extra';

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

/** Copies a program to the phone, at a path where shell users may write and run. */
export async function pushProgram(adb: Adb, filename: string, bytes: Uint8Array): Promise<void> {
  const sync = await adb.sync();
  try {
    const file = new ReadableStream<Uint8Array>({
      start: (controller) => {
        controller.enqueue(bytes);
        controller.close();
      },
    });
    // Android 14 refuses to run code that other users may write.
    await sync.write({ filename, file, permission: 0o644 });
  } finally {
    await sync.dispose();
  }
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
