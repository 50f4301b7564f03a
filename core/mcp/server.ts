import { type Server, type Transport, createMcpHandler } from '@modelcontextprotocol/server';
import { type Caller, DEFAULT_AGENT, callerOf } from './agent.ts';
import { ServerFactory } from './agent-server.ts';
import type { McpOptions } from './options.ts';

/** Names a client's session: given with the answer to `initialize`, and sent with all requests after it (MCP 2025-11-25, "Session Management"). */
export const SESSION_HEADER = 'mcp-session-id';

/** An MCP server for any number of clients. */
export interface Mcp {
  /** Answers one HTTP request, from the caller that its address names (`addressOf`). Never rejects. */
  fetch(request: Request): Promise<Response>;
  /** Serves one client over a connection of its own, in the revisions up to 2025-11-25, until that closes. */
  connect(transport: Transport, caller: Caller): Promise<void>;
  /** Tells the clients that are connected, and those that asked for it over HTTP, that the list of tools is another now. */
  toolsChanged(): void;
}

/**
 * An MCP server that keeps nothing between HTTP requests but which calls run, so that neither a
 * page reload nor a second client can disturb it. Serves the revisions up to 2025-11-25 and, over
 * HTTP, 2026-07-28.
 *
 * It checks no Host, Origin or token; that is the bridge's part. Arguments pass through unchecked:
 * they are validated once, where the tool runs.
 */
export function createMcp(options: McpOptions): Mcp {
  const servers = new ServerFactory(options);
  const connected = new Set<Server>();
  const unnamed: Caller = { agent: DEFAULT_AGENT, chosenPhone: null };
  const handler = createMcpHandler(({ requestInfo }) =>
    servers.forRequest(
      requestInfo === undefined ? unnamed : callerOf(requestInfo.url),
      requestInfo?.headers.get(SESSION_HEADER) ?? null,
    ),
  );
  return {
    fetch: (request) => handler.fetch(request),
    connect: async (transport, caller) => {
      const server = servers.forConnection(caller);
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
