import { HandsetError } from '../../../core/errors.ts';
import type { McpRequest } from '../../../core/mcp/call.ts';
import { type McpOptions, createMcp } from '../../../core/mcp/server.ts';
import { parseArguments } from '../../../core/tools/shared/arguments.ts';
import { handsetVersion } from '../../../core/version.ts';
import type { Consoles } from '../consoles/consoles.ts';
import { WAITS } from '../limits.ts';
import type { AgentAnswer } from './agent-answer.ts';
import type { Envelope } from './agent-request.ts';

/** Answers MCP requests while no console can; valid tool calls get the given error. */
export interface StandIn {
  /** The response, which may be an event stream that stays open. */
  answer(request: McpRequest, error: HandsetError): Promise<Response>;
  /**
   * The complete response to a call. `wouldRun` is false where a console would refuse the call too:
   * unknown tool or invalid arguments.
   */
  refuse(
    request: McpRequest,
    error: HandsetError,
  ): Promise<{ readonly answer: Response; readonly wouldRun: boolean }>;
}

/** Creates the fallback from the same tool registry as the console's server, so that agents can start before the page. */
export function createStandIn(tools: McpOptions['tools'], toolPrefix: string): StandIn {
  const serve = (call: McpOptions['call']) =>
    createMcp({ tools, toolPrefix, version: handsetVersion, call });
  return {
    answer: (request, error) => serve(() => Promise.reject(error)).answer(request),
    refuse: async (request, error) => {
      let wouldRun = false;
      const server = serve(async ({ name, arguments: given }) => {
        const tool = tools.find((each) => each.name === name);
        if (tool !== undefined) parseArguments(tool, given);
        wouldRun = true;
        throw error;
      });
      const { status, headers, body } = await server.answer(request);
      // `wouldRun` is set only while the response is produced.
      const text = await new Response(body).text();
      return { answer: new Response(text, { status, headers }), wouldRun };
    },
  };
}

/** The `no-console` error for calls while no console answers. The address must not contain the page's secret. */
export function noConsole(
  address: string,
  { someAreSilent }: Pick<Consoles, 'someAreSilent'>,
): HandsetError {
  if (someAreSilent) {
    return new HandsetError('no-console', 'The Handset console does not answer.', {
      hint: `Nothing was done. Ask the person to press Stop in the console, which starts it again; where it is closed, to open ${address} in Chrome. Then call again.`,
    });
  }
  return new HandsetError('no-console', 'No Handset console is open.', {
    hint: `Open ${address} in Chrome, the first time with the #bridge=… that the bridge printed behind it; connect a phone there, then call again.`,
  });
}

/** Decides how long a call waits for a console: long, but only shortly after another wait has timed out. */
export class Patience {
  readonly #longMs: number;
  #vain: { readonly atMs: number; readonly joins: number } | null = null;

  constructor(longMs: number = WAITS.longWaitMs) {
    this.#longMs = longMs;
  }

  /** Milliseconds that a call may wait now; `joinCount` is the number of consoles that have connected so far. */
  limitMs(joins: number): number {
    return this.#isDiscouraged(joins) ? Math.min(WAITS.shortWaitMs, this.#longMs) : this.#longMs;
  }

  /** Call when a wait has timed out; a short one changes nothing. */
  waitedInVain(joins: number): void {
    if (!this.#isDiscouraged(joins)) this.#vain = { atMs: performance.now(), joins };
  }

  #isDiscouraged(joins: number): boolean {
    if (this.#vain?.joins !== joins) return false;
    return performance.now() < this.#vain.atMs + WAITS.discouragedMs;
  }
}

/** Progress per notification: it must increase and stay below that of tools, which begins at 1. */
const STEP = 1 / 1_000;

/** Sends progress notifications about the wait, if the client requested progress. The returned function stops them. */
export function tellWaiting(
  { progressToken }: Envelope,
  answer: AgentAnswer,
  consoleUrl: string,
): () => void {
  if (progressToken === null) return () => undefined;
  const message = `Waiting for the Handset console at ${consoleUrl} …`;
  let notices = 0;
  const tell = (): void => {
    const params = { progressToken, progress: ++notices * STEP, message };
    answer.notify({ jsonrpc: '2.0', method: 'notifications/progress', params });
  };
  tell();
  const timer = setInterval(tell, WAITS.noticeIntervalMs);
  return () => clearInterval(timer);
}
