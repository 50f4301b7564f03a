/** An adb server that passes on what another one says, and lies about the rest: about a phone's streams, or about its phones. */
import { once } from 'node:events';
import { type Socket, connect, createServer } from 'node:net';
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
    const write = async (bytes: Uint8Array): Promise<void> => {
      lied += bytes.length;
      if (!console.write(bytes)) await drained(console);
      // Else a console that reads at once would keep this process from all else.
      await setImmediate();
    };
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
          void lie(write, console).then(() => (cutOffs += 1));
          return;
        }
        honest.write(request);
        isPassing ||= !request.includes('host:transport');
      }
    });
  });

  const lieOf = (
    request: string,
  ): ((write: (bytes: Uint8Array) => Promise<void>, console: Socket) => Promise<void>) | null => {
    const { lie, phonesPerList } = lying;
    if (lie?.service.test(request) === true)
      return async (write, console) => {
        await write(Buffer.concat([Buffer.from('OKAY'), lie.begin]));
        while (!console.destroyed) await write(lie.forever);
      };
    if (phonesPerList === 0 || !request.startsWith('host:track-devices')) return null;
    return async (write, console) => {
      await write(Buffer.from('OKAY'));
      for (let first = 0; !console.destroyed; first += listsAtOnce * phonesPerList) {
        const lists = Array.from({ length: listsAtOnce }, (_, at) =>
          listOfPhones(first + at * phonesPerList, phonesPerList),
        );
        await write(Buffer.from(lists.join('')));
      }
    };
  };

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

function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      socket.off('drain', done).off('close', done);
      resolve();
    };
    socket.on('drain', done).on('close', done);
    if (socket.destroyed) done();
  });
}
