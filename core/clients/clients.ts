/**
 * Ready-made configuration for MCP clients. Formats change: each client's function names its
 * source and when it was read.
 */
import { encodeBase64 } from '../text/base64.ts';
import {
  agentUrl,
  homeFile,
  isOnWindows,
  programEntry,
  serverName,
  tokenHeaders,
  hasTokens,
  type ClientAccess,
  type ClientConfig,
  type ClientSetup,
  type ProgramEntry,
} from './client-setup.ts';

/**
 * The configurations of all known clients, and last the format that most others share. The agent
 * name becomes part of the URL; null leaves it out. Programs started over stdio are named by the
 * bridge after their process.
 */
export function clientSetups(
  setup: ClientAccess,
  agentName: string | null,
): readonly ClientSetup[] {
  const clients = [
    claudeCode,
    claudeDesktop,
    cursor,
    vsCode,
    codex,
    geminiCli,
    windsurf,
    inspector,
    anyClient,
  ];
  return clients.map((client) => client(setup, agentName));
}

/**
 * The format that most other clients understand.
 *
 * Source: none; this is the format that Claude Code's `.mcp.json`, the inspector and many others
 * share (November 2026).
 */
export function anyClient(setup: ClientAccess, agentName: string | null): ClientSetup {
  const where = "In the client's MCP configuration";
  const entry = { type: 'http', ...httpEntry(setup, agentName) };
  return {
    id: 'any',
    name: 'Any other client',
    configs: [jsonConfig('http', where, entry), jsonConfig('stdio', where, programEntry(setup))],
  };
}

/**
 * Claude Desktop. Its file supports only stdio, and its connectors run on Anthropic's servers,
 * which cannot reach this computer's loopback address.
 *
 * Sources: modelcontextprotocol.io/docs/develop/connect-local-servers, support.claude.com on
 * custom connectors (April 2026).
 */
function claudeDesktop(setup: ClientAccess): ClientSetup {
  const file = 'claude_desktop_config.json';
  const where = isOnWindows(setup)
    ? `%APPDATA%\\Claude\\${file}`
    : `macOS: ~/Library/Application Support/Claude/${file}; Linux: ~/.config/Claude/${file}`;
  return {
    id: 'claude-desktop',
    name: 'Claude Desktop',
    configs: [jsonConfig('stdio', where, programEntry(setup))],
  };
}

/**
 * Cursor, for all projects.
 *
 * Sources: cursor.com/docs/mcp (October 2026), cursor.com/docs/mcp/install-links (November 2026). The
 * link is the one that leads to Cursor itself: by way of its website, that site would read the path.
 */
export function cursor(setup: ClientAccess, agentName: string | null): ClientSetup {
  const where = homeFile(setup, '.cursor/mcp.json');
  const config = encodeURIComponent(encodeBase64(jsonBytes(programEntry(setup))));
  const link = `cursor://anysphere.cursor-deeplink/mcp/install?name=${serverName}&config=${config}`;
  return {
    ...(!hasTokens(setup) && { installLink: link }),
    id: 'cursor',
    name: 'Cursor',
    configs: [
      jsonConfig('http', where, httpEntry(setup, agentName)),
      jsonConfig('stdio', where, programEntry(setup)),
    ],
  };
}

/**
 * VS Code, which uses the key `servers` instead of `mcpServers`.
 *
 * Sources: code.visualstudio.com/docs/copilot/reference/mcp-configuration, and
 * code.visualstudio.com/docs/copilot/guides/mcp-developer-guide for the link (November 2026).
 */
function vsCode(setup: ClientAccess, agentName: string | null): ClientSetup {
  const where =
    'Command Palette > "MCP: Open User Configuration", or .vscode/mcp.json in a project';
  const config = (kind: ClientConfig['kind'], entry: object): ClientConfig => ({
    kind,
    where,
    language: 'json',
    text: toJson({ servers: { [serverName]: { type: kind, ...entry } } }),
  });
  const server = { name: serverName, type: 'stdio', ...programEntry(setup) };
  const link = `vscode:mcp/install?${encodeURIComponent(JSON.stringify(server))}`;
  return {
    ...(!hasTokens(setup) && { installLink: link }),
    id: 'vs-code',
    name: 'VS Code',
    configs: [config('http', httpEntry(setup, agentName)), config('stdio', programEntry(setup))],
  };
}

