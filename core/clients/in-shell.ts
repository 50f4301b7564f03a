/** Clients that are configured with a command. */
import type { AgentSetup } from '../relay/frames.ts';
import type { ClientSetup, ClientConfig } from './client-setup.ts';
import {
  agentUrl,
  isOnWindows,
  type ProgramEntry,
  programEntry,
  serverName,
  tokenHeaders,
} from './server-entry.ts';
import { shellCommand } from './shell-command.ts';

/**
 * Claude Code: `claude mcp add` in user scope, which also keeps the token out of committed files.
 * `--header` and `--env` consume all arguments up to the next option, so they come after the name.
 *
 * Sources: code.claude.com/docs/en/mcp (February 2026); anthropics/claude-code issue 30408
 * (March 2026) for the order. Tried with 2.1.197.
 */
export function claudeCode(setup: AgentSetup, agentName: string | null): ClientSetup {
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
export function inspector(setup: AgentSetup, agentName: string | null): ClientSetup {
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
  setup: AgentSetup,
  kind: ClientConfig['kind'],
  args: readonly string[],
): ClientConfig {
  const onWindows = isOnWindows(setup);
  return {
    kind,
    where: onWindows ? 'Run in PowerShell' : 'Run in a terminal',
    language: 'shell',
    text: shellCommand(args, onWindows),
  };
}

function headerLine(setup: AgentSetup): string {
  return `Authorization: ${tokenHeaders(setup).Authorization}`;
}

function envOption(option: string, { env }: ProgramEntry): string[] {
  return env === undefined ? [] : [option, `HANDSET_TOKEN=${env.HANDSET_TOKEN}`];
}

function commandWithArgs({ command, args }: ProgramEntry): string[] {
  return [command, ...args];
}
