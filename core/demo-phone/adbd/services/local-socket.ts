import type { LocalSocketServer } from '../../device.ts';
import type { Service } from './service.ts';

/**
 * `localabstract:NAME`: the host's stream is a connection to a program. There is no half of it to
 * close: when either side ends, adbd closes the whole, after what is still under way
 * (local_socket_close in AOSP's sockets.cpp).
 */
export function localSocketService(server: LocalSocketServer | undefined): Service | undefined {
  if (server === undefined) return undefined;
  return ({ socket }) =>
    server({
      input: socket.incoming,
      output: (bytes) => socket.write(bytes.slice()),
      signal: socket.signal,
    });
}
