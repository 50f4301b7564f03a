import { type ReadableStream, BufferedReadableStream } from '@yume-chan/stream-extra';
import { cancelTouch, inputDenied } from '../../core/commands/input.ts';
import { HandsetError, toHandsetError } from '../../core/errors.ts';
import { pause, withLimits } from '../waits/deadline.ts';
import type { AdbConnection } from './connection.ts';
import {
  type CopyKey,
  type TouchStep,
  getClipboardMessage,
  joined,
  keyMessages,
  serverOptions,
  setClipboardMessage,
  touchMessage,
} from './control-messages.ts';
import { runCommand } from './run-command.ts';
import { type RunningServer, startServer } from './start-server.ts';

/** Starting takes 0.5 to 2 s; slow phones with a full memory need much longer. */
const startDeadlineMs = 20_000;
/** How long a message may take to the phone. */
const actDeadlineMs = 10_000;
/** The server writes a refusal to its log within milliseconds of the message. */
const refusalMs = 40;
/** The first event takes longer: the server has yet to load what injects it. */
const firstRefusalMs = 300;
/** How long a server whose socket is closed is waited for. */
const lastWordsMs = 500;
/** How long lifting the fingers may take to the phone. */
const liftDeadlineMs = 2_000;
/** KEYCODE_UNKNOWN: no app and no system part reacts to it, yet it needs the same permission. */
const unknownKey = 0;

/** One piece of acting, for limits and messages. */
interface Act {
  readonly signal: AbortSignal;
  /** For messages: `pressing BACK`. */
  readonly purpose: string;
  /** How long the act itself takes, in ms. */
  readonly lastsMs?: number;
  /** Whether it injects touches or keys, which a phone may refuse. */
  readonly injects: boolean;
}

/** A scrcpy server that runs on the phone, from its start to its end. */
export class ScrcpySession {
  readonly clipboard = new ScrcpyClipboard((bytes) => this.write(bytes));
  readonly #server: RunningServer;
  readonly #connection: AdbConnection;
  readonly #ended = new AbortController();
  #denied = new AbortController();

