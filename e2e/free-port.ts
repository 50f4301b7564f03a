import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Above adb's emulator ports and below the ephemeral ports, of which the system may assign one to
 * another connection between the check and the listening.
 */
const portRange = { from: 10_000, to: 32_000 };

/** A random port on which nothing listens. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = portRange.from + Math.floor(Math.random() * (portRange.to - portRange.from));
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
