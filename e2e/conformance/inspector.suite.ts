import { z } from 'zod';
import { bridgeFile } from '../bridge-process.ts';
import { expect, test } from '../fixtures.ts';
import { runProgram, suitesUnavailableReason } from './suites.ts';

const deadlineMs = 30_000;

const toolListSchema = z.object({
  result: z.object({ tools: z.array(z.object({ name: z.string() })) }),
});
const toolResultSchema = z.object({
  result: z.object({
    content: z.tuple([z.object({ type: z.literal('text'), text: z.string() })]),
    isError: z.literal(false).optional(),
  }),
});

test.use({ live: 'on' });
test.skip(suitesUnavailableReason !== undefined, suitesUnavailableReason);

test('the MCP Inspector lists and calls over HTTP, in both eras, and over stdio', async ({
  console: page,
  bridge,
}) => {
  await expect(page.getByTestId('screen-picture')).toBeVisible();
  const header = ['--header', `Authorization: Bearer ${bridge.token}`];
  const http = [bridge.mcp, '--transport', 'http', ...header];
  const program = [bridgeFile, '--stdio', '--no-open', '--port', String(bridge.port)];
  const config = ['-e', `HANDSET_CONFIG_DIR=${bridge.configDir}`];
  const transports = [
    [...http, '--protocol-era', 'legacy'],
    [...http, '--protocol-era', 'modern'],
    // The server's command follows `--`.
    [...config, '--transport', 'stdio', '--', process.execPath, ...program],
  ];
  const results = await Promise.all(
    transports.map(async (transport) => {
      const tools = toolListSchema.parse(await inspect(['tools/list', '--strict'], transport))
        .result.tools;
      const call = ['tools/call', '--tool-name', 'get_screen_tree', '--tool-arg', 'compact=true'];
      const [{ text }] = toolResultSchema.parse(await inspect(call, transport)).result.content;
      return { tools: tools.map(({ name }) => name), text };
    }),
  );
  for (const { tools, text } of results) {
    expect(tools).toContain('get_screen_tree');
    expect(tools).toEqual(results[0]?.tools);
    expect(text).toContain('[Screen: com.android.launcher3');
  }

  /** Runs the inspector; its `--strict` exits non-zero for a schema that some clients would not understand. */
  async function inspect(
    method: readonly string[],
    transport: readonly string[],
  ): Promise<unknown> {
    const args = ['--cli', '--method', ...method, '--format', 'json', ...transport];
    // The inspector writes to the home folder.
    const env = { HOME: bridge.configDir, USERPROFILE: bridge.configDir };
    const { code, stdout, output } = await runProgram('inspector', args, { env, deadlineMs });
    expect(code, output).toBe(0);
    return JSON.parse(stdout);
  }
});
