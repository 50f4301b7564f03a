import type { ProgramContext } from '../programs/program.ts';
import type { LocalEnd } from '../local-sockets.ts';
import { ByteSource, EndOfFile } from './byte-source.ts';
import { ClipboardLink } from './clipboard-link.ts';
import { type ControlMessage, readControlMessage } from './control-message.ts';
import { DeviceMessages } from './device-messages.ts';
import { Injector, keyCode } from './injector.ts';
import { JavaError } from './java-error.ts';
import type { ServerLog } from './log.ts';
import { keyAction } from './message-types.ts';
import type { ServerOptions } from './options.ts';
import { startApp } from './start-app.ts';
import type { SurfaceEncoder } from './video/surface-encoder.ts';

/** ms that the server gives the phone to wake before it reads on. */
const wakeMs = 500;

/** The message at which the fault `scrcpy-dies` strikes. */
const lastMessage = 10;

/** Somebody killed the process. */
export class Killed extends Error {
  override readonly name = 'Killed';
}

export interface ControllerParts {
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
    await Promise.race([this.#messages.sent(), aborted(control.signal)]);
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

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
