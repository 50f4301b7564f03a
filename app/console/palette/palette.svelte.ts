import { describeThrown } from '../../../core/errors.ts';
import { paletteWords } from './strings.ts';

/** How long a command's message is shown. */
const saidMs = 4000;

/** A command to run. */
interface Chosen {
  readonly label: string;
  /** May resolve with a message for the user. */
  readonly run: () => unknown;
}

/** Which dialog is open, the palette or the keyboard help, and the last command's message. */
export class PaletteState {
  shown = $state<'commands' | 'keys' | null>(null);
  /** The message of the last command; empty when none is shown. */
  said = $state('');
  #timer: ReturnType<typeof setTimeout> | undefined;

  toggle(): void {
    this.shown = this.shown === 'commands' ? null : 'commands';
  }

  showHelp(): void {
    this.shown = 'keys';
  }

  close(): void {
    this.shown = null;
  }

  /** Runs a command. Never rejects: its message, or why it failed, is shown. */
  async run({ label, run }: Chosen): Promise<void> {
    try {
      const said: unknown = await run();
      if (typeof said === 'string') this.#say(said);
    } catch (error) {
      this.#say(paletteWords.failed(label, describeThrown(error)));
    }
  }

  #say(text: string): void {
    this.said = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.said = ''), saidMs);
  }
}
