/** Passes TCP connections on to a demo phone, and breaks them off when a test wants it. */
import { once } from 'node:events';
import { type Server, type Socket, connect, createServer } from 'node:net';
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
  mend(): Promise<void>;
  /** From now on the open connections pass nothing and don't end, as when a phone leaves the network. */
  fallSilent(): void;
  close(): void;
}

/** Characters that passed before, in which a match may begin. */
const keptCharacters = 200;

/** Forwards to this address, from a free port or from the first of these ports that is free. */
export async function forwardTo(to: string, ports?: readonly number[]): Promise<TcpForward> {
  const [host = '', toPort = ''] = to.split(':');
  const connections = new Set<Socket>();
  let awaited: { readonly passing: RegExp; readonly onCut: () => void } | null = null;
  let isSilent = false;
  const cut = (): void => {
    server.close();
    for (const socket of connections) socket.destroy();
    connections.clear();
  };
  const pass = (from: Socket, into: Socket): void => {
    let text = '';
    connections.add(from);
    from.on('error', () => undefined).on('close', () => isSilent || into.destroy());
    from.on('data', (bytes: Buffer) => {
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
    near.setNoDelay(true).on('error', () => undefined);
    connections.add(near);
    // A look at whether the port is open does not reach the phone.
    near.once('readable', () => {
      if (near.readableLength === 0) return;
      const far = connect({ host, port: Number(toPort), noDelay: true });
      pass(near, far);
      pass(far, near);
    });
  });
  const port = await listen(server, ports ?? [await freePort()]);
  return {
    address: `127.0.0.1:${port}`,
    cut,
    cutAt: (passing) => new Promise((onCut) => (awaited = { passing, onCut })),
    mend: async () => {
      isSilent = false;
      if (!server.listening) await listen(server, [port]);
    },
    fallSilent: () => (isSilent = true),
    close: cut,
  };
}

/** Resolves to the first of these ports at which the server could listen. */
async function listen(server: Server, ports: readonly number[]): Promise<number> {
  for (const port of ports) {
    try {
      await once(server.listen(port, '127.0.0.1'), 'listening');
      return port;
    } catch {
      // Another program listens there.
    }
  }
  throw new Error(`None of these ports is free: ${ports.join(', ')}.`);
}
