/**
 * Checks every client configuration that the console offers: parses it as its client would, and
 * connects an official MCP client with exactly these values.
 */
import { execFileSync } from 'node:child_process';
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import {
  StdioClientTransport,
  getDefaultEnvironment,
} from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { z } from 'zod';
import type { ClientConfig } from '#core/clients/client-setup.ts';
import { clientSetups } from '#core/clients/clients.ts';
import type { AgentSetup } from '#core/relay/frames.ts';
import { bridgeFile, startBridge } from './bridge-process.ts';
import { bridgeTest as test, expect } from './fixtures.ts';

/** A server entry of any client's configuration, under common names. */
const entrySchema = z.object({
  url: z.string().optional(),
  headers: z.record(z.string(), z.string()).default({}),
  command: z.string().optional(),
  args: z.array(z.string()).default([]),
  env: z.record(z.string(), z.string()).default({}),
});
type ServerEntry = z.infer<typeof entrySchema>;

const servers = z.strictObject({ handset: z.record(z.string(), z.unknown()) });
/** VS Code uses `servers`. */
const fileSchema = z.strictObject({ mcpServers: servers.optional(), servers: servers.optional() });

const ownToken = 'a-token-0123456789.of-the~person+/==';

test('every offered configuration connects', { tag: '@nightly' }, async ({ bridge }, testInfo) => {
  const folder = testInfo.outputPath("it's a $place (1)");
  await mkdir(folder, { recursive: true });
  const programPath = join(folder, 'bridge.js');
  await copyFile(bridgeFile, programPath);
  const other = await startBridge(bridgeFile, ['--token', ownToken]);
  try {
    for (const { token, mcp, port, configDir } of [bridge, other]) {
      const setup: AgentSetup = {
        mcpUrl: mcp,
        token,
        ownToken: token === ownToken,
        programPath,
        programArguments: ['--port', String(port), '--no-open'],
      };
      for (const { name, configs, installLink } of clientSetups(setup, 'tester')) {
        const entries = configs.map(parseEntry);
        if (installLink !== undefined) entries.push(readLink(installLink));
        const lists = entries.map((entry) => listTools(entry, configDir));
        for (const tools of await Promise.all(lists)) {
          expect([name, ...tools]).toContain('get_screen_state');
        }
      }
    }
  } finally {
    await other.stop();
  }
});

async function listTools(entry: ServerEntry, configDir: string): Promise<string[]> {
  const client = new Client({ name: 'handset-e2e', version: '1.0.0' });
  await client.connect(transportOf(entry, configDir));
  const { tools } = await client.listTools();
  await client.close();
  return tools.map(({ name }) => name);
}

function transportOf(
  { url, headers, command, args, env }: ServerEntry,
  configDir: string,
): Transport {
  if (url !== undefined) {
    return new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
  }
  expect(command).toBe('node');
  // Only this test moves the config folder; the configurations do not name it.
  const own = { ...getDefaultEnvironment(), HANDSET_CONFIG_DIR: configDir };
  return new StdioClientTransport({ command: process.execPath, args, env: { ...own, ...env } });
}

function parseEntry({ language, text }: ClientConfig): ServerEntry {
  if (language === 'toml') return entrySchema.parse(readToml(text));
  if (language === 'shell') return entrySchema.parse(readCommand(splitCommandLine(text)));
  const { mcpServers, servers } = fileSchema.parse(JSON.parse(text));
  const handset = (mcpServers ?? servers)?.handset;
  // Gemini uses `httpUrl`, older Windsurf `serverUrl`.
  const url = handset?.['url'] ?? handset?.['httpUrl'] ?? handset?.['serverUrl'];
  return entrySchema.parse({ ...handset, url });
}

/** Reads a link as Cursor and VS Code do. */
function readLink(link: string): ServerEntry {
  const config = new URL(link).searchParams.get('config');
  const json =
    config === null
      ? decodeURIComponent(link.replace(/^[^?]*\?/, ''))
      : Buffer.from(config, 'base64').toString();
  return entrySchema.parse(JSON.parse(json));
}

/** Parses the TOML subset in use: one table of strings, lists and inline tables. */
function readToml(text: string): Record<string, unknown> {
  const [head, ...lines] = text.split('\n');
  expect(head).toBe('[mcp_servers.handset]');
  const values: [string, unknown][] = lines.map((line) => {
    const [, key = '', value = ''] = /^(\w+) = (.*)$/.exec(line) ?? [];
    const json = value.startsWith('{') ? value.replaceAll(/([{,] )(\w+) = /g, '$1"$2": ') : value;
    return [key, JSON.parse(json)];
  });
  const { http_headers: headers, ...others } = Object.fromEntries(values);
  return { ...others, headers };
}

/** Splits a command line with sh; includes the program itself. */
function splitCommandLine(text: string): string[] {
  const script = 'process.stdout.write(JSON.stringify(process.argv.slice(1)))';
  const quoted = `"${process.execPath}" -e '${script}' -- ${text}`;
  return z.array(z.string()).parse(JSON.parse(execFileSync('sh', ['-c', quoted]).toString()));
}

/** Reads the arguments as Claude Code and the MCP Inspector do. */
function readCommand(commandLine: readonly string[]): Partial<ServerEntry> {
  const end = commandLine.indexOf('--');
  const options = end === -1 ? commandLine : commandLine.slice(0, end);
  const [command, ...args] = end === -1 ? [] : commandLine.slice(end + 1);
  const optionValue = (name: string): string | undefined => {
    const at = options.indexOf(name);
    return at === -1 ? undefined : options[at + 1];
  };
  const header = optionValue('--header')?.split(': ');
  const variable = (optionValue('--env') ?? optionValue('-e'))?.split('=');
  return {
    url: optionValue('--server-url') ?? options.find((word) => word.startsWith('http://')),
    headers: header === undefined ? {} : { [header[0] ?? '']: header.slice(1).join(': ') },
    command,
    args,
    env: variable === undefined ? {} : { [variable[0] ?? '']: variable.slice(1).join('=') },
  };
}
