import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ToolCall } from '#core/mcp/server.ts';
import { TOKEN, eventually } from '../testing/bridge.ts';
import { CLIENT_KINDS, type ClientKind, type TestClient, stdioClient } from '../testing/clients.ts';
import { HangingCall, testConsole, textResult } from '../testing/consoles.ts';
import { builtBridge, freePort } from '../testing/program.ts';

const built = builtBridge();

/** A client that starts the program itself, as agents do. */
function connect(kind: ClientKind, port: number): Promise<TestClient> {
  return stdioClient(kind, built.command('--stdio', '--no-open', '--port', String(port)));
}

for (const kind of CLIENT_KINDS) {
  describe(`stdio, ${kind}`, () => {
    test('starts its own bridge, which serves the console', async () => {
      const port = await freePort();
      const client = await connect(kind, port);
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toContain('get_screen_state');
      const call = ({ agent, name }: ToolCall) => {
        return Promise.resolve(textResult(`${agent.replace(/\d+/, 'N')} calls ${name}`));
      };
      const console = testConsole({ port, secret: (await built.secrets()).page, call });
      await eventually(() => expect(console.latest()?.state).toBe('connected'));
      expect((await client.call('x')).text).toBe('test-N calls echo_back');
    });

    test('cancels a call in the console', async () => {
      const port = await freePort();
      const client = await connect(kind, port);
      const held = new HangingCall();
      const console = testConsole({ port, secret: (await built.secrets()).page, call: held.run });
      await eventually(() => expect(console.latest()?.state).toBe('connected'));
      const controller = new AbortController();
      const calling = client.call('', { signal: controller.signal });
      calling.catch(() => undefined);
      await eventually(() => expect(held.state).toBe('running'));
      controller.abort();
      await expect(calling).rejects.toThrow();
      await eventually(() => expect(held.state).toBe('aborted'));
    });

    test('joins the running bridge, and replaces it when it is killed', async () => {
      const running = await built.startJson('--port', '0');
      const { port, child } = running;
      let calls = 0;
      const call = ({ arguments: args }: ToolCall) => {
        calls += 1;
        return calls === 1
          ? new Promise<never>(() => undefined)
          : Promise.resolve(textResult(JSON.stringify(args)));
      };
      const console = testConsole({ port, secret: (await built.secrets()).page, call });
      await eventually(() => expect(console.latest()?.state).toBe('connected'));
      const client = await connect(kind, port);
      const calling = client.call('one');
      calling.catch(() => undefined);
      await eventually(() => expect(calls).toBe(1));
      child.kill('SIGKILL');
      await expect(calling).rejects.toThrow('may or may not have run');
      // The page reconnects without any further message of the agent.
      await eventually(() => expect(console.sockets.length).toBeGreaterThan(1));
      await eventually(() => expect(console.latest()?.state).toBe('connected'));
      expect((await client.call('two')).text).toBe('{"text":"two"}');
    });
  });
}

describe('stdio', () => {
  test('nothing but MCP is on stdout, and it ends with stdin', async () => {
    const child = built.start('--stdio', '--port', '0');
    const exit = once(child, 'exit');
    let output = '';
    child.stdout.on('data', (data: Buffer) => (output += data.toString()));
    child.stdin.write('no json\n\n');
    child.stdin.write('{"jsonrpc":"2.0","id":"a","method":"ping"}\n');
    await eventually(() => expect(output).toContain('"id":"a"'));
    child.stdin.end();
    expect(await exit).toEqual([0, null]);
    expect(output.trim().split('\n')).toEqual([
      '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Not JSON."}}',
      '{"result":{},"jsonrpc":"2.0","id":"a"}',
    ]);
  });

  test('the messages of a batch are answered one by one', async () => {
    const child = built.start('--stdio', '--port', '0');
    let output = '';
    child.stdout.on('data', (data: Buffer) => (output += data.toString()));
    child.stdin.write(
      '[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":2,"method":"ping"}]\n',
    );
    await eventually(() => expect(output.trim().split('\n')).toHaveLength(2));
  });

  test('another program on the port ends it with a sentence', async () => {
    const server = createServer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nhi')).listen(
      0,
      '127.0.0.1',
    );
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    expect(await built.runToEnd('--stdio', '--port', String(port))).toEqual({
      code: 1,
      stdout: '',
      stderr: `Port ${port} is in use by another program. Free it, or choose another with --port.\n`,
    });
  });

  test('a bridge with another token ends it with a sentence', async () => {
    const { port } = await built.startJson('--port', '0', '--token', TOKEN);
    const { code, stderr } = await built.runToEnd('--stdio', '--port', String(port));
    expect([code, stderr]).toEqual([
      1,
      `The bridge on port ${port} uses a different token or configuration folder. Start both with the same token and HANDSET_CONFIG_DIR, or choose another port with --port.\n`,
    ]);
  });

  test('one that joins a bridge prints the address of its console', async () => {
    const { port, url } = await built.startJson('--port', '0');
    const { code, stderr } = await built.runToEnd('--stdio', '--port', String(port));
    expect([code, stderr]).toEqual([
      0,
      `Handset console of the bridge that is already running: ${url}\n`,
    ]);
  });

  test('a bridge with another prefix is used, and the difference is printed', async () => {
    const { port, url } = await built.startJson('--port', '0', '--tool-prefix', 'my_');
    const { code, stderr } = await built.runToEnd('--stdio', '--port', String(port));
    expect([code, stderr]).toEqual([
      0,
      `Handset console of the bridge that is already running: ${url}\nThat bridge runs with different options from those you requested. Its tools have the prefix my_; you asked for no prefix.\n`,
    ]);
  });
});
