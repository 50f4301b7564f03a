/** An adb server that passes on what another one says, and lies about the rest: about a phone's streams, or about its phones. */
import { once } from 'node:events';
import { type Socket, connect, createServer } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { freePort } from './free-port.ts';

/** What a phone lies about. */
export interface Lie {
  /** Streams whose service matches are not the phone's: they send what `begin` holds, then `forever` again and again. */
  readonly service: RegExp;
  readonly begin: Uint8Array;
  readonly forever: Uint8Array;
}

export interface LyingServer {
  /** `127.0.0.1:PORT`. */
  readonly address: string;
  /** The bytes that it has lied so far. */
  readonly liedBytes: () => number;
  /** How many lies consoles have cut off. */
  readonly cutOffs: () => number;
  /** What streams lie about from now on; null for nothing. */
  lie: Lie | null;
  /** How many phones each of its lists has, which it then sends without end; 0 for the phones that there are. */
  phonesPerList: number;
  close(): void;
}

/** Starts one in front of the adb server at this port. */
export async function startLyingServer(adbPort: number): Promise<LyingServer> {
  const sockets = new Set<Socket>();
  let lied = 0;
  let cutOffs = 0;
  const server = createServer((console) => {
    const honest = connect({ host: '127.0.0.1', port: adbPort, noDelay: true });
    for (const socket of [console, honest]) {
      sockets.add(socket);
      socket.setNoDelay(true).on('error', () => undefined);
    }
    honest.pipe(console);
    console.on('close', () => honest.destroy());
    let text = Buffer.alloc(0);
    let isPassing = false;
    console.on('data', (bytes: Buffer) => {
      text = Buffer.concat([text, bytes]);
      while (text.length > 0) {
        const length = isPassing
          ? text.length
          : 4 + Number.parseInt(text.toString('latin1', 0, 4), 16);
        if (!(text.length >= length)) return;
        const request = text.subarray(0, length);
        text = text.subarray(length);
        const lie = isPassing ? null : lieOf(request.toString('latin1', 4));
        if (lie !== null) {
          honest.unpipe(console);
          console.removeAllListeners('data').resume();
          void pipeline(count(lie), console).catch(() => (cutOffs += 1));
          return;
        }
        honest.write(request);
        isPassing ||= !request.includes('host:transport');
      }
    });
  });

  const lieOf = (request: string): Iterable<Uint8Array> | null => {
    const { lie, phonesPerList } = lying;
    if (lie?.service.test(request) === true)
      return lieForever(Buffer.concat([Buffer.from('OKAY'), lie.begin]), () => lie.forever);
    if (phonesPerList === 0 || !request.startsWith('host:track-devices')) return null;
    return lieForever(Buffer.from('OKAY'), (times) => {
      const first = times * listsAtOnce * phonesPerList;
      const lists = Array.from({ length: listsAtOnce }, (_, at) =>
        listOfPhones(first + at * phonesPerList, phonesPerList),
      );
      return Buffer.from(lists.join(''));
    });
  };

  async function* count(lies: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for (const bytes of lies) {
      lied += bytes.length;
      yield bytes;
      // Else a console that reads at once would keep this process from all else.
      await setImmediate();
    }
  }

  const port = await freePort();
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const lying: LyingServer = {
    address: `127.0.0.1:${port}`,
    liedBytes: () => lied,
    cutOffs: () => cutOffs,
    lie: null,
    phonesPerList: 0,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
  return lying;
}

const listsAtOnce = 50;

/** A list of new network phones, from this number on, as the server sends it. */
function listOfPhones(first: number, count: number): string {
  const phones = Array.from({ length: count }, (_, i) => {
    const id = first + i;
    return `10.0.${(id >> 8) & 255}.${id & 255}:5555 device model:M${id} transport_id:${id}\n`;
  }).join('');
  return phones.length.toString(16).padStart(4, '0') + phones;
}

function* lieForever(
  begin: Uint8Array,
  next: (times: number) => Uint8Array,
): Generator<Uint8Array> {
  yield begin;
  for (let times = 0; ; times += 1) yield next(times);
}
