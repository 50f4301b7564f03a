/** A client that watches, without adb before it: the server's own sockets, for tests. */
import { expect, vi } from 'vitest';
import type { LocalEnd } from '../../local-sockets.ts';
import type { PhoneShell, Ran } from '../../testing/phone-shell.ts';
import { ByteSource } from '../control-message.ts';

const jar = '/data/local/tmp/scrcpy-server.jar';

interface SeenPacket {
  readonly kind: 'config' | 'key' | 'delta';
  readonly timeUs: number;
  readonly bytes: Uint8Array;
}

interface VideoClient {
  readonly video: LocalEnd;
  readonly control: LocalEnd | undefined;
  /** Codec, width and height. */
  readonly meta: readonly [codec: string, width: number, height: number];
  next(): Promise<SeenPacket>;
  /** The first two packets of the next encoding session, which have to be a config packet and a key frame. */
  session(): Promise<readonly [config: SeenPacket, key: SeenPacket]>;
  /** What the server left behind, once it has ended. */
  readonly ended: Promise<Ran>;
}

/** Runs a server without a client. */
export async function serve(phone: PhoneShell, words: string, signal?: AbortSignal): Promise<Ran> {
  phone.system.files.write(jar, new TextEncoder().encode('PK'));
  const line = `CLASSPATH=${jar} app_process / com.genymobile.scrcpy.Server 3.3.3 audio=false cleanup=false ${words}`;
  return phone.run(line, signal && { signal });
}

/** Starts a server that shows the screen, and connects to it. */
export async function watch(phone: PhoneShell, words = 'control=false'): Promise<VideoClient> {
  const ended = serve(phone, `tunnel_forward=true send_device_meta=false ${words}`);
  const video = await connect(phone);
  const control = words.includes('control=false') ? undefined : await connect(phone);
  const source = new ByteSource(video.input);
  expect(await source.unsigned(1)).toBe(0);
  const codec = new TextDecoder().decode(await source.bytes(4)).replaceAll('\0', '');
  const meta = [codec, await source.unsigned(4), await source.unsigned(4)] as const;
  const next = () => readPacket(source);
  const session = async () => {
    let config = await next();
    while (config.kind === 'delta') config = await next();
    const key = await next();
    expect([config.kind, key.kind]).toEqual(['config', 'key']);
    return [config, key] as const;
  };
  return { video, control, meta, next, session, ended };
}

/** The server listens a moment after it was started, and for one connection after the other. */
export async function connect({ system }: PhoneShell): Promise<LocalEnd> {
  const connected = (): LocalEnd => {
    const end = system.localSockets.connect('scrcpy');
    if (end === undefined) throw new Error('nobody listens');
    return end;
  };
  return vi.waitFor(connected, { timeout: 30_000 });
}

async function readPacket(source: ByteSource): Promise<SeenPacket> {
  const time = await source.int64();
  const bytes = await source.bytes(await source.unsigned(4));
  const config = time < 0n;
  const key = (time & (1n << 62n)) !== 0n;
  const kind = config ? 'config' : key ? 'key' : 'delta';
  return { kind, timeUs: Number(time & ((1n << 62n) - 1n)), bytes };
}
