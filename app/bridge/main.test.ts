import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { TOKEN, eventually, temporaryFolder } from './testing/bridge.ts';
import { testClient } from './testing/clients.ts';
import { testConsole } from './testing/console.ts';
import { builtBridge, freePort } from './testing/program.ts';

const built = builtBridge();

/** A program that stands for the browser, and bridges that find it on their path. */
async function fakeBrowser() {
  const folder = await temporaryFolder();
  const log = join(folder, 'log');
  const script = `#!/bin/sh\necho "$1" >> '${log}'\n`;
  await writeFile(join(folder, 'xdg-open'), script, { mode: 0o755 });
  return {
    start: (...args: string[]): void => {
      const { command, args: all, env } = built.command(...args);
      const child = spawn(command, all, { env: { ...env, PATH: folder }, stdio: 'ignore' });
      onTestFinished(() => void child.kill('SIGKILL'));
    },
    /** The addresses it was given. */
    opened: () => readFile(log, 'utf8').catch(() => ''),
  };
}

describe('on the command line', () => {
  test('--help tells the options', async () => {
    const { code, stdout } = await built.run('--help');
    expect(code).toBe(0);
    expect(stdout).toMatch(/--port N[\s\S]*--no-open[\s\S]*--token T[\s\S]*--stdio/);
  });

  test('an unknown option ends it with 2 and a sentence', async () => {
    const outcome = await built.run('--colour');
    expect(outcome).toEqual({
      code: 2,
      stdout: '',
      stderr: "Unknown option '--colour'. See --help.\n",
    });
  });

  test('a port in use ends it with 1 and a sentence', async () => {
    const { port } = await built.startJson('--port', '0');
    expect(await built.run('--port', String(port))).toEqual({
      code: 1,
      stdout: '',
      stderr: `Port ${port} is in use. A bridge may be running already; else use --port.\n`,
    });
  });

  test('--json is one line with addresses and token; the secret stands in the fragment alone', async () => {
    const { url, mcp, token, port } = await built.startJson('--port', '0');
    const stored = await built.secrets();
    expect({ url, mcp, token }).toEqual({
      url: `http://127.0.0.1:${port}/#bridge=${stored.page}`,
      mcp: `http://127.0.0.1:${port}/mcp`,
      token: stored.token,
    });
  });

  test('the text for people can be pasted from', async () => {
    const child = built.start('--port', '0', '--tool-prefix', 'my_');
    const [data] = (await once(child.stdout, 'data')) as unknown[];
    const shown = String(data);
    const { token, page } = await built.secrets();
    const port = /127\.0\.0\.1:(\d+)/.exec(shown)?.[1];
    expect(shown).toBe(`
Handset 0.1.0

  Console  http://127.0.0.1:${port}/#bridge=${page}
  MCP      http://127.0.0.1:${port}/mcp
  Token    ${token}

Open the console in Chrome and connect a phone there.

Agents that take an address:

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

  claude mcp add --transport http handset http://127.0.0.1:${port}/mcp --header "Authorization: Bearer ${token}"

Agents that start a program:

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

Ctrl+C stops it.
`);
  });

  test('--token replaces the stored token for this run', async () => {
    const { mcp, token } = await built.startJson('--port', '0', '--token', TOKEN);
    expect(token).toBe(TOKEN);
    await testClient('v1', mcp, TOKEN);
    await expect(testClient('v1', mcp, (await built.secrets()).token)).rejects.toThrow();
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
      expect(await browser.opened()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#bridge=\S+\n$/);
    });
  });

  test.runIf(process.platform === 'linux')(
    'a later start opens it only when none that was open comes back',
    async () => {
      const ports = [await freePort(), await freePort()];
      const first = await built.startJson('--port', '0');
      first.child.kill();
      const consoleOpen = testConsole({
        port: ports[0] ?? 0,
        secret: (await built.secrets()).page,
      });
      const kept = await fakeBrowser();
      const lost = await fakeBrowser();
      kept.start('--port', String(ports[0]));
      lost.start('--port', String(ports[1]));
      await eventually(() => expect(consoleOpen.latest()?.state).toBe('connected'));
      expect(await lost.opened()).toBe('');
      await eventually(async () => expect(await lost.opened()).toContain(`:${ports[1]}/#bridge=`));
      expect(await kept.opened()).toBe('');
    },
    20_000,
  );

  test('secrets that others could read stop it', async () => {
    await built.run('--help');
    const { child } = await built.startJson('--port', '0');
    child.kill();
    await chmod(join(built.configFolder, 'secrets.json'), 0o644);
    const { code, stderr } = await built.run('--port', '0');
    expect([code, stderr]).toEqual([1, expect.stringContaining('could be read by others')]);
  });
});
