/** Passes TCP connections on to a demo phone, and breaks them off when a test wants it. */
import { once } from 'node:events';
import { type Socket, connect, createServer } from 'node:net';
import { freePort } from './free-port.ts';

export interface TcpForward {
  /** `127.0.0.1:PORT`. */
  readonly address: string;
  /** Breaks off all connections, and accepts none until `mend`. */
  cut(): void;
  /**
   * The same as soon as what passes, to the phone or from it, matches; that part does not arrive.
   * Resolves when it has happened.
   */
  cutAt(passing: RegExp): Promise<void>;
  /** How many parts have passed in either direction. */
  passages(): number;
  /** Calls this when so many more parts have passed, before the next one does; replaces an earlier one. */
  afterPassages(count: number, act: () => void): void;
  /** Lets nothing pass any more; ended by `cut`. */
  silence(): void;
  mend(): Promise<void>;
  close(): void;
}

/** Characters that passed before, in which a match may begin. */
const keptCharacters = 200;

/** Forwards to this address from a free port. */
export async function forwardTo(to: string): Promise<TcpForward> {
  const [host = '', toPort = ''] = to.split(':');
  const connections = new Set<Socket>();
  let awaited: { readonly passing: RegExp; readonly onCut: () => void } | null = null;
  let passages = 0;
  let planned = { at: Infinity, act: (): void => undefined };
  let isSilent = false;
  const cut = (): void => {
    isSilent = false;
    server.close();
    for (const socket of connections) socket.destroy();
    connections.clear();
  };
  const pass = (from: Socket, into: Socket): void => {
    let text = '';
    connections.add(from);
    from.on('error', () => undefined).on('close', () => into.destroy());
    from.on('data', (bytes: Buffer) => {
      if (passages++ >= planned.at) {
        const { act } = planned;
        planned = { ...planned, at: Infinity };
        act();
      }
      if (isSilent) return;
      text = text.slice(-keptCharacters) + bytes.toString('latin1');
      if (awaited?.passing.test(text) === true) {
        const { onCut } = awaited;
        awaited = null;
        cut();
        onCut();
      } else if (!into.write(bytes)) {
        from.pause();
        into.once('drain', () => from.resume());
      }
    });
  };
  const server = createServer((near) => {
    near.setNoDelay(true);
    const far = connect({ host, port: Number(toPort), noDelay: true });
    pass(near, far);
    pass(far, near);
  });
  const port = await freePort();
  const listen = () => once(server.listen(port, '127.0.0.1'), 'listening');
  await listen();
  return {
    address: `127.0.0.1:${port}`,
    cut,
    cutAt: (passing) => new Promise((onCut) => (awaited = { passing, onCut })),
    passages: () => passages,
    afterPassages: (count, act) => (planned = { at: passages + count, act }),
    silence: () => (isSilent = true),
    mend: async () => {
      if (!server.listening) await listen();
    },
    close: cut,
  };
}
