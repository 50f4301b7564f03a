import { Client } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { portClosedNotification } from '../../core/mcp/message-port.ts';
import type { ToolCall, ToolResult } from '../../core/mcp/call.ts';
import { MessagePortTransport } from '../../core/mcp/port-transport.ts';
import { createMcpServer } from '../../core/mcp/server.ts';
import { tools } from '../../core/tools/registry.ts';
import { servePort } from './answer-mcp.ts';

/** An MCP port whose calls wait until they are aborted. */
async function openPort(agent: string) {
  const calls: ToolCall[] = [];
  const call = (toolCall: ToolCall): Promise<ToolResult> => {
    calls.push(toolCall);
    return new Promise((resolve) => {
      toolCall.signal.addEventListener('abort', () => resolve({ content: [], isError: true }));
    });
  };
  const { port1, port2 } = new MessageChannel();
  const closing = new AbortController();
  const mcp = createMcpServer({ tools, toolPrefix: '', version: '1', callTool: call });
  const served = servePort(mcp, { agent, port: port1 }, closing.signal);
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new MessagePortTransport(port2));
  const answer = client.callTool({ name: 'get_screen_tree' }).then(
    () => 'answered',
    () => 'cut off',
  );
  await expect.poll(() => calls).toHaveLength(1);
  return { calls, closing, served, client, asked: answer };
}

test("calls come under the agent name of the port, and use the console's phone", async () => {
  const { calls, closing } = await openPort('app.example.com');
  expect(calls[0]).toMatchObject({ agent: 'app.example.com', chosenPhone: null });
  closing.abort();
});

test('two ports of one agent are distinguished', async () => {
  const [one, two] = [await openPort('a'), await openPort('a')];
  expect(one.calls[0]?.port).not.toBe(two.calls[0]?.port);
  one.closing.abort();
  two.closing.abort();
});

test('closing the port ends its serving and its calls', async () => {
  const { calls, served, client } = await openPort('a');
  await client.close();
  await served;
  expect(calls[0]?.signal.aborted).toBe(true);
});

test('ending the serving ends its calls, and the agent notices', async () => {
  const { calls, closing, served, asked: answer } = await openPort('a');
  closing.abort();
  await served;
  expect(calls[0]?.signal.aborted).toBe(true);
  expect(await answer).toBe('cut off');
});

test('a port that is aborted before it is served gets the closing message and no server', async () => {
  const { port1, port2 } = new MessageChannel();
  const call = (): Promise<ToolResult> => Promise.reject(new Error('called'));
  const mcp = createMcpServer({ tools, toolPrefix: '', version: '1', callTool: call });
  const last = new Promise<unknown>((resolve) => {
    port2.addEventListener('message', ({ data }) => resolve(data));
  });
  port2.start();
  await servePort(mcp, { agent: 'a', port: port1 }, AbortSignal.abort());
  expect(await last).toEqual(portClosedNotification);
});
