import { once } from 'node:events';
import { type AddressInfo, type Socket, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { bridgeOptions, testBridge } from '../testing/bridge.ts';
import { startOrConnect } from './meet-bridge.ts';

/** Starts a server that accepts every connection and never sends anything; returns its port. */
async function startSilentProgram(): Promise<number> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await once(server, 'listening');
  // A server that listens on a port has an AddressInfo.
  return (server.address() as AddressInfo).port;
}

// All attempts together take about a third of this timeout; five full waits would exceed it.
test('a program that never answers delays the start only briefly', async () => {
  const port = await startSilentProgram();
  await expect(startOrConnect({ ...bridgeOptions, port })).rejects.toThrow(
    `Port ${port} is in use by a program that takes connections and says nothing. Free it, or choose another with --port.`,
  );
}, 9_000);

test('a running bridge is used', async () => {
  const { port } = await testBridge({ toolPrefix: 'my_' });
  const { shared } = await startOrConnect({ ...bridgeOptions, port });
  expect(shared?.health.toolPrefix).toBe('my_');
  shared?.close();
});
