import { readFile, stat, writeFile } from 'node:fs/promises';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { ToolCall } from '#core/mcp/server.ts';
import type { AgentTokenChange, AgentTokens, NewAgentToken } from '#core/relay/agent-tokens.ts';
import { CLOSE_CODES } from '#core/relay/limits.ts';
import type { RunningBridge } from '../bridge.ts';
import { MAX_AGENT_TOKENS } from '../limits.ts';
import { SharedBridge } from '../shared-bridge.ts';
import { parseCliArguments } from '../start/arguments.ts';
import {
  bridgeOptions,
  eventually,
  hello,
  jsonHeaders,
  listTools,
  openSocket,
  sendRequest,
  temporaryFolder,
  testBridge,
  TOOLS,
} from '../testing/bridge.ts';
import { CLIENT_KINDS, openStream, testClient } from '../testing/clients.ts';
import { HangingCall, neverAborts, testConsole, textResult } from '../testing/consoles.ts';
import { AgentTokenStore } from './agent-tokens.ts';
import { digest } from './check-request.ts';
import { changeSecrets, findSecrets, loadSecrets, renewSecrets, secretsPath } from './secrets.ts';

let folder: string;
beforeEach(async () => void (folder = await temporaryFolder()));

const everything = { grade: 'all', phone: null, untilEpochMs: null } as const;

/** A bridge with a folder of its own, and a console that records its calls. */
async function setUp(call?: (call: ToolCall) => Promise<ReturnType<typeof textResult>>) {
  const { token, page: pageSecret } = await loadSecrets(folder);
  const start = () => testBridge({ configFolder: folder, token, pageSecret, consoleWaitMs: 5_000 });
  const calls: ToolCall[] = [];
  const join = ({ port }: RunningBridge, origin?: string) => {
    const states: (AgentTokens | null)[] = [];
    const joined = testConsole({
      port,
      secret: pageSecret,
      ...(origin !== undefined && { origin }),
      onAgentTokens: (state) => states.push(state),
      call: async (toolCall) => {
        calls.push(toolCall);
        return (await call?.(toolCall)) ?? textResult(toolCall.agent);
      },
    });
    const ask = async (change: AgentTokenChange): Promise<string> => {
      const stream = await joined.openStream({ name: 'agent-tokens', change }, neverAborts);
      return new TextDecoder().decode((await stream.read()) ?? undefined);
    };
    const make = (agent: string, more: Partial<NewAgentToken> = {}): Promise<string> =>
      ask({ kind: 'make', agent, ...everything, ...more });
    const idOf = (agent: string): string =>
      states.at(-1)?.tokens.find((each) => each.agent === agent)?.id ?? '';
    const revoke = (agent: string) => ask({ kind: 'revoke', id: idOf(agent) });
    const welcomed = eventually(() => expect(joined.latest()?.state).toBe('connected'));
    return { states, ask, make, revoke, welcomed };
  };
  const bridge = await start();
  const console = join(bridge);
  await console.welcomed;
  return { bridge, token, pageSecret, calls, start, join, ...console };
}

const statusOf = async ({ port }: RunningBridge, token: string, path?: string) => {
  const { status, body } = await listTools(port, { authorization: `Bearer ${token}` }, path);
  return { status, body };
};

test('a token is 256 bits, and only its hash is stored, in the same private file', async () => {
  const { make, states, token, pageSecret } = await setUp();
  const made = await make('cursor', { grade: 'read' });
  expect(made).toMatch(/^handset_/);
  expect(Buffer.from(made.slice('handset_'.length), 'base64url')).toHaveLength(32);
  expect(await readFile(secretsPath(folder), 'utf8')).not.toContain(made.slice(10, 30));
  expect(JSON.stringify(states)).not.toContain(made.slice(10, 30));
  if (process.platform !== 'win32')
    expect((await stat(secretsPath(folder))).mode & 0o777).toBe(0o600);
  expect(await loadSecrets(folder)).toMatchObject({
    token,
    page: pageSecret,
    agents: [{ agent: 'cursor', grade: 'read', hash: digest(made).toString('hex') }],
  });
  expect(states.at(-1)).toMatchObject({ tokens: [{ agent: 'cursor', usedAtEpochMs: null }] });
});

