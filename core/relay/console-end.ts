import { HandsetError, describeThrown } from '../errors.ts';
import type { AgentTokens } from './agent-tokens.ts';
import {
  type BridgeFrame,
  type Channel,
  type ConsoleFrame,
  type ConsoleState,
  type Heartbeat,
  type OpenConsole,
  type PhoneChoice,
  type RelayRequest,
  type StreamTarget,
  type Welcome,
  encodeFrame,
  parseBridgeFrame,
  startHeartbeat,
} from './frames.ts';
import {
  CLOSE_CODES,
  HELLO_TIMEOUT_MS,
  MAX_CHUNK_BYTES,
  MAX_STREAMS,
  RELAY_VERSION,
} from './limits.ts';
import { type RelayStream, RelayStreams } from './streams.ts';

/** Accepts the response to one request: one head, then chunks in order. */
export interface ResponseSink {
  head(status: number, headers: Readonly<Record<string, string>>): void;
  chunk(bytes: Uint8Array<ArrayBuffer>): void;
  /** Says whether the request waits for the user's answer, and nothing of it has run. */
  waiting(waiting: boolean): void;
}

/** Options of `ConsoleEnd`. */
interface ConsoleEndOptions {
  readonly channel: Channel;
  readonly secret: string;
  /** Identifies the tab and survives a reload. */
  readonly page: string;
  /** Answers one request; the response ends when the promise settles. The signal aborts when the agent or the socket disconnects. */
  serve(request: RelayRequest, answer: ResponseSink, signal: AbortSignal): Promise<void>;
  onWelcome(welcome: Welcome): void;
  /** Called after the welcome with the open consoles, and at every change. */
  onConsoles(consoles: readonly OpenConsole[]): void;
  /** Called with the tokens of agents, at the same times, if this console may know them. */
  onAgentTokens?(tokens: AgentTokens): void;
}

/** The console's end of the socket to the bridge, independent of the socket itself. The constructor sends hello. */
export class ConsoleEnd {
  readonly #options: ConsoleEndOptions;
  readonly #activeRequests = new Map<number, AbortController>();
  readonly #streams = new RelayStreams((frame) => this.#send(frame));
  /** The streams that the bridge has not opened yet. */
  readonly #openings = new Map<number, () => void>();
  #lastStream = 0;
  /** The request whose body is the next frame. */
  #requestWithoutBody: Extract<BridgeFrame, { kind: 'request' }> | null = null;
  readonly #welcomeTimer: ReturnType<typeof setTimeout>;
  #heartbeat: Heartbeat | null = null;
  #closed = false;

