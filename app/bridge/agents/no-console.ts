import { HandsetError } from '../../../core/errors.ts';
import type { McpRequest } from '../../../core/mcp/call.ts';
import { type McpOptions, createMcp } from '../../../core/mcp/server.ts';
import { parseArguments } from '../../../core/tools/shared/arguments.ts';
import { handsetVersion } from '../../../core/version.ts';
import type { Consoles } from '../consoles/consoles.ts';
import { WAITS } from '../limits.ts';
import type { AgentAnswer } from './agent-answer.ts';
import type { Envelope } from './agent-request.ts';

/** Answers MCP requests in the console's place; a call that would run gets the given error. */
export interface StandIn {
  /** The answer, which may be a stream that stays open. */
  answer(request: McpRequest, error: HandsetError): Promise<Response>;
  /**
   * The whole answer to a call. `wouldRun` is false for one that a console would refuse as well: of an
   * unknown tool, or with arguments that the tool does not take.
   */
  refuse(
    request: McpRequest,
    error: HandsetError,
  ): Promise<{ readonly answer: Response; readonly wouldRun: boolean }>;
}

/** An MCP server from the same registry as the console's, so that an agent can start before the page does. */
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
      // Only at its end is it known what has become of the call.
      const text = await new Response(body).text();
      return { answer: new Response(text, { status, headers }), wouldRun };
    },
  };
}

/** What a call is told while no console is open. The address is the one without the page's secret. */
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

/** How long a call waits for a console: long, but not again right after a long wait in vain. */
export class Patience {
  readonly #longMs: number;
  #vain: { readonly atMs: number; readonly joins: number } | null = null;

  constructor(longMs: number = WAITS.longWaitMs) {
    this.#longMs = longMs;
  }

  /** Milliseconds for a call that comes now; `joins` counts the consoles that have come so far. */
  limitMs(joins: number): number {
    return this.#isDiscouraged(joins) ? Math.min(WAITS.shortWaitMs, this.#longMs) : this.#longMs;
  }

  /** Hears that a call waited in vain; a short wait changes nothing. */
  waitedInVain(joins: number): void {
    if (!this.#isDiscouraged(joins)) this.#vain = { atMs: performance.now(), joins };
  }

  #isDiscouraged(joins: number): boolean {
    if (this.#vain?.joins !== joins) return false;
    return performance.now() < this.#vain.atMs + WAITS.discouragedMs;
  }
}

/** How much each notice adds: progress must grow, and the tool's own, which counts from 1, comes after it. */
const STEP = 1 / 1_000;

/** Tells a client that asked for progress what its call waits for, until the result is called. */
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
