/** Clients that are configured in JSON. */
import type { AgentSetup } from '../relay/frames.ts';
import type { ClientSetup, ClientConfig } from './client-setup.ts';
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
export function claudeDesktop(setup: AgentSetup): ClientSetup {
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
 * Source: cursor.com/docs/mcp (October 2026).
 */
export function cursor(setup: AgentSetup, agentName: string | null): ClientSetup {
  const where = homeFile(setup, '.cursor/mcp.json');
  return {
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
 * Source: code.visualstudio.com/docs/copilot/reference/mcp-configuration (November 2026).
 */
export function vsCode(setup: AgentSetup, agentName: string | null): ClientSetup {
  const where = 'Command palette, MCP: Open User Configuration; or .vscode/mcp.json of a project';
  const config = (kind: ClientConfig['kind'], entry: object): ClientConfig => ({
    kind,
    where,
    language: 'json',
    text: toJson({ servers: { [serverName]: { type: kind, ...entry } } }),
  });
  return {
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
export function geminiCli(setup: AgentSetup, agentName: string | null): ClientSetup {
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
export function windsurf(setup: AgentSetup, agentName: string | null): ClientSetup {
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
      jsonConfig('http', newFile, { url, transport: 'http', headers }),
      jsonConfig('http', `Windsurf ${oldFile}`, { serverUrl: url, headers }),
      jsonConfig('stdio', `${newFile}; ${oldFile}`, programEntry(setup)),
    ],
  };
}

function httpEntry(setup: AgentSetup, agentName: string | null) {
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

function toJson(value: object): string {
  return JSON.stringify(value, null, 2);
}
