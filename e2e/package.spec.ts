/**
 * The npm package, as somebody without the repository gets it: packed from the last build, installed
 * and started in empty folders, with no registry in reach.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import packageJson from '../package.json' with { type: 'json' };
import { connectAgent, parseToolResult } from './agents.ts';
import { startBridge } from './bridge-process.ts';
import { consoleUrl, waitForBridge, waitForPhone } from './console-page.ts';
import { test as base, expect } from './fixtures.ts';
import { freePort } from './free-port.ts';
import { root } from './inventory.ts';
import { connectProgram } from './stdio-program.ts';

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
  mcpName: z.literal('io.github.example/handset'),
  repository: z.strictObject({
    type: z.literal('git'),
    url: z.literal('git+https://github.com/example/handset.git'),
  }),
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
}

interface PackedFiles {
  /** The folder of all packed files. */
  readonly packed: string;
  readonly tarball: string;
}

const temporaryFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'handset-package-'));

const test = base.extend<PackageFixtures, PackedFiles>({
  folder: async ({}, use) => {
    const folder = await temporaryFolder();
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
  packed: [
    async ({}, use) => {
      const folder = await temporaryFolder();
      const args = ['app/build/pack.mjs', folder, '--repository', 'example/handset'];
      await run(process.execPath, args, { cwd: root });
      await use(folder);
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  tarball: [
    async ({ packed }, use) => use(join(packed, `handset-${version}.tgz`)),
    { scope: 'worker' },
  ],
});

// One worker, so that it is packed once.
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
  const notices = await readFile(join(installed, 'dist', 'third-party', 'NOTICE.txt'), 'utf8');
  for (const name of ['svelte', 'zod', 'ws', '@yume-chan/adb', '@fontsource/inter']) {
    expect(notices).toContain(`\n${name} `);
  }

  const program = join(home, 'node_modules', '.bin', 'handset');
  const readme = await readFile(join(installed, 'README.md'), 'utf8');
  const printed = {
    '': null,
    'setup cursor': '"handset"',
    doctor: `Handset ${version}`,
    '--stdio': null,
    '--help': 'Usage: handset [options]',
  };
  // The others are started below.
  const commands = Object.keys(printed).map((words) => `handset ${words}`.trim());
  expect(readme.match(/^handset.*?(?=\s+#)/gm)).toEqual(commands);
  for (const [words, text] of Object.entries(printed)) {
    if (text === null) continue;
    // It ends with an error where nobody confirms, or something is found.
    const home = { ...env, HOME: folder, USERPROFILE: folder, HANDSET_CONFIG_DIR: folder };
    const ended: unknown = await run(process.execPath, [program, ...words.split(' ')], {
      env: home,
    }).catch((error: unknown) => error);
    expect(ended).toMatchObject({ stdout: expect.stringContaining(text) });
  }

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

test(
  'npx starts it over stdio in an empty folder',
  { tag: '@more' },
  async ({ folder, tarball, page }) => {
    const cwd = join(folder, 'empty');
    const configDir = join(folder, 'config');
    await mkdir(cwd);
    const port = await freePort();
    const { client, address } = await connectProgram({
      command: 'npx',
      args: [
        '--yes',
        `--package=${tarball}`,
        'handset',
        '--stdio',
        '--no-open',
        '--port',
        `${port}`,
      ],
      cwd,
      env: { ...withoutNetwork(folder), HANDSET_CONFIG_DIR: configDir },
    });
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
  },
);

/** What the MCP registry's schema says of the fields in use (static.modelcontextprotocol.io, 2025-12-11). */
const registryEntry = z.strictObject({
  $schema: z.literal(
    'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
  ),
  name: z
    .string()
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  repository: z.strictObject({
    url: z.literal('https://github.com/example/handset'),
    source: z.literal('github'),
  }),
  version: z.literal(version),
  packages: z.tuple([
    z.strictObject({
      registryType: z.literal('npm'),
      identifier: z.literal('handset'),
      version: z.literal(version),
      transport: z.strictObject({ type: z.literal('stdio') }),
      packageArguments: z.tuple([
        z.strictObject({ type: z.literal('positional'), value: z.literal('--stdio') }),
      ]),
    }),
  ]),
});

test('the registry’s entry names the npm package', async ({ packed }) => {
  const read = async (path: string): Promise<unknown> =>
    JSON.parse(await readFile(join(packed, path), 'utf8'));
  const { name } = registryEntry.parse(await read('server.json'));
  const staged = join(root, '.cache', 'package', 'package.json');
  expect(JSON.parse(await readFile(staged, 'utf8'))).toMatchObject({ mcpName: name });
});

test(
  'the Claude plugin starts the bridge, and every call of its skill works on the demo phone',
  { tag: '@more' },
  async ({ packed, page }) => {
    const plugin = join(packed, `handset-${version}-claude-plugin`);
    const manifest = join(plugin, '.claude-plugin', 'plugin.json');
    expect(JSON.parse(await readFile(manifest, 'utf8'))).toMatchObject({
      name: 'handset',
      version,
    });
    const servers = await readFile(join(plugin, '.mcp.json'), 'utf8');
    const [program = ''] = /(?<="\$\{CLAUDE_PLUGIN_ROOT\}\/)[^"]+(?=")/.exec(servers) ?? [];
    const skill = await readFile(join(plugin, 'skills', 'handset', 'SKILL.md'), 'utf8');
    expect(skill.split('\n').length).toBeLessThanOrEqual(61);
    const calls = [...skill.matchAll(/^- `(\w+) (\{.*\})`/gm)];
    expect(calls.length).toBeGreaterThan(15);

    const bridge = await startBridge(join(plugin, program));
    try {
      await page.goto(consoleUrl(bridge.url, { phone: 'demo' }));
      await Promise.all([waitForPhone(page), waitForBridge(page)]);
      const agent = await connectAgent('v2', bridge);
      for (const [line, tool = '', json = ''] of calls) {
        const args = z.record(z.string(), z.unknown()).parse(JSON.parse(json));
        const { isError, text } = await agent.call(tool, args);
        expect([line, isError, text]).toEqual([
          line,
          false,
          expect.not.stringMatching(/^note:step/m),
        ]);
      }
      await agent.close();
    } finally {
      await bridge.stop();
    }
  },
);
