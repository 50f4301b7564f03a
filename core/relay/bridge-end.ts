import { HandsetError, internalError } from '../errors.ts';
import type { AgentTokens } from './agent-tokens.ts';
import {
  type BridgeFrame,
  type Channel,
  type ConsoleFrame,
  type ConsoleState,
  type Heartbeat,
  type Hello,
  type OpenConsole,
  type PhoneChoice,
  type RelayRequest,
  type StreamTarget,
  type Welcome,
  encodeFrame,
  parseConsoleFrame,
  startHeartbeat,
} from './frames.ts';
import {
  RESPONSE_SILENCE_TIMEOUT_MS,
  CLOSE_CODES,
  HELLO_TIMEOUT_MS,
  MAX_STREAMS,
  RELAY_VERSION,
  SILENCE_TIMEOUT_MS,
} from './limits.ts';
import { type RelayStream, RelayStreams } from './streams.ts';

/** Receives the response to one request: one head, chunks in order, then `end`; or `fail` at any time. */
interface ResponseListener {
  head(status: number, headers: Readonly<Record<string, string>>): void;
  chunk(bytes: Uint8Array): void;
  end(): void;
  /** `console-lost` where the console disconnected or stopped responding, `internal` where it failed. */
  fail(error: HandsetError): void;
}

/** Why the bridge closes a socket: a code of `CLOSE_CODES` and its text. */
export interface CloseReason {
  readonly code: number;
  readonly reason: string;
}

/** A stream that a console wants to open. */
export interface StreamOpening<Target extends StreamTarget = StreamTarget> {
  readonly target: Target;
  readonly stream: RelayStream;
  /** Tells the console that the stream is open; to refuse it, end the stream with an error. */
  accept(): void;
}

/** Options of `BridgeEnd`. */
export interface BridgeEndOptions {
  readonly channel: Channel;
  /** Accepts a hello of the same version with a welcome, or rejects it. */
  admit(hello: Hello): Welcome | CloseReason;
  /** Called after the welcome with the console's state, and at every change. */
  onState(state: ConsoleState): void;
  /** Called when the user makes this console the default one. */
  onMadeDefault(): void;
  /** Called when an agent chooses a phone; null means the default console again. */
  onPhoneChosen(agent: string, choice: PhoneChoice | null): void;
  /** Serves a stream; absent where this console may open none. */
  serveStream?: ((opening: StreamOpening) => void) | undefined;
}

interface PendingRequest {
  readonly listener: ResponseListener;
  timer: ReturnType<typeof setTimeout>;
  /** Whether it waits for the user's answer, and nothing of it has run. */
  isWaiting: boolean;
}

/**
 * The bridge's end of one console socket, independent of the socket itself: it is given received
 * messages and calls `send` and `close`. When the socket closes, all pending requests fail at once:
 * only of those that wait for the user's answer is it known that they did not run.
 */
export class BridgeEnd {
  readonly #options: BridgeEndOptions;
  readonly #pending = new Map<number, PendingRequest>();
  readonly #streams = new RelayStreams((frame) => this.#send(frame));
  readonly #helloTimer: ReturnType<typeof setTimeout>;
  #heartbeat: Heartbeat | null = null;
  #closed = false;
  #lastId = 0;
  #lastStream = 0;

  constructor(options: BridgeEndOptions) {
    this.#options = options;
    const reason = { code: CLOSE_CODES.silent, reason: 'No hello came.' };
    this.#helloTimer = setTimeout(() => this.#closeSocket(reason), HELLO_TIMEOUT_MS);
  }

