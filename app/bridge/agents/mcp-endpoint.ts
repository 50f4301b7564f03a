import type { IncomingMessage, ServerResponse } from 'node:http';
import { HandsetError } from '#core/errors.ts';
import { isInToolSet, ruleOfGrade } from '#core/link/policy.ts';
import { createMcpServer, SESSION_HEADER, type McpServerOptions } from '#core/mcp/server.ts';
import { parseArguments } from '#core/tools/shared/arguments.ts';
import { toPolicyTool } from '#core/tools/shared/tool.ts';
import { handsetVersion } from '#core/version.ts';
import type { Consoles, ServingConsole } from '../consoles/consoles.ts';
import { REQUEST_REFUSED, sendRpcError } from '../http/server.ts';
import { WAITS, type Limits } from '../limits.ts';
import {
  newSession,
  OpenRequests,
  readAgentRequest,
  RequestBodies,
  type AgentRequest,
  type OpenRequest,
  type RequestSender,
} from './agent-request.ts';
import { AgentResponse } from './agent-response.ts';

/** The `no-console` error for calls while no console answers. The address must not contain the page's secret. */
export function noConsoleError(
  address: string,
  { hasSilentConsole }: Pick<Consoles, 'hasSilentConsole'>,
): HandsetError {
  if (hasSilentConsole) {
    return new HandsetError('no-console', 'The Handset console does not answer.', {
      hint: `Nothing was done. Ask the user to click Stop in the console, which restarts it, or, if it is closed, to open ${address} in Chrome. Then call again.`,
    });
  }
  return new HandsetError('no-console', 'No Handset console is open.', {
    hint: `Open ${address} in Chrome, the first time with the #bridge=… part that the bridge printed; connect a phone there, then call again.`,
  });
}

/** Decides how long a call waits for a console: long, but only shortly after another wait has timed out. */
export class ConsoleWaitLimit {
  readonly #consoleWaitMs: number;
  #lastTimeout: { readonly atMs: number; readonly joinCount: number } | null = null;

  constructor(consoleWaitMs: number = WAITS.consoleWaitMs) {
    this.#consoleWaitMs = consoleWaitMs;
  }

