import { once } from 'node:events';
import { expect, test } from 'vitest';
import { eventually, testBridge } from '../testing/bridge.ts';
import { sendRequest, bearer, openConnection, jsonHeaders, listTools } from '../testing/raw.ts';

test('the bodies of all open requests share what memory they may take', async () => {
  const { port } = await testBridge({ limits: { bodiesBytes: 100_000 } });
  const post = (body: string) =>
    sendRequest(port, {
      method: 'POST',
      path: '/mcp',
      headers: { ...jsonHeaders, ...bearer },
      body,
    });
  const { socket } = openConnection(port);
  const half = ' '.repeat(60_000);
  socket.write(
    `POST /mcp HTTP/1.1\r\nHost: localhost:${port}\r\nAuthorization: ${bearer.authorization}\r\n` +
      `Content-Length: ${half.length + 1}\r\n\r\n${half}`,
  );
  const refusedText =
    'The bridge holds 100000 bytes of requests, as much as it may; send this one again when others are answered.';
  await eventually(async () => {
    const refused = await post(half);
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '1']);
    expect(refused.body).toContain(refusedText);
  });
  // A small body still fits.
  expect((await listTools(port)).status).toBe(200);
  const answered = once(socket, 'data');
  socket.write(' ');
  expect(String(await answered)).toMatch(/^HTTP\/1\.1 400 /);
  // The first request is answered, so its memory is free again.
  await eventually(async () => expect((await post(half)).status).toBe(400));
});
