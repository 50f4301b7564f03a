import type { ServerResponse } from 'node:http';
import { whenClosed } from '../http/messages.ts';

/**
 * What of a console's head goes on to the agent: what MCP means by it. How the answer is framed,
 * and by what it is guarded, is the bridge's own.
 */
const PASSED_ON = /^(?:content-type|cache-control|allow|x-accel-buffering|mcp-.*)$/i;

/** The type of a stream of events, parameters aside. */
const EVENT_STREAM = 'text/event-stream';

/**
 * The answer to one request of an agent. A console's answer goes out as it comes. Where a stream
 * was begun before there was one, the answer is spliced into it: its head is swallowed, and what
 * is no stream itself becomes one event.
 *
 * A client that does not read is cut when more than `unreadBytes` wait for it: it counts as gone.
 */
export class AgentAnswer {
  readonly #response: ServerResponse;
  readonly #unreadBytes: number;
  /** Whether the stream was begun here, before the answer. */
  #isBegun = false;
  /** Whether the answer that comes is no stream, and goes into one. */
  #isWrapped = false;
  #wrapped = '';
  #tail = '';
  readonly #gone = new AbortController();

  constructor(response: ServerResponse, unreadBytes: number) {
    this.#response = response;
    this.#unreadBytes = unreadBytes;
    if (response.destroyed || response.req.socket.destroyed) this.#gone.abort();
    else whenClosed(response, () => this.#gone.abort());
  }

  /** Aborts when the client has gone; also once the answer is complete. */
  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  /** Whether something was sent. */
  get hasBegun(): boolean {
    return this.#response.headersSent;
  }

  /** Tells the client something before its answer, in a stream that this begins. */
  notify(message: object): void {
    if (!this.#isBegun) {
      this.#isBegun = true;
      this.#writeHead(200, {
        'content-type': EVENT_STREAM,
        'cache-control': 'no-cache, no-transform',
      });
    }
    this.#write(asEvent(JSON.stringify(message)));
  }

  /** Begins the answer. A second head, or a header that HTTP does not know, ends it. */
  head(status: number, headers: Readonly<Record<string, string>>): void {
    if (this.#isBegun) this.#isWrapped = !isEventStream(headers['content-type']);
    else this.#writeHead(status, headers);
  }

  chunk(text: string): void {
    if (this.#isWrapped) this.#wrapped += text;
    else this.#write(text);
    if (this.#response.writableLength + this.#wrapped.length > this.#unreadBytes) {
      this.#response.destroy();
    }
  }

  end(): void {
    if (this.#wrapped !== '') this.#write(asEvent(this.#wrapped));
    this.#response.end();
  }

  /** Answers in place of a console, to the end of the body; a stream until the signal aborts. */
  async pass(answer: Response, signal: AbortSignal): Promise<void> {
    this.head(answer.status, Object.fromEntries(answer.headers));
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    const stop = (): void => void reader?.cancel().catch(() => undefined);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    for (;;) {
      const read = await reader?.read();
      if (read === undefined || read.done) break;
      this.chunk(read.value);
    }
    this.end();
  }

  /** Ends an answer whose console failed: in full, or as the last event of a stream that has begun. */
  async mend(answered: Promise<Response>): Promise<void> {
    try {
      const answer = await answered;
      if (this.hasBegun && !this.#canGoOn()) this.#response.destroy();
      else await this.pass(answer, this.gone);
    } catch {
      this.#response.destroy();
    }
  }

  /** Ends an answer that has begun and has no end of its own. */
  breakOff(): void {
    if (this.#canGoOn()) this.#response.end();
    else this.#response.destroy();
  }

  /** Half an event or half a JSON text can't be mended; after a whole event, others may follow. */
  #canGoOn(): boolean {
    const isWhole = this.#tail === '' || this.#tail === '\n\n';
    this.#isBegun = isWhole && isEventStream(this.#response.getHeader('content-type'));
    this.#wrapped = '';
    return this.#isBegun;
  }

  /**
   * The head goes out with the first of the body: should the bridge crash before, the client's
   * request fails at once. A stream that has begun and breaks off leaves clients waiting.
   */
  #writeHead(status: number, headers: Readonly<Record<string, string>>): void {
    try {
      this.#response.writeHead(status, passable(headers));
    } catch {
      this.#response.destroy();
    }
  }

  #write(text: string): void {
    this.#tail = (this.#tail + text).slice(-2);
    this.#response.write(text);
  }
}

function passable(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => PASSED_ON.test(name)));
}

function isEventStream(contentType: unknown): boolean {
  return String(contentType).startsWith(EVENT_STREAM);
}

/** One event (WHATWG HTML, server-sent events); a line of data for each line of the text. */
function asEvent(text: string): string {
  const data = text.split(/\r\n|\r|\n/).map((line) => `data: ${line}\n`);
  return `event: message\n${data.join('')}\n`;
}