  /** Milliseconds that a call may wait now; `joinCount` is the number of consoles that have connected so far. */
  waitTimeoutMs(joinCount: number): number {
    return this.#hasTimedOutRecently(joinCount)
      ? Math.min(WAITS.shortWaitMs, this.#consoleWaitMs)
      : this.#consoleWaitMs;
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
function notifyWaiting(
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

/** Options of `McpEndpoint`. */
interface McpEndpointOptions {
  readonly tools: McpServerOptions['tools'];
  readonly toolPrefix: string;
  readonly allTools: boolean;
  readonly consoles: Consoles;
  /** The console's address without the secret. */
  readonly consoleUrl: string;
  /** Milliseconds that a call waits for a console; undefined for the default. */
  readonly consoleWaitMs: number | undefined;
  readonly limits: Pick<Limits, 'requestsOfAgent' | 'bodiesBytes' | 'unreadBytes'>;
  /** Called for each tool call that finds no console, before it waits for one. */
  onCallWithoutConsole(): void;
}

function sendTooManyRequests(response: ServerResponse, message: string): void {
  response.setHeader('retry-after', '1');
  sendRpcError(response, 429, { code: REQUEST_REFUSED, message });
}

/** A JSON-RPC error for a request that is no call, whose token has ended. */
function refusalResponse({ fullText: message }: HandsetError): Response {
  const error = { code: REQUEST_REFUSED, message };
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 401 });
}

/** The response to a client; the signal aborts when it disconnects or cancels the call, or its token ends. */
interface AgentClient {
  readonly answer: AgentResponse;
  readonly signal: AbortSignal;
}

/** The MCP endpoint for agents: forwards requests to the agent's console, or to the fallback server while none is open. */
export class McpEndpoint {
  readonly #options: McpEndpointOptions;
  readonly #fallback: FallbackServer;
  readonly #waitLimit: ConsoleWaitLimit;
  /** Calls are cancelled here, since a call may still wait for a console, or run in another than the current one. */
  readonly #requests: OpenRequests;
  readonly #bodies: RequestBodies;

  constructor(options: McpEndpointOptions) {
    this.#options = options;
    this.#fallback = new FallbackServer(options);
    this.#requests = new OpenRequests(options.limits.requestsOfAgent);
    this.#bodies = new RequestBodies(options.limits.bodiesBytes);
    this.#waitLimit = new ConsoleWaitLimit(options.consoleWaitMs);
  }

  /** Answers an agent's request whose Host, Origin and token were checked. */
  async serve(
    request: IncomingMessage,
    response: ServerResponse,
    sender: RequestSender,
  ): Promise<void> {
    const requests = this.#requests;
    const { limit } = requests;
    const { identity, addressee } = sender;
    const agent = identity.nameOf(addressee);
    const openRequest = requests.add(agent, identity.tokenId, response);
    if (openRequest === null) {
      const message = `The agent "${agent}" has ${limit} requests open, the most allowed; wait until one ends.`;
      sendTooManyRequests(response, message);
      return;
    }
    // Created first, so that it notices a client that disconnects while its request is read.
    const answer = new AgentResponse(response, this.#options.limits.unreadBytes);
    const agentRequest = await readAgentRequest(request, response, {
      ...sender,
      bodies: this.#bodies,
    });
    if (agentRequest === null) return;
    const { messages } = agentRequest;
    if (messages > 1 && !requests.reserveSlots(openRequest, messages)) {
      const message = `Each request in a batch counts: this batch has ${messages}, and the agent "${agent}" has ${requests.slotsOf(agent) - 1} others open, of ${limit} allowed. Send fewer at a time.`;
      sendTooManyRequests(response, message);
      return;
    }
    // The bridge does not store the id; it only distinguishes the calls of clients with the same agent name.
    if (agentRequest.startsSession)
      response.setHeader(SESSION_HEADER, newSession(agentRequest.agent));
    await this.#handleRequest(agentRequest, answer, openRequest);
  }

  /** Ends all requests with this token, null for the shared one, with the error for the agent. */
  endRequests(tokenId: string | null, error: HandsetError): void {
    this.#requests.endAll(tokenId, error);
  }

  async #handleRequest(
    agentRequest: AgentRequest,
    answer: AgentResponse,
    openRequest: OpenRequest,
  ): Promise<void> {
    const { callsTool, cancelledId, id, session } = agentRequest;
    const gone = AbortSignal.any([answer.gone, openRequest.ended.signal]);
    const client = { answer, signal: gone };
    if (callsTool) {
      const call = { session, id: id ?? crypto.randomUUID(), gone };
      const work = (signal: AbortSignal) => this.#call(agentRequest, { answer, signal });
      await this.#requests.runCall(openRequest, call, work);
    } else if (cancelledId !== null) {
      this.#requests.cancel(openRequest.agent, session, cancelledId);
      await this.#answerWithoutConsole(agentRequest, client);
    } else {
      const serving = this.#options.consoles.anyConsoleFor(agentRequest);
      if (serving === null) await this.#answerWithoutConsole(agentRequest, client);
      else await this.#forward(serving, agentRequest, client);
    }
  }

  async #call(agentRequest: AgentRequest, client: AgentClient): Promise<void> {
    const { consoles } = this.#options;
    const serving = await consoles.consoleForAfterReload(agentRequest, client.signal);
    if (serving === null) await this.#handleCallWithoutConsole(agentRequest, client);
    else await this.#forward(serving, agentRequest, client);
  }

  /** Waits for a console, unless every console would refuse the call. */
  async #handleCallWithoutConsole(agentRequest: AgentRequest, client: AgentClient): Promise<void> {
    const { consoles, consoleUrl, onCallWithoutConsole } = this.#options;
    const { answer, signal } = client;
    const error = noConsoleError(consoleUrl, consoles);
    const check = await this.#fallback.checkCall(agentRequest, error);
    if (check.wouldRun && !signal.aborted) {
      onCallWithoutConsole();
      const serving = await this.#waitForConsole(agentRequest, client);
      if (serving !== null) return this.#forward(serving, agentRequest, client);
    }
    if (signal.aborted) await this.#sendCancelled(agentRequest, client);
    else await answer.sendResponse(check.answer, signal);
  }

