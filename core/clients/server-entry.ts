/** What every client has to be told of the bridge, in the shapes most of them share. */
import { pathOfAgent } from '../mcp/agent.ts';
import type { AgentSetup } from '../relay/frames.ts';

/** What the bridge is called in every client. */
export const serverName = 'handset';

/** A program that a client starts, as nearly all of them spell it. */
export interface ProgramEntry {
  readonly command: string;
  readonly args: readonly string[];
  /** Left out where the program finds the token by itself. */
  readonly env?: { readonly HANDSET_TOKEN: string };
}

/** The address at which an agent of this name calls; null is the one without a name. */
export function agentUrl({ mcpUrl }: AgentSetup, agentName: string | null): string {
  return agentName === null ? mcpUrl : new URL(pathOfAgent(agentName), mcpUrl).href;
}

/** The headers that show the token. */
export function tokenHeaders({ token }: AgentSetup): { readonly Authorization: string } {
  return { Authorization: `Bearer ${token}` };
}

/** The bridge as a program: whoever starts it joins the bridge that runs, or becomes it. */
export function programEntry(setup: AgentSetup): ProgramEntry {
  return {
    command: 'node',
    args: [setup.programPath, '--stdio', ...setup.programArguments],
    // Arguments can be read by every user of the computer; the environment can't.
    ...(setup.ownToken && { env: { HANDSET_TOKEN: setup.token } }),
  };
}

/** Whether the bridge runs on Windows, where files and shells have other names: told by its file. */
export function isOnWindows({ programPath }: AgentSetup): boolean {
  return /^(?:[A-Za-z]:[\\/]|\\\\)/.test(programPath);
}

/** A file below the person's own folder, as this system writes it: `.cursor/mcp.json`. */
export function homeFile(setup: AgentSetup, path: string): string {
  return isOnWindows(setup) ? `%USERPROFILE%\\${path.replaceAll('/', '\\')}` : `~/${path}`;
}
