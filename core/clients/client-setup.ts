import { agentPath } from '../mcp/agent-path.ts';
import type { AgentSetup } from '../relay/frames.ts';

/** Configuration to paste that lets a client reach the bridge. */
export interface ClientConfig {
  /** MCP transport. `stdio`: the client starts a program that joins the running bridge or becomes the bridge. */
  readonly kind: 'http' | 'stdio';
  /** The file to put it in, with a path of this operating system, or where to run it. */
  readonly where: string;
  /** `shell` is PowerShell on Windows and sh elsewhere. */
  readonly language: 'json' | 'toml' | 'shell';
  /** Contains the token where the client has to send it. */
  readonly text: string;
}

/** An MCP client with all configurations it can use. */
export interface ClientSetup {
  readonly id: string;
  /** `VS Code` */
  readonly name: string;
  /** The simplest first; never empty. */
  readonly configs: readonly ClientConfig[];
}

/** The server's name in every client's configuration. */
export const serverName = 'handset';

/** A stdio server as nearly all clients write it: a program that the client starts. */
export interface ProgramEntry {
  readonly command: string;
  readonly args: readonly string[];
  /** Absent where the program can read the stored token. */
  readonly env?: { readonly HANDSET_TOKEN: string };
}

/** The MCP URL for an agent of this name; null gives the URL without a name. */
export function agentUrl({ mcpUrl }: AgentSetup, agentName: string | null): string {
  return agentName === null ? mcpUrl : new URL(agentPath(agentName), mcpUrl).href;
}

/** The headers that carry the token. */
export function tokenHeaders({ token }: AgentSetup): { readonly Authorization: string } {
  return { Authorization: `Bearer ${token}` };
}

/** The bridge as a stdio program: it joins the running bridge or becomes it. */
export function programEntry(setup: AgentSetup): ProgramEntry {
  return {
    command: 'node',
    args: [setup.programPath, '--stdio', ...setup.programArguments],
    // Every user of the computer can read arguments, but not the environment.
    ...(setup.ownToken && { env: { HANDSET_TOKEN: setup.token } }),
  };
}

/** Whether the bridge runs on Windows, by the path of its program. */
export function isOnWindows({ programPath }: AgentSetup): boolean {
  return /^(?:[A-Za-z]:[\\/]|\\\\)/.test(programPath);
}

/** A file in the home directory, such as `.cursor/mcp.json`, with a path of this operating system. */
export function homeFile(setup: AgentSetup, path: string): string {
  return isOnWindows(setup) ? `%USERPROFILE%\\${path.replaceAll('/', '\\')}` : `~/${path}`;
}