  async #waitForConsole(
    agentRequest: AgentRequest,
    { answer, signal }: AgentClient,
  ): Promise<ServingConsole | null> {
    const { consoles, consoleUrl } = this.#options;
    const { joinCount } = consoles;
    const limitMs = this.#waitLimit.waitTimeoutMs(joinCount);
    const stopNotifying = notifyWaiting(agentRequest, answer, consoleUrl);
    const limits = { signal, limitMs };
    const serving = await consoles.waitForConsole(agentRequest, limits);
    stopNotifying();
    if (serving === null && !signal.aborted) this.#waitLimit.recordTimeout(joinCount);
    return serving;
  }

  /** Forwards the request to the console, and the response to the client as it arrives. */
  #forward(
    { end, chosenPhone }: ServingConsole,
    agentRequest: AgentRequest,
    client: AgentClient,
  ): Promise<void> {
    const { answer, signal } = client;
    const { agent, limits, headers, body } = agentRequest;
    // The client has disconnected or cancelled, so the call must not run.
    if (signal.aborted) return this.#sendCancelled(agentRequest, client);
    return new Promise((resolve) => {
      let abortRequest = (): void => undefined;
      const onAbort = (): void => {
        abortRequest();
        resolve(this.#sendCancelled(agentRequest, client));
      };
      const settle = (rest?: Promise<void>): void => {
        signal.removeEventListener('abort', onAbort);
        resolve(rest);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      abortRequest = end.request(
        { caller: { agent, chosenPhone, limits }, headers, body },
        {
          head: (status, responseHeaders) => answer.head(status, responseHeaders),
          chunk: (bytes) => answer.chunk(bytes),
          end: () => {
            answer.end();
            settle();
          },
          fail: (error) => settle(this.#handleFailure(error, agentRequest, answer)),
        },
      );
    });
  }

  async #handleFailure(
    error: HandsetError,
    agentRequest: AgentRequest,
    answer: AgentResponse,
  ): Promise<void> {
    // Other requests may be event streams, which clients open again.
    if (!agentRequest.callsTool && answer.hasStarted) answer.endEarly();
    else await answer.completeWithError(this.#fallback.answer(agentRequest, error));
  }

  /** Answers a request that was cancelled, or whose token has ended. */
  async #sendCancelled(agentRequest: AgentRequest, { answer, signal }: AgentClient): Promise<void> {
    if (answer.gone.aborted) return;
    const reason: unknown = signal.reason;
    const error =
      reason instanceof HandsetError
        ? reason
        : new HandsetError('cancelled', 'The call was canceled.');
    await answer.completeWithError(
      agentRequest.callsTool
        ? this.#fallback.answer(agentRequest, error)
        : Promise.resolve(refusalResponse(error)),
    );
  }

  async #answerWithoutConsole(
    agentRequest: AgentRequest,
    { answer, signal }: AgentClient,
  ): Promise<void> {
    const { consoles, consoleUrl } = this.#options;
    const error = noConsoleError(consoleUrl, consoles);
    await answer.sendResponse(await this.#fallback.answer(agentRequest, error), signal);
  }
}

/**
 * Answers `initialize` and `tools/list` while no console is open, from the same tool registry as the
 * console's server, so that agents can start before the page. Valid tool calls get the given error. The
 * limits of tokens hold; the user's rules are not known here.
 */
class FallbackServer {
  readonly #options: McpEndpointOptions;

  constructor(options: McpEndpointOptions) {
    this.#options = options;
  }

  /** The response, which may be an event stream that stays open. */
  answer(request: AgentRequest, error: HandsetError): Promise<Response> {
    return this.#handleRequest(request, () => Promise.reject(error));
  }

  /**
   * The complete response to a call. `wouldRun` is false where a console would refuse the call too:
   * unknown tool or invalid arguments.
   */
  async checkCall(request: AgentRequest, error: HandsetError) {
    let wouldRun = false;
    const response = await this.#handleRequest(request, async ({ name, arguments: args }) => {
      const tool = this.#options.tools.find((each) => each.name === name);
      if (tool !== undefined) parseArguments(tool, args);
      wouldRun = true;
      throw error;
    });
    const { status, headers, body } = response;
    // `wouldRun` is set only while the response is produced.
    const text = await new Response(body).text();
    return { answer: new Response(text, { status, headers }), wouldRun };
  }

  #handleRequest(
    { agent, limits, headers, body }: AgentRequest,
    callTool: McpServerOptions['callTool'],
  ): Promise<Response> {
    const { tools, toolPrefix, allTools, consoleUrl: websiteUrl } = this.#options;
    const grade = limits?.grade ?? 'all';
    const isListed = (name: string): boolean => {
      const tool = tools.find((each) => each.name === name);
      if (tool === undefined || !isInToolSet(tool, { allTools, toolRules: {} })) return false;
      return ruleOfGrade(grade, toPolicyTool(tool)) !== 'off';
    };
    const options = { tools, toolPrefix, isListed, websiteUrl, version: handsetVersion, callTool };
    const caller = { agent, from: 'bridge', chosenPhone: null, limits } as const;
    return createMcpServer(options).handleRequest({ caller, headers, body });
  }
}