describe('the name of an agent', () => {
  test.each(CLIENT_KINDS)('%s: is that of its token, whatever it claims', async (kind) => {
    const { bridge, make, calls, states } = await setUp();
    const phone = { serial: 'A1', model: 'Pixel' };
    const made = await make('cursor', { grade: 'ask', phone });
    for (const url of [bridge.mcpUrl, `${bridge.mcpUrl}/codex`]) {
      const client = await testClient(kind, url, made);
      expect((await client.call('x')).text).toBe('cursor');
    }
    const limits = { grade: 'ask', phone };
    expect(calls).toMatchObject([
      { agent: 'cursor', limits, chosenPhone: 'A1' },
      { agent: 'cursor', limits, chosenPhone: 'A1' },
    ]);
    const usedAt = states.at(-1)?.tokens[0]?.usedAtEpochMs ?? 0;
    expect(Math.abs(Date.now() - usedAt)).toBeLessThan(120_000);
    await eventually(async () =>
      expect((await findSecrets(folder))?.agents[0]?.usedAtEpochMs).toBe(usedAt),
    );
  });

  test.each(CLIENT_KINDS)('%s: can’t be borrowed with the shared token', async (kind) => {
    const { bridge, make, token, calls } = await setUp();
    await make('Cursor');
    await make('test');
    const named = await testClient(kind, `${bridge.mcpUrl}/cursor`, token);
    expect((await named.call('x')).text).toBe('cursor-shared');
    // This client calls itself test.
    const plain = await testClient(kind, bridge.mcpUrl, token);
    expect((await plain.call('x')).text).toBe('test-shared');
    const other = await testClient(kind, `${bridge.mcpUrl}/other`, token);
    expect((await other.call('x')).text).toBe('other');
    expect(calls.map(({ limits }) => limits)).toEqual([null, null, null]);
  });

  test.each([
    ['', "can't have the name"],
    ['two words', "can't have the name"],
    ['x'.repeat(41), "can't have the name"],
    ['You', "can't have the name"],
    ['cursor-Shared', "can't have the name"],
    ['CODEX', 'There is a token named CODEX already.'],
  ])('%j is refused', async (name, message) => {
    const { make } = await setUp();
    await make('codex');
    await expect(make(name)).rejects.toThrow(message);
  });
});

describe('a token that ends', () => {
  const revoked =
    "The user has revoked this agent's token. The call may or may not have run. Ask the user for a new one: “New agent token” in the Agents panel of the Handset console.";

  test.each(CLIENT_KINDS)('%s: ends the call that runs, with the reason', async (kind) => {
    const hanging = new HangingCall();
    const { bridge, make, revoke } = await setUp(hanging.run);
    const client = await testClient(kind, bridge.mcpUrl, await make('cursor'));
    const other = await testClient(kind, bridge.mcpUrl, await make('codex'));
    const answer = client.call('x');
    await eventually(() => expect(hanging.state).toBe('running'));
    await revoke('cursor');
    expect(await answer).toEqual({ isError: true, text: revoked });
    await eventually(() => expect(hanging.state).toBe('aborted'));
    await expect(client.listTools()).rejects.toThrow(/unknown here: it was revoked/);
    expect((await other.listTools()).tools).toHaveLength(1);
  });

  test('ends streams, too', async () => {
    const { bridge, make, revoke } = await setUp();
    const { closed } = await openStream(bridge.mcpUrl, await make('cursor'));
    await revoke('cursor');
    await closed;
  });

  test('is refused with the reason: revoked, expired, or never made', async () => {
    const { bridge, make, revoke, states } = await setUp();
    const untilEpochMs = Date.now() + 400;
    const short = await make('short', { untilEpochMs });
    const long = await make('long');
    expect(await statusOf(bridge, short)).toMatchObject({ status: 200 });
    await eventually(() => expect(Date.now()).toBeGreaterThan(untilEpochMs));
    const expired = await statusOf(bridge, short);
    expect(expired).toMatchObject({ status: 401 });
    expect(expired.body).toContain("This agent's token has expired. Ask the user for a new one");
    expect(states.at(-1)?.tokens).toHaveLength(2);
    await revoke('long');
    expect((await statusOf(bridge, long)).body).toContain('it was revoked');
    expect((await statusOf(bridge, `handset_${'x'.repeat(43)}`)).status).toBe(401);
    await expect(make('past', { untilEpochMs: Date.now() - 1 })).rejects.toThrow('in the past');
  });

  test('by its date, ends the call that runs', async () => {
    const hanging = new HangingCall();
    const { bridge, make } = await setUp(hanging.run);
    const made = await make('cursor', { untilEpochMs: Date.now() + 1_500 });
    const client = await testClient('v1', bridge.mcpUrl, made);
    expect((await client.call('x')).text).toContain("This agent's token has expired. The call may");
  });

  test('ends within a minute if the clock is set past its date', async () => {
    const { token, page: pageSecret } = await loadSecrets(folder);
    const nowEpochMs = Date.now();
    const stored = { ...everything, id: 'a', agent: 'cursor', usedAtEpochMs: null };
    const times = { madeAtEpochMs: nowEpochMs, untilEpochMs: nowEpochMs + 3_600_000 };
    const hash = digest('x').toString('hex');
    await changeSecrets(folder, (secrets) => ({
      ...secrets,
      agents: [{ ...stored, ...times, hash }],
    }));
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const store = await AgentTokenStore.open({
      folder,
      token,
      pageSecret,
      tokenLocation: '',
    });
    onTestFinished(() => store.close());
    const ended: (string | null)[] = [];
    store.onEnded = (id) => ended.push(id);
    vi.setSystemTime(nowEpochMs + 86_400_000);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(ended).toEqual(['a']);
  });

  test('at one bridge ends at all that share its folder', async () => {
    const { make, revoke, start } = await setUp();
    const other = await start();
    const made = await make('cursor');
    await eventually(async () => expect((await statusOf(other, made)).status).toBe(200));
    await revoke('cursor');
    await eventually(async () => expect((await statusOf(other, made)).status).toBe(401));
  });

  test('also does by --new-token, at once, and its pages can make none', async () => {
    const { bridge, make, ask } = await setUp();
    const made = await make('cursor');
    await renewSecrets(folder);
    await eventually(async () => expect((await statusOf(bridge, made)).status).toBe(401));
    await expect(make('other')).rejects.toThrow('replaced by --new-token');
    await expect(ask({ kind: 'accept-shared', isAccepted: false })).rejects.toThrow('replaced');
    expect((await findSecrets(folder))?.agents).toEqual([]);
  });
});