  /** Handles a received message: a text or an `ArrayBuffer`. */
  receive(data: unknown): void {
    if (this.#closed) return;
    try {
      const frame = parseConsoleFrame(data);
      this.#heartbeat?.frameReceived();
      if (this.#heartbeat === null) this.#handleHello(frame);
      else this.#handleFrame(frame);
    } catch (error) {
      if (!(error instanceof HandsetError)) throw error;
      this.#closeSocket({ code: CLOSE_CODES.badFrame, reason: error.message });
    }
  }

  /** Sends the list of open consoles; does nothing before the welcome. */
  sendConsoles(consoles: readonly OpenConsole[]): void {
    if (this.#heartbeat !== null) this.#send({ kind: 'consoles', consoles: [...consoles] });
  }

  /** Sends the tokens of agents; does nothing before the welcome. */
  sendAgentTokens(tokens: AgentTokens): void {
    if (this.#heartbeat !== null) this.#send({ kind: 'agent-tokens', ...tokens });
  }

  /** Sends an agent's request to the console. The returned function aborts it; the listener is not called after that. */
  request(request: RelayRequest, listener: ResponseListener): () => void {
    const id = ++this.#lastId;
    if (this.#closed || this.#heartbeat === null) {
      listener.fail(consoleLostError('The Handset console closed just before the call.'));
      return () => undefined;
    }
    if (this.#options.channel.isBackedUp?.() === true) {
      listener.fail(consoleBackedUpError());
      return () => undefined;
    }
    this.#pending.set(id, { listener, timer: this.#startSilenceTimer(id), isWaiting: false });
    const { body, ...head } = request;
    this.#send({ kind: 'request', id, ...head });
    this.#send({ kind: 'body', id, bytes: new TextEncoder().encode(body) });
    return () => {
      if (this.#removePending(id) !== undefined) this.#send({ kind: 'abort', id });
    };
  }

  /** Closes the socket. */
  close(reason: CloseReason): void {
    this.#closeSocket(reason);
  }

  /** Must be called when the socket has closed, whichever side closed it. */
  socketClosed(): void {
    const error = consoleLostError('The Handset console closed during the call.');
    this.#failPending(error, closedWhileWaitingError());
  }

  #handleHello(frame: ConsoleFrame): void {
    if (frame.kind !== 'hello')
      throw new HandsetError('bad-frame', 'The first frame was not a hello.');
    clearTimeout(this.#helloTimer);
    const otherVersion = `The bridge speaks version ${RELAY_VERSION}.`;
    const answer =
      frame.version === RELAY_VERSION
        ? this.#options.admit(frame)
        : { code: CLOSE_CODES.otherVersion, reason: otherVersion };
    if ('code' in answer) return this.#closeSocket(answer);
    const reason = { code: CLOSE_CODES.silent, reason: 'Nothing was heard from the page.' };
    this.#heartbeat = startHeartbeat(
      () => this.#send({ kind: 'ping' }),
      () => this.#closeSocket(reason, consoleSilentError()),
    );
    this.#send({ kind: 'welcome', ...answer });
  }

  #handleFrame(frame: ConsoleFrame): void {
    if (frame.kind === 'hello') throw new HandsetError('bad-frame', 'A second hello came.');
    if (frame.kind === 'ping') return this.#send({ kind: 'pong' });
    if (frame.kind === 'pong') return;
    const { onState, onMadeDefault, onPhoneChosen } = this.#options;
    if (frame.kind === 'state') return onState({ phone: frame.phone, paused: frame.paused });
    if (frame.kind === 'make-default') return onMadeDefault();
    if (frame.kind === 'choose') return onPhoneChosen(frame.agent, frame.choice);
    if (frame.kind === 'stream-open') return this.#openStream(frame.stream, frame.target);
    if ('stream' in frame) return this.#streams.handle(frame);
    const pending = this.#pending.get(frame.id);
    // Aborted just before; the console did not know yet.
    if (pending === undefined) return;
    if (frame.kind === 'waiting') pending.isWaiting = frame.waiting;
    else this.#deliverResponse(frame, pending);
  }

  #openStream(id: number, target: StreamTarget): void {
    if (id <= this.#lastStream)
      throw new HandsetError('bad-frame', 'The id of a stream was used again.');
    this.#lastStream = id;
    const isOverLimit = this.#streams.count >= MAX_STREAMS;
    const stream = this.#streams.add(id);
    const { serveStream } = this.#options;
    if (serveStream === undefined) return stream.end(noStreamsError());
    if (isOverLimit) return stream.end(tooManyStreamsError());
    const accept = (): void => this.#send({ kind: 'stream-opened', stream: id });
    serveStream({ target, stream, accept });
  }

  #deliverResponse(
    frame: Extract<ConsoleFrame, { kind: 'head' | 'body' | 'end' | 'failed' }>,
    pending: PendingRequest,
  ): void {
    const { listener } = pending;
    clearTimeout(pending.timer);
    if (frame.kind === 'end' || frame.kind === 'failed') this.#pending.delete(frame.id);
    else pending.timer = this.#startSilenceTimer(frame.id);
    if (frame.kind === 'head') listener.head(frame.status, frame.headers);
    if (frame.kind === 'body') listener.chunk(frame.bytes);
    if (frame.kind === 'end') listener.end();
    if (frame.kind === 'failed') listener.fail(internalError(frame.error));
  }

  #startSilenceTimer(id: number): ReturnType<typeof setTimeout> {
    return setTimeout(() => {
      const pending = this.#removePending(id);
      this.#send({ kind: 'abort', id });
      const seconds = RESPONSE_SILENCE_TIMEOUT_MS / 1000;
      pending?.listener.fail(
        consoleLostError(`The Handset console has not responded for ${seconds} s.`),
      );
    }, RESPONSE_SILENCE_TIMEOUT_MS);
  }

  #removePending(id: number): PendingRequest | undefined {
    const pending = this.#pending.get(id);
    clearTimeout(pending?.timer);
    this.#pending.delete(id);
    return pending;
  }

