import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import packageJson from '../../package.json' with { type: 'json' };
import { parseToolResult } from '../agents.ts';
import { consoleUrl, waitForBridge, waitForPhone } from '../console-page.ts';
import { expect, test } from '../fixtures.ts';
import { freePort } from '../free-port.ts';
import { root } from '../inventory.ts';
import { connectProgram } from '../stdio-program.ts';
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

test('the MCP bundle is valid, and starts as Claude Desktop starts it', async ({ page }) => {
  const folder = await mkdtemp(join(tmpdir(), 'handset-bundle-'));
  try {
    await promisify(execFile)(process.execPath, ['app/build/pack.mjs', folder], { cwd: root });
    const bundle = join(folder, 'unpacked');
    await mcpb('unpack', join(folder, `handset-${version}.mcpb`), bundle);
    await mcpb('validate', join(bundle, 'manifest.json'));
    const json: unknown = JSON.parse(await readFile(join(bundle, 'manifest.json'), 'utf8'));
    const { args } = manifestSchema.parse(json).server.mcp_config;
    const { client, address } = await connectProgram({
      command: process.execPath,
      args: [
        ...args.map((each) => each.replace('${__dirname}', bundle)),
        ...['--no-open', '--port', String(await freePort())],
      ],
      env: { HANDSET_CONFIG_DIR: join(folder, 'config') },
    });
    expect(client.getServerVersion()).toMatchObject({ version });
    await page.goto(consoleUrl(await address, { phone: 'demo' }));
    await Promise.all([waitForPhone(page), waitForBridge(page)]);
    const result = parseToolResult(await client.callTool({ name: 'get_screen_state' }));
    expect(result).toMatchObject({ isError: false, text: expect.stringContaining('screen:') });
    await client.close();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

async function mcpb(...args: readonly string[]): Promise<void> {
  const { code, output } = await runProgram('mcpb', args, { deadlineMs });
  expect(code, output).toBe(0);
}