  private constructor(server: RunningServer, connection: AdbConnection) {
    this.#server = server;
    this.#connection = connection;
    const lost = (): void => this.#ended.abort(connection.lost.reason);
    if (connection.lost.aborted) lost();
    connection.lost.addEventListener('abort', lost, { once: true });
    server.log.listen((line) => this.#read(line));
    const messages = readDeviceMessages(server.told, this.clipboard);
    // A server that dies closes its socket first; why it died it says a moment later.
    const silent = messages.catch(() => undefined).then(() => pause(lastWordsMs, this.ended));
    void Promise.race([server.ended, silent]).then(() => this.#end());
  }

  /**
   * Starts the server that is given and tries out whether the phone lets it inject. Rejects with
   * `unsupported`, `timeout`, `phone-lost`, `cancelled`.
   */
  static async start(
    connection: AdbConnection,
    jar: Uint8Array,
    signal: AbortSignal,
  ): Promise<ScrcpySession> {
    const { lost } = connection;
    const purpose = 'starting the scrcpy server';
    return await withLimits(
      { signal, lost, deadlineMs: startDeadlineMs, purpose },
      async (ended) => {
        const wanted = { jar, settings: serverOptions };
        const server = await startServer(connection.adb, wanted, ended);
        const session = new ScrcpySession(server, connection);
        await session.#tryOut(firstRefusalMs, ended);
        // Nobody waits for a session that came too late.
        if (ended.aborted) await session.close();
        return session;
      },
    );
  }

  /** Aborted with a HandsetError when the server has ended (`command-failed`) or the phone is gone. */
  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  /**
   * Runs a piece of acting until the phone has taken it. Rejects with `input-denied` when the phone
   * refuses it, with `command-failed` when the server ends meanwhile, `phone-lost`, `timeout` or
   * `cancelled`; all but the first may or may not have acted. What the work does after that is
   * nobody's concern: it gets a signal for it.
   */
  async act<Result>(act: Act, work: (ended: AbortSignal) => Promise<Result>): Promise<Result> {
    const { injects, lastsMs = 0 } = act;
    // Somebody may have turned the phone's switch on since.
    if (injects && this.#denied.signal.aborted) await this.#tryOut(firstRefusalMs, act.signal);
    const lost = injects ? AbortSignal.any([this.ended, this.#denied.signal]) : this.ended;
    const deadlineMs = actDeadlineMs + lastsMs;
    try {
      return await withLimits({ ...act, lost, deadlineMs }, async (ended) => {
        const result = await work(ended);
        // The server itself never says that an event was refused; it only logs it.
        if (injects) await pause(refusalMs, ended);
        ended.throwIfAborted();
        return result;
      });
    } catch (error) {
      // A server that no longer listens would keep the next act waiting too.
      if (toHandsetError(error).code === 'timeout') void this.close().catch(() => undefined);
      throw error;
    }
  }

  /** Asks a phone that refused to be touched whether it still does; rejects with `input-denied` then. */
  async mayInject(signal: AbortSignal): Promise<void> {
    if (this.#denied.signal.aborted) await this.#tryOut(firstRefusalMs, signal);
    this.#denied.signal.throwIfAborted();
  }

  /**
   * Sends events, and does not wait to hear whether the phone refuses them: `heard` tells, and so
   * does the next one. Rejects as `act` does.
   */
  async stream(messages: Uint8Array, signal: AbortSignal): Promise<void> {
    const lost = AbortSignal.any([this.ended, this.#denied.signal]);
    const limits = { signal, lost, deadlineMs: actDeadlineMs, purpose: 'sending input' };
    await withLimits(limits, () => this.write(messages));
  }

  /** Waits until the phone would have refused what was sent; rejects with `input-denied`. */
  async heard(signal: AbortSignal): Promise<void> {
    await pause(refusalMs, AbortSignal.any([signal, this.ended, this.#denied.signal]));
    this.#denied.signal.throwIfAborted();
  }

  /** Sends messages. Call it from within `act`: it may never settle. */
  async write(messages: Uint8Array): Promise<void> {
    try {
      await this.#server.write(messages);
    } catch (error) {
      // Its socket has closed; why it ended it says a moment later.
      await pause(lastWordsMs, this.ended);
      this.#end();
      throw error;
    }
  }

  /** Lifts fingers where they are, and tries on when the server is gone; never rejects. */
  async lift(down: readonly TouchStep[]): Promise<void> {
    const [first] = down;
    if (first === undefined) return;
    const ups = down.map((step) => touchMessage({ ...step, action: 'up' }));
    const { signal } = new AbortController();
    const purpose = 'lifting the fingers';
    const limits = { signal, lost: this.ended, deadlineMs: liftDeadlineMs, purpose };
    try {
      await withLimits(limits, () => this.write(joined(ups)));
    } catch {
      // What went wrong before this is told. Android does not lift the fingers of a server that died.
      await runCommand(this.#connection, cancelTouch(first), signal).catch(() => undefined);
    }
  }

  /** Ends the server on the phone. */
  async close(): Promise<void> {
    this.#end();
    await this.#server.stop();
  }

  #read(line: string): void {
    if (line.includes('INJECT_EVENTS')) this.#denied.abort(inputDenied(line));
  }

  /** Injects what has no effect, to learn whether the phone refuses it. */
  async #tryOut(waitMs: number, signal: AbortSignal): Promise<void> {
    this.#denied = new AbortController();
    void this.write(keyMessages(unknownKey)).catch(() => undefined);
    await pause(waitMs, AbortSignal.any([signal, this.ended, this.#denied.signal]));
  }

  #end(): void {
    if (this.ended.aborted) return;
    const words = this.#server.log.lastWords;
    const message = `The scrcpy server on the phone ended${words === '' ? '' : ` (${words})`}.`;
    const hint =
      'It may or may not have happened: look at the screen before you call again. The next call starts the server anew.';
    this.#ended.abort(new HandsetError('command-failed', message, { hint }));
  }
}

/** The server does not answer when the clipboard holds no text; one that does takes milliseconds. */
const noTextMs = 1_000;
/** What the server takes in one message: 256 KiB less the message's own fields. */
const maxBytes = (1 << 18) - 14;

/**
 * The phone's clipboard through the scrcpy server. One request at a time: answers carry no name.
 * Every request waits until it is answered; it is for the caller to end that by the signal.
 */
class ScrcpyClipboard implements DeviceMessageListener {
  readonly #send: (messages: Uint8Array) => Promise<void>;
  #lastSequence = 0n;
  #acknowledge = new Map<bigint, () => void>();
  #take: (text: string) => void = () => undefined;

  constructor(send: (messages: Uint8Array) => Promise<void>) {
    this.#send = send;
  }

  onClipboard(text: string): void {
    this.#take(text);
  }

  onAcknowledged(sequence: bigint): void {
    this.#acknowledge.get(sequence)?.();
    this.#acknowledge.delete(sequence);
  }

  /** The text that it holds, or null; after pressing this key. */
  async read(signal: AbortSignal, press: CopyKey = 'none'): Promise<string | null> {
    const answered = new AbortController();
    let held: string | null = null;
    this.#take = (text) => {
      held = text;
      answered.abort();
    };
    await this.#send(getClipboardMessage(press));
    await pause(noTextMs, AbortSignal.any([signal, answered.signal]));
    return held;
  }

  /** Makes it hold this text. Rejects with `unsupported` when that is too long. */
  async write(text: string): Promise<void> {
    const { bytes, answered } = this.#set(text, false);
    await this.#send(bytes);
    await answered;
  }

  /**
   * Makes it hold this text and presses PASTE; tells the text that it held before, if any, as soon
   * as that is known. Rejects with `unsupported` when the text is too long.
   */
  async paste(text: string, onHeld: (text: string) => void): Promise<void> {
    const { bytes, answered } = this.#set(text, true);
    this.#take = onHeld;
    // The server takes one message after the other: when the second is answered, so is the first.
    await this.#send(joined([getClipboardMessage(), bytes]));
    await answered;
  }

  #set(text: string, paste: boolean): { bytes: Uint8Array; answered: Promise<void> } {
    const length = new TextEncoder().encode(text).length;
    if (length > maxBytes) {
      const message = `The text has ${length} bytes; the phone's clipboard takes ${maxBytes}.`;
      throw new HandsetError('unsupported', message, { hint: 'Send it in pieces.' });
    }
    const sequence = ++this.#lastSequence;
    const answered = new Promise<void>((resolve) => this.#acknowledge.set(sequence, resolve));
    return { bytes: setClipboardMessage(text, { sequence, paste }), answered };
  }
}

/** What the server tells. */
interface DeviceMessageListener {
  onClipboard(text: string): void;
  onAcknowledged(sequence: bigint): void;
}

const types = { clipboard: 0, acknowledged: 1 } as const;
/** DeviceMessage.MESSAGE_MAX_SIZE of the server, 256 KiB; a longer one is no message. */
const maxLength = 1 << 18;

/** Reads the server's messages until they end. Rejects when what comes is no message. */
async function readDeviceMessages(
  stream: ReadableStream<Uint8Array>,
  listener: DeviceMessageListener,
): Promise<void> {
  const buffered = new BufferedReadableStream(stream);
  const read = async (length: number): Promise<DataView> => {
    const bytes = await buffered.readExactly(length);
    return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  };
  for (;;) {
    const type = (await read(1)).getUint8(0);
    if (type === types.acknowledged) listener.onAcknowledged((await read(8)).getBigUint64(0));
    else if (type === types.clipboard) {
      const length = (await read(4)).getUint32(0);
      if (length > maxLength) throw new Error(`a clipboard of ${length} bytes`);
      listener.onClipboard(length === 0 ? '' : new TextDecoder().decode(await read(length)));
    } else throw new Error(`unknown message ${type}`);
  }
}
