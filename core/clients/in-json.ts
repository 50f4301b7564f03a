/** Clients that are configured in JSON. */
import type { AgentSetup } from '../relay/frames.ts';
import type { ClientSetup, ClientWay } from './client-setup.ts';
import {
  agentUrl,
  homeFile,
  isOnWindows,
  programEntry,
  serverName,
  tokenHeaders,
} from './server-entry.ts';

/**
 * The format that most other clients understand.
 *
 * Source: none; this is the format that Claude Code's `.mcp.json`, the inspector and many others
 * share (November 2026).
 */
export function anyClient(setup: AgentSetup, agentName: string | null): ClientSetup {
  const where = 'Where the client keeps its MCP servers';
  const address = { type: 'http', ...addressEntry(setup, agentName) };
  return {
    id: 'any',
    name: 'Any other client',
    ways: [inFile('http', where, address), inFile('stdio', where, programEntry(setup))],
  };
}

/**
 * Claude Desktop. Its file supports only stdio, and its connectors run on Anthropic's servers,
 * which cannot reach this computer's loopback address.
 *
 * Sources: modelcontextprotocol.io/docs/develop/connect-local-servers, support.claude.com on
 * custom connectors (April 2026).
 */
export function claudeDesktop(setup: AgentSetup): ClientSetup {
  const file = 'claude_desktop_config.json';
  const where = isOnWindows(setup)
    ? `%APPDATA%\\Claude\\${file}`
    : `macOS: ~/Library/Application Support/Claude/${file}; Linux: ~/.config/Claude/${file}`;
  return {
    id: 'claude-desktop',
    name: 'Claude Desktop',
    ways: [inFile('stdio', where, programEntry(setup))],
  };
}

/**
 * Cursor, for all projects.
 *
 * Source: cursor.com/docs/mcp (October 2026).
 */
export function cursor(setup: AgentSetup, agentName: string | null): ClientSetup {
  const where = homeFile(setup, '.cursor/mcp.json');
  return {
    id: 'cursor',
    name: 'Cursor',
    ways: [
      inFile('http', where, addressEntry(setup, agentName)),
      inFile('stdio', where, programEntry(setup)),
    ],
  };
}

/**
 * VS Code, which uses the key `servers` instead of `mcpServers`.
 *
 * Source: code.visualstudio.com/docs/copilot/reference/mcp-configuration (November 2026).
 */
export function vsCode(setup: AgentSetup, agentName: string | null): ClientSetup {
  const where = 'Command palette, MCP: Open User Configuration; or .vscode/mcp.json of a project';
  const way = (kind: ClientWay['kind'], entry: object): ClientWay => ({
    kind,
    where,
    language: 'json',
    text: pretty({ servers: { [serverName]: { type: kind, ...entry } } }),
  });
  return {
    id: 'vs-code',
    name: 'VS Code',
    ways: [way('http', addressEntry(setup, agentName)), way('stdio', programEntry(setup))],
  };
}

/**
 * Gemini CLI: `url` is for the older SSE transport, `httpUrl` for streamable HTTP.
 *
 * Source: google-gemini/gemini-cli, docs/tools/mcp-server.md (October 2026). Tried with 0.61.0.
 */
export function geminiCli(setup: AgentSetup, agentName: string | null): ClientSetup {
  const where = homeFile(setup, '.gemini/settings.json');
  const { url, headers } = addressEntry(setup, agentName);
  return {
    id: 'gemini-cli',
    name: 'Gemini CLI',
    ways: [
      inFile('http', where, { httpUrl: url, headers }),
      inFile('stdio', where, programEntry(setup)),
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
export function windsurf(setup: AgentSetup, agentName: string | null): ClientSetup {
  const onWindows = isOnWindows(setup);
  const today = onWindows ? '%APPDATA%\\devin\\mcp_config.json' : '~/.config/devin/mcp_config.json';
  const before = `before June 2026: ${homeFile(setup, '.codeium/windsurf/mcp_config.json')}`;
  const { url, headers } = addressEntry(setup, agentName);
  return {
    id: 'windsurf',
    name: 'Windsurf (Devin Desktop)',
    ways: [
      inFile('http', today, { url, transport: 'http', headers }),
      inFile('http', `Windsurf ${before}`, { serverUrl: url, headers }),
      inFile('stdio', `${today}; ${before}`, programEntry(setup)),
    ],
  };
}

function addressEntry(setup: AgentSetup, agentName: string | null) {
  return { url: agentUrl(setup, agentName), headers: tokenHeaders(setup) };
}

function inFile(kind: ClientWay['kind'], where: string, entry: object): ClientWay {
  return {
    kind,
    where,
    language: 'json',
    text: pretty({ mcpServers: { [serverName]: entry } }),
  };
}

function pretty(value: object): string {
  return JSON.stringify(value, null, 2);
}
