/**
 * The npm package, as somebody without the repository gets it: packed from the last build, installed
 * and started in empty folders, with no registry in reach.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import {
  StdioClientTransport,
  getDefaultEnvironment,
} from '@modelcontextprotocol/sdk/client/stdio.js';
import { z } from 'zod';
import packageJson from '../package.json' with { type: 'json' };
import { connectAgent, parseToolResult } from './agents.ts';
import { startBridge } from './bridge-process.ts';
import { consoleUrl, waitForBridge, waitForPhone } from './console-page.ts';
import { test as base, expect } from './fixtures.ts';
import { freePort } from './free-port.ts';
import { root } from './inventory.ts';

const { version } = packageJson;
const run = promisify(execFile);

/** What one waits for at the first start. */
const maxPackedBytes = 4_000_000;

/** An empty npm cache, and a registry where nothing listens. */
const withoutNetwork = (folder: string) => ({
  npm_config_cache: join(folder, 'npm-cache'),
  npm_config_registry: 'http://127.0.0.1:9/',
  npm_config_offline: 'true',
});

const packedJson = z.strictObject({
  name: z.literal('handset'),
  version: z.literal(version),
  description: z.string(),
  keywords: z.array(z.string()),
  license: z.literal('MIT'),
  type: z.literal('module'),
  bin: z.strictObject({ handset: z.string() }),
  engines: z.strictObject({ node: z.string() }),
  files: z.array(z.string()),
});

interface PackageFixtures {
  /** A folder for this test. */
  readonly folder: string;
  /** The packed tarball. */
  readonly tarball: string;
}

const test = base.extend<PackageFixtures>({
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'handset-package-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
  tarball: async ({ folder }, use) => {
    await run(process.execPath, ['app/build/pack.mjs', folder], { cwd: root });
    await use(join(folder, `handset-${version}.tgz`));
  },
});

// The tests pack in the same folder.
test.describe.configure({ mode: 'default' });

test('the lockfile has the version of package.json', async () => {
  const lock: unknown = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
  expect(lock).toMatchObject({ version, packages: { '': { version } } });
});

test('installs without network and serves console and MCP', async ({ folder, tarball, page }) => {
  expect((await readFile(tarball)).length).toBeLessThan(maxPackedBytes);
  const home = join(folder, 'home');
  await mkdir(home);
  const env = { ...process.env, ...withoutNetwork(folder) };
  await run('npm', ['install', tarball], { cwd: home, env, shell: process.platform === 'win32' });
  const installed = join(home, 'node_modules', 'handset');
  packedJson.parse(JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')));
  const notices = await readFile(join(installed, 'THIRD-PARTY-NOTICES.txt'), 'utf8');
  for (const name of ['svelte', 'zod', 'ws', '@yume-chan/adb', '@fontsource/inter']) {
    expect(notices).toContain(`\n${name} `);
  }

  const program = join(home, 'node_modules', '.bin', 'handset');
  const { stdout } = await run(process.execPath, [program, '--version']);
  expect(stdout).toBe(`${version}\n`);
  const help = await run(process.execPath, [program, '--help']);
  expect(help.stdout).toContain('Usage: handset [options]');

  const bridge = await startBridge(program);
  try {
    await page.goto(consoleUrl(bridge.url, { phone: 'demo' }));
    await Promise.all([waitForPhone(page), waitForBridge(page)]);
    await page.getByRole('tab', { name: /^Agents/ }).click();
    await expect(page.getByTestId('version')).toHaveText(`Handset ${version}`);
    const agent = await connectAgent('v1', bridge);
    const { isError, text } = await agent.call('get_screen_state');
    expect([isError, text]).toEqual([false, expect.stringContaining('screen:1080x2400')]);
    await agent.close();
  } finally {
    await bridge.stop();
  }
});

test('npx starts it over stdio in an empty folder', async ({ folder, tarball, page }) => {
  const [cwd, configDir] = [join(folder, 'empty'), join(folder, 'config')];
  await mkdir(cwd);
  const port = await freePort();
  const transport = new StdioClientTransport({
    command: 'npx',
    args: ['--yes', `--package=${tarball}`, 'handset', '--stdio', '--no-open', '--port', `${port}`],
    cwd,
    env: { ...getDefaultEnvironment(), ...withoutNetwork(folder), HANDSET_CONFIG_DIR: configDir },
    stderr: 'pipe',
  });
  const address = new Promise<string>((resolve) => {
    let text = '';
    transport.stderr?.on('data', (bytes: Buffer) => {
      text += bytes.toString();
      const [, url] = /^Handset console: (\S+)$/m.exec(text) ?? [];
      if (url !== undefined) resolve(url);
    });
  });
  const client = new Client({ name: 'handset-e2e', version: '1.0.0' });
  await client.connect(transport);
  try {
    // Without a console, the bridge itself has answered.
    expect(client.getServerVersion()).toMatchObject({ version });
    await page.goto(consoleUrl(await address, { phone: 'demo' }));
    await Promise.all([waitForPhone(page), waitForBridge(page)]);
    const result = parseToolResult(await client.callTool({ name: 'summarize_screen' }));
    expect([result.isError, result.text]).toEqual([false, expect.stringMatching(/./)]);
  } finally {
    await client.close();
  }
});
