import type { Server } from 'node:net';
import { CliError } from '../cli-error.ts';

/** The loopback addresses: only programs on this computer can connect. */
export const IPV4 = '127.0.0.1';
export const IPV6 = '::1';

/** The default of `--port`. It is fixed because browsers grant USB per origin, which includes the port. */
export const DEFAULT_PORT = 7340;

/** Error codes of systems without IPv6, or without IPv6 on the loopback interface. */
const UNAVAILABLE_CODES = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL']);

/** The port is in use by another bridge or another program. */
export class PortInUseError extends Error {
  override readonly name = 'PortInUseError';
}

/** Listens on one address and returns the port. Rejects with `PortInUseError`, or `CliError` where the system refuses the port. */
export function listen(server: Server, port: number, address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException): void =>
      reject(toListenError(error, port, address));
    server.once('error', onError);
    server.listen(port, address, () => {
      server.off('error', onError);
      const boundAddress = server.address();
      resolve(typeof boundAddress === 'object' && boundAddress !== null ? boundAddress.port : port);
    });
  });
}

/** Listens on a second address if this computer has it, and returns whether it does. Rejects like `listen`. */
export async function listenIfAvailable(
  server: Server,
  port: number,
  address: string,
): Promise<boolean> {
  try {
    await listen(server, port, address);
    return true;
  } catch (error) {
    if (error instanceof CliError && UNAVAILABLE_CODES.has(errorCode(error.cause))) return false;
    throw error;
  }
}

function toListenError(error: NodeJS.ErrnoException, port: number, address: string): Error {
  const where = address === IPV4 ? '' : ` on ${address}`;
  return error.code === 'EADDRINUSE'
    ? new PortInUseError(`Port ${port} is in use${where}`)
    : new CliError(1, `Port ${port} can't be opened${where}: ${error.message}`, { cause: error });
}

function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
