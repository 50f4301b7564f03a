import { describeThrown } from '#core/errors.ts';
import type { Command } from '../../ui/command.ts';

/** How long a command's message is shown. */
const messageMs = 4000;

/** What was typed between the shortcut of the palette and the moment its field appeared. */
interface EarlyKeys {
  readonly text: string;
  /** Whether Enter came after the text. */
  readonly hasEntered: boolean;
}

const noKeys: EarlyKeys = { text: '', hasEntered: false };

/** Which dialog is open, the palette or the keyboard help, and the last command's message. */
export class PaletteState {
  openDialog = $state<'commands' | 'keys' | null>(null);
  /** The message of the last command; empty when none is shown. */
  message = $state('');
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Null once the palette has its field, which gets the keys itself. */
  #earlyKeys: EarlyKeys | null = null;

  toggle(): void {
    const opens = this.openDialog !== 'commands';
    this.openDialog = opens ? 'commands' : null;
    this.#earlyKeys = opens ? noKeys : null;
  }

  showHelp(): void {
    this.openDialog = 'keys';
  }

  close(): void {
    this.openDialog = null;
    this.#earlyKeys = null;
  }

  /** Keeps a key that is pressed while the palette is loaded; otherwise returns false. */
  keepEarlyKey({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
    if (this.#earlyKeys === null || ctrlKey || metaKey) return false;
    const { text, hasEntered } = this.#earlyKeys;
    if (key === 'Escape') this.close();
    else if (key === 'Enter') this.#earlyKeys = { text, hasEntered: true };
    else if (hasEntered) return true;
    else if (key === 'Backspace') this.#earlyKeys = { text: text.slice(0, -1), hasEntered };
    else if (key.length === 1) this.#earlyKeys = { text: text + key, hasEntered };
    else return false;
    return true;
  }

  /** The keys that were kept; from now on none are. */
  takeEarlyKeys(): EarlyKeys {
    const keys = this.#earlyKeys ?? noKeys;
    this.#earlyKeys = null;
    return keys;
  }

  /** Runs a command. Never rejects: its message, or why it failed, is shown. */
  async runCommand({ label, run }: Pick<Command, 'label' | 'run'>): Promise<void> {
    try {
      const message: unknown = await run();
      if (typeof message === 'string') this.#showMessage(message);
    } catch (error) {
      this.#showMessage(`${label}: ${describeThrown(error)}`);
    }
  }

  #showMessage(text: string): void {
    this.message = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.message = ''), messageMs);
  }
}
