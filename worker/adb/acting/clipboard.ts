import { HandsetError } from '../../../core/errors.ts';
import { pause } from '../../waits/deadline.ts';
import {
  type CopyKey,
  getClipboardMessage,
  joined,
  setClipboardMessage,
} from './control-messages.ts';
import type { DeviceMessageListener } from './device-messages.ts';

/** The server does not answer when the clipboard holds no text; one that does takes milliseconds. */
const noTextMs = 1_000;
/** What the server takes in one message: 256 KiB less the message's own fields. */
const maxBytes = (1 << 18) - 14;

/**
 * The phone's clipboard through the scrcpy server. One request at a time: answers carry no name.
 * Every request waits until it is answered; it is for the caller to end that by the signal.
 */
export class ScrcpyClipboard implements DeviceMessageListener {
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
