import { readClipboard, writeClipboard } from '../../../core/commands/clipboard.ts';
import { toHandsetError } from '../../../core/errors.ts';
import type { AdbConnection } from '../connection.ts';
import { runCommand } from '../run-command.ts';
import { impossible } from './impossible.ts';

const noClipboard = 'cmd clipboard does not work on this phone';

/** The clipboard by `cmd clipboard`, which most phones do not have. */
export class ShellClipboard {
  readonly #connection: AdbConnection;
  readonly #whyNotScrcpy: string;

  constructor(connection: AdbConnection, whyNotScrcpy: string) {
    this.#connection = connection;
    this.#whyNotScrcpy = whyNotScrcpy;
  }

  /** The text that it holds, or null. Rejects with `unsupported`. */
  async read(signal: AbortSignal): Promise<string | null> {
    try {
      return await runCommand(this.#connection, readClipboard, signal);
    } catch (error) {
      throw this.#explained(error);
    }
  }

  /** Makes it hold this text. Rejects with `unsupported`, also when it then holds something else. */
  async write(text: string, signal: AbortSignal): Promise<void> {
    try {
      await runCommand(this.#connection, writeClipboard(text), signal);
    } catch (error) {
      throw this.#explained(error);
    }
    // Some builds know the command, say nothing, and forget the text.
    if ((await this.read(signal)) !== (text === '' ? null : text)) {
      throw impossible('clipboard', this.#whyNotScrcpy, { why: noClipboard });
    }
  }

  /**
   * Makes it hold a text for pasting; the text that it held before, or null. Rejects with
   * `unsupported`; `strange` names what has no key.
   */
  async hold(
    text: string,
    options: { readonly strange: string; readonly signal: AbortSignal },
  ): Promise<string | null> {
    const { strange, signal } = options;
    try {
      const before = await this.read(signal);
      await this.#replace(before, text, signal);
      return before;
    } catch (thrown) {
      const cause = toHandsetError(thrown);
      if (cause.code !== 'unsupported') throw cause;
      const detail = `Text with ${strange}`;
      throw impossible('unicodeText', this.#whyNotScrcpy, { detail, why: noClipboard, cause });
    }
  }

  /** Given up in the middle, it is made to hold again what it held. */
  async #replace(before: string | null, text: string, signal: AbortSignal): Promise<void> {
    try {
      await this.write(text, signal);
    } catch (thrown) {
      const isRefused = toHandsetError(thrown).code === 'unsupported';
      // What went wrong is told.
      if (!isRefused) await this.write(before ?? '', this.#connection.lost).catch(() => undefined);
      throw thrown;
    }
  }

  #explained(thrown: unknown): unknown {
    const cause = toHandsetError(thrown);
    return cause.code === 'unsupported'
      ? impossible('clipboard', this.#whyNotScrcpy, { why: noClipboard, cause })
      : cause;
  }
}