  #send(frame: BridgeFrame): void {
    if (!this.#closed) this.#options.channel.send(encodeFrame(frame));
  }

  #closeSocket({ code, reason }: CloseReason, error?: HandsetError): void {
    if (this.#closed) return;
    if (error === undefined) this.socketClosed();
    else this.#failPending(error);
    this.#options.channel.close(code, reason);
  }

  #failPending(error: HandsetError, errorOfWaiting = error): void {
    this.#closed = true;
    clearTimeout(this.#helloTimer);
    this.#heartbeat?.stop();
    for (const [id, { listener, isWaiting }] of [...this.#pending]) {
      this.#removePending(id);
      listener.fail(isWaiting ? errorOfWaiting : error);
    }
    this.#streams.breakOff(error);
  }
}

/** Why a console of another origin may not have the stream. */
export function noStreamsError(): HandsetError {
  return new HandsetError('unsupported', 'This console may not reach phones through the bridge.', {
    hint: 'Open the address that the bridge printed, or start it with `--allow-adb`.',
  });
}

function tooManyStreamsError(): HandsetError {
  const message = `This console already has ${MAX_STREAMS} streams open.`;
  return new HandsetError('unsupported', message, { hint: 'Try again in a moment.' });
}

function consoleBackedUpError(): HandsetError {
  const message = 'The Handset console is still reading other large calls; this one was not sent.';
  return new HandsetError('console-lost', message, {
    hint: 'Nothing was done. Call again in a moment, with less at a time.',
  });
}

function consoleSilentError(): HandsetError {
  const message = `The Handset console does not answer: it has been silent for ${SILENCE_TIMEOUT_MS / 1000} s.`;
  return new HandsetError('console-lost', message, {
    hint: 'The call may or may not have run. Ask the user to click Stop in the Handset console, which ends whatever hangs there and restarts it; then look at the screen before you repeat the call.',
  });
}

function consoleLostError(message: string): HandsetError {
  return new HandsetError('console-lost', message, {
    hint: 'The call may or may not have run; look at the screen before you repeat it.',
  });
}

function closedWhileWaitingError(): HandsetError {
  const message =
    "The call was not run: the Handset console was reloaded or closed while it waited for the user's answer.";
  return new HandsetError('console-lost', message, {
    hint: 'If you call again, the user is asked again.',
  });
}
