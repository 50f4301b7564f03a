import { describeThrown } from '#core/errors.ts';
import { paletteStrings } from './strings.ts';

/** How long a command's message is shown. */
const messageMs = 4000;

/** A command to run. */
interface ChosenCommand {
  readonly label: string;
  /** May resolve with a message for the user. */
  readonly action: () => unknown;
}

/** Which dialog is open, the palette or the keyboard help, and the last command's message. */
export class PaletteState {
  openDialog = $state<'commands' | 'keys' | null>(null);
  /** The message of the last command; empty when none is shown. */
  message = $state('');
  #timer: ReturnType<typeof setTimeout> | undefined;

  toggle(): void {
    this.openDialog = this.openDialog === 'commands' ? null : 'commands';
  }

  showHelp(): void {
    this.openDialog = 'keys';
  }

  close(): void {
    this.openDialog = null;
  }

  /** Runs a command. Never rejects: its message, or why it failed, is shown. */
  async runCommand({ label, action }: ChosenCommand): Promise<void> {
    try {
      const message: unknown = await action();
      if (typeof message === 'string') this.#showMessage(message);
    } catch (error) {
      this.#showMessage(paletteStrings.failed(label, describeThrown(error)));
    }
  }

  #showMessage(text: string): void {
    this.message = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.message = ''), messageMs);
  }
}
