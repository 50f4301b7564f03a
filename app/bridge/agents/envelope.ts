import type { IncomingMessage, ServerResponse } from 'node:http';
import { SESSION_HEADER } from '../../../core/mcp/server.ts';
import type { RelayRequest } from '../../../core/relay/frames.ts';
import { MAX_BODY_BYTES } from '../../../core/relay/limits.ts';
import { INVALID_REQUEST, PARSE_ERROR, TURNED_AWAY, sendRpcError } from '../http/respond.ts';
import { readBody } from '../http/requests.ts';
import type { HeldBodies } from './open-requests.ts';

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
