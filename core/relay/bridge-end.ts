import { HandsetError, internalError } from '../errors.ts';
import { type Channel, type Heartbeat, startHeartbeat } from './channel.ts';
import {
  type BridgeFrame,
  type ConsoleFrame,
  type ConsoleState,
  type Hello,
  type OpenConsole,
  type PhoneChoice,
  type RelayRequest,
  type Welcome,
  encodeFrame,
  parseConsoleFrame,
} from './frames.ts';
import {
  ANSWER_SILENCE_LIMIT_MS,
  CLOSE,
  HELLO_LIMIT_MS,
  RELAY_VERSION,
  SILENCE_LIMIT_MS,
} from './limits.ts';

/** Receives the response to one request: one head, chunks in order, then `end`; or `fail` at any time. */
interface AnswerListener {
  head(status: number, headers: Readonly<Record<string, string>>): void;
  chunk(text: string): void;
  end(): void;
  /** `console-lost` where the console disconnected or stopped responding, `internal` where it failed. */
  failed(error: HandsetError): void;
}

/** Why the bridge closes a socket: a code of `CLOSE_CODES` and its text. */
export interface TurnedAway {
  readonly code: number;
  readonly reason: string;
}

/** Options of `BridgeEnd`. */
export interface BridgeEndOptions {
  readonly channel: Channel;
  /** Accepts a hello of the same version with a welcome, or rejects it. */
  admit(hello: Hello): Welcome | TurnedAway;
  /** Called after the welcome with the console's state, and at every change. */
  onState(state: ConsoleState): void;
  /** Called when the user makes this console the default one. */
  onLead(): void;
  /** Called when an agent chooses a phone; null means the default console again. */
  onChoose(agent: string, choice: PhoneChoice | null): void;
}

interface Waiting {
  readonly listener: AnswerListener;
  timer: ReturnType<typeof setTimeout>;
}

/**
 * The bridge's end of one console socket, independent of the socket itself: it is given received
 * texts and calls `send` and `close`. When the socket closes, all pending requests fail at once,
 * since it is unknown whether they ran.
 */
export class BridgeEnd {
  readonly #options: BridgeEndOptions;
  readonly #waiting = new Map<number, Waiting>();
  readonly #helloTimer: ReturnType<typeof setTimeout>;
  #heartbeat: Heartbeat | null = null;
  #closed = false;
  #lastId = 0;

  constructor(options: BridgeEndOptions) {
    this.#options = options;
    const silent = { code: CLOSE.silent, reason: 'No hello came.' };
    this.#helloTimer = setTimeout(() => this.#turnAway(silent), HELLO_LIMIT_MS);
  }

