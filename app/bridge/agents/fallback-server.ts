import type { HandsetError } from '#core/errors.ts';
import { createMcpServer, type McpRequest, type McpServerOptions } from '#core/mcp/server.ts';
import { parseArguments } from '#core/tools/shared/arguments.ts';
import { handsetVersion } from '#core/version.ts';

/** Answers `initialize` and `tools/list` while no console is open; valid tool calls get the given error. */
export interface FallbackServer {
  /** The response, which may be an event stream that stays open. */
  answer(request: McpRequest, error: HandsetError): Promise<Response>;
  /**
   * The complete response to a call. `wouldRun` is false where a console would refuse the call too:
   * unknown tool or invalid arguments.
   */
  checkCall(
    request: McpRequest,
    error: HandsetError,
  ): Promise<{ readonly answer: Response; readonly wouldRun: boolean }>;
}

/** Creates the fallback from the same tool registry as the console's server, so that agents can start before the page. */
export function createFallbackServer(
  options: Pick<McpServerOptions, 'tools' | 'toolPrefix' | 'isListed' | 'websiteUrl'>,
): FallbackServer {
  const { tools } = options;
  const createServer = (call: McpServerOptions['callTool']) =>
    createMcpServer({ ...options, version: handsetVersion, callTool: call });
  return {
    answer: (request, error) => createServer(() => Promise.reject(error)).handleRequest(request),
    checkCall: async (request, error) => {
      let wouldRun = false;
      const server = createServer(async ({ name, arguments: args }) => {
        const tool = tools.find((each) => each.name === name);
        if (tool !== undefined) parseArguments(tool, args);
        wouldRun = true;
        throw error;
      });
      const { status, headers, body } = await server.handleRequest(request);
      // `wouldRun` is set only while the response is produced.
      const text = await new Response(body).text();
      return { answer: new Response(text, { status, headers }), wouldRun };
    },
  };
}
