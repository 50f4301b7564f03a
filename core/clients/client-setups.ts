/**
 * Ready-made configuration for MCP clients. Formats change: each client's function names its
 * source and when it was read.
 */
import type { AgentSetup } from '../relay/frames.ts';
import type { ClientSetup } from './client-setup.ts';
import { anyClient, claudeDesktop, cursor, geminiCli, vsCode, windsurf } from './in-json.ts';
import { claudeCode, inspector } from './in-shell.ts';
import { codex } from './in-toml.ts';

/**
 * The configurations of all known clients, and last the format that most others share. The agent
 * name becomes part of the URL; null leaves it out. Programs started over stdio are named by the
 * bridge after their process.
 */
export function clientSetups(setup: AgentSetup, agentName: string | null): readonly ClientSetup[] {
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
