import { expect, test, vi } from 'vitest';
import { testBridge } from '../testing/bridge.ts';
import { CLIENT_KINDS, testClient } from '../testing/clients.ts';
import { sendRequest, bearer, jsonHeaders } from '../testing/raw.ts';

for (const kind of CLIENT_KINDS) {
  test(`${kind}: without a console, tools are listed and a call says what to open`, async () => {
    let calls = 0;
    const { mcpUrl, consoleUrl } = await testBridge({ onCallWithoutConsole: () => (calls += 1) });
    const client = await testClient(kind, mcpUrl);
    expect(await client.listTools()).toMatchObject({ tools: [{ name: 'echo_back' }] });
    expect(calls).toBe(0);
    expect(await client.call('x')).toEqual({
      isError: true,
      text: `No Handset console is open. Open ${consoleUrl} in Chrome, the first time with the #bridge=… that the bridge printed behind it; connect a phone there, then call again.`,
    });
    expect(calls).toBe(1);
    expect((await client.call('x', { tool: 'fly' })).text).toBe(
      'Tool fly not found. Known tools: echo_back.',
    );
  });

  test(`${kind}: a client with a wrong token is refused`, async () => {
    const { mcpUrl } = await testBridge();
    const connecting = testClient(kind, mcpUrl, 'wrong');
    await expect(connecting).rejects.toThrow(/401|Unauthorized|token/i);
  });
}

test('a call in a batch also waits for a console', async () => {
  const onCallWithoutConsole = vi.fn();
  const { port } = await testBridge({ onCallWithoutConsole });
  const body =
    '[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"echo_back"}}]';
  const headers = { ...jsonHeaders, ...bearer };
  const answer = await sendRequest(port, { method: 'POST', path: '/mcp', headers, body });
  expect(answer.body).toContain('No Handset console is open.');
  expect(onCallWithoutConsole).toHaveBeenCalledOnce();
});
