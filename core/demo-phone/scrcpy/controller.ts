import type { LocalEnd } from '../local-sockets.ts';
import type { ProgramContext } from '../shell/program.ts';
import type { World } from '../world.ts';
import { startApp } from './app-lists.ts';
import {
  ByteSource,
  type ControlMessage,
  copyKey,
  deviceType,
  EndOfFile,
  keyAction,
  readControlMessage,
  type SetClipboardMessage,
} from './control-message.ts';
import { Injector, keyCode } from './injector.ts';
import { JavaError, type ServerLog } from './log.ts';
import type { ServerOptions } from './options.ts';
import type { SurfaceEncoder } from './surface-encoder.ts';

/** ms that the server gives the phone to wake before it reads on. */
const wakeMs = 500;

/** The message at which the fault `scrcpy-dies` strikes. */
const lastMessage = 10;

/** Somebody killed the process. */
export class Killed extends Error {
  override readonly name = 'Killed';
}

interface ControllerParts {
  readonly context: ProgramContext;
  readonly options: ServerOptions;
  readonly log: ServerLog;
  readonly control: LocalEnd;
  /** What shows the display to the same client, if anything does. */
  readonly video: SurfaceEncoder | undefined;
}

/** Does what the client asks for, one message after the other (Controller.java). */
export class Controller {
  readonly #parts: ControllerParts;
  readonly #injector: Injector;
  readonly #messages: DeviceMessages;
  readonly #clipboard: ClipboardLink;
  #handled = 0;

  constructor(parts: ControllerParts) {
    const { context, log, control, options, video } = parts;
    this.#parts = parts;
    this.#injector = new Injector(context.system, log, () => video?.positions);
    this.#messages = new DeviceMessages(control, log);
    this.#clipboard = new ClipboardLink({
      world: context.system.world,
      log,
      injector: this.#injector,
      messages: this.#messages,
      autosync: options.clipboardAutosync,
    });
  }

  /** Resolves when the client has closed its end, or has sent what is no message. Rejects with Killed. */
  async run(): Promise<void> {
    const { control, log } = this.#parts;
    const source = new ByteSource(control.input);
    await this.#powerOn();
    while (await this.#handleNext(source)) await log.room();
    log.debug('Controller stopped');
    await Promise.race([this.#messages.sent(), whenAborted(control.signal)]);
  }

  /** The process ends, whatever `run` still waits for. */
  close(): void {
    this.#clipboard.close();
  }

  async #powerOn(): Promise<void> {
    const { context, options } = this.#parts;
    if (!options.powerOn || context.system.world.awake) return;
    this.#injector.pressAndRelease(keyCode.power);
    await context.wait(wakeMs);
  }

  /** Whether there may be another one. */
  async #handleNext(source: ByteSource): Promise<boolean> {
    const { context, log } = this.#parts;
    try {
      const message = await readControlMessage(source);
      this.#handled++;
      const dies = context.system.faults.has('scrcpy-dies');
      if (dies && this.#handled >= lastMessage) throw new Killed();
      this.#handle(message);
      this.#clipboard.look();
      return true;
    } catch (error) {
      if (error instanceof EndOfFile) return false;
      if (!(error instanceof JavaError)) throw error;
      log.error(reasonOf(error), error);
      return false;
    }
  }

  #handle(message: ControlMessage): void {
    const { world } = this.#parts.context.system;
    switch (message.type) {
      case 'injectKeycode':
        return this.#injector.key(message);
      case 'injectText':
        return this.#injector.text(message.text);
      case 'injectTouchEvent':
        return this.#injector.touch(message);
      case 'injectScrollEvent':
        return this.#injector.scroll(message);
      case 'backOrScreenOn':
        return this.#backOrScreenOn(message.action);
      case 'expandNotificationPanel':
        return world.expandNotifications();
      case 'expandSettingsPanel':
        return world.expandSettings();
      case 'collapsePanels':
        return world.collapsePanels();
      case 'getClipboard':
        return this.#clipboard.get(message.copyKey);
      case 'setClipboard':
        return this.#clipboard.set(message);
      case 'setDisplayPower':
        // The panel is dark, the phone awake: pictures of the screen stay as they are.
        return this.#parts.log.info(`Device display turned ${message.on ? 'on' : 'off'}`);
      case 'rotateDevice':
        return this.#rotate();
      case 'startApp':
        return startApp(world, this.#parts.log, message.text);
      case 'openHardKeyboardSettings':
        // Guess: this phone has no page for it, so its Settings come as they are.
        return void world.startActivity(world.launchActivity('com.android.settings') ?? '');
      case 'resetVideo':
        return this.#resetVideo();
      case 'uhidCreate':
      case 'uhidInput':
      case 'uhidDestroy':
        return;
    }
  }

  #resetVideo(): void {
    const { video, log } = this.#parts;
    if (video === undefined) return;
    log.info('Video capture reset');
    video.reset();
  }

  #backOrScreenOn(action: number): void {
    const { world } = this.#parts.context.system;
    if (world.awake) this.#injector.key({ action, keycode: keyCode.back, metaState: 0 });
    else if (action === keyAction.down) this.#injector.pressAndRelease(keyCode.power);
  }

  /** Upright and lying in turn; what auto-rotation is set to stays (Device.rotateDevice). */
  #rotate(): void {
    const { world, settings } = this.#parts.context.system;
    const rotation = world.rotation % 2 === 0 ? 1 : 0;
    const name = rotation === 0 ? 'portrait' : 'landscape';
    this.#parts.log.info(`Device rotation requested: ${name}`);
    settings.put('system', 'user_rotation', `${rotation}`);
    // Guess: with auto-rotation on, a phone that lies on a table keeps the rotation too.
    world.rotation = rotation;
  }
}