  /** Handles a received text. */
  receive(data: unknown): void {
    if (this.#closed) return;
    try {
      const frame = parseConsoleFrame(data);
      this.#heartbeat?.heard();
      if (this.#heartbeat === null) this.#greet(frame);
      else this.#take(frame);
    } catch (error) {
      if (!(error instanceof HandsetError)) throw error;
      this.#turnAway({ code: CLOSE.badFrame, reason: error.message });
    }
  }

  /** Sends the list of open consoles; does nothing before the welcome. */
  tell(consoles: readonly OpenConsole[]): void {
    if (this.#heartbeat !== null) this.#send({ kind: 'consoles', consoles: [...consoles] });
  }

  /** Sends an agent's request to the console. The returned function aborts it; the listener is not called after that. */
  request(request: RelayRequest, listener: AnswerListener): () => void {
    const id = ++this.#lastId;
    if (this.#closed || this.#heartbeat === null) {
      listener.failed(consoleLost('The Handset console closed just before the call.'));
      return () => undefined;
    }
    if (this.#options.channel.isBehind?.() === true) {
      listener.failed(consoleBehind());
      return () => undefined;
    }
    this.#waiting.set(id, { listener, timer: this.#deadline(id) });
    this.#send({ kind: 'request', id, ...request });
    return () => {
      if (this.#forget(id) !== undefined) this.#send({ kind: 'abort', id });
    };
  }

  /** Closes the socket. */
  close(reason: TurnedAway): void {
    this.#turnAway(reason);
  }

  /** Must be called when the socket has closed, whichever side closed it. */
  lost(): void {
    this.#fail(consoleLost('The Handset console closed during the call.'));
  }

  #greet(frame: ConsoleFrame): void {
    if (frame.kind !== 'hello')
      throw new HandsetError('bad-frame', 'The first frame was no hello.');
    clearTimeout(this.#helloTimer);
    const otherVersion = `The bridge speaks version ${RELAY_VERSION}.`;
    const answer =
      frame.version === RELAY_VERSION
        ? this.#options.admit(frame)
        : { code: CLOSE.otherVersion, reason: otherVersion };
    if ('code' in answer) return this.#turnAway(answer);
    const silent = { code: CLOSE.silent, reason: 'Nothing was heard from the page.' };
    this.#heartbeat = startHeartbeat(
      () => this.#send({ kind: 'ping' }),
      () => this.#turnAway(silent, consoleSilent()),
    );
    this.#send({ kind: 'welcome', ...answer });
  }

  #take(frame: ConsoleFrame): void {
    if (frame.kind === 'hello') throw new HandsetError('bad-frame', 'A second hello came.');
    if (frame.kind === 'ping') return this.#send({ kind: 'pong' });
    if (frame.kind === 'pong') return;
    const { onState, onLead, onChoose } = this.#options;
    if (frame.kind === 'state') return onState({ phone: frame.phone, paused: frame.paused });
    if (frame.kind === 'lead') return onLead();
    if (frame.kind === 'choose') return onChoose(frame.agent, frame.choice);
    const waiting = this.#waiting.get(frame.id);
    // Aborted just before; the console did not know yet.
    if (waiting === undefined) return;
    this.#deliver(frame, waiting);
  }

  #deliver(
    frame: Extract<ConsoleFrame, { kind: 'head' | 'chunk' | 'end' | 'failed' }>,
    waiting: Waiting,
  ): void {
    const { listener } = waiting;
    clearTimeout(waiting.timer);
    if (frame.kind === 'end' || frame.kind === 'failed') this.#waiting.delete(frame.id);
    else waiting.timer = this.#deadline(frame.id);
    if (frame.kind === 'head') listener.head(frame.status, frame.headers);
    if (frame.kind === 'chunk') listener.chunk(frame.text);
    if (frame.kind === 'end') listener.end();
    if (frame.kind === 'failed') listener.failed(internalError(frame.error));
  }

  #deadline(id: number): ReturnType<typeof setTimeout> {
    return setTimeout(() => {
      const waiting = this.#forget(id);
      this.#send({ kind: 'abort', id });
      const seconds = ANSWER_SILENCE_LIMIT_MS / 1000;
      waiting?.listener.failed(consoleLost(`The Handset console said nothing for ${seconds} s.`));
    }, ANSWER_SILENCE_LIMIT_MS);
  }

  #forget(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    clearTimeout(waiting?.timer);
    this.#waiting.delete(id);
    return waiting;
  }

  #send(frame: BridgeFrame): void {
    if (!this.#closed) this.#options.channel.send(encodeFrame(frame));
  }

  #turnAway({ code, reason }: TurnedAway, error?: HandsetError): void {
    if (this.#closed) return;
    if (error === undefined) this.lost();
    else this.#fail(error);
    this.#options.channel.close(code, reason);
  }

  #fail(error: HandsetError): void {
    this.#closed = true;
    clearTimeout(this.#helloTimer);
    this.#heartbeat?.stop();
    for (const id of [...this.#waiting.keys()]) this.#forget(id)?.listener.failed(error);
  }
}

function consoleBehind(): HandsetError {
  const message =
    'The Handset console has too many large calls to read; this one was not sent to it.';
  return new HandsetError('console-lost', message, {
    hint: 'Nothing was done. Call again in a moment, with less at a time.',
  });
}

function consoleSilent(): HandsetError {
  const message = `The Handset console does not answer: nothing was heard from it for ${SILENCE_LIMIT_MS / 1000} s.`;
  return new HandsetError('console-lost', message, {
    hint: 'The call may or may not have run. Ask the person to press Stop in the Handset console, which ends what hangs there and starts it again; then look at the screen before you repeat the call.',
  });
}

function consoleLost(message: string): HandsetError {
  return new HandsetError('console-lost', message, {
    hint: 'The call may or may not have run; look at the screen before you repeat it.',
  });
}