test('the shared token serves agents until the user revokes it for them', async () => {
  const hanging = new HangingCall();
  const { bridge, ask, make, token, start, states, join } = await setUp(hanging.run);
  const client = await testClient('v1', bridge.mcpUrl, token);
  const made = await make('cursor');
  const answer = client.call('x');
  await eventually(() => expect(hanging.state).toBe('running'));
  await ask({ kind: 'accept-shared', isAccepted: false });
  expect((await answer).text).toMatch(
    /^Agents need a token of their own here: .* The call may or may not have run\. Ask the user/,
  );
  const { status, body } = await statusOf(bridge, token);
  expect([status, JSON.parse(body)]).toMatchObject([
    401,
    {
      error: {
        message:
          'Agents need a token of their own here: the user has revoked the shared one for them. Ask the user for a new one: “New agent token” in the Agents panel of the Handset console.',
      },
    },
  ]);
  expect(await statusOf(bridge, made)).toMatchObject({ status: 200 });
  // After a restart, too; consoles still join, by a secret of their own.
  const next = await start();
  expect(await statusOf(next, token)).toMatchObject({ status: 401 });
  await join(next).welcomed;
  await ask({ kind: 'accept-shared', isAccepted: true });
  expect(await statusOf(bridge, token)).toMatchObject({ status: 200 });
  expect(states.at(-1)).toMatchObject({ isSharedAccepted: true });
});

test.each(CLIENT_KINDS)(
  '%s: without a console too, only tools that its token allows are listed',
  async (kind) => {
    const { make, token, pageSecret } = await setUp();
    const tokens = { all: token, read: await make('cursor', { grade: 'read' }) };
    const tools = [
      ...TOOLS,
      ...TOOLS.map((tool) => ({ ...tool, name: 'press', effect: 'act' }) as const),
    ];
    const { mcpUrl } = await testBridge({ configFolder: folder, token, pageSecret, tools });
    const listed = async (own: string): Promise<unknown> =>
      (await testClient(kind, mcpUrl, own)).listTools();
    expect(await listed(tokens.all)).toMatchObject({
      tools: [{ name: 'echo_back' }, { name: 'press' }],
    });
    expect(await listed(tokens.read)).toMatchObject({ tools: [{ name: 'echo_back' }] });
  },
);

