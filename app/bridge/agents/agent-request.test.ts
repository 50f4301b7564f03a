import { once } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import {
  bearer,
  eventually,
  jsonHeaders,
  listTools,
  openConnection,
  sendRequest,
  testBridge,
} from '../testing/bridge.ts';
import { testClient } from '../testing/clients.ts';
import { HangingCall, testConsole, textResult } from '../testing/consoles.ts';
import { OpenRequests, type JsonRpcId } from './agent-request.ts';

const newResponse = () => new ServerResponse(new IncomingMessage(new Socket()));

/** Starts a call that runs until it is aborted. */
function startCall(
  requests: OpenRequests,
  {
    agent = 'a',
    session = null,
    id = 1,
  }: { agent?: string; session?: string | null; id?: JsonRpcId },
  gone = new AbortController().signal,
) {
  const request = requests.add(agent, null, newResponse());
  if (request === null) throw new Error('no place');
  let callSignal: AbortSignal | undefined;
  void requests.runCall(request, { session, id, gone }, (signal) => {
    callSignal = signal;
    return new Promise(() => undefined);
  });
  return { isAborted: () => callSignal?.aborted };
}

test('a cancelled call is aborted, and no other', () => {
  const requests = new OpenRequests(9);
  const started = [{}, { id: '1' }, { agent: 'b' }].map((call) => startCall(requests, call));
  requests.cancel('a', null, 1);
  expect(started.map((call) => call.isAborted())).toEqual([true, false, false]);
});

test('a session cancels only its own call', () => {
  const requests = new OpenRequests(9);
  const started = ['x', 'y', null].map((session) => startCall(requests, { session }));
  requests.cancel('a', 'z', 1);
  requests.cancel('a', 'y', 1);
  expect(started.map((call) => call.isAborted())).toEqual([false, true, false]);
});

test('of two calls with the same id neither is cancelled', () => {
  const requests = new OpenRequests(9);
  const started = [startCall(requests, {}), startCall(requests, {})];
  requests.cancel('a', null, 1);
  expect(started.map((call) => call.isAborted())).toEqual([false, false]);
});

test('a call that has ended does not affect the next with its id', async () => {
  const requests = new OpenRequests(9);
  const request = requests.add('a', null, newResponse());
  if (request === null) throw new Error('no place');
  const call = { session: null, id: 1, gone: new AbortController().signal };
  await requests.runCall(request, call, () => Promise.resolve());
  const failing = requests.runCall(request, call, () => Promise.reject(new Error('failed')));
  await expect(failing).rejects.toThrow('failed');
  const next = startCall(requests, {});
  requests.cancel('a', null, 1);
  expect(next.isAborted()).toBe(true);
});

test('a client that disconnects, before or during its call, aborts it', () => {
  const requests = new OpenRequests(9);
  const client = new AbortController();
  const before = startCall(requests, {}, client.signal);
  client.abort();
  const after = startCall(requests, { id: 2 }, client.signal);
  expect([before.isAborted(), after.isAborted()]).toEqual([true, true]);
});

test('a request counts until its response has closed', () => {
  const requests = new OpenRequests(3);
  const responses = [newResponse(), newResponse()];
  const [batch] = responses.map((response) => requests.add('a', null, response));
  if (!batch) throw new Error('no place');
  expect(requests.reserveSlots(batch, 3)).toBe(false);
  expect(requests.reserveSlots(batch, 2)).toBe(true);
  expect(requests.slotsOf('a')).toBe(3);
  expect(requests.add('a', null, newResponse())).toBeNull();
  expect(requests.add('b', null, newResponse())).not.toBeNull();
  responses[0]?.emit('close');
  expect(requests.slotsOf('a')).toBe(1);
});

const batchOf = (count: number): string =>
  JSON.stringify(
    Array.from({ length: count }, (_, id) => {
      return { jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'echo_back' } };
    }),
  );

