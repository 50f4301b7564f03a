import { FileError } from '../files.ts';
import type { AcceptedConnection } from '../device.ts';
import type { JavaProgram } from '../shell/app-process.ts';
import type { ProgramContext } from '../shell/program.ts';
import type { System } from '../system.ts';
import { AbortedError, rejectOnAbort } from '../time.ts';
import { Controller, ServerKilledError } from './controller.ts';
import { JavaError, ServerLog } from './log.ts';
import { parseServerOptions, requestsAppList, type ServerOptions } from './options.ts';
import { SurfaceEncoder } from './surface-encoder.ts';

/** Exit code: 128 + SIGKILL. */
const killedCode = 137;

interface ServerStart {
  /** Path of the jar, the first entry of the class path. */
  readonly jar: string;
  /** Version and key=value pairs. */
  readonly args: readonly string[];
}

/**
 * scrcpy's server 3.3.3 (com.genymobile.scrcpy.Server): streams the display to one client and is
 * controlled by it. Resolves with the exit code when the client disconnects, or at once if the phone
 * cannot encode the requested video.
 */
async function runServer(context: ProgramContext, start: ServerStart): Promise<number> {
  const log = new ServerLog(context);
  try {
    await serveClient(context, start, log);
    return 0;
  } catch (error) {
    // The host has disconnected, so nobody reads an error.
    if (context.signal.aborted) throw new AbortedError();
    if (error instanceof ServerKilledError) {
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

async function serveClient(
  context: ProgramContext,
  { jar, args }: ServerStart,
  log: ServerLog,
): Promise<void> {
  const { system, simulateLatency } = context;
  if (requestsAppList(args)) {
    unlinkJar(system, jar);
    log.info('Processing Android apps... (this may take some time)');
    log.info(appListText(system));
    return;
  }
  const options = parseServerOptions(args, log);
  const property = (name: string): string => system.properties.get(`ro.${name}`) ?? '';
  log.info(
    `Device: [${property('product.manufacturer')}] ${property('product.brand')} ${property('product.model')} (Android ${property('build.version.release')})`,
  );
  if (options.cleanup) {
    const unlink = (): void => unlinkJar(system, jar);
    void simulateLatency(cleanupStartMs).then(unlink, unlink);
  }
  const { video, control } = await acceptClient(context, options);
  const encoder = video && new SurfaceEncoder({ context, options, log, video });
  const resetVideo = (): void => encoder?.reset();
  const controller = control && new Controller({ context, log, control, resetVideo });
  try {
    const threads = [encoder?.serve(), controller?.serve()].filter(
      (thread) => thread !== undefined,
    );
    await Promise.race([...threads, rejectOnAbort(context.signal)]);
  } finally {
    encoder?.close();
    video?.close();
    control?.close();
  }
}

/** Width of the column of names. */
const nameColumns = 30;

/** The apps that a launcher shows, those of the system first (LogUtils.buildAppListMessage). */
function appListText({ world }: System): string {
  const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
  const apps = world
    .packages()
    .filter(({ name }) => world.launchActivity(name) !== undefined)
    .toSorted(
      (a, b) =>
        Number(b.system) - Number(a.system) || compare(a.label, b.label) || compare(a.name, b.name),
    );
  const lines = apps.map(({ label, name, system }) => {
    const column =
      label.length < nameColumns
        ? label.padEnd(nameColumns)
        : `${label}\n   ${' '.repeat(nameColumns)}`;
    return `\n ${system ? '*' : '-'} ${column} ${name}`;
  });
  return `List of apps:${lines.join('')}`;
}

/** The sockets of one client. */
type ClientSockets = Partial<Record<'video' | 'control', AcceptedConnection>>;

/** Waits until the client has opened its sockets, video first (DesktopConnection.open). Rejects with a JavaError if the address is in use, or when the signal aborts. */
async function acceptClient(
  { system, signal }: ProgramContext,
  { socketName, ...options }: ServerOptions,
): Promise<ClientSockets> {
  const listener = system.localSockets.listen(socketName);
  if (listener === undefined) throw new JavaError('java.io.IOException', 'Address already in use');
  const sockets: ClientSockets = {};
  try {
    for (const channel of ['video', 'control'] as const) {
      if (!options[channel]) continue;
      const isFirst = Object.keys(sockets).length === 0;
      const socket = await listener.accept(signal);
      sockets[channel] = socket;
      // One byte confirms the first connection, since adb accepts it before the server does.
      if (isFirst) await socket.output(Uint8Array.of(0)).catch(() => socket.close());
    }
    return sockets;
  } catch (error) {
    for (const socket of Object.values(sockets)) socket.close();
    throw error;
  } finally {
    listener.close();
  }
}

/** Time in ms until the cleanup process has started, which deletes the jar. Guess. */
const cleanupStartMs = 400;

/** Deletes the jar; errors are ignored (CleanUp.unlinkSelf). */
function unlinkJar({ files }: System, jar: string): void {
  try {
    files.remove(jar);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
  }
}

/** scrcpy's server, a jar. */
export const scrcpyServer: JavaProgram = {
  signature: 'PK',
  main: (context, { file, args }) => runServer(context, { jar: file, args }),
};
