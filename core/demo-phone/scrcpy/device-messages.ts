import type { LocalEnd } from '../local-sockets.ts';
import type { ServerLog } from './log.ts';
import { deviceType } from './message-types.ts';

/** Messages that may wait for a client that does not read (DeviceMessageSender.java). */
const capacity = 16;

/** Bytes of text that one message can carry (DeviceMessageWriter.java): 256 KiB less type and length. */
const longestText = 2 ** 18 - 5;

/** Tells the client what happened on the phone; what it does not read in time is dropped. */
export class DeviceMessages {
  readonly #control: LocalEnd;
  readonly #log: ServerLog;
  #waiting = 0;
  #sending: Promise<void> = Promise.resolve();

  constructor(control: LocalEnd, log: ServerLog) {
    this.#control = control;
    this.#log = log;
  }

  clipboard(text: string): void {
    const encoded = truncate(new TextEncoder().encode(text));
    const message = new Uint8Array(5 + encoded.length);
    message[0] = deviceType.clipboard;
    new DataView(message.buffer).setUint32(1, encoded.length);
    message.set(encoded, 5);
    this.#send(message);
  }

  ackClipboard(sequence: bigint): void {
    const message = new Uint8Array(9);
    message[0] = deviceType.ackClipboard;
    new DataView(message.buffer).setBigInt64(1, sequence);
    this.#send(message);
  }

  /** Resolves when all has been sent, or the client is gone. */
  sent(): Promise<void> {
    return this.#sending;
  }

  #send(message: Uint8Array): void {
    if (this.#waiting >= capacity) {
      return this.#log.warn(`Device message dropped: ${message[0] ?? ''}`);
    }
    this.#waiting++;
    this.#sending = this.#sending
      .then(() => this.#control.output(message))
      .catch(() => undefined)
      .then(() => {
        this.#waiting--;
      });
  }
}

/** Cut at the end of a character. */
function truncate(utf8: Uint8Array): Uint8Array {
  let length = Math.min(utf8.length, longestText);
  // Bytes 10xxxxxx go on with a character that began before.
  while (length < utf8.length && ((utf8[length] ?? 0) & 0xc0) === 0x80) length--;
  return utf8.subarray(0, length);
}
