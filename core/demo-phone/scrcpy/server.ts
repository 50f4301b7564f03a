import type { ProgramContext } from '../programs/program.ts';
import { Stopped } from '../shell/streams.ts';
import { disableAudio } from './audio.ts';
import { startCleanUp, unlinkJar } from './clean-up.ts';
import { Controller, Killed } from './controller.ts';
import { type DesktopConnection, openConnection } from './desktop-connection.ts';
import { JavaError } from './java-error.ts';
import { printLists } from './lists.ts';
import { ServerLog } from './log.ts';
import { parseOptions, type ServerOptions } from './options.ts';
import { SurfaceEncoder } from './video/surface-encoder.ts';

/** 128 + SIGKILL. */
const killedCode = 137;

export interface ServerStart {
  /** Path of the jar, the first of the class path. */
  readonly jar: string;
  /** Version and key=value pairs. */
  readonly words: readonly string[];
}

/**
 * scrcpy's server 3.3.3 (com.genymobile.scrcpy.Server): serves one client and resolves with the
 * exit code when that leaves. Asked for a video that the phone can't encode, it ends.
 */
export async function runServer(context: ProgramContext, start: ServerStart): Promise<number> {
  const log = new ServerLog(context);
  try {
    await serve(context, start, log);
    return 0;
  } catch (error) {
    // Nobody is there to hear of it.
    if (context.signal.aborted) throw new Stopped();
    if (error instanceof Killed) {
      await log.flush();
      await context.err('Killed \n');
      return killedCode;
    }
    if (!(error instanceof JavaError)) throw error;
    log.error(error.message, error);
    return 1;
  } finally {
    await log.flush();
  }
}

async function serve(
  context: ProgramContext,
  { jar, words }: ServerStart,
  log: ServerLog,
): Promise<void> {
  const { system } = context;
  const options = parseOptions(words, log);
  log.threshold = options.logLevel;
  const property = (name: string): string => system.properties.get(`ro.${name}`) ?? '';
  log.info(
    `Device: [${property('product.manufacturer')}] ${property('product.brand')} ${property('product.model')} (Android ${property('build.version.release')})`,
  );
  if (options.lists.length > 0) {
    if (options.cleanup) unlinkJar(system, jar);
    return printLists(system, log, options.lists);
  }
  const restore = options.cleanup ? startCleanUp(context, { jar, options }) : () => undefined;
  try {
    const connection = await openConnection(context, options);
    await stream(context, { options, log, connection }).finally(() => connection.close());
  } finally {
    restore();
  }
}

interface Stream {
  readonly options: ServerOptions;
  readonly log: ServerLog;
  readonly connection: DesktopConnection;
}

/** Until the client leaves or the phone takes the process away. */
async function stream(
  context: ProgramContext,
  { options, log, connection }: Stream,
): Promise<void> {
  const { audio, video, control } = connection;
  const { android } = context.system;
  if (audio !== undefined) await disableAudio(audio, { android, codec: options.audioCodec, log });
  const parts = { context, options, log };
  const encoder = video && new SurfaceEncoder({ ...parts, video });
  const controller = control && new Controller({ ...parts, control, video: encoder });
  const threads = [encoder, controller].filter((thread) => thread !== undefined);
  if (threads.length === 0) return;
  try {
    // The first that ends takes the others with it.
    await Promise.race([...threads.map((thread) => thread.run()), stopped(context.signal)]);
  } finally {
    for (const thread of threads) thread.close();
  }
}

/** Rejects when the host closes the process's own socket, or is gone. */
function stopped(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const stop = (): void => reject(new Stopped());
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
