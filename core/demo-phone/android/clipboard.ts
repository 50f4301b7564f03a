import type { FieldState } from './ui/field-state.ts';

/** The phone's primary clip, and what fields do with it. */
export class Clipboard {
  /** Null when there is no clip, or none with text. */
  text: string | null = null;

  /** Copies what is selected; a password gives nothing away (TextView.canCopy). */
  copy(field: FieldState): boolean {
    if (field.password || field.selectedText === '') return false;
    this.text = field.selectedText;
    return true;
  }

  /** Copies what is selected and removes it. */
  cut(field: FieldState): boolean {
    const copied = this.copy(field);
    if (copied) field.insert('');
    return copied;
  }

  /** Inserts the clip in place of what is selected. */
  paste(field: FieldState): void {
    if (this.text !== null) field.insert(this.text);
  }
}
