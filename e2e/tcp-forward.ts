/** Passes TCP connections on to a demo phone, and breaks them off when a test wants it. */
import { once } from 'node:events';
import { type Socket, connect, createServer } from 'node:net';
import { freePort } from './free-port.ts';

/** Bytes that arrive at once. */
export interface PassingPart {
  readonly bytes: Uint8Array;
  readonly isFromPhone: boolean;
}

/** Called with a part before it passes; what it returns passes in its place. */
type OnPart = (part: PassingPart) => readonly Uint8Array[] | undefined;

export interface TcpForward {
  /** `127.0.0.1:PORT`. */
  readonly address: string;
  /** Breaks off all connections; new ones are accepted. */
  drop(): void;
  /** Breaks off all connections, and accepts none until `mend`. */
  cut(): void;
  /**
   * The same as soon as what passes, to the phone or from it, matches; that part does not arrive.
   * Resolves when it has happened.
   */
  cutAt(passing: RegExp): Promise<void>;
  /** How many parts have passed in either direction. */
  passages(): number;
  /** Calls this once so many more parts have passed; replaces an earlier one. */
  afterPassages(count: number, onPart: OnPart): void;
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
  let planned: { readonly at: number; readonly onPart: OnPart } | null = null;
  let isSilent = false;
  const drop = (): void => {
    isSilent = false;
    for (const socket of connections) socket.destroy();
    connections.clear();
  };
  const cut = (): void => {
    server.close();
    drop();
  };
  const replace = (part: PassingPart): readonly Uint8Array[] | undefined => {
    passages++;
    if (planned === null || passages <= planned.at) return undefined;
    const { onPart } = planned;
    planned = null;
    return onPart(part);
  };
  const pass = (from: Socket, into: Socket, isFromPhone: boolean): void => {
    let text = '';
    connections.add(from);
    from.on('error', () => undefined).on('close', () => into.destroy());
    from.on('data', (bytes: Buffer) => {
      const instead = replace({ bytes, isFromPhone });
      for (const part of instead ?? []) into.write(part);
      if (isSilent || instead !== undefined) return;
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
    pass(near, far, false);
    pass(far, near, true);
  });
  const port = await freePort();
  const listen = () => once(server.listen(port, '127.0.0.1'), 'listening');
  await listen();
  return {
    address: `127.0.0.1:${port}`,
    drop,
    cut,
    cutAt: (passing) => new Promise((onCut) => (awaited = { passing, onCut })),
    passages: () => passages,
    afterPassages: (count, onPart) => (planned = { at: passages + count, onPart }),
    silence: () => (isSilent = true),
    mend: async () => {
      if (!server.listening) await listen();
    },
    close: cut,
  };
}
