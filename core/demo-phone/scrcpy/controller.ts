import { ByteReader, concat, encode, EndOfStream } from '../bytes.ts';
import { keyCode } from '../key-code.ts';
import type { LocalEnd } from '../local-sockets.ts';
import type { ProgramContext } from '../shell/program.ts';
import { stopped } from '../time.ts';
import {
  type ControlMessage,
  copyKey,
  deviceType,
  readControlMessage,
  type SetClipboardMessage,
} from './control-message.ts';
import { Injector } from './injector.ts';
import { JavaError, type ServerLog } from './log.ts';

/** The number of the message at which the fault `scrcpy-dies` kills the server. */
const lastMessage = 10;

/** The server process was killed. */
export class Killed extends Error {
  override readonly name = 'Killed';
}

interface ControllerParts {
  readonly context: ProgramContext;
  readonly log: ServerLog;
  readonly control: LocalEnd;
}

/** Handles the control messages of the client one by one (Controller.java). */
export class Controller {
  readonly #parts: ControllerParts;
  readonly #injector: Injector;
  readonly #messages: DeviceMessages;
  #handled = 0;

  constructor(parts: ControllerParts) {
    const { context, log, control } = parts;
    this.#parts = parts;
    this.#injector = new Injector(context.system, log);
    this.#messages = new DeviceMessages(control, log);
  }

  /** Resolves when the client has closed its end or sent an invalid message. Rejects with ServerKilledError. */
  async run(): Promise<void> {
    const { control, log } = this.#parts;
    const source = new ByteReader(control.input);
    while (await this.#handleNext(source)) await log.room();
    await Promise.race([this.#messages.sent(), stopped(control.signal).catch(() => undefined)]);
  }

  /** Handles the next message; resolves to false if no more follow. */
  async #handleNext(source: ByteReader): Promise<boolean> {
    const { context, log } = this.#parts;
    try {
      const message = await readControlMessage(source);
      this.#handled++;
      const dies = context.system.faults.has('scrcpy-dies');
      if (dies && this.#handled >= lastMessage) throw new Killed();
      this.#handle(message);
      return true;
    } catch (error) {
      if (error instanceof EndOfStream) return false;
      if (!(error instanceof JavaError)) throw error;
      log.error('Control protocol error', error);
      return false;
    }
  }

  #handle(message: ControlMessage): void {
    const { world } = this.#parts.context.system;
    switch (message.type) {
      case 'key':
        return this.#injector.key(message);
      case 'text':
        return this.#injector.text(message.text);
      case 'touch':
        return this.#injector.touch(message);
      case 'scroll':
        return this.#injector.scroll(message);
      case 'notifications':
        return world.expandNotifications();
      case 'settings':
        return world.expandSettings();
      case 'collapse':
        return world.collapsePanels();
      case 'getClipboard':
        return this.#getClipboard(message.copyKey);
      case 'setClipboard':
        return this.#setClipboard(message);
      case 'rotate':
        return this.#rotate();
    }
  }

  #getClipboard(key: number): void {
    const { world } = this.#parts.context.system;
    if (key !== copyKey.none) {
      this.#injector.pressAndRelease(key === copyKey.copy ? keyCode.copy : keyCode.cut);
    }
    if (world.clipboard !== null) this.#messages.clipboard(world.clipboard);
  }

  /** Sets the clipboard, even if injecting events is denied. */
  #setClipboard({ text, paste, sequence }: SetClipboardMessage): void {
    const { context, log } = this.#parts;
    const { world } = context.system;
    // The same text is not set again, since it would fill the keyboard's clipboard history.
    if (world.clipboard !== text) {
      world.clipboard = text;
      log.info('Device clipboard set');
    }
    if (paste) this.#injector.pressAndRelease(keyCode.paste);
    if (sequence !== 0n) this.#messages.ackClipboard(sequence);
  }

  /** Switches between portrait and landscape; the auto-rotation setting stays (Device.rotateDevice). */
  #rotate(): void {
    const { world, settings } = this.#parts.context.system;
    const rotation = world.rotation % 2 === 0 ? 1 : 0;
    const name = rotation === 0 ? 'portrait' : 'landscape';
    this.#parts.log.info(`Device rotation requested: ${name}`);
    settings.put('system', 'user_rotation', `${rotation}`);
    // Guess: with auto-rotation on, a phone lying on a table keeps the rotation too.
    world.rotation = rotation;
  }
}

/** Maximum number of queued messages for a client that does not read (DeviceMessageSender.java). */
const capacity = 16;

/** Maximum bytes of text in one message (DeviceMessageWriter.java): 256 KiB minus type and length. */
const longestText = 2 ** 18 - 5;

/** Sends messages to the client; drops them while the queue is full. */
class DeviceMessages {
  readonly #control: LocalEnd;
  readonly #log: ServerLog;
  #waiting = 0;
  #sending: Promise<void> = Promise.resolve();

  constructor(control: LocalEnd, log: ServerLog) {
    this.#control = control;
    this.#log = log;
  }

  clipboard(text: string): void {
    const encoded = truncate(encode(text));
    const head = new Uint8Array(5);
    head[0] = deviceType.clipboard;
    new DataView(head.buffer).setUint32(1, encoded.length);
    this.#send(concat([head, encoded]));
  }

  ackClipboard(sequence: bigint): void {
    const message = new Uint8Array(9);
    message[0] = deviceType.ackClipboard;
    new DataView(message.buffer).setBigInt64(1, sequence);
    this.#send(message);
  }

  /** Resolves when all messages have been sent, or the client has disconnected. */
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

/** Truncates a text at a character boundary. */
function truncate(utf8: Uint8Array): Uint8Array {
  let length = Math.min(utf8.length, longestText);
  // Bytes 10xxxxxx continue a character.
  while (length < utf8.length && ((utf8[length] ?? 0) & 0xc0) === 0x80) length--;
  return utf8.subarray(0, length);
}
