import type { World } from '../world.ts';
import type { SetClipboardMessage } from './control-message.ts';
import type { DeviceMessages } from './device-messages.ts';
import { keyCode, type Injector } from './injector.ts';
import type { ServerLog } from './log.ts';
import { copyKey } from './message-types.ts';

export interface ClipboardParts {
  readonly world: World;
  readonly log: ServerLog;
  readonly injector: Injector;
  readonly messages: DeviceMessages;
  /** Whether the client is told of every change, instead of when it asks. */
  readonly autosync: boolean;
}

/** Carries the clipboard between phone and client. Holds even where injecting is denied. */
export class ClipboardLink {
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