test('the calls of a batch count singly', async () => {
  const { port } = await testBridge({ limits: { requestsOfAgent: 5 } });
  const finishCalls: (() => void)[] = [];
  const call = () =>
    new Promise<ReturnType<typeof textResult>>((resolve) =>
      finishCalls.push(() => resolve(textResult('done'))),
    );
  const console = testConsole({ port, call });
  await eventually(() => expect(console.latest()?.state).toBe('connected'));
  const send = (count: number, agent = 'busy') =>
    sendRequest(port, {
      method: 'POST',
      path: `/mcp/${agent}`,
      headers: { ...jsonHeaders, ...bearer },
      body: batchOf(count),
    });
  const first = send(3);
  await eventually(() => expect(finishCalls).toHaveLength(3));
  const refused = await send(3);
  expect(refused.status).toBe(429);
  expect(JSON.parse(refused.body)).toEqual({
    jsonrpc: '2.0',
    id: null,
    error: {
      code: -32001,
      message:
        'Each request in a batch counts: this batch has 3, and the agent "busy" has 3 others open, of 5 allowed. Send fewer at a time.',
    },
  });
  expect((await send(100, 'other')).status).toBe(429);
  const second = send(2);
  await eventually(() => expect(finishCalls).toHaveLength(5));
  expect((await listTools(port, {}, '/mcp/busy')).status).toBe(429);
  for (const finish of finishCalls) finish();
  expect([(await first).status, (await second).status]).toEqual([200, 200]);
  const third = send(5);
  await eventually(() => expect(finishCalls).toHaveLength(10));
  for (const finish of finishCalls) finish();
  expect((await third).status).toBe(200);
});

test('the bodies of all open requests share one limit', async () => {
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
    'The bridge holds 100000 bytes of requests, the most it accepts; send this one again when others have been answered.';
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

const INITIALIZE =
  '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}';

// From 2026-07-28 on, a client cancels by closing its stream, and has no session.
test.each(['v1', 'v2 legacy'] as const)(
  '%s: another client with its name cannot cancel a call, the client itself can',
  async (kind) => {
    const { port, mcpUrl } = await testBridge();
    const held = new HangingCall();
    const console = testConsole({ port, call: held.run });
    await eventually(() => expect(console.latest()?.state).toBe('connected'));
    const client = await testClient(kind, mcpUrl);
    const controller = new AbortController();
    const calling = client.call('', { signal: controller.signal });
    calling.catch(() => undefined);
    await eventually(() => expect(held.state).toBe('running'));

    const post = (body: string, session: Record<string, string> = {}) => {
      const headers = { ...jsonHeaders, ...bearer, ...session };
      return sendRequest(port, { method: 'POST', path: '/mcp', headers, body });
    };
    const { headers } = await post(INITIALIZE);
    const otherSessions = [{}, { 'mcp-session-id': String(headers['mcp-session-id']) }];
    for (const session of otherSessions) {
      for (let requestId = 0; requestId < 10; requestId += 1) {
        const message = {
          jsonrpc: '2.0',
          method: 'notifications/cancelled',
          params: { requestId },
        };
        expect((await post(JSON.stringify(message), session)).status).toBe(202);
        expect((await post(JSON.stringify([message]), session)).status).toBe(202);
      }
    }
    expect(held.state).toBe('running');

    controller.abort();
    await eventually(() => expect(held.state).toBe('aborted'));
  },
);

test('each client gets its own session', async () => {
  const { port } = await testBridge();
  const headers = { ...jsonHeaders, ...bearer };
  const initialize = () =>
    sendRequest(port, { method: 'POST', path: '/mcp', headers, body: INITIALIZE });
  const sessions = [await initialize(), await initialize()].map(
    (response) => response.headers['mcp-session-id'],
  );
  expect(sessions).toEqual([expect.any(String), expect.any(String)]);
  expect(new Set(sessions).size).toBe(2);
});

const callOf = (meta: object): string => {
  const params = { name: 'echo_back', arguments: { text: '' }, _meta: meta };
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
};

test.each([
  ['of its session', '/mcp', {}, 'test'],
  ['in its address before that of its session', '/mcp/claude', {}, 'claude'],
  [
    'that the request states',
    '/mcp',
    { 'io.modelcontextprotocol/clientInfo': { name: 'Cursor v1' } },
    'Cursor-v1',
  ],
])('an agent has the name %s', async (_, path, meta, agent) => {
  const { port } = await testBridge();
  const agents: string[] = [];
  const console = testConsole({
    port,
    call: (call) => {
      agents.push(call.agent);
      return Promise.resolve(textResult(''));
    },
  });
  await eventually(() => expect(console.latest()?.state).toBe('connected'));
  const headers = { ...jsonHeaders, ...bearer };
  const opened = await sendRequest(port, { method: 'POST', path, headers, body: INITIALIZE });
  const session = { 'mcp-session-id': String(opened.headers['mcp-session-id']) };
  const call = { method: 'POST', path, headers: { ...headers, ...session }, body: callOf(meta) };
  await sendRequest(port, call);
  expect(agents).toEqual([agent]);
});
