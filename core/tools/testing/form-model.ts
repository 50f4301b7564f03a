import type { KeyName } from '../../acting/keys.ts';
import { type ScreenModel, escaped, node } from './model-phone.ts';

interface FieldOptions {
  readonly text?: string;
  readonly hint?: string;
  /** Whether dumps have a hint attribute, as from Android 14 on. */
  readonly printsHint?: boolean;
  readonly password?: boolean;
  /** Transforms typed text. */
  readonly accept?: (text: string) => string;
  /** Formats the whole content. */
  readonly format?: (text: string) => string;
  readonly focused?: boolean;
  readonly enabled?: boolean;
}

/** A form with one labelled field; the keyboard moves both up when the field is focused. */
export class FormModel implements ScreenModel {
  text: string;
  cursor: number;
  focused: boolean;
  readonly #options: FieldOptions;

  constructor(options: FieldOptions = {}) {
    this.#options = options;
    this.text = options.text ?? '';
    this.cursor = this.text.length;
    this.focused = options.focused ?? false;
  }

  xml(): string {
    const {
      hint = 'Your name',
      printsHint = true,
      password = false,
      enabled = true,
    } = this.#options;
    const top = this.focused ? 500 : 1000;
    const shown = password ? '•'.repeat(this.text.length) : this.text;
    const attributes = [
      'class="android.widget.EditText" clickable="true"',
      `text="${escaped(shown || hint)}" ${printsHint ? `hint="${hint}"` : ''}`,
      `focused="${this.focused}" password="${password}"`,
    ].join(' ');
    const field = node('field', { left: 0, top, right: 1000, bottom: top + 100 }, { attributes });
    const label = { left: 0, top: top - 100, right: 1000, bottom: top };
    return (
      node('label', label, { attributes: 'text="Name" clickable="true"' }) +
      (enabled ? field : field.replace('enabled="true"', 'enabled="false"'))
    );
  }
  tap(name: string): void {
    if (name !== 'field') return;
    this.focused = true;
    this.cursor = 0;
  }
  type(text: string): void {
    if (!this.focused) return;
    const { accept = (input) => input, format = (input) => input } = this.#options;
    const accepted = accept(text);
    this.text = format(this.text.slice(0, this.cursor) + accepted + this.text.slice(this.cursor));
    this.cursor += accepted.length;
  }
  clear(): void {
    if (this.focused) this.text = '';
    this.cursor = 0;
  }
  cursorToEnd(): void {
    this.cursor = this.text.length;
  }
  key(key: KeyName): void {
    if (key !== 'DEL' || this.cursor === 0) return;
    this.text = this.text.slice(0, this.cursor - 1) + this.text.slice(this.cursor);
    this.cursor--;
  }
}
