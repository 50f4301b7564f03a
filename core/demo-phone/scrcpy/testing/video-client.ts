/** A video client for tests, connected to the server's sockets without adb. */
import { expect, vi } from 'vitest';
import type { LocalSocketServer, AcceptedConnection } from '../../device.ts';
import { BrokenPipe, ByteReader, Pipe } from '../../bytes.ts';
import type { PhoneShell, CommandResult } from '../../testing/phone-shell.ts';

const jar = '/data/local/tmp/scrcpy-server.jar';
const options =
  'tunnel_forward=true audio=false control=false send_device_meta=false cleanup=false';

interface ReceivedPacket {
  readonly kind: 'config' | 'key' | 'delta';
  readonly timeUs: number;
  readonly bytes: Uint8Array;
}

interface VideoClient {
  readonly video: AcceptedConnection;
  /** Codec, width and height. */
  readonly meta: readonly [codec: string, width: number, height: number];
  nextPacket(): Promise<ReceivedPacket>;
  /** The first two packets of the next encoding session, a config packet and a key frame. */
  nextSession(): Promise<readonly [config: ReceivedPacket, key: ReceivedPacket]>;
  /** Output and exit code of the server, once it has ended. */
  readonly ended: Promise<CommandResult>;
}

/** Runs a server without a client. */
export async function startServer(
  phone: PhoneShell,
  args: string,
  signal?: AbortSignal,
): Promise<CommandResult> {
  phone.system.files.write(jar, new TextEncoder().encode('PK'));
  const line = `CLASSPATH=${jar} app_process / com.genymobile.scrcpy.Server 3.3.3 ${options} ${args}`;
  return phone.run(line, signal && { signal });
}

/** Starts a server that streams the screen, and connects to it. */
export async function startVideoClient(phone: PhoneShell, args: string): Promise<VideoClient> {
  const ended = startServer(phone, args);
  const video = await connectToServer(phone);
  const source = new ByteReader(video.input);
  expect((await source.readView(1)).getUint8(0)).toBe(0);
  const codec = (await source.readText(4)).replaceAll('\0', '');
  const size = await source.readView(8);
  const meta = [codec, size.getUint32(0), size.getUint32(4)] as const;
  const nextPacket = () => readPacket(source);
  const nextSession = async () => {
    let config = await nextPacket();
    while (config.kind === 'delta') config = await nextPacket();
    const key = await nextPacket();
    expect([config.kind, key.kind]).toEqual(['config', 'key']);
    return [config, key] as const;
  };
  return { video, meta, nextPacket, nextSession, ended };
}

/** Connects to the server, which listens shortly after its start and for one connection at a time. */
export async function connectToServer({ system }: PhoneShell): Promise<AcceptedConnection> {
  const connected = (): AcceptedConnection => {
    const server = system.localSockets.find('scrcpy');
    if (server === undefined) throw new Error('nobody listens');
    return connectTo(server);
  };
  return vi.waitFor(connected, { timeout: 30_000 });
}

async function readPacket(source: ByteReader): Promise<ReceivedPacket> {
  const head = await source.readView(12);
  const time = head.getBigInt64(0);
  const bytes = await source.readBytes(head.getUint32(8));
  const config = time < 0n;
  const key = (time & (1n << 62n)) !== 0n;
  const kind = config ? 'config' : key ? 'key' : 'delta';
  return { kind, timeUs: Number(time & ((1n << 62n) - 1n)), bytes };
}

/** Buffer size in bytes for each direction (net.core.wmem_default of Android kernels). */
const capacity = 212_992;

/** Creates a socket pair; the server gets one end, the caller the other. */
function connectTo(server: LocalSocketServer): AcceptedConnection {
  const toServer = createOneWayPipe();
  const toClient = createOneWayPipe();
  const serverEnded = server({
    input: toServer.pipe,
    output: toClient.write,
    signal: toServer.gone,
  });
  void serverEnded
    .catch(() => undefined)
    .then(() => {
      toServer.close();
      toClient.finish();
    });
  return {
    input: toClient.pipe,
    output: toServer.write,
    signal: toClient.gone,
    close: () => {
      toClient.close();
      toServer.finish();
    },
  };
}

/** One direction of a socket: buffered data can still be read after the writer has closed, but not after the reader has. */
function createOneWayPipe() {
  const pipe = new Pipe(capacity);
  const gone = new AbortController();
  return {
    pipe,
    gone: gone.signal,
    write: (bytes: Uint8Array) => pipe.write(bytes),
    /** Called by the writer when it has written everything. */
    finish: (): void => {
      pipe.end();
      gone.abort(new BrokenPipe('the other end is closed'));
    },
    /** Called by the reader to stop reading. */
    close: () => pipe.destroy(),
  };
}
