import type { IncomingMessage, ServerResponse } from 'node:http';
import { addressOf } from '../../core/mcp/agent.ts';
import type { BridgeEnd } from '../../core/relay/bridge-end.ts';
import type { RelayRequest } from '../../core/relay/frames.ts';
import { MAX_BODY_BYTES } from '../../core/relay/limits.ts';
import type { ConsoleSeat } from './console-seat.ts';
import { type StandIn, noConsole } from './no-console.ts';
import { readBody } from './read-body.ts';
import { sendRpcError } from './respond.ts';

/** JSON-RPC's code for a body that is no JSON. */
const PARSE_ERROR = -32_700;
/** JSON-RPC's code for a request that can't be taken. */
const INVALID_REQUEST = -32_600;

/** What the endpoint stands on. */
export interface McpEndpointOptions {
  readonly seat: ConsoleSeat;
  readonly standIn: StandIn;
  /** The console's address, without secret. */
  readonly consoleUrl: string;
  /** Hears of each call that found no console. */
  onCallWithoutConsole(): void;
}

/** Answers an agent's request, once it has passed the guard. */
export type McpEndpoint = (
  request: IncomingMessage,
  response: ServerResponse,
  agent: string,
) => Promise<void>;

/** The road from HTTP to the console, or to the stand-in while none is open. */
export function createMcpEndpoint(options: McpEndpointOptions): McpEndpoint {
  const { seat, standIn } = options;
  return async (request, response, agent) => {
    const taken = await takeRequest(request, response, agent);
    if (taken === null) return;
    const { relayed, callsTool } = taken;
    const console = callsTool ? await seat.consoleSoon() : seat.console;
    // Nobody waits for the call any more, so it must not run.
    if (response.destroyed) return;
    if (console !== null && relayed.method === 'POST') {
      forward(console, relayed, { response, standIn });
      return;
    }
    if (callsTool) options.onCallWithoutConsole();
    const answer = await standIn(toRequest(relayed), noConsole(options.consoleUrl));
    await sendAnswer(response, answer);
  };
}

interface TakenRequest {
  readonly relayed: RelayRequest;
  /** Whether it wants the phone, not just the server. */
  readonly callsTool: boolean;
}

/** Reads and checks the envelope; answers itself, and yields `null`, where it is no good. */
async function takeRequest(
  request: IncomingMessage,
  response: ServerResponse,
  agent: string,
): Promise<TakenRequest | null> {
  const method = request.method ?? 'GET';
  const headers = pickHeaders(request);
  if (method !== 'POST') {
    return { relayed: { agent, chosenPhone: null, method, headers, body: '' }, callsTool: false };
  }
  const body = await readBody(request, MAX_BODY_BYTES);
  if (body === null) {
    // What is still on its way would be taken for the next request.
    response.setHeader('connection', 'close');
    const message = `The request is larger than ${MAX_BODY_BYTES} bytes.`;
    sendRpcError(response, 413, { code: INVALID_REQUEST, message });
    return null;
  }
  const message = parseJson(body);
  if (message === undefined) {
    sendRpcError(response, 400, { code: PARSE_ERROR, message: 'The body is not JSON.' });
    return null;
  }
  return { relayed: { agent, chosenPhone: null, method, headers, body }, callsTool: isToolCall(message) };
}

/** `undefined` where the text is no JSON; JSON itself has no such value. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Of the message, the bridge reads this much and no more. */
function isToolCall(message: unknown): boolean {
  if (Array.isArray(message)) return message.some(isToolCall);
  if (typeof message !== 'object' || message === null) return false;
  return 'method' in message && message.method === 'tools/call';
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

/** Sends the request to the console and its answer back, chunk by chunk as it comes. */
function forward(
  console: BridgeEnd,
  relayed: RelayRequest,
  { response, standIn }: { response: ServerResponse; standIn: StandIn },
): void {
  let tail = '';
  const giveUp = console.request(relayed, {
    head: (status, headers) => {
      try {
        response.writeHead(status, headers);
        response.flushHeaders();
      } catch {
        // A second head, or a header that HTTP does not know.
        response.destroy();
      }
    },
    chunk: (text) => {
      tail = (tail + text).slice(-2);
      response.write(text);
    },
    end: () => response.end(),
    failed: (error) => {
      const isWhole = tail === '' || tail === '\n\n';
      void answerFailure(response, standIn(toRequest(relayed), error), isWhole);
    },
  });
  response.once('close', giveUp);
}

/** Ends a response whose console is gone: in full, or as the last event of a stream that has begun. */
async function answerFailure(
  response: ServerResponse,
  answered: Promise<Response>,
  isWhole: boolean,
): Promise<void> {
  try {
    const answer = await answered;
    if (!response.headersSent) {
      await sendAnswer(response, answer);
      return;
    }
    const isStream = String(response.getHeader('content-type')).startsWith('text/event-stream');
    // Half an event or half a JSON text can't be mended.
    if (isStream && isWhole) response.end(await asEvents(answer));
    else response.destroy();
  } catch {
    response.destroy();
  }
}

async function asEvents(answer: Response): Promise<string> {
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false;
  return isJson ? `event: message\ndata: ${text}\n\n` : text;
}

async function sendAnswer(response: ServerResponse, answer: Response): Promise<void> {
  const text = await answer.text();
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(text);
}

function toRequest(relayed: RelayRequest): Request {
  const { method, headers, body } = relayed;
  return new Request(addressOf(relayed), { method, headers, ...(body !== '' && { body }) });
}
