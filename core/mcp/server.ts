import {
  type AuthInfo,
  type Server,
  type Transport,
  createMcpHandler,
} from '@modelcontextprotocol/server';
import type { Caller } from '../caller.ts';
import { DEFAULT_AGENT } from './agent.ts';
import { ServerFactory } from './agent-server.ts';
import { type McpRequest, toHttpRequest } from './call.ts';
import type { McpOptions } from './options.ts';

/** Names a client's session: given with the answer to `initialize`, and sent with all requests after it (MCP 2025-11-25, "Session Management"). */
export const SESSION_HEADER = 'mcp-session-id';

/** An MCP server for any number of clients. */
export interface Mcp {
  /** Answers one request of an agent as over HTTP. Never rejects. */
  answer(request: McpRequest): Promise<Response>;
  /** Serves one client over a connection of its own, in the revisions up to 2025-11-25, until that closes. */
  connect(transport: Transport, caller: Caller): Promise<void>;
  /** Tells the clients that are connected, and those that asked for it over HTTP, that the list of tools is another now. */
  toolsChanged(): void;
}

/**
 * An MCP server that keeps nothing between HTTP requests, so that neither a page reload nor a
 * second client can disturb it. Serves the revisions up to 2025-11-25 and, over
 * HTTP, 2026-07-28.
 *
 * It checks no Host, Origin or token; that is the bridge's part. Arguments pass through unchecked:
 * they are validated once, where the tool runs.
 */
export function createMcp(options: McpOptions): Mcp {
  const servers = new ServerFactory(options);
  const connected = new Set<Server>();
  const unnamed: Caller = { agent: DEFAULT_AGENT, from: 'bridge', chosenPhone: null };
  const handler = createMcpHandler(({ authInfo, requestInfo }) =>
    servers.serverFor(
      authInfo instanceof KnownCaller ? authInfo.caller : unnamed,
      requestInfo?.headers.get(SESSION_HEADER) ?? null,
    ),
  );
  return {
    answer: (request) =>
      handler.fetch(toHttpRequest(request), { authInfo: new KnownCaller(request.caller) }),
    connect: async (transport, caller) => {
      const server = servers.serverFor(caller);
      server.onclose = () => connected.delete(server);
      connected.add(server);
      await server.connect(transport);
    },
    toolsChanged: () => {
      handler.notify.toolsChanged();
      // One that has not been greeted yet will ask for the list anyway.
      for (const server of connected) server.sendToolListChanged().catch(() => undefined);
    },
  };
}

/** How the SDK carries to a request's server who was let in. The bridge has checked the token, which stays there. */
class KnownCaller implements AuthInfo {
  readonly caller: Caller;
  readonly token = '';
  readonly clientId: string;
  readonly scopes: string[] = [];

  constructor(caller: Caller) {
    this.caller = caller;
    this.clientId = caller.agent;
  }
}
