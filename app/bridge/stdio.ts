import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { describeThrown } from '#core/errors.ts';
import { agentOfClient, DEFAULT_AGENT } from '#core/mcp/agent-path.ts';
import { SESSION_HEADER } from '#core/mcp/server.ts';
import { INTERNAL_ERROR, PARSE_ERROR } from './http/server.ts';
import { callLostError } from './shared-bridge.ts';

/** A JSON-RPC message from the MCP endpoint. */
type ServerMessage = Readonly<Record<string, unknown>>;

/** Options of `pipeStdio`. */
interface StdioOptions {
  readonly input: Readable;
  readonly output: Writable;
  /** Maximum bytes that the agent may leave unread; beyond that the output is destroyed with an error. */
  readonly unreadBytes: number;
  /** Sends one message of an agent to the MCP endpoint. Rejects when it cannot be reached or the signal aborts. */
  post(
    agent: string,
    body: string,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<Response>;
}

/**
 * Forwards an agent's messages from stdin to the MCP endpoint and the responses to stdout, one JSON
 * text per line. Resolves when stdin ends, after aborting all open requests.
 *
 * The endpoint implements MCP; this only adds the HTTP headers, and cancels by message.
 */
export async function pipeStdio(options: StdioOptions): Promise<void> {
  const pipe = new StdioPipe(options);
  for await (const line of createInterface({ input: options.input })) {
    if (line.trim() !== '') pipe.handleLine(line);
  }
  pipe.close();
}

class StdioPipe {
  readonly #options: StdioOptions;
  /** Open requests by JSON-RPC id; stdio has only one agent, so its ids are unique. */
  readonly #activeRequests = new Map<string | number, AbortController>();
  #negotiatedVersion: string | null = null;
  #session: string | null = null;
  /** The client's name, without the number that makes it an agent of its own. */
  #client = DEFAULT_AGENT;

  constructor(options: StdioOptions) {
    this.#options = options;
  }

  handleLine(line: string): void {
    const messages = parseLine(line);
    if (messages === null) {
      this.#write({ jsonrpc: '2.0', id: null, error: { code: PARSE_ERROR, message: 'Not JSON.' } });
    }
    for (const message of messages ?? []) {
      if (message.method === 'notifications/cancelled') this.#cancel(message.params?.['requestId']);
      else void this.#forward(message);
    }
  }

  close(): void {
    for (const controller of this.#activeRequests.values()) controller.abort();
  }

  #cancel(requestId: unknown): void {
    if (typeof requestId === 'string' || typeof requestId === 'number') {
      this.#activeRequests.get(requestId)?.abort();
    }
  }

  async #forward(message: StdioMessage): Promise<void> {
    const controller = new AbortController();
    if (message.id !== undefined) this.#activeRequests.set(message.id, controller);
    try {
      const headers = {
        ...requestHeaders(message, this.#negotiatedVersion),
        ...(this.#session !== null && { [SESSION_HEADER]: this.#session }),
      };
      this.#client = agentOfClient(message) ?? this.#client;
      const response = await this.#options.post(
        stdioAgent(this.#client),
        JSON.stringify(message),
        headers,
        controller.signal,
      );
      this.#session = response.headers.get(SESSION_HEADER) ?? this.#session;
      await this.#forwardResponse(response, message);
    } catch (error) {
      // A cancelled request and a notification get no response.
      if (controller.signal.aborted || message.id === undefined) return;
      const text = describeThrown(error);
      this.#write({
        jsonrpc: '2.0',
        id: message.id,
        error: { code: INTERNAL_ERROR, message: text },
      });
    } finally {
      if (message.id !== undefined) this.#activeRequests.delete(message.id);
    }
  }

