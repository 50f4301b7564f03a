import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  agentFromClientName,
  agentOfClient,
  DEFAULT_AGENT,
  ownProperty,
} from '#core/mcp/agent-path.ts';
import type { HandsetError } from '#core/errors.ts';
import { accepts } from '#core/mcp/accept.ts';
import { isProgressToken, SESSION_HEADER } from '#core/mcp/server.ts';
import type { AgentLimits } from '#core/relay/agent-tokens.ts';
import type { RelayRequest } from '#core/relay/frames.ts';
import { MAX_BODY_BYTES } from '#core/relay/limits.ts';
import type { AgentIdentity } from '../guard/agent-tokens.ts';
import {
  INVALID_REQUEST,
  PARSE_ERROR,
  REQUEST_REFUSED,
  readBody,
  sendRpcError,
  onceClosed,
} from '../http/server.ts';

/** The id of a JSON-RPC request, or an MCP progress token. */
export type JsonRpcId = string | number;

/** An agent's request, with the parts of its JSON-RPC message that the bridge needs. */
export interface AgentRequest {
  /** By its token; with the shared one, the name in the address, at the plain address the client's own. */
  readonly agent: string;
  /** What its own token allows; null with the shared one. */
  readonly limits: AgentLimits | null;
  readonly headers: RelayRequest['headers'];
  readonly body: string;
  /** Number of messages in the body: more than one for a batch. */
  readonly messages: number;
  /** Whether it is `initialize`, which begins a session. */
  readonly startsSession: boolean;
  /** Its MCP session; null where it names none. */
  readonly session: string | null;
  /** Whether it contains a `tools/call`. */
  readonly callsTool: boolean;
  /** The JSON-RPC id; null for notifications and batches. */
  readonly id: JsonRpcId | null;
  /** Null if the client did not request progress, its token has an unusual length, or it does not accept an event stream. */
  readonly progressToken: JsonRpcId | null;
  /** The id of the request that this notification cancels; null for all other messages. */
  readonly cancelledId: JsonRpcId | null;
}

/** Who sends a request: by its token, and by the name in its address. */
export interface RequestSender {
  readonly identity: AgentIdentity;
  readonly addressee: string;
}

/** Reads and checks a request. If it is invalid or too large, sends the error response and returns `null`. */
export async function readAgentRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { bodies, ...sender }: RequestSender & { readonly bodies: RequestBodies },
): Promise<AgentRequest | null> {
  const { method = 'GET' } = request;
  if (method !== 'POST') {
    response.setHeader('allow', 'POST');
    sendRpcError(response, 405, {
      code: REQUEST_REFUSED,
      message: `${method} is not served here.`,
    });
    return null;
  }
  const headers = forwardableHeaders(request);
  const counter = bodies.counter(response);
  const body = await readBody(request, MAX_BODY_BYTES, (bytes) => counter.add(bytes));
  if (body === null) {
    refuseBody(response, counter.isRefused ? bodies.limit : null);
    return null;
  }
  const message = parseJson(body);
  if (message === undefined) {
    sendRpcError(response, 400, { code: PARSE_ERROR, message: 'The body is not JSON.' });
    return null;
  }
  return parseAgentRequest({ headers, body }, sender, message);
}

/** `limitBytes` is the limit in bytes that all bodies together exceeded; null where this body alone is too large. */
function refuseBody(response: ServerResponse, limitBytes: number | null): void {
  // The rest of the body would be parsed as the next request.
  response.setHeader('connection', 'close');
  if (limitBytes === null) {
    const message = `The request is larger than ${MAX_BODY_BYTES} bytes.`;
    sendRpcError(response, 413, { code: INVALID_REQUEST, message });
  } else {
    response.setHeader('retry-after', '1');
    const message = `The bridge holds ${limitBytes} bytes of requests, the most it accepts; send this one again when others have been answered.`;
    sendRpcError(response, 503, { code: REQUEST_REFUSED, message });
  }
}

function parseAgentRequest(
  request: Pick<AgentRequest, 'headers' | 'body'>,
  { identity, addressee }: RequestSender,
  message: unknown,
): AgentRequest {
  const { headers } = request;
  const params = ownProperty(message, 'params');
  const method = ownProperty(message, 'method');
  const meta = ownProperty(params, '_meta');
  const token = ownProperty(meta, 'progressToken');
  const acceptsEvents = accepts(headers['accept'], 'text/event-stream');
  const session = headers[SESSION_HEADER] ?? null;
  return {
    ...request,
    agent: identity.nameOf(
      addressee === DEFAULT_AGENT ? (agentOfClient(message) ?? agentOfSession(session)) : addressee,
    ),
    limits: identity.limits,
    messages: Array.isArray(message) ? message.length : 1,
    startsSession: method === 'initialize',
    session,
    callsTool: hasToolCall(message),
    id: toJsonRpcId(ownProperty(message, 'id')),
    progressToken: acceptsEvents && isProgressToken(token) ? token : null,
    cancelledId:
      method === 'notifications/cancelled' ? toJsonRpcId(ownProperty(params, 'requestId')) : null,
  };
}

