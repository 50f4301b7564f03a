import type { Server } from 'node:net';
import { Stop } from '../stop.ts';

/** The loopback addresses: only programs on this computer can connect. */
export const IPV4 = '127.0.0.1';
export const IPV6 = '::1';

/** The default of `--port`. It is fixed because browsers grant USB per origin, which includes the port. */
export const DEFAULT_PORT = 7340;

/** Error codes of systems without IPv6, or without IPv6 on the loopback interface. */
const NOT_HERE = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL']);

/** The port is in use by another bridge or another program. */
export class PortInUse extends Error {
  override readonly name = 'PortInUse';
}

/** Listens on one address and returns the port. Rejects with `PortInUseError`, or `CliError` where the system refuses the port. */
export function listen(server: Server, port: number, address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException): void => reject(refusalOf(error, port, address));
    server.once('error', failed);
    server.listen(port, address, () => {
      server.off('error', failed);
      const given = server.address();
      resolve(typeof given === 'object' && given !== null ? given.port : port);
    });
  });
}

/** Listens on a second address if this computer has it, and returns whether it does. Rejects like `listen`. */
export async function listenToo(server: Server, port: number, address: string): Promise<boolean> {
  try {
    await listen(server, port, address);
    return true;
  } catch (error) {
    if (error instanceof Stop && NOT_HERE.has(codeOf(error.cause))) return false;
    throw error;
  }
}

function refusalOf(error: NodeJS.ErrnoException, port: number, address: string): Error {
  const where = address === IPV4 ? '' : ` on ${address}`;
  return error.code === 'EADDRINUSE'
    ? new PortInUse(`Port ${port} is in use${where}`)
    : new Stop(1, `Port ${port} can't be opened${where}: ${error.message}`, { cause: error });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