  async #forwardResponse(response: Response, message: StdioMessage): Promise<void> {
    const type = response.headers.get('content-type') ?? '';
    if (type.startsWith('text/event-stream') && response.body !== null) {
      const hasAnswer = await this.#forwardEvents(response.body, message);
      if (!hasAnswer && message.id !== undefined) throw callLostError('The stream ended.');
      return;
    }
    const text = await response.text().catch(throwCallLost);
    if (text !== '') this.#forwardMessage(parseServerMessage(text), message);
    else if (message.id !== undefined) throw new Error(`The bridge answered ${response.status}.`);
  }

  /** Returns whether the response to the message was among the events. */
  async #forwardEvents(body: ReadableStream<Uint8Array>, message: StdioMessage): Promise<boolean> {
    let hasAnswer = false;
    try {
      for await (const data of readEvents(body)) {
        if (data !== '')
          hasAnswer = this.#forwardMessage(parseServerMessage(data), message) || hasAnswer;
      }
    } catch (error) {
      if (!hasAnswer) throwCallLost(error);
    }
    return hasAnswer;
  }

  /** Returns whether it was the response, not a notification before it. */
  #forwardMessage(answer: ServerMessage, request: StdioMessage): boolean {
    const isAnswer = 'result' in answer || 'error' in answer;
    // An error about a notification is dropped: the agent sent no request that it could answer.
    if (isAnswer && request.id === undefined) return true;
    if (request.method === 'initialize') this.#storeVersion(answer['result']);
    // The bridge refuses some requests before it reads their id, so its error has none.
    this.#write(isAnswer && answer['id'] === null ? { ...answer, id: request.id } : answer);
    return isAnswer;
  }

  #storeVersion(result: unknown): void {
    if (typeof result !== 'object' || result === null || !('protocolVersion' in result)) return;
    if (typeof result.protocolVersion === 'string')
      this.#negotiatedVersion = result.protocolVersion;
  }

  #write(message: unknown): void {
    const { output, unreadBytes } = this.#options;
    output.write(`${JSON.stringify(message)}\n`);
    if (output.writableLength <= unreadBytes) return;
    output.destroy(
      new Error('The agent does not read its responses, so the bridge has closed the connection.'),
    );
  }
}

/** Two windows of one client are two agents, so its name is followed by this process's number. */
function stdioAgent(client: string): string {
  return `${client.slice(0, 50)}-${process.pid}`;
}

/** The message of a line, or those of a batch, which MCP had until 2025-03-26; null for invalid JSON. */
function parseLine(line: string): StdioMessage[] | null {
  try {
    const parsed: unknown = JSON.parse(line);
    const messages: unknown[] = Array.isArray(parsed) ? parsed : [parsed];
    return messages.every(isMessage) ? messages : null;
  } catch {
    return null;
  }
}

function isMessage(message: unknown): message is StdioMessage {
  return typeof message === 'object' && message !== null;
}

function throwCallLost(cause: unknown): never {
  throw callLostError(cause);
}

/** Parses a message of the endpoint. Throws where it is not a JSON object, which the bridge never sends. */
function parseServerMessage(text: string): ServerMessage {
  const answer: unknown = JSON.parse(text);
  if (typeof answer !== 'object' || answer === null)
    throw new Error('The answer was not an object.');
  return { ...answer };
}

/** The members of an agent's JSON-RPC message that the bridge reads. */
interface StdioMessage {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** The parameter that `Mcp-Name` repeats, by method (MCP 2026-07-28, standard request headers). */
const NAME_SOURCES: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
};

/**
 * The headers that Streamable HTTP requires with a message. From 2026-07-28 on, a message contains
 * its protocol version; before, it is the one negotiated by `initialize`.
 */
export function requestHeaders(
  message: StdioMessage,
  negotiatedVersion: string | null,
): Record<string, string> {
  const version = messageVersion(message);
  if (version === null || message.method === undefined) {
    return negotiatedVersion === null ? {} : { 'mcp-protocol-version': negotiatedVersion };
  }
  const source = NAME_SOURCES[message.method];
  const name = source === undefined ? undefined : message.params?.[source];
  return {
    'mcp-protocol-version': version,
    'mcp-method': message.method,
    ...(typeof name === 'string' && { 'mcp-name': encodeHeaderValue(name) }),
  };
}

function messageVersion({ params }: StdioMessage): string | null {
  const meta = params?.['_meta'];
  if (typeof meta !== 'object' || meta === null) return null;
  // An object that came out of JSON has string keys.
  const version = (meta as Record<string, unknown>)['io.modelcontextprotocol/protocolVersion'];
  return typeof version === 'string' ? version : null;
}

/** Encodes a header value: printable ASCII unchanged, any other text in MCP's base64 form. */
function encodeHeaderValue(value: string): string {
  const isPlain = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/.test(value);
  if (isPlain && !value.startsWith('=?base64?')) return value;
  return `=?base64?${Buffer.from(value, 'utf8').toString('base64')}?=`;
}

/**
 * Yields the data of each event in a `text/event-stream` body as it arrives (WHATWG HTML,
 * server-sent events). Comments and other fields are ignored.
 */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = '';
  let data: string[] = [];
  const decoder = new TextDecoder();
  for await (const bytes of body) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''));
      if (line !== '' || data.length === 0) continue;
      yield data.join('\n');
      data = [];
    }
  }
}