/** A new session id. It carries the agent's name, so that the bridge need not store it. */
export function newSession(agent: string): string {
  return `${crypto.randomUUID()}.${agent}`;
}

function agentOfSession(session: string | null): string {
  return agentFromClientName(session?.replace(/^[^.]*\.?/, ''));
}

/** Returns `undefined` for invalid JSON; no JSON text has that value. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether the message is a tool call or a batch with one; MCP had batches until 2025-03-26. */
function hasToolCall(message: unknown): boolean {
  const messages: unknown[] = Array.isArray(message) ? message : [message];
  return messages.some((each) => ownProperty(each, 'method') === 'tools/call');
}

function toJsonRpcId(value: unknown): JsonRpcId | null {
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

/** The headers that the console's MCP server needs; the token is not among them. */
function forwardableHeaders(request: IncomingMessage): Record<string, string> {
  const forwarded: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (/^(accept|content-type|last-event-id|mcp-.*)$/.test(name) && value !== undefined) {
      forwarded[name] = Array.isArray(value) ? value.join(', ') : value;
    }
  }
  return forwarded;
}

/** A request of an agent whose response is not closed yet. */
export interface OpenRequest {
  /** By its token, or the name in the address: known before the request is read. */
  readonly agent: string;
  /** The agent's own token; null for the shared one. */
  readonly tokenId: string | null;
  /** Aborted, with the error for the agent, when that is revoked or expires. */
  readonly ended: AbortController;
  /** How many requests it counts as: more than one for a batch. */
  slots: number;
  /** The tool call that it runs; null when it runs none. */
  call: {
    readonly session: string | null;
    readonly id: JsonRpcId;
    readonly controller: AbortController;
  } | null;
}

/** The open requests of all agents: limits how many one agent has, and cancels calls. */
export class OpenRequests {
  /** How many requests one agent may have open. */
  readonly limit: number;
  readonly #open = new Set<OpenRequest>();

  constructor(limit: number) {
    this.limit = limit;
  }

  /** How many requests of this agent are open, batches counted by their messages. */
  slotsOf(agent: string): number {
    let slots = 0;
    for (const each of this.#open) if (each.agent === agent) slots += each.slots;
    return slots;
  }

  /** Counts a request until its response closes. Returns null where the agent is at its limit. */
  add(agent: string, tokenId: string | null, response: ServerResponse): OpenRequest | null {
    if (this.slotsOf(agent) >= this.limit) return null;
    const ended = new AbortController();
    const request: OpenRequest = { agent, tokenId, ended, slots: 1, call: null };
    this.#open.add(request);
    onceClosed(response, () => this.#open.delete(request));
    return request;
  }

  /** Ends all requests with this token, with the error for the agent. */
  endAll(tokenId: string | null, error: HandsetError): void {
    for (const each of this.#open) if (each.tokenId === tokenId) each.ended.abort(error);
  }

  /** Counts the request as that many requests. Returns false, and changes nothing, where that exceeds the limit. */
  reserveSlots(request: OpenRequest, slots: number): boolean {
    if (this.slotsOf(request.agent) - request.slots + slots > this.limit) return false;
    request.slots = slots;
    return true;
  }

  /** Runs a call with a signal that aborts when the call is cancelled or its client disconnects. */
  async runCall<Result>(
    request: OpenRequest,
    { session, id, gone }: { session: string | null; id: JsonRpcId; gone: AbortSignal },
    runWithSignal: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const controller = new AbortController();
    request.call = { session, id, controller };
    try {
      return await runWithSignal(AbortSignal.any([gone, controller.signal]));
    } finally {
      request.call = null;
    }
  }

  /**
   * Aborts the agent's call with this session and id. Clients of the 2025 revisions cancel by a
   * notification and leave the call's connection open. Clients without a session cannot be
   * distinguished and all count ids from 0: if two of them run the same id, nothing is aborted.
   */
  cancel(agent: string, session: string | null, id: JsonRpcId): void {
    const [match, ...others] = [...this.#open].filter(
      (open) => open.agent === agent && open.call?.id === id && open.call.session === session,
    );
    if (others.length === 0) match?.call?.controller.abort();
  }
}

/** Counts the bytes of one body. */
interface BodyCounter {
  /** Whether the last chunk exceeded the limit. */
  isRefused: boolean;
  /** Adds a chunk of this many bytes. Returns false where it exceeds the limit. */
  add(bytes: number): boolean;
}

/** Limits the memory of all request bodies together: each is held until its response closes. */
export class RequestBodies {
  /** Maximum bytes of all bodies together. */
  readonly limit: number;
  #bytes = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Returns a counter for one body, whose bytes are freed when the response closes. */
  counter(response: ServerResponse): BodyCounter {
    let countedBytes = 0;
    let isOpen = true;
    onceClosed(response, () => {
      isOpen = false;
      this.#bytes -= countedBytes;
    });
    const counter: BodyCounter = {
      isRefused: false,
      add: (bytes) => {
        counter.isRefused = !isOpen || this.#bytes + bytes > this.limit;
        if (counter.isRefused) return false;
        countedBytes += bytes;
        this.#bytes += bytes;
        return true;
      },
    };
    return counter;
  }
}
