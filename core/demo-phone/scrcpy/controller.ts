import { ByteReader, concat, encodeUtf8, EndOfStream } from '../bytes.ts';
import { keyCode } from '../world.ts';
import type { AcceptedConnection } from '../device.ts';
import type { ProgramContext } from '../shell/program.ts';
import { rejectOnAbort } from '../time.ts';
import { InputInjector } from './injector.ts';
import { JavaError, type ServerLog } from './log.ts';

/** The first byte of a message from the server (DeviceMessage.java). */
const deviceMessageType = { clipboard: 0, ackClipboard: 1 } as const;

/** The key that the server presses before it reads the clipboard. */
const copyKey = { none: 0, copy: 1 } as const;

/** The fixed-point value of 1.0, and the notches of a wheel that 1.0 means. */
const fixedPointOne = 0x8000;
const wheelRange = 16;

function notchesOf(value: number): number {
  return (value === fixedPointOne - 1 ? 1 : value / fixedPointOne) * wheelRange;
}

/** Reads a text after its length, which is not limited, as in the original. */
async function readText(source: ByteReader): Promise<string> {
  return source.readText((await source.readView(4)).getUint32(0));
}

/** The number of the message at which the fault `scrcpy-dies` kills the server. */
const fatalMessageNumber = 10;

/** The server process was killed. */
export class ServerKilledError extends Error {
  override readonly name = 'Killed';
}

interface ControllerOptions {
  readonly context: ProgramContext;
  readonly log: ServerLog;
  readonly control: AcceptedConnection;
  resetVideo(): void;
}

/** Handles the control messages of the client one by one (Controller.java). */
export class Controller {
  readonly #options: ControllerOptions;
  readonly #injector: InputInjector;
  readonly #messages: DeviceMessageSender;
  #handledCount = 0;

  constructor(options: ControllerOptions) {
    const { context, log, control } = options;
    this.#options = options;
    this.#injector = new InputInjector(context.system, log);
    this.#messages = new DeviceMessageSender(control, log);
  }

  /** Resolves when the client has closed its end or sent an invalid message. Rejects with ServerKilledError. */
  async serve(): Promise<void> {
    const { control, log } = this.#options;
    const source = new ByteReader(control.input);
    while (await this.#handleNext(source)) await log.waitForRoom();
    await Promise.race([
      this.#messages.whenSent(),
      rejectOnAbort(control.signal).catch(() => undefined),
    ]);
  }

  /** Handles the next message; resolves to false if no more follow. */
  async #handleNext(source: ByteReader): Promise<boolean> {
    const { context, log } = this.#options;
    try {
      const handle = await this.#readMessage(source);
      this.#handledCount++;
      const hasFault = context.system.faults.has('scrcpy-dies');
      if (hasFault && this.#handledCount >= fatalMessageNumber) throw new ServerKilledError();
      handle();
      return true;
    } catch (error) {
      if (error instanceof EndOfStream) return false;
      if (!(error instanceof JavaError)) throw error;
      log.error('Control protocol error', error);
      return false;
    }
  }

  /**
   * Reads the next message, big-endian (scrcpy 3.3.3, ControlMessageReader.java); only the types that clients of this
   * phone send. Resolves with what it does; rejects with EndOfStream, or with a JavaError for an unknown type.
   */
  async #readMessage(source: ByteReader): Promise<() => void> {
    const { context, log, resetVideo } = this.#options;
    const { world } = context.system;
    const injector = this.#injector;
    const type = (await source.readView(1)).getUint8(0);
    switch (type) {
      case 0: {
        const view = await source.readView(13);
        return () => injector.key(view.getUint8(0), view.getInt32(1), view.getInt32(9));
      }
      case 1: {
        const text = await readText(source);
        return () => injector.text(text);
      }
      case 2: {
        const view = await source.readView(31);
        const at = { x: view.getInt32(9), y: view.getInt32(13) };
        return () => injector.touch(view.getUint8(0), view.getBigInt64(1), at);
      }
      case 3: {
        const view = await source.readView(20);
        const at = { x: view.getInt32(0), y: view.getInt32(4) };
        const by = { x: notchesOf(view.getInt16(12)), y: notchesOf(view.getInt16(14)) };
        return () => injector.scroll(at, by);
      }
      case 5:
        return () => world.expandNotifications();
      case 6:
        return () => world.expandSettings();
      case 7:
        return () => world.collapsePanels();
      case 8: {
        const key = (await source.readView(1)).getUint8(0);
        return () => this.#getClipboard(key);
      }
      case 9: {
        const view = await source.readView(9);
        const text = await readText(source);
        const options = { sequence: view.getBigInt64(0), paste: view.getUint8(8) !== 0 };
        return () => this.#setClipboard(text, options);
      }
      case 11:
        return () => this.#rotate();
      case 14: {
        const id = (await source.readView(2)).getUint16(0);
        // No client of this phone creates one.
        return () => log.warn(`Closing unknown UHID device: ${id}`);
      }
      case 17:
        return resetVideo;
      default:
        throw new JavaError(
          'com.genymobile.scrcpy.control.ControlProtocolException',
          `Unknown event type: ${type}`,
        );
    }
  }

