import type { SentText } from '../../core/phone.ts';
import { typedByKeys } from '../adb/actor.ts';
import type { AdbPhone } from '../adb/adb-phone.ts';

/** Types for a person. Where a text was pasted, the clipboard gets its old content back when they rest. */
export class HandsTyping {
  readonly #phone: AdbPhone;
  /** Of the first of several pastes: the later ones found that one's text. */
  #pasted: SentText | null = null;

  constructor(phone: AdbPhone) {
    this.#phone = phone;
  }

  /** Whether the clipboard holds what was typed. */
  get owes(): boolean {
    return this.#pasted !== null;
  }

  /** Rejects as `typeText` does. */
  async type(text: string, signal: AbortSignal): Promise<void> {
    const sent = await this.#phone.typeText(text, signal);
    if (sent !== typedByKeys) this.#pasted ??= sent;
  }

  /** Gives the clipboard its old content back. Never rejects: what was typed stands. */
  async restore(): Promise<void> {
    const pasted = this.#pasted;
    this.#pasted = null;
    await pasted?.restoreClipboard(this.#phone.connection.lost).catch(() => undefined);
  }
}