function reasonOf(error: JavaError): string {
  return error.name.endsWith('ControlProtocolException')
    ? 'Control protocol error'
    : 'Exception on thread Thread[control-recv,5,main]';
}

function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

interface ClipboardParts {
  readonly world: World;
  readonly log: ServerLog;
  readonly injector: Injector;
  readonly messages: DeviceMessages;
  /** Whether the client is told of every change, instead of when it asks. */
  readonly autosync: boolean;
}

/** Carries the clipboard between phone and client. Holds even where injecting is denied. */
class ClipboardLink {
  readonly #parts: ClipboardParts;
  readonly #stopWatching: () => void;
  #seen: string | null;

  constructor(parts: ClipboardParts) {
    this.#parts = parts;
    this.#seen = parts.world.clipboard;
    this.#stopWatching = parts.autosync ? parts.world.onChange(() => this.look()) : () => undefined;
  }

  /** Tells the client if the clipboard has changed since the last look. */
  look(): void {
    const { autosync, world, messages } = this.#parts;
    const text = world.clipboard;
    if (!autosync || text === this.#seen) return;
    this.#seen = text;
    if (text !== null) messages.clipboard(text);
  }

  get(key: number): void {
    const { autosync, world, injector, messages } = this.#parts;
    if (key !== copyKey.none) {
      injector.pressAndRelease(key === copyKey.copy ? keyCode.copy : keyCode.cut);
    }
    if (!autosync && world.clipboard !== null) messages.clipboard(world.clipboard);
  }

  set({ text, paste, sequence }: SetClipboardMessage): void {
    const { world, log, injector, messages } = this.#parts;
    // The same text is not set again: it would flood the keyboard's list of clips.
    if (world.clipboard !== text) {
      // The client is not told of what it has set itself.
      this.#seen = text;
      world.clipboard = text;
      log.info('Device clipboard set');
    }
    if (paste) injector.pressAndRelease(keyCode.paste);
    if (sequence !== 0n) messages.ackClipboard(sequence);
  }

  close(): void {
    this.#stopWatching();
  }
}

/** Messages that may wait for a client that does not read (DeviceMessageSender.java). */
const capacity = 16;

/** Bytes of text that one message can carry (DeviceMessageWriter.java): 256 KiB less type and length. */
const longestText = 2 ** 18 - 5;

/** Tells the client what happened on the phone; what it does not read in time is dropped. */
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
