import { describeThrown } from '../../../core/errors.ts';
import { paletteWords } from './strings.ts';

/** How long it stands what came of a command. */
const saidMs = 4000;

/** A command that was chosen. */
interface Chosen {
  readonly label: string;
  /** May resolve with what the person is to be told. */
  readonly run: () => unknown;
}

/** Whether the command palette or the help about keys is open, and what came of the last command. */
export class PaletteState {
  shown = $state<'commands' | 'keys' | null>(null);
  /** What the person is to be told; empty when nothing is. */
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

  /** Runs a command. Never rejects: what it says, and why it failed, is told. */
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
