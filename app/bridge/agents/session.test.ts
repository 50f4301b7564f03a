import { expect, test } from 'vitest';
import { eventually, testBridge } from '../testing/bridge.ts';
import { testClient } from '../testing/clients.ts';
import { testConsole } from '../testing/console.ts';
import { HangingCall } from '../testing/held-call.ts';
import { sendRequest, bearer, jsonHeaders } from '../testing/raw.ts';

const INITIALIZE =
  '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}';

// From 2026-07-28 on, a client cancels by closing its stream, and has no session.
test.each(['v1', 'v2 legacy'] as const)(
  '%s: another client of the same name can not cancel its call, and it can itself',
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
