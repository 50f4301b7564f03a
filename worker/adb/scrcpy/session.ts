import { type ReadableStream, BufferedReadableStream } from '@yume-chan/stream-extra';
import { cancelTouch, inputDenied } from '#core/commands/input.ts';
import { HandsetError, toHandsetError } from '#core/errors.ts';
import type { FingerStep } from '#core/gestures/finger-steps.ts';
import { abortable, pause, withLimits } from '../../waits/deadline.ts';
import type { AdbConnection } from '../transport/connection.ts';
import {
  type CopyKey,
  closeUnknownDeviceMessage,
  getClipboardMessage,
  concatMessages,
  unknownDeviceLog,
  keyMessages,
  controlServerOptions,
  setClipboardMessage,
  touchMessage,
} from './control-messages.ts';
import { maxClipboardBytes } from '../transport/limits.ts';
import { runCommand } from '../transport/run-command.ts';
import { finalOutputMs, type RunningServer, startServer } from './server.ts';

/** How long a key, a text or a gesture may take, beyond the gesture's own length, before the call fails with `timeout`. */
const inputDeadlineMs = 10_000;
/** How long a server may take to log that it has handled its first message. */
const firstAnswerMs = 300;
/** How long a refusal may take to be logged, where the server does not log what it has handled. */
const refusalMs = 25;
/** How long the phone may take to lift the fingers. */
const liftDeadlineMs = 2_000;
/** KEYCODE_UNKNOWN: no app or system part reacts to it, yet it needs the same permission. */
const unknownKey = 0;

/** One input action, for its limits and messages. */
interface InputAction {
  readonly signal: AbortSignal;
  /** For messages: `pressing BACK`. */
  readonly purpose: string;
  /** How long the gesture itself takes, in ms. */
  readonly gestureDurationMs?: number;
  /** Whether it injects touches or keys, which a phone may refuse. */
  readonly injects: boolean;
}

/** A scrcpy server on the phone, from its start to its end. */
export class ScrcpySession {
  readonly clipboard = new ScrcpyClipboard(
    (bytes) => this.write(bytes),
    () => this.#whenHandled(),
  );
  readonly #server: RunningServer;
  readonly #connection: AdbConnection;
  readonly #ended = new AbortController();
  #denied = new AbortController();
  /** Resolve `#whenHandled`, in order. */
  readonly #toBeHandled: (() => void)[] = [];
  /** Whether the server has ever logged `unknownDeviceLog`. */
  #answers = false;

