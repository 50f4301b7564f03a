import type { IncomingMessage, ServerResponse } from 'node:http';
import { HandsetError } from '../../../core/errors.ts';
import type { McpRequest } from '../../../core/mcp/call.ts';
import { SESSION_HEADER } from '../../../core/mcp/server.ts';
import type { Consoles, Serving } from '../consoles/consoles.ts';
import { TURNED_AWAY, sendRpcError } from '../http/messages.ts';
import type { Limits } from '../limits.ts';
import { AgentAnswer } from './agent-answer.ts';
import {
  type Envelope,
  type OpenRequest,
  HeldBodies,
  OpenRequests,
  takeEnvelope,
} from './agent-request.ts';
import { type StandIn, Patience, noConsole, tellWaiting } from './no-console.ts';

/** Options of `McpEndpoint`. */
interface McpEndpointOptions {
  readonly consoles: Consoles;
  readonly standIn: StandIn;
  /** The console's address without the secret. */
  readonly consoleUrl: string;
  /** Milliseconds that a call waits for a console; undefined for the default. */
  readonly consoleWaitMs: number | undefined;
  readonly limits: Pick<Limits, 'requestsOfAgent' | 'bodiesBytes' | 'unreadBytes'>;
  /** Called for each tool call that finds no console, before it waits for one. */
  onCallWithoutConsole(): void;
}

function refuseBusy(response: ServerResponse, message: string): void {
  response.setHeader('retry-after', '1');
  sendRpcError(response, 429, { code: TURNED_AWAY, message });
}

/** The response to a client; the signal aborts when it disconnects or cancels the call. */
interface Client {
  readonly answer: AgentAnswer;
  readonly signal: AbortSignal;
}

/** The MCP endpoint for agents: forwards requests to the agent's console, or to the fallback server while none is open. */
export class McpEndpoint {
  readonly #options: McpEndpointOptions;
  readonly #patience: Patience;
  /** Calls are cancelled here, since a call may still wait for a console, or run in another than the current one. */
  readonly #requests: OpenRequests;
  readonly #bodies: HeldBodies;

  constructor(options: McpEndpointOptions) {
    this.#options = options;
    this.#requests = new OpenRequests(options.limits.requestsOfAgent);
    this.#bodies = new HeldBodies(options.limits.bodiesBytes);
    this.#patience = new Patience(options.consoleWaitMs);
  }

  /** Answers an agent's request whose Host, Origin and token were checked. */
  async serve(request: IncomingMessage, response: ServerResponse, agent: string): Promise<void> {
    const requests = this.#requests;
    const { limit } = requests;
    const open = requests.enter(agent, response);
    if (open === null) {
      const message = `The agent "${agent}" has ${limit} requests open, as many as one may have; wait until one ends.`;
      refuseBusy(response, message);
      return;
    }
    // Created first, so that it notices a client that disconnects while its request is read.
    const answer = new AgentAnswer(response, this.#options.limits.unreadBytes);
    const envelope = await takeEnvelope(request, response, { agent, bodies: this.#bodies });
    if (envelope === null) return;
    const { messages } = envelope;
    if (messages > 1 && !requests.widen(open, messages)) {
      const message = `A batch counts as all the requests in it: this one as ${messages}, beside ${requests.placesOf(agent) - 1} that the agent "${agent}" has open, and one may have ${limit}. Send fewer at a time.`;
      refuseBusy(response, message);
      return;
    }
    // The bridge does not store the id; it only distinguishes the calls of clients with the same agent name.
    if (envelope.initializes) response.setHeader(SESSION_HEADER, crypto.randomUUID());
    await this.#take(envelope, answer, open);
  }

  async #take(envelope: Envelope, answer: AgentAnswer, open: OpenRequest): Promise<void> {
    const { agent, callsTool, cancels, id, session } = envelope;
    const client = { answer, signal: answer.gone };
    if (callsTool) {
      const call = { session, id: id ?? crypto.randomUUID(), gone: answer.gone };
      const work = (signal: AbortSignal) => this.#call(envelope, { answer, signal });
      await this.#requests.run(open, call, work);
    } else if (cancels !== null) {
      this.#requests.cancel(agent, session, cancels);
      await this.#standIn(envelope, client);
    } else {
      const serving = this.#options.consoles.any(agent);
      if (serving === null) await this.#standIn(envelope, client);
      else await this.#forward(serving, envelope, client);
    }
  }

  async #call(envelope: Envelope, client: Client): Promise<void> {
    const { consoles } = this.#options;
    const serving = await consoles.servingSoon(envelope.agent, client.signal);
    if (serving === null) await this.#callWithoutConsole(envelope, client);
    else await this.#forward(serving, envelope, client);
  }

  /** Waits for a console, unless every console would refuse the call. */
  async #callWithoutConsole(envelope: Envelope, client: Client): Promise<void> {
    const { consoles, consoleUrl, standIn, onCallWithoutConsole } = this.#options;
    const { answer, signal } = client;
    const error = noConsole(consoleUrl, consoles);
    const refused = await standIn.refuse(toStandIn(envelope), error);
    if (refused.wouldRun && !signal.aborted) {
      onCallWithoutConsole();
      const serving = await this.#waitForConsole(envelope, client);
      if (serving !== null) return this.#forward(serving, envelope, client);
    }
    if (signal.aborted) await this.#cancelled(envelope, answer);
    else await answer.pass(refused.answer, signal);
  }

