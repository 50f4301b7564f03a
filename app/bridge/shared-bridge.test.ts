import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { SharedBridge } from './shared-bridge.ts';
import { TOKEN, TOOLS } from './testing/bridge.ts';

test('a port that was taken at one message is used at the next, once it is free', async () => {
  const other = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const bridge = {
    port,
    token: TOKEN,
    whereTokenIs: '',
    pageSecret: 's',
    toolPrefix: '',
    consoleFolder: '/nonexistent',
    tools: TOOLS,
  };
  const shared = new SharedBridge({ bridge, agent: 'stdio-1', onStarted: () => undefined });
  onTestFinished(() => shared.close());
  const ping = (): Promise<Response> =>
    shared.post('{"jsonrpc":"2.0","id":1,"method":"ping"}', {}, new AbortController().signal);
  await expect(ping()).rejects.toThrow('in use by another program');
  other.close();
  await once(other, 'close');
  expect((await ping()).status).toBe(200);
});
