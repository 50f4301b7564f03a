import { once } from 'node:events';
import { PassThrough, Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { pipeStdio, readEvents, requestHeaders } from './stdio.ts';

test('an agent that does not read is disconnected with the reason', async () => {
  const input = new PassThrough();
  const output = new Writable({ write: () => undefined });
  const failed = once(output, 'error');
  const answer = JSON.stringify({ jsonrpc: '2.0', id: 1, result: 'x'.repeat(600) });
  const post = () => Promise.resolve(new Response(answer));
  const piped = pipeStdio({ input, output, unreadBytes: 1_000, post });
  input.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
  await expect.poll(() => output.writableLength).toBeGreaterThan(600);
  expect(output.destroyed).toBe(false);
  input.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
  const [error] = (await failed) as unknown[]; // Typed any[] by Node.
  expect(String(error)).toContain('The agent does not read its responses');
  input.end();
  await piped;
});

async function readAllEvents(...chunks: string[]): Promise<string[]> {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(encoder.encode(chunk));
      controller.close();
    },
  });
  const events: string[] = [];
  for await (const event of readEvents(body)) events.push(event);
  return events;
}

test('yields the data of events and skips comments and other fields', async () => {
  expect(
    await readAllEvents(': hi\n\nevent: message\nid: 1\ndata: {"a":1}\n\ndata: 2\n\n'),
  ).toEqual(['{"a":1}', '2']);
});

test('an event may be split into chunks anywhere', async () => {
  const stream = 'data: one\r\ndata:two\r\n\r\ndata: three\n\n';
  for (let at = 1; at < stream.length; at += 1) {
    expect(await readAllEvents(stream.slice(0, at), stream.slice(at))).toEqual([
      'one\ntwo',
      'three',
    ]);
  }
});

test('an incomplete event at the end is dropped', async () => {
  expect(await readAllEvents('data: 1\n\ndata: 2\n')).toEqual(['1']);
});

const meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };

test.each([
  [{ method: 'initialize', params: {} }, null, {}],
  [{ method: 'tools/list' }, '2025-11-25', { 'mcp-protocol-version': '2025-11-25' }],
  [
    { method: 'tools/list', params: { _meta: meta } },
    null,
    { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' },
  ],
  [
    { method: 'tools/call', params: { name: 'tap', _meta: meta } },
    null,
    { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'tap' },
  ],
  [
    { method: 'tools/call', params: { name: 'täp', _meta: meta } },
    null,
    {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': '=?base64?dMOkcA==?=',
    },
  ],
  [
    { method: 'resources/read', params: { uri: 'a://b', _meta: meta } },
    null,
    { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'resources/read', 'mcp-name': 'a://b' },
  ],
])('%j with %s agreed', (message, negotiatedVersion, headers) => {
  expect(requestHeaders(message, negotiatedVersion)).toEqual(headers);
});
