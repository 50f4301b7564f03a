import { agentPath } from '../mcp/agent-path.ts';
import type { AgentSetup } from '../relay/frames.ts';

/** Configuration to paste that lets a client reach the bridge. */
export interface ClientConfig {
  /** MCP transport. `stdio`: the client starts a program that joins the running bridge or becomes the bridge. */
  readonly kind: 'http' | 'stdio';
  /** The name of the client that takes it, where one kind differs between clients; absent elsewhere. */
  readonly product?: string;
  /** The file to put it in, with a path of this operating system, or where to run it. */
  readonly where: string;
  /** `shell` is PowerShell on Windows and sh elsewhere. */
  readonly language: 'json' | 'toml' | 'shell';
  /** Contains the token where the client has to send it. */
  readonly text: string;
  /** For `shell`: the words of the command, before they were quoted. */
  readonly argv?: readonly string[];
}

/** An MCP client with all configurations it can use. */
export interface ClientSetup {
  readonly id: string;
  /** `VS Code` */
  readonly name: string;
  /** The simplest first; never empty. */
  readonly configs: readonly ClientConfig[];
  /**
   * A link that opens the client and lets it ask whether to add the server, started over stdio. Absent
   * where the client has none, and where the link would have to carry the token: the browser passes
   * links as arguments of a program, which every user of the computer can read.
   */
  readonly installLink?: string;
}

/**
 * Whether the npm package `handset` is ours. Until it is, nothing may tell anybody to run it with
 * npx, which would run whatever a stranger publishes under that name.
 */
export const isPublished: boolean = false;

/** The default command that starts Handset; options follow it. */
export function usualCommand(): string {
  return isPublished ? 'npx handset' : 'npm start --';
}

/** What starts the program at this path, with options after it. */
export function startCommand({ programPath }: Pick<AgentSetup, 'programPath'>): string {
  if (!isFromNpm({ programPath })) return 'npm start --';
  return isPublished ? 'npx handset' : 'handset';
}

/** A command that takes options, without any: npm's `--` is only for them. */
export function withoutOptions(command: string): string {
  return command.replace(/ --$/, '');
}

/** The server's name in every client's configuration. */
export const serverName = 'handset';

/** A stdio server as nearly all clients write it: a program that the client starts. */
export interface ProgramEntry {
  readonly command: string;
  readonly args: readonly string[];
  /** Tokens; absent where the program can read the stored one. */
  readonly env?: Readonly<Record<string, string>>;
}

/** The MCP URL for an agent of this name; null gives the URL without a name. */
export function agentUrl({ mcpUrl }: AgentSetup, agentName: string | null): string {
  return agentName === null ? mcpUrl : new URL(agentPath(agentName), mcpUrl).href;
}

/** What an agent needs to reach the bridge. */
export interface ClientAccess extends AgentSetup {
  /** The agent's own token, which it sends instead of the shared one. */
  readonly agentToken?: string;
}

/** The headers that carry the token. */
export function tokenHeaders({ agentToken, token }: ClientAccess): {
  readonly Authorization: string;
} {
  return { Authorization: `Bearer ${agentToken ?? token}` };
}

/** Whether the configuration of a program has a token in it. */
export function hasTokens({ ownToken, agentToken }: ClientAccess): boolean {
  return ownToken || agentToken !== undefined;
}

/** The bridge as a stdio program: it joins the running bridge or becomes it. */
export function programEntry(setup: ClientAccess, published: boolean = isPublished): ProgramEntry {
  const [command, ...start] = entryWords(setup, published);
  return {
    command,
    args: [...start, '--stdio', ...setup.programArguments],
    // Every user of the computer can read arguments, but not the environment.
    ...(hasTokens(setup) && {
      env: {
        ...(setup.ownToken && { HANDSET_TOKEN: setup.token }),
        ...(setup.agentToken !== undefined && { HANDSET_AGENT_TOKEN: setup.agentToken }),
      },
    }),
  };
}

function entryWords(
  setup: AgentSetup,
  published: boolean,
): readonly [string, ...(readonly string[])] {
  // npx may delete its copy of the package at any time, so a path into it would not last.
  if (!published || !isFromNpm(setup)) return ['node', setup.programPath];
  // On Windows npx is a batch file, which clients can start by cmd only.
  return isOnWindows(setup) ? ['cmd', '/c', 'npx', '-y', 'handset'] : ['npx', '-y', 'handset'];
}

/** Whether the bridge runs from the npm package and not from a clone, by the path of its program. */
export function isFromNpm({ programPath }: Pick<AgentSetup, 'programPath'>): boolean {
  return /[\\/]node_modules[\\/]handset[\\/]/.test(programPath);
}

/** Whether the bridge runs on Windows, by the path of its program. */
export function isOnWindows({ programPath }: AgentSetup): boolean {
  return /^(?:[A-Za-z]:[\\/]|\\\\)/.test(programPath);
}

/** A file in the home directory, such as `.cursor/mcp.json`, with a path of this operating system. */
export function homeFile(setup: AgentSetup, path: string): string {
  return isOnWindows(setup) ? `%USERPROFILE%\\${path.replaceAll('/', '\\')}` : `~/${path}`;
}
