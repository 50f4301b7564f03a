import { HandsetError } from '../../core/errors.ts';
import { createMcp } from '../../core/mcp/server.ts';
import type { Tool } from '../../core/tools/tool.ts';
import { handsetVersion } from '../../core/version.ts';

/** Answers an MCP request in the console's place: everything but calls, which get the given error. */
export type StandIn = (request: Request, error: HandsetError) => Promise<Response>;

/** An MCP server from the same registry as the console's, so that an agent can start before the page does. */
export function createStandIn(tools: readonly Tool[], toolPrefix: string): StandIn {
  return (request, error) =>
    createMcp({
      tools,
      toolPrefix,
      version: handsetVersion,
      call: () => Promise.reject(error),
    }).fetch(request);
}

/** What a call is told while no console is open. The address is the one without the page's secret. */
export function noConsole(address: string): HandsetError {
  return new HandsetError('no-console', 'No Handset console is open.', {
    hint: `Open ${address} in Chrome, the first time with the #bridge=… that the bridge printed behind it; connect a phone there, then call again.`,
  });
}
