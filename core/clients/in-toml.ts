/** Clients that are configured in TOML. */
import type { AgentSetup } from '../relay/frames.ts';
import type { ClientSetup } from './client-setup.ts';
import { agentUrl, homeFile, programEntry, serverName, tokenHeaders } from './server-entry.ts';

/**
 * Codex CLI, its app and its editor extension, which share one file. Headers must be in
 * `http_headers` (`headers` is ignored). The alternative, a token from an environment variable,
 * would have to be set in every terminal.
 *
 * Sources: developers.openai.com/codex/mcp; openai/codex rust-v0.159.3,
 * codex-rs/config/src/mcp_types.rs (November 2026). Tried with 0.169.0.
 */
export function codex(setup: AgentSetup, agentName: string | null): ClientSetup {
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