  async #waitForConsole(envelope: Envelope, { answer, signal }: Client): Promise<Serving | null> {
    const { consoles, consoleUrl } = this.#options;
    const { joins } = consoles;
    const limitMs = this.#patience.limitMs(joins);
    const stopTelling = tellWaiting(envelope, answer, consoleUrl);
    const limits = { signal, limitMs };
    const serving = await consoles.servingWithin(envelope.agent, limits);
    stopTelling();
    if (serving === null && !signal.aborted) this.#patience.waitedInVain(joins);
    return serving;
  }

  /** Forwards the request to the console, and the response to the client as it arrives. */
  #forward(
    { end, chosenPhone }: Serving,
    envelope: Envelope,
    { answer, signal }: Client,
  ): Promise<void> {
    const { agent, headers, body } = envelope;
    // The client has disconnected or cancelled, so the call must not run.
    if (signal.aborted) return this.#cancelled(envelope, answer);
    return new Promise((resolve) => {
      let giveUp = (): void => undefined;
      const stop = (): void => {
        giveUp();
        resolve(this.#cancelled(envelope, answer));
      };
      const settle = (rest?: Promise<void>): void => {
        signal.removeEventListener('abort', stop);
        resolve(rest);
      };
      signal.addEventListener('abort', stop, { once: true });
      giveUp = end.request(
        { caller: { agent, chosenPhone }, headers, body },
        {
          head: (status, headers) => answer.head(status, headers),
          chunk: (text) => answer.chunk(text),
          end: () => {
            answer.end();
            settle();
          },
          failed: (error) => settle(this.#failed(error, envelope, answer)),
        },
      );
    });
  }

  async #failed(error: HandsetError, envelope: Envelope, answer: AgentAnswer): Promise<void> {
    // Other requests may be event streams, which clients open again.
    if (!envelope.callsTool && answer.hasBegun) answer.breakOff();
    else await answer.mend(this.#options.standIn.answer(toStandIn(envelope), error));
  }

  async #cancelled(envelope: Envelope, answer: AgentAnswer): Promise<void> {
    if (answer.gone.aborted) return;
    const error = new HandsetError('cancelled', 'The call was cancelled.');
    await answer.mend(this.#options.standIn.answer(toStandIn(envelope), error));
  }

  async #standIn(envelope: Envelope, { answer, signal }: Client): Promise<void> {
    const { consoles, standIn, consoleUrl } = this.#options;
    const error = noConsole(consoleUrl, consoles);
    await answer.pass(await standIn.answer(toStandIn(envelope), error), signal);
  }
}

/** The request for the fallback server, which knows no phones. */
function toStandIn({ agent, headers, body }: Envelope): McpRequest {
  return { caller: { agent, from: 'bridge', chosenPhone: null }, headers, body };
}