  #getClipboard(key: number): void {
    const { world } = this.#options.context.system;
    if (key !== copyKey.none) {
      this.#injector.pressAndRelease(key === copyKey.copy ? keyCode.copy : keyCode.cut);
    }
    if (world.clipboard !== null) this.#messages.sendClipboard(world.clipboard);
  }

  /** Sets the clipboard, even if injecting events is denied; a sequence number other than 0 is acknowledged. */
  #setClipboard(
    text: string,
    { paste, sequence }: { readonly paste: boolean; readonly sequence: bigint },
  ): void {
    const { context, log } = this.#options;
    const { world } = context.system;
    // The same text is not set again, since it would fill the keyboard's clipboard history.
    if (world.clipboard !== text) {
      world.clipboard = text;
      log.info('Device clipboard set');
    }
    if (paste) this.#injector.pressAndRelease(keyCode.paste);
    if (sequence !== 0n) this.#messages.sendClipboardAck(sequence);
  }

  /** Switches between portrait and landscape; the auto-rotation setting stays (Device.rotateDevice). */
  #rotate(): void {
    const { world, settings } = this.#options.context.system;
    const rotation = world.rotation % 2 === 0 ? 1 : 0;
    const name = rotation === 0 ? 'portrait' : 'landscape';
    this.#options.log.info(`Device rotation requested: ${name}`);
    settings.put('system', 'user_rotation', `${rotation}`);
    // Guess: with auto-rotation on, a phone lying on a table keeps the rotation too.
    world.rotation = rotation;
  }
}

/** Maximum number of queued messages for a client that does not read (DeviceMessageSender.java). */
const maxPendingMessages = 16;

/** Maximum bytes of text in one message (DeviceMessageWriter.java): 256 KiB minus type and length. */
const maxTextBytes = 2 ** 18 - 5;

/** Sends messages to the client; drops them while the queue is full. */
class DeviceMessageSender {
  readonly #control: AcceptedConnection;
  readonly #log: ServerLog;
  #pendingCount = 0;
  #sending: Promise<void> = Promise.resolve();

  constructor(control: AcceptedConnection, log: ServerLog) {
    this.#control = control;
    this.#log = log;
  }

  sendClipboard(text: string): void {
    const encoded = truncateUtf8(encodeUtf8(text));
    const head = new Uint8Array(5);
    head[0] = deviceMessageType.clipboard;
    new DataView(head.buffer).setUint32(1, encoded.length);
    this.#send(concat([head, encoded]));
  }

  sendClipboardAck(sequence: bigint): void {
    const message = new Uint8Array(9);
    message[0] = deviceMessageType.ackClipboard;
    new DataView(message.buffer).setBigInt64(1, sequence);
    this.#send(message);
  }

  /** Resolves when all messages have been sent, or the client has disconnected. */
  whenSent(): Promise<void> {
    return this.#sending;
  }

  #send(message: Uint8Array): void {
    if (this.#pendingCount >= maxPendingMessages) {
      return this.#log.warn(`Device message dropped: ${message[0] ?? ''}`);
    }
    this.#pendingCount++;
    this.#sending = this.#sending
      .then(() => this.#control.output(message))
      .catch(() => undefined)
      .then(() => {
        this.#pendingCount--;
      });
  }
}

/** Truncates a text at a character boundary. */
function truncateUtf8(utf8: Uint8Array): Uint8Array {
  let length = Math.min(utf8.length, maxTextBytes);
  // Bytes 10xxxxxx continue a character.
  while (length < utf8.length && ((utf8[length] ?? 0) & 0xc0) === 0x80) length--;
  return utf8.subarray(0, length);
}
