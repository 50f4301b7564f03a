/** The name of the agent at the plain address `/mcp`. */
export const DEFAULT_AGENT = 'local';

/** Not `.` and `..`: an address that ends so is another one (WHATWG URL, dot segments). */
const AGENT_PATH = /^\/mcp(?:\/(?!\.{1,2}$)([A-Za-z0-9_.-]{1,64}))?$/;

/**
 * The agent that an address stands for: `/mcp` is `local`, `/mcp/<name>` is that name.
 * `null` where the path is no MCP address, or the name breaks the rule `[A-Za-z0-9_.-]{1,64}`.
 */
export function agentOfPath(pathname: string): string | null {
  const match = AGENT_PATH.exec(pathname);
  return match === null ? null : (match[1] ?? DEFAULT_AGENT);
}

/** The path at which an agent of this name calls. */
export function pathOfAgent(agent: string): string {
  return agent === DEFAULT_AGENT ? '/mcp' : `/mcp/${agent}`;
}
