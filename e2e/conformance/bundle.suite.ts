import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import {
  StdioClientTransport,
  getDefaultEnvironment,
} from '@modelcontextprotocol/sdk/client/stdio.js';
import { z } from 'zod';
import packageJson from '../../package.json' with { type: 'json' };
import { expect, test } from '../fixtures.ts';
import { freePort } from '../free-port.ts';
import { root } from '../inventory.ts';
import { runProgram, suitesUnavailableReason } from './suites.ts';

const { version } = packageJson;
const deadlineMs = 30_000;

const manifestSchema = z.object({
  version: z.literal(version),
  server: z.object({
    entry_point: z.string(),
    mcp_config: z.object({ command: z.literal('node'), args: z.array(z.string()) }),
  }),
});

test.skip(suitesUnavailableReason !== undefined, suitesUnavailableReason);

test('the MCP bundle is valid, and starts as Claude Desktop starts it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'handset-bundle-'));
  try {
    await promisify(execFile)(process.execPath, ['app/build/pack.mjs', folder], { cwd: root });
    const bundle = join(folder, 'unpacked');
    await mcpb('unpack', join(folder, `handset-${version}.mcpb`), bundle);
    await mcpb('validate', join(bundle, 'manifest.json'));
    const json: unknown = JSON.parse(await readFile(join(bundle, 'manifest.json'), 'utf8'));
    const { args } = manifestSchema.parse(json).server.mcp_config;
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [
        ...args.map((each) => each.replace('${__dirname}', bundle)),
        ...['--no-open', '--port', String(await freePort())],
      ],
      env: { ...getDefaultEnvironment(), HANDSET_CONFIG_DIR: join(folder, 'config') },
    });
    const client = new Client({ name: 'handset-e2e', version: '1.0.0' });
    await client.connect(transport);
    expect(client.getServerVersion()).toMatchObject({ version });
    await client.close();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

async function mcpb(...args: readonly string[]): Promise<void> {
  const { code, output } = await runProgram('mcpb', args, { deadlineMs });
  expect(code, output).toBe(0);
}
