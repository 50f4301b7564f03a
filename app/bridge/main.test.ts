import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { version } from '../../package.json';
import { TOKEN, eventually, temporaryFolder } from './testing/bridge.ts';
import { testClient } from './testing/clients.ts';
import { testConsole } from './testing/consoles.ts';
import { builtBridge, freePort } from './testing/program.ts';

const built = builtBridge();

/** Creates a fake browser opener, and starts bridges with it on their PATH. */
async function fakeBrowser() {
  const folder = await temporaryFolder();
  const log = join(folder, 'log');
  const script = `#!/bin/sh\necho "$1" >> '${log}'\n`;
  await writeFile(join(folder, 'xdg-open'), script, { mode: 0o755 });
  return {
    start: (...args: string[]) => {
      const program = built.command(...args);
      const env = { ...program.env, PATH: folder };
      const child = spawn(program.command, program.args, { env, stdio: 'ignore' });
      onTestFinished(() => void child.kill('SIGKILL'));
      return child;
    },
    /** The addresses that it was started with. */
    openedUrls: () => readFile(log, 'utf8').catch(() => ''),
  };
}

describe('on the command line', () => {
  test('--help prints the options', async () => {
    const { code, stdout } = await built.runToEnd('--help');
    expect(code).toBe(0);
    for (const option of ['port', 'open', 'no-open', 'new-token', 'allow-origin', 'stdio']) {
      expect(stdout).toMatch(new RegExp(`^  --${option} `, 'm'));
    }
  });

  test('--version prints the version of package.json', async () => {
    const outcome = await built.runToEnd('--version');
    expect(outcome).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  test('an unknown option ends it with 2 and a sentence', async () => {
    const outcome = await built.runToEnd('--colour');
    expect(outcome).toEqual({
      code: 2,
      stdout: '',
      stderr: "Unknown option '--colour'. See --help.\n",
    });
  });

  test('a port of another program ends it with 1 and a sentence', async () => {
    const other = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    expect(await built.runToEnd('--port', String(port))).toEqual({
      code: 1,
      stdout: '',
      stderr: `Port ${port} is in use by another program. Free it, or choose another with --port.\n`,
    });
  });

  test('a running bridge is named with its addresses, and that is no failure', async () => {
    const { port, url, mcp, token } = await built.startJson('--port', '0');
    const { code, stdout, stderr } = await built.runToEnd('--port', String(port));
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.replace(/since \d{4}-\d\d-\d\d \d\d:\d\d:\d\d/, 'since TIME')).toBe(`
Handset ${version} is already running (since TIME).

  Console  ${url}
  MCP      ${mcp}
  Token    ${token}

It stops when the terminal or agent that started it ends.
`);
    const asJson = await built.runToEnd('--json', '--port', String(port));
    expect(JSON.parse(asJson.stdout)).toEqual({ url, mcp, token });
  });

  test('a running bridge with other options ends it with 1 and the differences', async () => {
    const { port } = await built.startJson('--port', '0');
    const { code, stderr } = await built.runToEnd('--port', String(port), '--tool-prefix', 'my_');
    expect([code, stderr]).toEqual([
      1,
      'Its tools have no prefix; you asked for the prefix my_.\nStop that bridge first to change this.\n',
    ]);
  });

  test('the printed addresses are those of the running bridge, not the requested ones', async () => {
    const { port, url } = await built.startJson(
      '--port',
      '0',
      '--allow-origin',
      'https://a.example',
    );
    const hosted = `https://a.example/#${new URL(url).hash.slice(1)}&at=127.0.0.1:${port}`;
    const again = await built.runToEnd(
      '--port',
      String(port),
      '--allow-origin',
      'https://a.example',
    );
    expect([again.code, again.stderr]).toEqual([0, '']);
    expect(again.stdout).toContain(`  Console  ${url}\n  Console  ${hosted}\n  MCP `);
    const other = await built.runToEnd(
      '--port',
      String(port),
      '--allow-origin',
      'https://b.example',
    );
    expect([other.code, other.stderr]).toEqual([
      1,
      "It doesn't let https://b.example connect.\nStop that bridge first to change this.\n",
    ]);
    expect(other.stdout).not.toContain('b.example');
  });

  test('--json prints one line with addresses and token; the secret is only in the fragment', async () => {
    const { url, mcp, token, port } = await built.startJson('--port', '0');
    const storedSecrets = await built.secrets();
    expect({ url, mcp, token }).toEqual({
      url: `http://127.0.0.1:${port}/#bridge=${storedSecrets.page}`,
      mcp: `http://127.0.0.1:${port}/mcp`,
      token: storedSecrets.token,
    });
  });

  test('the text for users has configurations to paste', async () => {
    const child = built.start('--port', '0', '--tool-prefix', 'my_');
    const [data] = (await once(child.stdout, 'data')) as unknown[];
    const output = String(data);
    const { token, page } = await built.secrets();
    const port = /127\.0\.0\.1:(\d+)/.exec(output)?.[1];
    expect(output).toBe(`
Handset ${version}

  Console  http://127.0.0.1:${port}/#bridge=${page}
  MCP      http://127.0.0.1:${port}/mcp
  Token    ${token}

Open the console in Chrome and connect a phone there.

Any MCP client, over HTTP:

  {
    "mcpServers": {
      "handset": {
        "type": "http",
        "url": "http://127.0.0.1:${port}/mcp",
        "headers": {
          "Authorization": "Bearer ${token}"
        }
      }
    }
  }

Claude Code:

  claude mcp add --scope user --transport http handset http://127.0.0.1:${port}/mcp --header "Authorization: Bearer ${token}"

Any MCP client, over stdio:

  {
    "mcpServers": {
      "handset": {
        "command": "node",
        "args": [
          "${built.path}",
          "--stdio",
          "--port",
          "${port}",
          "--tool-prefix",
          "my_"
        ]
      }
    }
  }

For more clients, see the Agents panel in the console.

Press Ctrl+C to stop it.
`);
  });

  test('--token replaces the stored token for this run', async () => {
    const { mcp, token } = await built.startJson('--port', '0', '--token', TOKEN);
    expect(token).toBe(TOKEN);
    await testClient('v1', mcp, TOKEN);
    await expect(testClient('v1', mcp, (await built.secrets()).token)).rejects.toThrow();
  });

  test('--allow-origin is repeated to agents, and each console has its address', async () => {
    const child = built.start('--port', '0', '--allow-origin', 'https://Handset.example');
    const [data] = (await once(child.stdout, 'data')) as unknown[]; // Typed any[] by Node.
    const output = String(data);
    const port = /127\.0\.0\.1:(\d+)/.exec(output)?.[1];
    const { page } = await built.secrets();
    expect(output).toContain(`
  Console  http://127.0.0.1:${port}/#bridge=${page}
  Console  https://handset.example/#bridge=${page}&at=127.0.0.1:${port}
`);
    expect(output).toMatch(/"--allow-origin",\s+"https:\/\/handset\.example"/);
  });

  test('--new-token makes new secrets, but not while a bridge runs', async () => {
    const { child, port, token } = await built.startJson('--port', '0');
    const oldSecrets = await built.secrets();
    const refused = await built.runToEnd('--port', String(port), '--new-token');
    expect([refused.code, refused.stdout, refused.stderr]).toEqual([
      1,
      '',
      expect.stringMatching(
        /^Port \d+ is in use, possibly by a bridge .* Nothing was changed\.\n$/,
      ),
    ]);
    expect(await built.secrets()).toEqual(oldSecrets);
    child.kill();
    await once(child, 'exit');
    const renewed = built.start('--port', String(port), '--new-token');
    const [data] = (await once(renewed.stdout, 'data')) as unknown[]; // Typed any[] by Node.
    expect(String(data)).toContain('The token and the address are new');
    const newSecrets = await built.secrets();
    expect(newSecrets.page === oldSecrets.page || newSecrets.token === oldSecrets.token).toBe(
      false,
    );
    const mcp = `http://127.0.0.1:${port}/mcp`;
    await expect(testClient('v1', mcp, token)).rejects.toThrow();
    await testClient('v1', mcp, newSecrets.token);
    const old = testConsole({ port, secret: oldSecrets.page });
    await eventually(() => expect(old.latest()?.state).toBe('refused'));
  });

  test.each(['SIGINT', 'SIGTERM'] as const)('%s ends it in order', async (signal) => {
    const { child, port } = await built.startJson('--port', '0');
    const console = testConsole({ port, secret: (await built.secrets()).page });
    await eventually(() => expect(console.latest()?.state).toBe('connected'));
    child.kill(signal);
    expect(await once(child, 'exit')).toEqual([0, null]);
    await eventually(() =>
      expect(console.statuses.find(({ state }) => state === 'retrying')).toMatchObject({
        error: { message: `The bridge at 127.0.0.1:${port} was stopped.` },
      }),
    );
  });

  test.runIf(process.platform === 'linux')('the first start opens the console', async () => {
    const browser = await fakeBrowser();
    browser.start('--port', '0');
    await eventually(async () => {
      expect(await browser.openedUrls()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#bridge=\S+\n$/);
    });
  });

  test.runIf(process.platform === 'linux')(
    'a second start opens the console of the first, unless one is open',
    async () => {
      const { port } = await built.startJson('--port', '0');
      const browser = await fakeBrowser();
      browser.start('--port', String(port));
      await eventually(async () =>
        expect(await browser.openedUrls()).toContain(`:${port}/#bridge=`),
      );
      const console = testConsole({ port, secret: (await built.secrets()).page });
      await eventually(() => expect(console.latest()?.state).toBe('connected'));
      const unusedBrowser = await fakeBrowser();
      const child = unusedBrowser.start('--port', String(port));
      await once(child, 'exit');
      expect(await unusedBrowser.openedUrls()).toBe('');
    },
  );

  test.runIf(process.platform === 'linux')(
    'a later start opens it only when none that was open comes back; --open also when a call finds none',
    async () => {
      const ports = [await freePort(), await freePort()];
      const first = await built.startJson('--port', '0');
      first.child.kill();
      const consoleOpen = testConsole({
        port: ports[0] ?? 0,
        secret: (await built.secrets()).page,
      });
      const reconnectedBrowser = await fakeBrowser();
      const launchedBrowser = await fakeBrowser();
      reconnectedBrowser.start('--port', String(ports[0]), '--open');
      launchedBrowser.start('--port', String(ports[1]));
      await eventually(() => expect(consoleOpen.latest()?.state).toBe('connected'));
      expect(await launchedBrowser.openedUrls()).toBe('');
      await eventually(async () =>
        expect(await launchedBrowser.openedUrls()).toContain(`:${ports[1]}/#bridge=`),
      );
      expect(await reconnectedBrowser.openedUrls()).toBe('');
      consoleOpen.close();
      const mcp = `http://127.0.0.1:${ports[0]}/mcp`;
      const agent = await testClient('v1', mcp, (await built.secrets()).token);
      // No console answers this call.
      agent.call('hi', { tool: 'input_text' }).catch(() => undefined);
      await eventually(async () =>
        expect(await reconnectedBrowser.openedUrls()).toContain(`:${ports[0]}/#bridge=`),
      );
    },
    30_000,
  );

  test('secrets that others could read stop it', async () => {
    await built.runToEnd('--help');
    const { child } = await built.startJson('--port', '0');
    child.kill();
    await chmod(join(built.configFolder, 'secrets.json'), 0o644);
    const { code, stderr } = await built.runToEnd('--port', '0');
    expect([code, stderr]).toEqual([1, expect.stringContaining('could be read by others')]);
  });
});