  constructor(options: ConsoleEndOptions) {
    this.#options = options;
    const { secret, page } = options;
    this.#welcomeTimer = setTimeout(
      () => this.#closeSocket(CLOSE_CODES.silent, 'No welcome came.'),
      HELLO_TIMEOUT_MS,
    );
    this.#send({ kind: 'hello', version: RELAY_VERSION, secret, page });
  }

  /** Handles a received message: a text or an `ArrayBuffer`. */
  receive(data: unknown): void {
    if (this.#closed) return;
    try {
      const frame = parseBridgeFrame(data);
      this.#heartbeat?.frameReceived();
      if (this.#heartbeat === null) this.#handleWelcome(frame);
      else this.#handleFrame(frame);
    } catch (error) {
      if (!(error instanceof HandsetError)) throw error;
      this.#closeSocket(CLOSE_CODES.badFrame, error.message);
    }
  }

  /** Sends this console's state; to be called after the welcome and at every change. */
  sendState(state: ConsoleState): void {
    this.#send({ kind: 'state', ...state });
  }

  /** Reports that the user made this console the default one. */
  makeDefault(): void {
    this.#send({ kind: 'make-default' });
  }

  /** Reports an agent's choice; must be sent before the response to the call that made it. */
  sendPhoneChoice(agent: string, choice: PhoneChoice | null): void {
    this.#send({ kind: 'choose', agent, choice });
  }

  /**
   * Opens a stream, as soon as fewer than `MAX_STREAMS` are open. Rejects with the bridge's refusal,
   * with `bridge-lost` when the socket has closed, and with `cancelled` when the signal aborts first;
   * later the signal has no effect.
   */
  async openStream(target: StreamTarget, signal: AbortSignal): Promise<RelayStream> {
    while (this.#streams.count >= MAX_STREAMS && !signal.aborted)
      await this.#streams.nextEnd(signal);
    if (signal.aborted) throw streamCancelledError();
    const id = ++this.#lastStream;
    const stream = this.#streams.add(id);
    const settled = new Promise<void>((resolve) => {
      this.#openings.set(id, resolve);
      stream.ended.addEventListener('abort', () => resolve(), { once: true });
    });
    // Before the welcome the bridge accepts no other frame.
    if (this.#closed || this.#heartbeat === null) stream.ranOut(bridgeLostError());
    else this.#send({ kind: 'stream-open', stream: id, target });
    const cancel = (): void => stream.end(streamCancelledError());
    signal.addEventListener('abort', cancel, { once: true });
    await settled;
    signal.removeEventListener('abort', cancel);
    // A refused stream has its error, which reading throws; an accepted one may have ended since.
    if (this.#openings.delete(id)) await stream.read();
    return stream;
  }

  /** Must be called when the socket has closed, whichever side closed it: aborts all active requests. */
  socketClosed(): void {
    this.#closed = true;
    clearTimeout(this.#welcomeTimer);
    this.#heartbeat?.stop();
    for (const controller of this.#activeRequests.values()) controller.abort();
    this.#activeRequests.clear();
    this.#streams.breakOff(bridgeLostError());
  }

  #handleWelcome(frame: BridgeFrame): void {
    if (frame.kind !== 'welcome')
      throw new HandsetError('bad-frame', 'The first frame was not a welcome.');
    clearTimeout(this.#welcomeTimer);
    this.#heartbeat = startHeartbeat(
      () => this.#send({ kind: 'ping' }),
      () => this.#closeSocket(CLOSE_CODES.silent, 'Nothing was heard from the bridge.'),
    );
    const { kind: _, ...welcome } = frame;
    this.#options.onWelcome(welcome);
  }

  #handleFrame(frame: BridgeFrame): void {
    if (frame.kind === 'welcome') throw new HandsetError('bad-frame', 'A second welcome came.');
    if (frame.kind === 'ping') this.#send({ kind: 'pong' });
    if (frame.kind === 'consoles') this.#options.onConsoles(frame.consoles);
    if (frame.kind === 'agent-tokens') {
      const { kind: _, ...tokens } = frame;
      this.#options.onAgentTokens?.(tokens);
    }
    if (frame.kind === 'abort') this.#activeRequests.get(frame.id)?.abort();
    if (frame.kind === 'stream-opened') this.#streamOpened(frame.stream);
    else if ('stream' in frame) this.#streams.handle(frame);
    if (frame.kind === 'request') this.#requestWithoutBody = frame;
    if (frame.kind === 'body') {
      const head = this.#requestWithoutBody;
      this.#requestWithoutBody = null;
      if (head?.id !== frame.id)
        throw new HandsetError('bad-frame', 'A body arrived for no request.');
      const { kind: _, id, ...request } = head;
      void this.#answer(id, { ...request, body: new TextDecoder().decode(frame.bytes) });
    }
  }

  #streamOpened(id: number): void {
    const opened = this.#openings.get(id);
    this.#openings.delete(id);
    opened?.();
  }

  async #answer(id: number, request: RelayRequest): Promise<void> {
    const controller = new AbortController();
    this.#activeRequests.set(id, controller);
    const response: ResponseSink = {
      waiting: (waiting) => this.#send({ kind: 'waiting', id, waiting }),
      head: (status, headers) => this.#send({ kind: 'head', id, status, headers: { ...headers } }),
      chunk: (bytes) => {
        for (let at = 0; at < bytes.length; at += MAX_CHUNK_BYTES)
          this.#send({ kind: 'body', id, bytes: bytes.subarray(at, at + MAX_CHUNK_BYTES) });
      },
    };
    try {
      await this.#options.serve(request, response, controller.signal);
      this.#send({ kind: 'end', id });
    } catch (error) {
      this.#send({ kind: 'failed', id, error: describeThrown(error) });
    } finally {
      this.#activeRequests.delete(id);
    }
  }

  #send(frame: ConsoleFrame): void {
    if (!this.#closed) this.#options.channel.send(encodeFrame(frame));
  }

  #closeSocket(code: number, reason: string): void {
    if (this.#closed) return;
    this.socketClosed();
    this.#options.channel.close(code, reason);
  }
}

function streamCancelledError(): HandsetError {
  return new HandsetError('cancelled', 'The stream was canceled.');
}

function bridgeLostError(): HandsetError {
  return new HandsetError('bridge-lost', 'The connection to the bridge was lost.', {
    hint: 'This page reconnects automatically.',
  });
}