/**
 * Gemini CLI: `url` is for the older SSE transport, `httpUrl` for streamable HTTP.
 *
 * Source: google-gemini/gemini-cli, docs/tools/mcp-server.md (October 2026). Tried with 0.61.0.
 */
function geminiCli(setup: ClientAccess, agentName: string | null): ClientSetup {
  const where = homeFile(setup, '.gemini/settings.json');
  const { url, headers } = httpEntry(setup, agentName);
  return {
    id: 'gemini-cli',
    name: 'Gemini CLI',
    configs: [
      jsonConfig('http', where, { httpUrl: url, headers }),
      jsonConfig('stdio', where, programEntry(setup)),
    ],
  };
}

/**
 * Windsurf, called Devin Desktop since June 2026: its new file uses `url`, the old one
 * `serverUrl`.
 *
 * Sources: docs.browserless.io/mcp/clients/windsurf and docs.sevalla.com/ai-agents/windsurf for
 * the new file (November 2026), docs.windsurf.com/windsurf/cascade/mcp for the old one.
 */
export function windsurf(setup: ClientAccess, agentName: string | null): ClientSetup {
  const onWindows = isOnWindows(setup);
  const newFile = onWindows
    ? '%APPDATA%\\devin\\mcp_config.json'
    : '~/.config/devin/mcp_config.json';
  const oldFile = `before June 2026: ${homeFile(setup, '.codeium/windsurf/mcp_config.json')}`;
  const { url, headers } = httpEntry(setup, agentName);
  return {
    id: 'windsurf',
    name: 'Windsurf (Devin Desktop)',
    configs: [
      {
        ...jsonConfig('http', newFile, { url, transport: 'http', headers }),
        product: 'Devin Desktop',
      },
      {
        ...jsonConfig('http', `Windsurf ${oldFile}`, { serverUrl: url, headers }),
        product: 'Windsurf',
      },
      jsonConfig('stdio', `${newFile}; ${oldFile}`, programEntry(setup)),
    ],
  };
}

function httpEntry(setup: ClientAccess, agentName: string | null) {
  return { url: agentUrl(setup, agentName), headers: tokenHeaders(setup) };
}

function jsonConfig(kind: ClientConfig['kind'], where: string, entry: object): ClientConfig {
  return {
    kind,
    where,
    language: 'json',
    text: toJson({ mcpServers: { [serverName]: entry } }),
  };
}

function jsonBytes(value: object): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}

function toJson(value: object): string {
  return JSON.stringify(value, null, 2);
}

