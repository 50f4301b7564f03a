import {
  Client as ModernClient,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { HandsetError } from '../errors.ts';
import { defineTool } from '../tools/shared/tool.ts';
import { createMcpServer, type McpServer, type ToolCall, type ToolResult } from './server.ts';

const publicIcon = `data:image/svg+xml;base64,${Buffer.from(readFileSync('public/icon.svg', 'utf8').trim()).toString('base64')}`;

type HandleRequest = McpServer['handleRequest'];

const tool = defineTool({
  name: 'echo_back',
  title: 'Echo',
  words: { wantsTo: ['use it'] },
  description: 'Says it again, unlike echo_back.',
  input: z.strictObject({ text: z.string() }),
  output: z.object({ said: z.string() }),
  effect: 'read',
  execute: () => Promise.resolve(),
});

function createHandler(call: (call: ToolCall) => Promise<ToolResult>): HandleRequest {
  const websiteUrl = 'http://127.0.0.1:7340/';
  const options = { tools: [tool], toolPrefix: 'a_', version: '1.2.3', websiteUrl };
  return createMcpServer({ ...options, callTool: call }).handleRequest;
}

const textResult = (text: string): ToolResult => ({
  content: [{ type: 'text', text }],
  isError: false,
  structuredContent: { said: text },
});

async function connect(handleRequest: HandleRequest, mode: 'auto' | 'legacy', agent = 'local') {
  const client = new ModernClient(
    { name: 'test', version: '1' },
    mode === 'auto' ? { versionNegotiation: { mode } } : {},
  );
  const caller = { agent, from: 'bridge', chosenPhone: 'A1' } as const;
  const transport = new StreamableHTTPClientTransport(new URL('http://handset.invalid'), {
    fetch: async (_, init) => {
      const { method, headers, body, signal } = new Request('http://handset.invalid', init);
      // The bridge accepts only POST.
      if (method !== 'POST') return new Response(null, { status: 405 });
      const text = await new Response(body).text();
      return handleRequest({ caller, headers: Object.fromEntries(headers), body: text, signal });
    },
  });
  await client.connect(transport);
  return client;
}

for (const mode of ['auto', 'legacy'] as const) {
  test(`${mode}: reports its name and version and lists its tools`, async () => {
    const client = await connect(
      createHandler(() => Promise.resolve(textResult(''))),
      mode,
    );
    expect(client.getServerVersion()).toEqual({
      name: 'handset',
      title: 'Handset',
      version: '1.2.3',
      description: expect.stringMatching(/Android phone/) as unknown,
      websiteUrl: 'http://127.0.0.1:7340/',
      icons: [{ src: publicIcon, mimeType: 'image/svg+xml', sizes: ['any'] }],
    });
    expect(client.getInstructions()).toContain('untrusted data');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['a_echo_back']);
    expect(tools[0]?.description).toBe('Says it again, unlike a_echo_back.');
  });

  test(`${mode}: a call is run with its caller, unprefixed name and raw arguments`, async () => {
    const calls: ToolCall[] = [];
    const handleRequest = createHandler((call) => {
      calls.push(call);
      return Promise.resolve(textResult('hello'));
    });
    const client = await connect(handleRequest, mode, 'robot');
    const result = await client.callTool({ name: 'a_echo_back', arguments: { text: 1, odd: [] } });
    expect(result.content).toEqual([{ type: 'text', text: 'hello' }]);
    expect(result.isError).toBeUndefined();
    expect(calls[0]).toMatchObject({
      agent: 'robot',
      from: 'bridge',
      chosenPhone: 'A1',
      name: 'echo_back',
      arguments: { text: 1, odd: [] },
    });
  });

  test(`${mode}: reports a client that has called nothing`, async () => {
    const agents: string[] = [];
    const { handleRequest } = createMcpServer({
      tools: [tool],
      toolPrefix: '',
      version: '1.2.3',
      callTool: () => Promise.resolve(textResult('')),
      onRequest: ({ agent }) => void agents.push(agent),
    });
    await connect(handleRequest, mode, 'robot');
    expect(new Set(agents)).toEqual(new Set(['robot']));
  });

  test(`${mode}: pictures pass through`, async () => {
    const picture = { type: 'image', data: btoa('jpeg'), mimeType: 'image/jpeg' } as const;
    const handleRequest = createHandler(() =>
      Promise.resolve({ ...textResult(''), content: [picture] }),
    );
    const client = await connect(handleRequest, mode);
    const result = await client.callTool({ name: 'a_echo_back' });
    expect(result.content).toEqual([picture]);
  });

  test(`${mode}: a failed call is an error result with the full text`, async () => {
    const error = new HandsetError('no-phone', 'No phone.', { hint: 'Plug one in.' });
    const client = await connect(
      createHandler(() => Promise.reject(error)),
      mode,
    );
    const result = await client.callTool({ name: 'a_echo_back' });
    expect(result).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: 'No phone. Plug one in.' }],
    });
  });

  test(`${mode}: results have structured content that matches the listed schema`, async () => {
    const client = await connect(
      createHandler(() => Promise.resolve(textResult('hello'))),
      mode,
    );
    const { tools } = await client.listTools();
    expect(tools[0]?.outputSchema).toMatchObject({ properties: { said: { type: 'string' } } });
    // The client validates it against that schema.
    const result = await client.callTool({ name: 'a_echo_back' });
    expect(result.structuredContent).toEqual({ said: 'hello' });
  });

  test(`${mode}: progress is sent only to the client that requested it`, async () => {
    const handleRequest = createHandler(async ({ onProgress }) => {
      onProgress({ done: 1, total: 2, message: 'half' });
      onProgress({ done: 2, message: 'whole' });
      // Progress reported before the result arrives before it.
      await new Promise((resolve) => setTimeout(resolve, 20));
      return textResult('done');
    });
    const client = await connect(handleRequest, mode);
    const progressEvents: unknown[] = [];
    const call = { name: 'a_echo_back', arguments: { text: 'x' } };
    await client.callTool(call, { onprogress: (progress) => progressEvents.push(progress) });
    expect(progressEvents).toEqual([
      { progress: 1, total: 2, message: 'half' },
      { progress: 2, message: 'whole' },
    ]);
    expect((await client.callTool(call)).content).toEqual([{ type: 'text', text: 'done' }]);
  });

  test(`${mode}: notes and errors have prefixed tool names, data does not`, async () => {
    const answers = [
      textResult('note:echo_back\necho_back'),
      { ...textResult('Use echo_back.'), isError: true },
    ];
    const client = await connect(
      createHandler(() => Promise.resolve(answers.shift() ?? textResult(''))),
      mode,
    );
    const texts = [];
    for (let i = 0; i < 2; i++) {
      const { content } = await client.callTool({ name: 'a_echo_back' });
      texts.push(content);
    }
    expect(texts).toEqual([
      [{ type: 'text', text: 'note:a_echo_back\necho_back' }],
      [{ type: 'text', text: 'Use a_echo_back.' }],
    ]);
  });

  test(`${mode}: a text that may be the phone's keeps it, beside an error too`, async () => {
    const line = '1. `echo_back`: ';
    const result = {
      isError: true,
      content: [
        { type: 'text', text: `${line}note: echo_back`, ownLength: line.length },
        { type: 'text', text: `${line}Use echo_back.`, ownLength: line.length + 14 },
        { type: 'text', text: 'note:step 2 failed; echo_back it', ownLength: 0 },
        { type: 'text', text: 'Label\techo_back', ownLength: 0 },
      ],
    } as const;
    const client = await connect(
      createHandler(() => Promise.resolve(result)),
      mode,
    );
    const { content } = await client.callTool({ name: 'a_echo_back' });
    expect(content).toEqual([
      { type: 'text', text: '1. `a_echo_back`: note: echo_back' },
      { type: 'text', text: '1. `a_echo_back`: Use a_echo_back.' },
      { type: 'text', text: 'note:step 2 failed; a_echo_back it' },
      { type: 'text', text: 'Label\techo_back' },
    ]);
  });

  test.each([
    ['nothing', 'Known tools: a_echo_back.'],
    ['echo_back', 'Did you mean a_echo_back?'],
  ])(`${mode}: there is no tool %s`, async (name, advice) => {
    const client = await connect(
      createHandler(() => Promise.resolve(textResult('no'))),
      mode,
    );
    expect(await client.callTool({ name })).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: `Tool ${name} not found. ${advice}` }],
    });
  });
}

