import type { Adb, AdbSocket } from '@yume-chan/adb';
import { AdbScrcpyOptions3_3_3 } from '@yume-chan/adb-scrcpy';
import { BufferedReadableStream, type ReadableStream } from '@yume-chan/stream-extra';
import { HandsetError } from '#core/errors.ts';
import { pause, withLimits } from '../../waits/deadline.ts';
import { type PhoneProgram, pushProgram, startProgram } from '../transport/phone-program.ts';
import { serverVersion } from '../transport/program-files.ts';
import { ProgramLog } from '../transport/program-log.ts';
import type { AdbConnection } from '../transport/connection.ts';

/** Starting takes 0.5 to 2 s; slow phones with a full memory need much longer. */
const startDeadlineMs = 20_000;
/** Time between attempts to connect: the server needs 0.3 to 1 s until it listens. */
const retryDelayMs = 50;
/** How long to wait for the output of a server that has ended, or whose socket has closed. */
export const finalOutputMs = 500;

/** A running scrcpy server that is connected to us. */
export interface RunningServer {
  readonly log: ProgramLog;
  /** What the server sends over its first socket: video, or messages if it sends none; from the first byte on. */
  readonly stream: ReadableStream<Uint8Array>;
  /** Resolves when the server has ended and its last output is in the log. */
  readonly ended: Promise<void>;
  /** Sends control messages. */
  write(bytes: Uint8Array): Promise<void>;
  /** Ends the server: it exits when its sockets close. */
  stop(): Promise<void>;
}

/** Which server to start. */
interface ServerSpec {
  readonly jar: Uint8Array;
  /** Its settings, without audio: it waits for a socket for video and, after it, one for control messages. */
  settings(scid: string): AdbScrcpyOptions3_3_3<boolean>;
  /** For messages: `starting the live video`. */
  readonly purpose: string;
}

/**
 * Copies the server to the phone, starts it, connects to its sockets and lets `begin` make use of it. Rejects
 * with `unsupported` and the server's own output when it ends before that, with `timeout`, `phone-lost`,
 * `cancelled`, and as `begin` does; nothing is left running then.
 */
