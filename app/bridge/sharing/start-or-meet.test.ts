import { once } from 'node:events';
import { type AddressInfo, type Socket, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { bridgeOptions, testBridge } from '../testing/bridge.ts';
import { startOrMeet } from './meet-bridge.ts';

/** A program that takes every connection and never says a word. */
async function silentProgram(): Promise<number> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await once(server, 'listening');
  // It listens on a port, so its address is no path.
  return (server.address() as AddressInfo).port;
}

// The limit is about a third of this; five full waits would take longer.
test('a program that says nothing does not hold up the start for long', async () => {
  const port = await silentProgram();
  await expect(startOrMeet({ ...bridgeOptions, port })).rejects.toThrow(
    `Port ${port} is in use by a program that takes connections and says nothing. Free it, or choose another with --port.`,
  );
}, 9_000);

test('a bridge that has the port is met', async () => {
  const { port } = await testBridge({ toolPrefix: 'my_' });
  const { met } = await startOrMeet({ ...bridgeOptions, port });
  expect(met?.health.toolPrefix).toBe('my_');
  met?.close();
});