/** A request as curl and simple programs send it. */
async function post(accept: string | undefined, body: string): Promise<Response> {
  const handleRequest = createHandler((call) => {
    call.onProgress({ done: 1, message: 'half' });
    return Promise.resolve(textResult('hello'));
  });
  const headers = { 'content-type': 'application/json', ...(accept !== undefined && { accept }) };
  const caller = { agent: 'curl', from: 'bridge', chosenPhone: null } as const;
  return handleRequest({ caller, headers, body });
}

const call =
  '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"a_echo_back","_meta":{"progressToken":1}}}';

test.each([undefined, '*/*', 'application/json;q=0.9, */*;q=0.1', 'application/*, text/*'])(
  'a client that accepts %j is answered with an event stream',
  async (accept) => {
    const response = await post(accept, call);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(await response.text()).toContain('hello');
  },
);

test('progress is not reported for a token that costs more than the message', async () => {
  const response = await post('*/*', call.replace('1}}', `"${'x'.repeat(2_000)}"}}`));
  const text = await response.text();
  expect(text).toContain('hello');
  expect(text).not.toContain('notifications/progress');
});

test.each(['application/json', 'application/json, text/event-stream;q=0', 'application/*'])(
  'a client that accepts %j is answered with JSON, without progress',
  async (accept) => {
    const response = await post(accept, call);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'application/json',
    ]);
    expect(await response.json()).toMatchObject({
      id: 7,
      result: { content: [{ text: 'hello' }] },
    });
  },
);

test('a client that accepts only JSON is answered an array for a batch', async () => {
  const response = await post('application/json', `[${call},${call.replace('7', '8')}]`);
  expect(await response.json()).toMatchObject([{ id: 7 }, { id: 8 }]);
});

test('a client that accepts no JSON is refused', async () => {
  expect((await post('text/html', call)).status).toBe(406);
});
