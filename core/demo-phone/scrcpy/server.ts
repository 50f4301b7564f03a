import { FileError } from '../files.ts';
import type { LocalEnd } from '../local-sockets.ts';
import type { AndroidVersion } from '../options.ts';
import type { ProgramContext } from '../shell/program.ts';
import type { Namespace, System } from '../system.ts';
import { Stopped } from '../time.ts';
import { printLists } from './app-lists.ts';
import { Controller, Killed } from './controller.ts';
import { keyCode } from './injector.ts';
import { JavaError, mainFrames, ServerLog } from './log.ts';
import { parseOptions, type ServerOptions } from './options.ts';
import { noEncoder, SurfaceEncoder } from './surface-encoder.ts';

/** 128 + SIGKILL. */
const killedCode = 137;

interface ServerStart {
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

/** The sockets to the client, in the order in which they are opened; each is there if it was asked for. */
interface DesktopConnection {
  readonly video: LocalEnd | undefined;
  readonly audio: LocalEnd | undefined;
  readonly control: LocalEnd | undefined;
  close(): void;
}

/** Bytes of the field that holds the phone's name, ended by NUL. */
const nameLength = 64;

/** `scrcpy_00001234`, or `scrcpy` without a number. */
function socketName(scid: number): string {
  return scid === -1 ? 'scrcpy' : `scrcpy_${scid.toString(16).padStart(8, '0')}`;
}

/**
 * Waits for the client (`tunnel_forward`) or connects to it, then says the phone's name on the
 * first socket. Rejects with a JavaError (address in use, nobody listens), or when the signal aborts.
 */
async function openConnection(
  context: ProgramContext,
  options: ServerOptions,
): Promise<DesktopConnection> {
  const ends: (LocalEnd | undefined)[] = [];
  const close = (): void => {
    for (const end of ends) end?.close();
  };
  try {
    await openEnds(context, options, ends);
    if (options.sendDeviceMeta) await sendName(context, ends);
  } catch (error) {
    close();
    throw error instanceof Error && error.name === 'BrokenPipe' ? brokenPipe() : error;
  }
  const [video, audio, control] = ends;
  return { video, audio, control, close };
}

async function openEnds(
  context: ProgramContext,
  options: ServerOptions,
  ends: (LocalEnd | undefined)[],
): Promise<void> {
  const { localSockets } = context.system;
  const name = socketName(options.scid);
  const wanted = [options.video, options.audio, options.control];
  if (!options.tunnelForward) {
    for (const want of wanted) ends.push(want ? connect(context, name) : undefined);
    return;
  }
  const listener = localSockets.listen(name);
  if (listener === undefined) throw ioError('bindLocal', 'Address already in use');
  let dummy = options.sendDummyByte;
  try {
    for (const want of wanted) {
      const end = want ? await listener.accept(context.signal) : undefined;
      ends.push(end);
      // One byte says that the connection stands: adb has accepted it before the server did.
      if (end !== undefined && dummy) await end.output(Uint8Array.of(0));
      dummy &&= end === undefined;
    }
  } finally {
    listener.close();
  }
}

function connect({ system }: ProgramContext, name: string): LocalEnd {
  const end = system.localSockets.connect(name);
  if (end === undefined) throw ioError('connectLocal', 'Connection refused');
  return end;
}

async function sendName(
  { system }: ProgramContext,
  ends: readonly (LocalEnd | undefined)[],
): Promise<void> {
  const first = ends.find((end) => end !== undefined);
  if (first === undefined) {
    throw new JavaError({
      name: 'java.lang.NullPointerException',
      message:
        "Attempt to invoke virtual method 'java.io.FileDescriptor android.net.LocalSocket.getFileDescriptor()' on a null object reference",
      frames: ['com.genymobile.scrcpy.device.DesktopConnection.sendDeviceMeta', ...mainFrames],
    });
  }
  const field = new Uint8Array(nameLength);
  field.set(new TextEncoder().encode(system.identity.model).subarray(0, nameLength - 1));
  await first.output(field);
}

/** Guess: the line numbers. */
function ioError(method: 'bindLocal' | 'connectLocal' | 'write', message: string): JavaError {
  const frames = [
    `android.net.LocalSocketImpl.${method}(Native Method)`,
    'com.genymobile.scrcpy.device.DesktopConnection.open(DesktopConnection.java:72)',
    'com.genymobile.scrcpy.Server.scrcpy(Server.java:112)',
    'com.genymobile.scrcpy.Server.internalMain(Server.java:269)',
    ...mainFrames,
  ];
  return new JavaError({ name: 'java.io.IOException', message, frames });
}

function brokenPipe(): JavaError {
  return ioError('write', 'Broken pipe');
}

/** BATTERY_PLUGGED_AC, USB and WIRELESS together. */
const everyPlug = '7';
/** Guess: ms until the second process, which takes the jar away, has started. */
const secondProcessMs = 400;

/**
 * What CleanUp.java does in a process of its own, which outlives the server: changes the settings
 * that are asked for, removes the jar, and puts everything back when the server is gone. Returns
 * what to do then.
 */
function startCleanUp(
  context: ProgramContext,
  { jar, options }: { readonly jar: string; readonly options: ServerOptions },
): () => void {
  const { system, pace } = context;
  const restores = wishes(options).map(([namespace, key, value]) => {
    const before = system.settings.get(namespace, key);
    system.settings.put(namespace, key, value);
    return () => {
      if (before !== undefined && before !== value) system.settings.put(namespace, key, before);
    };
  });
  const unlink = (): void => unlinkJar(system, jar);
  void pace(secondProcessMs).then(unlink, unlink);
  return () => {
    for (const restore of restores) restore();
    const mayPress = !system.faults.has('input-denied') && system.world.awake;
    if (options.powerOffOnClose && mayPress) system.world.key(keyCode.power);
  };
}

/** Removes the jar; where that is forbidden, nobody is told (CleanUp.unlinkSelf). */
function unlinkJar({ files }: System, jar: string): void {
  try {
    files.remove(jar);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
  }
}

function wishes({ showTouches, stayAwake, screenOffTimeoutMs }: ServerOptions) {
  const all: readonly (readonly [boolean, Namespace, string, string])[] = [
    [showTouches, 'system', 'show_touches', '1'],
    [stayAwake, 'global', 'stay_on_while_plugged_in', everyPlug],
    [screenOffTimeoutMs !== -1, 'system', 'screen_off_timeout', `${screenOffTimeoutMs}`],
  ];
  return all.flatMap(([wanted, ...wish]) => (wanted ? [wish] : []));
}

/** The first Android that lets the server hear what is played. */
const firstWithAudio = 11;

/** Tells the client by four zero bytes that there is no sound (Streamer.writeDisableStream); the server goes on. */
async function disableAudio(
  audio: LocalEnd,
  { android, codec, log }: { android: AndroidVersion; codec: string; log: ServerLog },
): Promise<void> {
  await audio.output(new Uint8Array(4)).catch(() => undefined);
  if (android < firstWithAudio) {
    log.warn('Audio disabled: it is not supported before Android 11');
  } else if (codec === 'raw') {
    log.error('Failed to start audio capture'); // Guess: a phone without sound.
  } else {
    log.error(`Could not create default audio encoder for ${codec}\nList of audio encoders:`);
    log.error('Exception on thread Thread[audio-encoder,5,main]', noEncoder(codec));
  }
}
