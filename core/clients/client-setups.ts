/**
 * Ready-made configuration for the clients that agents run in. Formats change: each client's
 * function names where its present one stands, and when that was read.
 */
import type { AgentSetup } from '../relay/frames.ts';
import type { ClientSetup } from './client-setup.ts';
import { anyClient, claudeDesktop, cursor, geminiCli, vsCode, windsurf } from './in-json.ts';
import { claudeCode, inspector } from './in-shell.ts';
import { codex } from './in-toml.ts';

/**
 * How to set up each client we know, and last the form that most others share. The name of the
 * agent becomes part of the address; null leaves it out. A program has no name to give: the
 * bridge names it by its process.
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