/** Arguments that need no quotes in sh, PowerShell and cmd; a leading `-` only before a letter. */
const NEEDS_NO_QUOTES = /^(?:--?[A-Za-z]|[A-Za-z0-9_./])[A-Za-z0-9_./:=-]*$/;
/** Arguments that are literal between double quotes in all shells. */
const DOUBLE_QUOTABLE = /^[\p{L}\p{N}_./:=@+~, ()&'#-]+$/u;
/** On Windows also backslashes, except as the last character, where one would escape the quote. */
const DOUBLE_QUOTABLE_ON_WINDOWS = /^[\p{L}\p{N}_./:=@+~, ()&'#\\-]+(?<!\\)$/u;

/**
 * A command line that passes exactly these arguments: for PowerShell on Windows (and for cmd, if
 * the arguments hold only letters, digits and the usual characters of a path), for sh elsewhere.
 */
export function shellCommand(args: readonly string[], onWindows: boolean): string {
  return args.map((arg) => (onWindows ? quoteForPowerShell(arg) : quoteForSh(arg))).join(' ');
}

function quoteForSh(arg: string): string {
  if (NEEDS_NO_QUOTES.test(arg) || arg === '--') return arg;
  return DOUBLE_QUOTABLE.test(arg) ? `"${arg}"` : `'${arg.replaceAll("'", "'\\''")}'`;
}

/** Quotes `--` too: PowerShell removes a bare one before npm's scripts see it. */
function quoteForPowerShell(arg: string): string {
  if (NEEDS_NO_QUOTES.test(arg)) return arg;
  if (DOUBLE_QUOTABLE_ON_WINDOWS.test(arg)) return `"${arg}"`;
  // PowerShell treats curly quotes like straight ones.
  return `'${arg.replaceAll(/['\u2018-\u201b]/g, '$&$&')}'`;
}

// Clients that are configured with a command.

/**
 * Claude Code: `claude mcp add` in user scope, which also keeps the token out of committed files.
 * `--header` and `--env` consume all arguments up to the next option, so they come after the name.
 *
 * Sources: code.claude.com/docs/en/mcp (February 2026); anthropics/claude-code issue 30408
 * (March 2026) for the order. Tried with 2.1.197.
 */
export function claudeCode(setup: ClientAccess, agentName: string | null): ClientSetup {
  const addCommand = ['claude', 'mcp', 'add', '--scope', 'user', '--transport'];
  const program = programEntry(setup);
  const header = ['--header', headerLine(setup)];
  return {
    id: 'claude-code',
    name: 'Claude Code',
    configs: [
      shellConfig(setup, 'http', [
        ...addCommand,
        'http',
        serverName,
        agentUrl(setup, agentName),
        ...header,
      ]),
      shellConfig(setup, 'stdio', [
        ...addCommand,
        'stdio',
        serverName,
        ...envOption('--env', program),
        '--',
        ...commandWithArgs(program),
      ]),
    ],
  };
}

/**
 * The MCP inspector, which opens in the browser; needs Node 22.19.
 *
 * Source: modelcontextprotocol/inspector, docs/mcp-server-configuration.md of version 2
 * (November 2026). Tried with 2.12.0, in the terminal by `--cli --method tools/list`.
 */
export function inspector(setup: ClientAccess, agentName: string | null): ClientSetup {
  const npxCommand = ['npx', '@modelcontextprotocol/inspector'];
  const addressArgs = ['--transport', 'http', '--server-url', agentUrl(setup, agentName)];
  const program = programEntry(setup);
  return {
    id: 'inspector',
    name: 'MCP inspector',
    configs: [
      shellConfig(setup, 'http', [...npxCommand, ...addressArgs, '--header', headerLine(setup)]),
      shellConfig(setup, 'stdio', [
        ...npxCommand,
        ...envOption('-e', program),
        '--',
        ...commandWithArgs(program),
      ]),
    ],
  };
}

function shellConfig(
  setup: ClientAccess,
  kind: ClientConfig['kind'],
  args: readonly string[],
): ClientConfig {
  const onWindows = isOnWindows(setup);
  return {
    kind,
    where: onWindows ? 'Run in PowerShell' : 'Run in a terminal',
    language: 'shell',
    text: shellCommand(args, onWindows),
    argv: args,
  };
}

function headerLine(setup: ClientAccess): string {
  return `Authorization: ${tokenHeaders(setup).Authorization}`;
}

function envOption(option: string, { env }: ProgramEntry): string[] {
  return Object.entries(env ?? {}).flatMap(([name, value]) => [option, `${name}=${value}`]);
}

function commandWithArgs({ command, args }: ProgramEntry): string[] {
  return [command, ...args];
}

// Clients that are configured in TOML.

/**
 * Codex CLI, its app and its editor extension, which share one file. Headers must be in
 * `http_headers` (`headers` is ignored). The alternative, a token from an environment variable,
 * would have to be set in every terminal.
 *
 * Sources: developers.openai.com/codex/mcp; openai/codex rust-v0.159.3,
 * codex-rs/config/src/mcp_types.rs (November 2026). Tried with 0.169.0.
 */
export function codex(setup: ClientAccess, agentName: string | null): ClientSetup {
  const where = homeFile(setup, '.codex/config.toml');
  const { command, args, env } = programEntry(setup);
  return {
    id: 'codex',
    name: 'Codex CLI',
    configs: [
      {
        kind: 'http',
        where,
        language: 'toml',
        text: serverTable([
          `url = ${tomlString(agentUrl(setup, agentName))}`,
          `http_headers = ${inlineTable(tokenHeaders(setup))}`,
        ]),
      },
      {
        kind: 'stdio',
        where,
        language: 'toml',
        text: serverTable([
          `command = ${tomlString(command)}`,
          `args = [${args.map(tomlString).join(', ')}]`,
          ...(env === undefined ? [] : [`env = ${inlineTable(env)}`]),
        ]),
      },
    ],
  };
}

function serverTable(lines: readonly string[]): string {
  return [`[mcp_servers.${serverName}]`, ...lines].join('\n');
}

function inlineTable(values: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(values).map(([key, value]) => `${key} = ${tomlString(value)}`);
  return `{ ${pairs.join(', ')} }`;
}

/** A TOML 1.0 basic string: JSON escapes, and U+007F must be escaped too. */
function tomlString(text: string): string {
  return JSON.stringify(text).replaceAll('\u007f', '\\u007f');
}