describe('an agent’s token opens no other door', () => {
  test('not the console’s socket, its files or another token', async () => {
    const { bridge, make } = await setUp();
    const made = await make('cursor');
    const { port } = bridge;
    const origin = `http://127.0.0.1:${port}`;
    const authorization = `Bearer ${made}`;
    const frame = { ...hello, secret: made };
    expect(await openSocket(port, { origin }, { frame })).toBe(CLOSE_CODES.secretRefused);
    expect(await openSocket(port, { origin, authorization }, { frame })).toBe(
      CLOSE_CODES.secretRefused,
    );
    expect(await openSocket(port, { authorization }, { frame })).toBe(403);
    for (const path of ['/', '/secrets.json', '/healthz', '/socket']) {
      const plain = await sendRequest(port, { path });
      const withToken = await sendRequest(port, { path, headers: { authorization } });
      expect([path, withToken.status, withToken.body]).toEqual([path, plain.status, plain.body]);
    }
  });

  test('not by MCP: there is no method or tool that makes or revokes one', async () => {
    const { bridge, make, states } = await setUp();
    const headers = { ...jsonHeaders, authorization: `Bearer ${await make('cursor')}` };
    const before = states.at(-1)?.tokens.length;
    for (const method of ['agent-tokens', 'stream-open', 'tools/call']) {
      const params = { name: 'agent-tokens', arguments: { agent: 'more', ...everything } };
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
      const path = '/mcp';
      const answer = await sendRequest(bridge.port, { method: 'POST', path, headers, body });
      expect(answer.body).toMatch(/not found|isError":true/i);
    }
    expect(states.at(-1)?.tokens).toHaveLength(before ?? 0);
  });

  test('not that of the bridge: it can’t be the shared token', async () => {
    const { make } = await setUp();
    const made = await make('cursor');
    for (const parse of [
      () => parseCliArguments(['--token', made], {}),
      () => parseCliArguments(['--stdio'], { HANDSET_TOKEN: made }),
    ])
      expect(parse).toThrow(
        'The token is that of one agent, and only for /mcp: with --stdio, set HANDSET_AGENT_TOKEN to it instead.',
      );
    expect(parseCliArguments(['--stdio'], { HANDSET_AGENT_TOKEN: made }).agentToken).toBe(made);
    expect(() => parseCliArguments(['--stdio'], { HANDSET_AGENT_TOKEN: 'x' })).toThrow(
      'HANDSET_AGENT_TOKEN must be a token of one agent',
    );
  });
});

test('over stdio an agent sends its own token, where its process has it', async () => {
  const { bridge, make, token, pageSecret } = await setUp();
  const agentToken = await make('desktop');
  const shared = new SharedBridge({
    bridge: { ...bridgeOptions, port: bridge.port, configFolder: folder, token, pageSecret },
    agentToken,
    onStarted: () => undefined,
    onJoined: () => undefined,
    onLost: () => undefined,
  });
  onTestFinished(() => shared.close());
  const params = { name: 'echo_back', arguments: {} };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  const answer = await shared.post('claimed-1', body, {}, neverAborts);
  expect(await answer.text()).toContain('"text":"desktop"');
});

test('a hosted console neither sees, makes nor revokes tokens', async () => {
  const { token, page: pageSecret } = await loadSecrets(folder);
  const allowedOrigins = ['https://console.example'];
  const bridge = await testBridge({ configFolder: folder, token, pageSecret, allowedOrigins });
  const states: unknown[] = [];
  const hosted = testConsole({
    port: bridge.port,
    secret: pageSecret,
    origin: 'https://console.example',
    onAgentTokens: (state) => states.push(state),
  });
  await eventually(() => expect(hosted.latest()?.state).toBe('connected'));
  const changes: AgentTokenChange[] = [
    { kind: 'make', agent: 'x', ...everything },
    { kind: 'revoke', id: 'x' },
    { kind: 'accept-shared', isAccepted: false },
  ];
  for (const change of changes)
    await expect(hosted.openStream({ name: 'agent-tokens', change }, neverAborts)).rejects.toThrow(
      'This console may not make or revoke tokens.',
    );
  expect(states.filter((state) => state !== null)).toEqual([]);
});

test('there are not more than the most, and changes at once all count', async () => {
  const { make, states } = await setUp();
  const all = await Promise.allSettled(
    Array.from({ length: MAX_AGENT_TOKENS + 1 }, (_, at) => make(`agent-${at}`)),
  );
  const failed = all.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []));
  expect(failed).toEqual([
    expect.stringContaining(`There are ${MAX_AGENT_TOKENS} tokens, the most allowed.`),
  ]);
  await eventually(() => expect(states.at(-1)?.tokens).toHaveLength(MAX_AGENT_TOKENS));
});

test('a lock that a crashed bridge left holds nobody up for long', async () => {
  await loadSecrets(folder);
  await writeFile(`${folder}/.secrets-lock`, '');
  const keep = vi.fn((secrets: Awaited<ReturnType<typeof loadSecrets>>) => secrets);
  await changeSecrets(folder, keep);
  expect(keep).toHaveBeenCalledOnce();
  await changeSecrets(folder, keep);
});
