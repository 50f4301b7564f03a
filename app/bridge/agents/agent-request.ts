import type { IncomingMessage, ServerResponse } from 'node:http';
import { SESSION_HEADER } from '../../../core/mcp/server.ts';
import type { RelayRequest } from '../../../core/relay/frames.ts';
import { MAX_BODY_BYTES } from '../../../core/relay/limits.ts';
import {
  INVALID_REQUEST,
  PARSE_ERROR,
  TURNED_AWAY,
  readBody,
  sendRpcError,
  whenClosed,
} from '../http/messages.ts';

/** How JSON-RPC and MCP name requests and progress. */
export type Id = string | number;

/** An agent's request, and of its message what the bridge must know, no more. */
export interface Envelope {
  readonly agent: string;
  readonly headers: RelayRequest['headers'];
  readonly body: string;
  /** Messages in it: more than one in a batch. */
  readonly messages: number;
  /** Whether it begins a session. */
  readonly initializes: boolean;
  /** The one it belongs to; null where it names none. */
  readonly session: string | null;
  /** Whether it wants the phone, not just the server. */
  readonly callsTool: boolean;
  /** Null where it is no single request. */
  readonly id: Id | null;
  /** By what to name progress; null where the client did not ask for any, or takes no stream. */
  readonly progressToken: Id | null;
  /** The request that this one cancels. */
  readonly cancels: Id | null;
}

/** Reads and checks a request; answers itself, and yields `null`, where it is no good, or there is no room for it. */
export async function takeEnvelope(
  request: IncomingMessage,
  response: ServerResponse,
  { agent, bodies }: { readonly agent: string; readonly bodies: HeldBodies },
): Promise<Envelope | null> {
  const { method = 'GET' } = request;
  if (method !== 'POST') {
    response.setHeader('allow', 'POST');
    sendRpcError(response, 405, { code: TURNED_AWAY, message: `${method} is not served here.` });
    return null;
  }
  const headers = pickHeaders(request);
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
  return envelopeOf({ agent, headers, body }, message);
}

/** `full` is what the bodies of all requests have together, where that was too much. */
function refuseBody(response: ServerResponse, full: number | null): void {
  // What is still on its way would be taken for the next request.
  response.setHeader('connection', 'close');
  if (full === null) {
    const message = `The request is larger than ${MAX_BODY_BYTES} bytes.`;
    sendRpcError(response, 413, { code: INVALID_REQUEST, message });
  } else {
    response.setHeader('retry-after', '1');
    const message = `The bridge holds ${full} bytes of requests, as much as it may; send this one again when others are answered.`;
    sendRpcError(response, 503, { code: TURNED_AWAY, message });
  }
}

function envelopeOf(
  request: Pick<Envelope, 'agent' | 'headers' | 'body'>,
  message: unknown,
): Envelope {
  const { headers } = request;
  const params = member(message, 'params');
  const method = member(message, 'method');
  const takesStream = headers['accept']?.includes('text/event-stream') ?? false;
  const progressToken = asId(member(member(params, '_meta'), 'progressToken'));
  return {
    ...request,
    messages: Array.isArray(message) ? message.length : 1,
    initializes: method === 'initialize',
    session: headers[SESSION_HEADER] ?? null,
    callsTool: isToolCall(message),
    id: asId(member(message, 'id')),
    progressToken: takesStream ? progressToken : null,
    cancels: method === 'notifications/cancelled' ? asId(member(params, 'requestId')) : null,
  };
}

/** `undefined` where the text is no JSON; JSON itself has no such value. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** One message, or one of a batch, which MCP had until 2025-03-26. */
function isToolCall(message: unknown): boolean {
  const messages: unknown[] = Array.isArray(message) ? message : [message];
  return messages.some((each) => member(each, 'method') === 'tools/call');
}

function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}

function asId(value: unknown): Id | null {
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

/** Headers that mean something to an MCP server; the token stays here. */
function pickHeaders(request: IncomingMessage): Record<string, string> {
  const picked: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (/^(accept|content-type|last-event-id|mcp-.*)$/.test(name) && value !== undefined) {
      picked[name] = Array.isArray(value) ? value.join(', ') : value;
    }
  }
  return picked;
}

/** One request of an agent, until its response has closed. */
export interface OpenRequest {
  readonly agent: string;
  /** How many requests it counts as: more than one is a batch. */
  places: number;
  /** Set while a call of it runs: how its client names that, and what ends it. */
  call: {
    readonly session: string | null;
    readonly id: Id;
    readonly cancelled: AbortController;
  } | null;
}

/** Everything that agents have open: none may take all of the bridge, and each may cancel what is its own. */
export class OpenRequests {
  /** Places that one agent may have. */
  readonly limit: number;
  readonly #open = new Set<OpenRequest>();

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Places that the agent has. */
  placesOf(agent: string): number {
    let places = 0;
    for (const each of this.#open) if (each.agent === agent) places += each.places;
    return places;
  }

  /** Takes a request's place, until the response has closed; null where the agent has its most already. */
  enter(agent: string, response: ServerResponse): OpenRequest | null {
    if (this.placesOf(agent) >= this.limit) return null;
    const request: OpenRequest = { agent, places: 1, call: null };
    this.#open.add(request);
    whenClosed(response, () => this.#open.delete(request));
    return request;
  }

  /** Whether the agent may have so many places for this request, which then are taken. */
  widen(request: OpenRequest, places: number): boolean {
    if (this.placesOf(request.agent) - request.places + places > this.limit) return false;
    request.places = places;
    return true;
  }

  /** Does the work of a call under a signal that aborts when it is cancelled, or its client has gone. */
  async run<Result>(
    request: OpenRequest,
    { session, id, gone }: { session: string | null; id: Id; gone: AbortSignal },
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const cancelled = new AbortController();
    request.call = { session, id, cancelled };
    try {
      return await work(AbortSignal.any([gone, cancelled.signal]));
    } finally {
      request.call = null;
    }
  }

  /**
   * Aborts the call that a client of the agent names so. Clients of the 2025 revisions cancel so, and leave the
   * call's connection open. Those without a session can't be told apart, and all count their ids from
   * nought: where two of one agent run the same id, nothing happens.
   */
  cancel(agent: string, session: string | null, id: Id): void {
    const [meant, ...others] = [...this.#open].filter(
      ({ agent: whose, call }) => whose === agent && call?.id === id && call.session === session,
    );
    if (others.length === 0) meant?.call?.cancelled.abort();
  }
}

/** Counts one body. */
interface BodyCounter {
  /** Whether the last piece had no room. */
  isRefused: boolean;
  /** Takes a piece of so many bytes, and says whether there is room for it. */
  add(bytes: number): boolean;
}

/** The bodies of all requests that are open, as far as they have come: a body is kept until its request is answered. */
export class HeldBodies {
  /** Bytes that they may have together. */
  readonly limit: number;
  #bytes = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Counts one body, piece by piece, until its response has closed. */
  counter(response: ServerResponse): BodyCounter {
    let held = 0;
    let isOpen = true;
    whenClosed(response, () => {
      isOpen = false;
      this.#bytes -= held;
    });
    const counter: BodyCounter = {
      isRefused: false,
      add: (bytes) => {
        counter.isRefused = !isOpen || this.#bytes + bytes > this.limit;
        if (counter.isRefused) return false;
        held += bytes;
        this.#bytes += bytes;
        return true;
      },
    };
    return counter;
  }
}
