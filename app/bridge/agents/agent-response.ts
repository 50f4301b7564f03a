import type { ServerResponse } from 'node:http';
import { onceClosed } from '../http/server.ts';

/**
 * Headers of a console's response that the bridge forwards: those that matter to MCP. The bridge
 * itself sets the ones for framing and security.
 */
const FORWARDED_HEADERS = /^(?:content-type|cache-control|allow|x-accel-buffering|mcp-.*)$/i;

/** The content type of an event stream, without parameters. */
const EVENT_STREAM = 'text/event-stream';

/**
 * The response to one request of an agent. A console's response is forwarded as it arrives. If an
 * event stream was started before (for progress), the response is appended to it: its head is
 * dropped, and a body that is not an event stream becomes one event.
 *
 * The client is disconnected when it leaves more than `unreadBytes` unread.
 */
export class AgentResponse {
  readonly #response: ServerResponse;
  readonly #unreadBytes: number;
  /** Whether this class started an event stream before the console's response. */
  #isOwnStream = false;
  /** Whether the console's response is not an event stream, so that it must be wrapped into one event. */
  #isBuffered = false;
  readonly #buffered: Uint8Array[] = [];
  #bufferedBytes = 0;
  #lastCharacters = '';
  readonly #gone = new AbortController();

  constructor(response: ServerResponse, unreadBytes: number) {
    this.#response = response;
    this.#unreadBytes = unreadBytes;
    if (response.destroyed || response.req.socket.destroyed) this.#gone.abort();
    else onceClosed(response, () => this.#gone.abort());
  }

  /** Aborts when the client disconnects, and when the response is complete. */
  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  /** Whether the head was sent. */
  get hasStarted(): boolean {
    return this.#response.headersSent;
  }

  /** Sends a JSON-RPC notification before the response; the first one starts an event stream. */
  notify(message: object): void {
    if (!this.#isOwnStream) {
      this.#isOwnStream = true;
      this.#writeHead(200, {
        'content-type': EVENT_STREAM,
        'cache-control': 'no-cache, no-transform',
      });
    }
    this.#write(Buffer.from(toEvent(JSON.stringify(message))));
  }

  /** Sends the head. A second head, or an invalid header, destroys the response. */
  head(status: number, headers: Readonly<Record<string, string>>): void {
    if (this.#isOwnStream) this.#isBuffered = !isEventStream(headers['content-type']);
    else this.#writeHead(status, headers);
  }

  chunk(bytes: Uint8Array): void {
    if (this.#isBuffered) {
      this.#buffered.push(bytes);
      this.#bufferedBytes += bytes.length;
    } else this.#write(bytes);
    if (this.#response.writableLength + this.#bufferedBytes > this.#unreadBytes) {
      this.#response.destroy();
    }
  }

  end(): void {
    if (this.#bufferedBytes > 0) {
      const body = Buffer.concat(this.#buffered).toString('utf8');
      this.#write(Buffer.from(toEvent(body)));
    }
    this.#response.end();
  }

  /** Sends a whole response in place of a console's; an event stream ends when the signal aborts. */
  async sendResponse(response: Response, signal: AbortSignal): Promise<void> {
    this.head(response.status, Object.fromEntries(response.headers));
    const body: ReadableStream<Uint8Array> | null = response.body;
    const reader = body?.getReader();
    const stop = (): void => void reader?.cancel().catch(() => undefined);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    for (;;) {
      const result = await reader?.read();
      if (result === undefined || result.done) break;
      this.chunk(result.value);
    }
    this.end();
  }

  /** Completes the response after the console failed: as a whole response, or as the last event of a started stream. */
  async completeWithError(pendingResponse: Promise<Response>): Promise<void> {
    try {
      const response = await pendingResponse;
      if (this.hasStarted && !this.#canAppendEvent()) this.#response.destroy();
      else await this.sendResponse(response, this.gone);
    } catch {
      this.#response.destroy();
    }
  }

  /** Ends a started response early: properly where it can end here, else by disconnecting. */
  endEarly(): void {
    if (this.#canAppendEvent()) this.#response.end();
    else this.#response.destroy();
  }

  /** Whether another event can follow: after a complete event, but not inside an event or a JSON text. */
  #canAppendEvent(): boolean {
    const isAtEventEnd = this.#lastCharacters === '' || this.#lastCharacters === '\n\n';
    this.#isOwnStream = isAtEventEnd && isEventStream(this.#response.getHeader('content-type'));
    this.#buffered.length = 0;
    this.#bufferedBytes = 0;
    return this.#isOwnStream;
  }

  /**
   * Node sends the head with the first bytes of the body: if the bridge crashes before, the client's
   * request fails at once, while a stream that breaks off would leave clients waiting.
   */
  #writeHead(status: number, headers: Readonly<Record<string, string>>): void {
    try {
      this.#response.writeHead(status, pickForwarded(headers));
    } catch {
      this.#response.destroy();
    }
  }

  #write(bytes: Uint8Array): void {
    const end = String.fromCharCode(...bytes.subarray(-2));
    this.#lastCharacters = (this.#lastCharacters + end).slice(-2);
    this.#response.write(bytes);
  }
}

function pickForwarded(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => FORWARDED_HEADERS.test(name)),
  );
}

function isEventStream(contentType: unknown): boolean {
  return String(contentType).startsWith(EVENT_STREAM);
}

/** Encodes a text as one server-sent event (WHATWG HTML), one data line per line of text. */
function toEvent(text: string): string {
  const data = text.split(/\r\n|\r|\n/).map((line) => `data: ${line}\n`);
  return `event: message\n${data.join('')}\n`;
}
