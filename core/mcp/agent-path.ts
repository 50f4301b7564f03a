/** The name of the agent at the plain address `/mcp`. */
export const DEFAULT_AGENT = 'local';

/** `.` and `..` are excluded: URL parsers resolve them as dot segments (WHATWG URL). */
const AGENT_PATH = /^\/mcp(?:\/(?!\.{1,2}$)([A-Za-z0-9_.-]{1,64}))?$/;

/**
 * The agent name in a URL path: `/mcp` is `local`, `/mcp/<name>` is that name. `null` where the
 * path is no MCP endpoint or the name does not match `[A-Za-z0-9_.-]{1,64}`.
 */
export function agentFromPath(pathname: string): string | null {
  const match = AGENT_PATH.exec(pathname);
  return match === null ? null : (match[1] ?? DEFAULT_AGENT);
}

/**
 * The agent name for a client at the plain address, from the name in its `clientInfo`: characters that
 * an agent name can't have become `-`, and a client without a usable name is `local`.
 */
export function agentFromClientName(clientName: unknown): string {
  if (typeof clientName !== 'string') return DEFAULT_AGENT;
  const name = clientName.replaceAll(/[^A-Za-z0-9_.-]+/g, '-').slice(0, 64);
  return /[A-Za-z0-9]/.test(name) ? name : DEFAULT_AGENT;
}

/** What the bridge adds to a name that an agent with the shared token claims, where it is that of another's own token. */
export const SHARED_SUFFIX = '-shared';

/** Whether an agent's own token may have this name: one that no agent without it can be given, nor mean the user. */
export function isOwnAgentName(name: string): boolean {
  const isTaken = /^(?:you|steps)$/i.test(name) || name.toLowerCase().endsWith(SHARED_SUFFIX);
  return /^[A-Za-z0-9][A-Za-z0-9_.-]{0,39}$/.test(name) && !isTaken;
}

/** The agent name for the client that an MCP message names; null where it names none. */
export function agentOfClient(message: unknown): string | null {
  const params = ownProperty(message, 'params');
  // Since 2026-07-28 each request names its client; before, only `initialize` does.
  const client =
    ownProperty(ownProperty(params, '_meta'), 'io.modelcontextprotocol/clientInfo') ??
    ownProperty(params, 'clientInfo');
  return client === undefined ? null : agentFromClientName(ownProperty(client, 'name'));
}

/** The URL path for an agent of this name. */
export function agentPath(agent: string): string {
  return agent === DEFAULT_AGENT ? '/mcp' : `/mcp/${agent}`;
}

/** A property of JSON that an object has itself; undefined without it, and for anything but an object. */
export function ownProperty(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}
