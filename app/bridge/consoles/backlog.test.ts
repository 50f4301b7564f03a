import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { eventually, testBridge } from '../testing/bridge.ts';
import { sendRequest, bearer, hello, jsonHeaders } from '../testing/raw.ts';

/** Two frames with it exceed half of `unreadBytes`, but are far below all of it. */
const largeText = 'x'.repeat(3_000_000);
const smallUnreadLimit = 10_000_000;
const largeCallBody = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo_back","arguments":{"text":"${largeText}"}}}`;

test('an agent that sends more than a console reads does not disconnect it', async () => {
  const { port } = await testBridge({ limits: { unreadBytes: smallUnreadLimit } });
  const headers = { origin: `http://127.0.0.1:${port}` };
  const socket = new WebSocket(`ws://127.0.0.1:${port}/socket`, { headers });
  onTestFinished(() => socket.terminate());
  await once(socket, 'open');
  const kinds: string[] = [];
  socket.on('message', (data: Buffer) => {
    kinds.push(/^{"kind":"(\w+)"/.exec(data.toString().slice(0, 40))?.[1] ?? '');
  });
  socket.send(JSON.stringify(hello));
  await eventually(() => expect(kinds).toContain('welcome'));
  socket.pause();
  const refused: string[] = [];
  const call = async (): Promise<void> => {
    const request = {
      method: 'POST',
      path: '/mcp',
      headers: { ...jsonHeaders, ...bearer },
      body: largeCallBody,
    };
    refused.push((await sendRequest(port, request)).body);
  };
  // The operating system buffers the first few MiB.
  const calls = Array.from({ length: 20 }, call);
  void Promise.allSettled(calls);
  await eventually(() => expect(refused.length).toBeGreaterThan(0));
  expect(refused[0]).toContain('too many large calls to read; this one was not sent');
  socket.resume();
  await eventually(() => {
    const sent = kinds.filter((kind) => kind === 'request').length;
    expect(sent + refused.length).toBe(calls.length);
  });
  expect(socket.readyState).toBe(WebSocket.OPEN);
});

test('a console that asks for signs of life and reads none is closed, as small as they are', async () => {
  // The responses' texts alone stay below this limit.
  const { port } = await testBridge({ limits: { unreadBytes: 16_000_000, closeMs: 60_000 } });
  const headers = { origin: `http://127.0.0.1:${port}` };
  const socket = new WebSocket(`ws://127.0.0.1:${port}/socket`, { headers });
  onTestFinished(() => socket.terminate());
  await once(socket, 'open');
  socket.send(JSON.stringify(hello));
  await once(socket, 'message');
  const closed = once(socket, 'close');
  socket.pause();
  const sendPing = (): Promise<unknown> =>
    new Promise((resolve) => socket.send('{"kind":"ping"}', resolve));
  // The operating system buffers the first few hundred thousand.
  for (let sent = 0; sent < 400_000; sent += 2_000) {
    for (let more = 1; more < 2_000; more += 1) socket.send('{"kind":"ping"}');
    await sendPing();
  }
  await eventually(async () => {
    expect((await sendRequest(port, { path: '/healthz' })).body).toContain('"console":false');
  });
  socket.resume();
  expect((await closed).map(String)).toEqual(['4005', 'The page does not read what it is sent.']);
});