export async function startServer<Result>(
  { adb, lost }: AdbConnection,
  spec: ServerSpec,
  signal: AbortSignal,
  begin: (server: RunningServer, ended: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const limits = { signal, lost, deadlineMs: startDeadlineMs, purpose: spec.purpose };
  return await withLimits(limits, async (ended) => {
    const server = await launch(adb, spec, ended);
    const stop = (): void => void server.stop();
    ended.addEventListener('abort', stop, { once: true });
    try {
      ended.throwIfAborted();
      return await begin(server, ended);
    } catch (error) {
      stop();
      throw error;
    } finally {
      ended.removeEventListener('abort', stop);
    }
  });
}

/** Callers must race the end of the connection: Tango does not. */
async function launch(
  adb: Adb,
  { jar, settings: settingsFor }: ServerSpec,
  signal: AbortSignal,
): Promise<RunningServer> {
  const jarPath = await pushServer(adb, jar, signal);
  signal.throwIfAborted();
  const scid = newScid();
  const settings = settingsFor(scid);
  const program = await startProgram(adb, serverLine(jarPath, settings.serialize().join(' ')));
  const log = new ProgramLog();
  const kill = (): void => void program.kill().catch(noop);
  // An output ends with its program, or is not read further.
  const outputRead = Promise.all(program.outputs.map((output) => log.read(output).then(kill)));
  const ended = program.exited
    .then(() => Promise.race([outputRead, delay(finalOutputMs)]))
    .then(noop);
  const connecting = new AbortController();
  signal.addEventListener('abort', kill, { once: true });
  try {
    signal.throwIfAborted();
    const hasTwoSockets = settings.value.video && settings.value.control;
    const stopped = AbortSignal.any([signal, connecting.signal]);
    const connection = await Promise.race([
      connectToServer(adb, { scid, hasTwoSockets }, stopped),
      ended.then(() => Promise.reject(notStarted(log))),
    ]);
    return createRunningServer({ connection, program, log, ended });
  } catch (error) {
    connecting.abort();
    kill();
    throw error;
  } finally {
    signal.removeEventListener('abort', kill);
  }
}

const noop = (): void => undefined;
const delay = (milliseconds: number): Promise<void> =>
  pause(milliseconds, new AbortController().signal);

/** The most servers that may be starting at once; files of servers that never ran are overwritten. */
const maxJarFiles = 8;
let jarsPushed = 0;

/** A path where shell users may write and run. A server removes its file about a second after its start, when another may be starting. */
function nextJarPath(): string {
  const number = jarsPushed++ % maxJarFiles;
  return `/data/local/tmp/handset-scrcpy-server-${serverVersion}-${number}.jar`;
}

/** Copies the server to the phone; resolves to its path there. */
export async function pushServer(adb: Adb, jar: Uint8Array, signal: AbortSignal): Promise<string> {
  const jarPath = nextJarPath();
  await pushProgram(adb, jarPath, jar, signal);
  return jarPath;
}

/** The id of the server's instance: 31 random bits, so that it never shares a socket with another scrcpy. */
function newScid(): string {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return (random & 0x7fffffff).toString(16).padStart(8, '0');
}

function serverLine(jarPath: string, settings: string): string {
  return `CLASSPATH=${jarPath} app_process / com.genymobile.scrcpy.Server ${serverVersion} ${settings}`;
}

interface ServerConnection {
  /** The sockets in the order of opening; the last one takes our messages. */
  readonly sockets: readonly [AdbSocket, ...AdbSocket[]];
  readonly stream: ReadableStream<Uint8Array>;
}

/** Tries until the server accepts the connection. */
async function connectToServer(
  adb: Adb,
  { scid, hasTwoSockets }: { readonly scid: string; readonly hasTwoSockets: boolean },
  stopped: AbortSignal,
): Promise<ServerConnection> {
  const address = `localabstract:scrcpy_${scid}`;
  for (;;) {
    const socket = await adb.createSocket(address).catch(noop);
    const stream = socket && (await readGreeting(socket, stopped));
    if (socket && stream) {
      if (!hasTwoSockets) return { sockets: [socket], stream };
      // The server goes on listening until it has accepted both.
      return { sockets: [socket, await adb.createSocket(address)], stream };
    }
    await pause(retryDelayMs, stopped);
    stopped.throwIfAborted();
  }
}

/** The stream after the one byte by which the server shows that it accepted the connection. */
async function readGreeting(
  socket: AdbSocket,
  stopped: AbortSignal,
): Promise<ReadableStream<Uint8Array> | undefined> {
  const close = (): void => void closeQuietly(socket);
  stopped.addEventListener('abort', close, { once: true });
  try {
    stopped.throwIfAborted();
    const buffered = new BufferedReadableStream(socket.readable);
    await buffered.readExactly(1);
    return buffered.release();
  } catch {
    // The server has ended, or the start was cancelled.
    await closeQuietly(socket);
    return undefined;
  } finally {
    stopped.removeEventListener('abort', close);
  }
}

/** Ignores errors: the socket of a lost phone is closed already. */
async function closeQuietly(socket: AdbSocket): Promise<void> {
  await Promise.resolve(socket.close()).catch(noop);
}

function createRunningServer(options: {
  readonly connection: ServerConnection;
  readonly program: PhoneProgram;
  readonly log: ProgramLog;
  readonly ended: Promise<void>;
}): RunningServer {
  const { connection, program, log, ended } = options;
  const { sockets, stream } = connection;
  const writer = (sockets.at(-1) ?? sockets[0]).writable.getWriter();
  return {
    log,
    ended,
    stream,
    write: (bytes) => writer.write(bytes),
    stop: async () => {
      await Promise.allSettled([...sockets.map((socket) => socket.close()), program.kill()]);
    },
  };
}

function notStarted(log: ProgramLog): HandsetError {
  const reason = log.endReason || 'it said nothing';
  return new HandsetError(
    'unsupported',
    `The scrcpy server doesn't start on this phone: ${reason}.`,
  );
}

/** The settings of a scrcpy server, version 3.3.3: our common ones and those of this server. */
export function serverSettings(
  scid: string,
  own: AdbScrcpyOptions3_3_3.Init,
): AdbScrcpyOptions3_3_3<boolean> {
  return new AdbScrcpyOptions3_3_3({
    scid,
    logLevel: 'info',
    audio: false,
    // The server listens on the phone: ADB's reverse tunnel fails on some phones.
    tunnelForward: true,
    // Otherwise the phone's name would come first on the socket.
    sendDeviceMeta: false,
    clipboardAutosync: false,
    // The server removes its own file once it runs.
    cleanup: true,
    // Does not turn on a screen that is off.
    powerOn: false,
    ...own,
  });
}
