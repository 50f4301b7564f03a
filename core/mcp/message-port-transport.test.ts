import { Client as NewClient } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { defineTool } from '../tools/shared/tool.ts';
import { createMcpServer, type McpServer, type ToolCall, type ToolResult } from './server.ts';
import { MessagePortTransport } from './message-port-transport.ts';

const tool = defineTool({
  name: 'echo',
  title: 'Echo',
  words: { wantsTo: ['use it'] },
  description: 'Says it again.',
  input: z.strictObject({ text: z.string() }),
  effect: 'read',
  execute: () => Promise.resolve(),
});

const say = (text: string): ToolResult => ({ content: [{ type: 'text', text }], isError: false });

/** Echoes its text; the text `wait` makes it run until aborted. */
function echo({ arguments: given, signal, agent, onProgress }: ToolCall): Promise<ToolResult> {
  const { text } = z.object({ text: z.string() }).parse(given);
  if (text !== 'wait') return Promise.resolve(say(`${agent}: ${text}`));
  onProgress({ done: 1, total: 2, message: 'waiting' });
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(say('aborted')));
  });
}

const createEchoServer = (call = echo): McpServer =>
  createMcpServer({ tools: [tool], toolPrefix: '', version: '1.2.3', callTool: call });

/** Connects a new MessageChannel to the server and returns the agent's end. */
async function connectPort(mcp: McpServer, agent = 'robot'): Promise<MessagePort> {
  const { port1, port2 } = new MessageChannel();
  onTestFinished(() => port2.close());
  await mcp.connect(new MessagePortTransport(port1), { agent, from: 'page', chosenPhone: null });
  return port2;
}

/** A client of either SDK version. */
interface PortClient {
  readonly client: OldClient | NewClient;
  say(text: string, options?: CallOptions): Promise<unknown>;
}

interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: unknown) => void;
}

const info = { name: 'test', version: '1' };
const echoParams = (text: string) => ({ name: 'echo', arguments: { text } });

/** The SDK version that most agents use, and its successor. */
const connectByKind: Readonly<Record<string, (port: MessagePort) => Promise<PortClient>>> = {
  v1: async (port) => {
    const client = new OldClient(info);
    await client.connect(new MessagePortTransport(port));
    return {
      client,
      say: (text, options) => client.callTool(echoParams(text), undefined, options),
    };
  },
  v2: async (port) => {
    const client = new NewClient(info);
    await client.connect(new MessagePortTransport(port));
    return { client, say: (text, options) => client.callTool(echoParams(text), options) };
  },
};

describe.each(Object.entries(connectByKind))('%s', (_, connect) => {
  test('lists and calls tools and receives the instructions', async () => {
    const { client, say: ask } = await connect(await connectPort(createEchoServer()));
    expect(client.getServerVersion()).toMatchObject({ name: 'handset', version: '1.2.3' });
    expect(client.getInstructions()).toContain('untrusted data');
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['echo']);
    expect(await ask('hello')).toEqual({ content: say('robot: hello').content });
  });

  test('receives progress and cancels only its own call', async () => {
    const signals: AbortSignal[] = [];
    const mcp = createEchoServer((call) => {
      signals.push(call.signal);
      return echo(call);
    });
    // Both connections of one agent use the same JSON-RPC ids.
    const first = await connect(await connectPort(mcp));
    const second = await connect(await connectPort(mcp));
    const controller = new AbortController();
    const notifications: unknown[] = [];
    const onprogress = (progress: unknown): void => void notifications.push(progress);
    const firstCall = expect(
      first.say('wait', { signal: controller.signal, onprogress }),
    ).rejects.toThrow();
    const secondCall = expect(second.say('wait', { onprogress })).rejects.toThrow(
      'Connection closed',
    );
    await expect.poll(() => notifications).toHaveLength(2);
    expect(notifications[0]).toMatchObject({ progress: 1, total: 2, message: 'waiting' });
    controller.abort();
    await firstCall;
    await expect.poll(() => signals[0]?.aborted).toBe(true);
    expect(signals[1]?.aborted).toBe(false);
    await second.client.close();
    await secondCall;
    // Closing the connection aborts its call.
    await expect.poll(() => signals[1]?.aborted).toBe(true);
  });

  test('is notified that the list of tools changed', async () => {
    const mcp = createEchoServer();
    const { client } = await connect(await connectPort(mcp));
    const notifications: string[] = [];
    client.fallbackNotificationHandler = ({ method }) => {
      notifications.push(method);
      return Promise.resolve();
    };
    mcp.toolsChanged();
    await expect.poll(() => notifications).toEqual(['notifications/tools/list_changed']);
  });

  test('notices that the server closed the connection', async () => {
    const { port1, port2 } = new MessageChannel();
    const serverTransport = new MessagePortTransport(port1);
    await createEchoServer().connect(serverTransport, {
      agent: 'robot',
      from: 'page',
      chosenPhone: null,
    });
    const { say: ask } = await connect(port2);
    const pendingCall = expect(ask('wait')).rejects.toThrow('Connection closed');
    await serverTransport.close();
    await pendingCall;
  });
});

const cycle: { self?: unknown } = {};
cycle.self = cycle;

test('messages that are not JSON-RPC are ignored', async () => {
  const { port1, port2 } = new MessageChannel();
  onTestFinished(() => port2.close());
  const serverTransport = new MessagePortTransport(port1);
  const errors: string[] = [];
  serverTransport.onerror = (error) => errors.push(error.message);
  await createEchoServer().connect(serverTransport, {
    agent: 'robot',
    from: 'page',
    chosenPhone: null,
  });
  const invalidMessages = [
    null,
    undefined,
    1,
    'text',
    [],
    {},
    cycle,
    new Date(),
    new Uint8Array(8),
    { jsonrpc: '1.0', id: 1, method: 'ping' },
    { jsonrpc: '2.0', id: {}, method: 'ping' },
    { jsonrpc: '2.0', id: 1n, method: 'ping' },
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: cycle },
  ];
  for (const each of invalidMessages) port2.postMessage(each);
  const client = new NewClient(info);
  await client.connect(new MessagePortTransport(port2));
  const { content } = await client.callTool({ name: 'echo', arguments: { text: 'still here' } });
  expect(content).toEqual([{ type: 'text', text: 'robot: still here' }]);
  expect(errors).toHaveLength(invalidMessages.length);
});

test('nothing is sent over a closed connection', async () => {
  const { port1 } = new MessageChannel();
  const transport = new MessagePortTransport(port1);
  let closings = 0;
  transport.onclose = () => closings++;
  await transport.start();
  await transport.close();
  await transport.close();
  await expect(transport.send({ jsonrpc: '2.0', method: 'ping' })).rejects.toThrow('closed');
  expect(closings).toBe(1);
});