  private constructor(server: RunningServer, connection: AdbConnection) {
    this.#server = server;
    this.#connection = connection;
    const lost = (): void => this.#ended.abort(connection.lost.reason);
    if (connection.lost.aborted) lost();
    connection.lost.addEventListener('abort', lost, { once: true });
    server.log.onLogLine((line) => this.#readLogLine(line));
    const messages = readDeviceMessages(server.stream, this.clipboard);
    // A server that dies closes its socket first, and logs the reason a moment later.
    const closedAndLogged = messages
      .catch((error: unknown) => {
        if (error instanceof HandsetError) server.log.addLine(error.message);
      })
      .then(() => pause(finalOutputMs, this.ended));
    void Promise.race([server.ended, closedAndLogged])
      .then(() => connection.whenLossIsKnown())
      .then(() => this.#end());
  }

  /**
   * Starts this server and tests whether the phone lets it inject input. Rejects with `unsupported`,
   * `timeout`, `phone-lost`, `cancelled`.
   */
  static async start(
    connection: AdbConnection,
    jar: Uint8Array,
    signal: AbortSignal,
  ): Promise<ScrcpySession> {
    const purpose = 'starting the scrcpy server';
    const spec = { jar, settings: controlServerOptions, purpose };
    return await startServer(connection, spec, signal, async (server, ended) => {
      const session = new ScrcpySession(server, connection);
      await session.#probeInjection(ended);
      return session;
    });
  }

  /** Aborted with a HandsetError when the server has ended (`command-failed`) or the phone is lost. */
  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  /**
   * Runs an input action until the server has handled it. Rejects with `input-denied` when the phone
   * refuses it, with `command-failed` when the server ends meanwhile, `phone-lost`, `timeout` or
   * `cancelled`; after all but the first, the action may or may not have happened. The work gets a
   * signal that aborts then; its later outcome is ignored.
   */
  async perform<Result>(
    action: InputAction,
    work: (ended: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const { injects, gestureDurationMs = 0 } = action;
    // The phone's setting may have been turned on since.
    if (injects && this.#denied.signal.aborted) await this.#probeInjection(action.signal);
    const lost = injects ? AbortSignal.any([this.ended, this.#denied.signal]) : this.ended;
    const deadlineMs = inputDeadlineMs + gestureDurationMs;
    try {
      return await withLimits({ ...action, lost, deadlineMs }, async (ended) => {
        const result = await work(ended);
        await this.#settle(ended);
        return result;
      });
    } catch (error) {
      // A server that no longer reads would delay the next action too.
      if (toHandsetError(error).code === 'timeout') void this.close().catch(() => undefined);
      throw error;
    }
  }

  /** Tests again whether a phone that refused input still does; rejects with `input-denied` if so. */
  async assertInputAllowed(signal: AbortSignal): Promise<void> {
    if (this.#denied.signal.aborted) await this.#probeInjection(signal);
    this.#denied.signal.throwIfAborted();
  }

  /**
   * Sends events without waiting for the phone to refuse them: `waitForRefusal` and the next event report
   * that. Rejects as `perform` does.
   */
  async sendEvents(messages: Uint8Array, signal: AbortSignal): Promise<void> {
    const lost = AbortSignal.any([this.ended, this.#denied.signal]);
    const limits = { signal, lost, deadlineMs: inputDeadlineMs, purpose: 'sending input' };
    await withLimits(limits, () => this.write(messages));
  }

  /** Waits until the phone would have refused what was sent; rejects with `input-denied` if it did. */
  async waitForRefusal(signal: AbortSignal): Promise<void> {
    await pause(refusalMs, AbortSignal.any([signal, this.ended, this.#denied.signal]));
    this.#denied.signal.throwIfAborted();
  }

  /**
   * Waits until the server has handled what was sent. It sends no reply, and a packet that was written may never
   * arrive. A refusal is logged before that. Throws the signal's reason.
   */
  async #settle(ended: AbortSignal): Promise<void> {
    if (this.#answers) await abortable(this.#whenHandled(), ended);
    else await pause(refusalMs, ended);
    ended.throwIfAborted();
  }

  /** Resolves when the server has logged that it has handled all messages before; never if it ends first. */
  async #whenHandled(): Promise<void> {
    const handled = new Promise<void>((resolve) => this.#toBeHandled.push(resolve));
    await this.write(closeUnknownDeviceMessage());
    await handled;
  }

  /** Sends messages. Call it within `perform`: it may never settle. */
  async write(messages: Uint8Array): Promise<void> {
    try {
      await this.#server.write(messages);
    } catch (error) {
      // Its socket has closed; the reason is logged a moment later.
      await pause(finalOutputMs, this.ended);
      await this.#connection.whenLossIsKnown();
      this.#end();
      throw error;
    }
  }

  /** Lifts fingers at their last points, by shell command when the server is gone; never rejects. */
  async liftFingers(down: readonly FingerStep[]): Promise<void> {
    const [first] = down;
    if (first === undefined) return;
    const ups = down.map((step) => touchMessage({ ...step, action: 'up' }));
    const { signal } = new AbortController();
    const purpose = 'lifting the fingers';
    const limits = { signal, lost: this.ended, deadlineMs: liftDeadlineMs, purpose };
    try {
      await withLimits(limits, () => this.write(concatMessages(ups)));
    } catch {
      // The first error is reported by the caller. Android does not lift the fingers of a server that died.
      await runCommand(this.#connection, cancelTouch(first), signal).catch(() => undefined);
    }
  }

  /** Ends the server on the phone. */
  async close(): Promise<void> {
    this.#end();
    await this.#server.stop();
  }

  /** Returns whether to keep the line. */
  #readLogLine(line: string): boolean {
    if (line.includes('INJECT_EVENTS')) this.#denied.abort(inputDenied(line));
    if (!line.includes(unknownDeviceLog)) return true;
    this.#answers = true;
    this.#toBeHandled.shift()?.();
    return false;
  }

  /** Injects a key that has no effect, to learn whether the phone refuses it. */
  async #probeInjection(signal: AbortSignal): Promise<void> {
    this.#denied = new AbortController();
    const handled = new AbortController();
    const send = async (): Promise<void> => {
      await this.write(keyMessages(unknownKey));
      await this.#whenHandled();
      handled.abort();
    };
    send().catch(() => undefined);
    const { signal: denied } = this.#denied;
    await pause(firstAnswerMs, AbortSignal.any([signal, this.ended, denied, handled.signal]));
  }

  #end(): void {
    if (this.ended.aborted) return;
    const reason = this.#server.log.endReason;
    const message = `The scrcpy server on the phone ended${reason === '' ? '' : ` (${reason})`}.`;
    const hint =
      'It may or may not have happened: look at the screen before you call again. The next call starts the server again.';
    this.#ended.abort(new HandsetError('command-failed', message, { hint }));
  }
}

/** How long to wait for the clipboard's text: an answer takes milliseconds, and none comes when it holds no text. */
const clipboardReadTimeoutMs = 1_000;
/** How much later than the server's log the text may come: they use different connections. */
const afterHandledMs = 250;
/** The longest text of one message, which has fields of its own. */
const maxTextBytes = maxClipboardBytes - 14;

/**
 * The phone's clipboard through the scrcpy server. One request at a time: answers carry no id.
 * Requests wait for their answer without limit; the caller ends that by its signal.
 */
class ScrcpyClipboard implements DeviceMessageListener {
  readonly #send: (messages: Uint8Array) => Promise<void>;
  /** Resolves when the server has handled what was sent. */
  readonly #whenHandled: () => Promise<void>;
  #lastSequence = 0n;
  #acknowledge = new Map<bigint, () => void>();
  #onText: (text: string) => void = () => undefined;

  constructor(send: (messages: Uint8Array) => Promise<void>, whenHandled: () => Promise<void>) {
    this.#send = send;
    this.#whenHandled = whenHandled;
  }

  onClipboard(text: string): void {
    this.#onText(text);
  }

  onAcknowledged(sequence: bigint): void {
    this.#acknowledge.get(sequence)?.();
    this.#acknowledge.delete(sequence);
  }

  /** Presses this key, then reads the text that the clipboard holds, or null. */
  async read(signal: AbortSignal, press: CopyKey = 'none'): Promise<string | null> {
    const answered = new AbortController();
    let text: string | null = null;
    this.#onText = (received) => {
      text = received;
      answered.abort();
    };
    await this.#send(getClipboardMessage(press));
    const handled = new AbortController();
    this.#whenHandled().then(
      () => handled.abort(),
      () => undefined,
    );
    const untilText = AbortSignal.any([signal, answered.signal]);
    await pause(clipboardReadTimeoutMs, AbortSignal.any([untilText, handled.signal]));
    await pause(afterHandledMs, untilText);
    return text;
  }

  /** Sets the text. Rejects with `unsupported` when it is too long. */
  async write(text: string): Promise<void> {
    const { bytes, answered } = this.#setText(text, false);
    await this.#send(bytes);
    await answered;
  }

  /**
   * Sets the text and presses PASTE; calls `onHeld` with the text before, if any, as soon as it is
   * known. Rejects with `unsupported` when the text is too long.
   */
  async paste(text: string, onPreviousText: (text: string) => void): Promise<void> {
    const { bytes, answered } = this.#setText(text, true);
    this.#onText = onPreviousText;
    // The server handles messages in order: when the second is answered, so is the first.
    await this.#send(concatMessages([getClipboardMessage(), bytes]));
    await answered;
  }

  #setText(text: string, paste: boolean): { bytes: Uint8Array; answered: Promise<void> } {
    const length = new TextEncoder().encode(text).length;
    if (length > maxTextBytes) {
      const message = `The text has ${length} bytes; the phone's clipboard accepts at most ${maxTextBytes}.`;
      throw new HandsetError('unsupported', message, { hint: 'Send it in pieces.' });
    }
    const sequence = ++this.#lastSequence;
    const answered = new Promise<void>((resolve) => this.#acknowledge.set(sequence, resolve));
    return { bytes: setClipboardMessage(text, { sequence, paste }), answered };
  }
}

/** Is notified of the server's messages. */
interface DeviceMessageListener {
  onClipboard(text: string): void;
  onAcknowledged(sequence: bigint): void;
}

const messageTypes = { clipboard: 0, acknowledged: 1 } as const;

/** Reads the server's messages. Always rejects: with `protocol` on an invalid message, else as the stream does at its end. */
export async function readDeviceMessages(
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
    if (type === messageTypes.acknowledged)
      listener.onAcknowledged((await read(8)).getBigUint64(0));
    else if (type === messageTypes.clipboard) {
      const length = (await read(4)).getUint32(0);
      if (length > maxClipboardBytes) throw invalidMessage(`a clipboard of ${length} bytes`);
      listener.onClipboard(length === 0 ? '' : new TextDecoder().decode(await read(length)));
    } else throw invalidMessage(`a message of the unknown type ${type}`);
  }
}

function invalidMessage(what: string): HandsetError {
  return new HandsetError('protocol', `The server sent ${what}.`);
}
