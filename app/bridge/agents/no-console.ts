import { HandsetError } from '../../../core/errors.ts';
import type { McpRequest } from '../../../core/mcp/call.ts';
import { type McpServerOptions, createMcpServer } from '../../../core/mcp/server.ts';
import { parseArguments } from '../../../core/tools/shared/arguments.ts';
import { handsetVersion } from '../../../core/version.ts';
import type { Consoles } from '../consoles/consoles.ts';
import { WAITS } from '../limits.ts';
import type { AgentResponse } from './agent-answer.ts';
import type { AgentRequest } from './agent-request.ts';

/** Answers MCP requests while no console can; valid tool calls get the given error. */
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
  tools: McpServerOptions['tools'],
  toolPrefix: string,
): FallbackServer {
  const createServer = (call: McpServerOptions['callTool']) =>
    createMcpServer({ tools, toolPrefix, version: handsetVersion, callTool: call });
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

/** The `no-console` error for calls while no console answers. The address must not contain the page's secret. */
export function noConsoleError(
  address: string,
  { hasSilentConsole }: Pick<Consoles, 'hasSilentConsole'>,
): HandsetError {
  if (hasSilentConsole) {
    return new HandsetError('no-console', 'The Handset console does not answer.', {
      hint: `Nothing was done. Ask the person to press Stop in the console, which starts it again; where it is closed, to open ${address} in Chrome. Then call again.`,
    });
  }
  return new HandsetError('no-console', 'No Handset console is open.', {
    hint: `Open ${address} in Chrome, the first time with the #bridge=… that the bridge printed behind it; connect a phone there, then call again.`,
  });
}

/** Decides how long a call waits for a console: long, but only shortly after another wait has timed out. */
export class ConsoleWaitLimit {
  readonly #longWaitMs: number;
  #lastTimeout: { readonly atMs: number; readonly joinCount: number } | null = null;

  constructor(longWaitMs: number = WAITS.longWaitMs) {
    this.#longWaitMs = longWaitMs;
  }

  /** Milliseconds that a call may wait now; `joinCount` is the number of consoles that have connected so far. */
  waitTimeoutMs(joinCount: number): number {
    return this.#hasTimedOutRecently(joinCount)
      ? Math.min(WAITS.shortWaitMs, this.#longWaitMs)
      : this.#longWaitMs;
  }

  /** Call when a wait has timed out; a short one changes nothing. */
  recordTimeout(joinCount: number): void {
    if (!this.#hasTimedOutRecently(joinCount))
      this.#lastTimeout = { atMs: performance.now(), joinCount };
  }

  #hasTimedOutRecently(joinCount: number): boolean {
    if (this.#lastTimeout?.joinCount !== joinCount) return false;
    return performance.now() < this.#lastTimeout.atMs + WAITS.shortWaitPeriodMs;
  }
}

/** Progress per notification: it must increase and stay below that of tools, which begins at 1. */
const PROGRESS_STEP = 1 / 1_000;

/** Sends progress notifications about the wait, if the client requested progress. The returned function stops them. */
export function notifyWaiting(
  { progressToken }: AgentRequest,
  answer: AgentResponse,
  consoleUrl: string,
): () => void {
  if (progressToken === null) return () => undefined;
  const message = `Waiting for the Handset console at ${consoleUrl} …`;
  let count = 0;
  const notify = (): void => {
    const params = { progressToken, progress: ++count * PROGRESS_STEP, message };
    answer.notify({ jsonrpc: '2.0', method: 'notifications/progress', params });
  };
  notify();
  const timer = setInterval(notify, WAITS.progressIntervalMs);
  return () => clearInterval(timer);
}
