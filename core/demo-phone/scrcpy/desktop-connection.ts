import type { ProgramContext } from '../programs/program.ts';
import type { LocalEnd } from '../local-sockets.ts';
import { JavaError, mainFrames } from './java-error.ts';
import type { ServerOptions } from './options.ts';

/** The sockets to the client, in the order in which they are opened; each is there if it was asked for. */
export interface DesktopConnection {
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
export async function openConnection(
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
