import type { FieldState } from '../ui/field-state.ts';
import { smallStrong, type Ui } from '../ui/theme.ts';
import { row, text, type View } from '../ui/view.ts';

const id = (name: string) => `android:id/${name}`;

/**
 * The floating toolbar over a selection (com.android.internal.widget.FloatingToolbar). It disappears
 * when text or selection of the field changes by other means.
 */
export class EditToolbar {
  readonly #clipboard: Clipboard;
  #offered: { readonly field: FieldState; readonly look: string } | undefined;

  constructor(clipboard: Clipboard) {
    this.#clipboard = clipboard;
  }

  /** Shows the actions for this field's selection, if there are any. */
  offer(field: FieldState): void {
    const empty = this.#items(field).length === 0;
    this.#offered = empty ? undefined : { field, look: lookOf(field) };
  }

  /** Hides the toolbar and clears the selection. */
  dismiss(): void {
    const { field } = this.#offered ?? {};
    field?.moveTo(field.selection.end);
    this.#offered = undefined;
  }

  /** Whether the toolbar is shown while this field has focus. */
  shownFor(focus: FieldState | undefined): boolean {
    const offered = this.#offered;
    return offered !== undefined && offered.field === focus && offered.look === lookOf(focus);
  }

  render(ui: Ui): View {
    const { theme } = ui;
    const field = this.#offered?.field;
    const items = field === undefined ? [] : this.#items(field);
    return row(
      {
        id: id('floating_toolbar_menu_item_image_container'),
        className: 'android.widget.LinearLayout',
        width: 'wrap',
        height: 48,
        padding: [0, 6],
        radius: 24,
        fill: theme.dark ? theme.raised : theme.card,
        elevation: 5,
      },
      items.map(({ label, act }) =>
        row(
          {
            className: 'android.widget.LinearLayout',
            description: label,
            width: 'wrap',
            height: 48,
            padding: [0, 14],
            onTap: act,
          },
          [text(label, smallStrong(theme.text), { id: id('floating_toolbar_menu_item_text') })],
        ),
      ),
    );
  }

  /** The actions in Android's order; a password can't be cut or copied. */
  #items(field: FieldState): readonly { readonly label: string; readonly act: () => void }[] {
    const { start, end } = field.selection;
    const clipboard = this.#clipboard;
    const copies = start !== end && !field.password;
    const copy = () => {
      clipboard.copy(field);
      field.moveTo(end);
    };
    const all = () => {
      field.selectAll();
      this.offer(field);
    };
    return [
      ...(copies ? [{ label: 'Cut', act: () => void clipboard.cut(field) }] : []),
      ...(copies ? [{ label: 'Copy', act: copy }] : []),
      ...(clipboard.text === null ? [] : [{ label: 'Paste', act: () => clipboard.paste(field) }]),
      ...(end - start === field.text.length ? [] : [{ label: 'Select all', act: all }]),
    ];
  }
}

function lookOf(field: FieldState): string {
  const { start, end } = field.selection;
  return `${start} ${end} ${field.text}`;
}

/** The phone's primary clip, with the clipboard actions of fields. */
export class Clipboard {
  /** Null when there is no clip with text. */
  text: string | null = null;

  /** Copies the selection; false for a password (TextView.canCopy) or an empty selection. */
  copy(field: FieldState): boolean {
    if (field.password || field.selectedText === '') return false;
    this.text = field.selectedText;
    return true;
  }

  /** Copies the selection and removes it. */
  cut(field: FieldState): boolean {
    const copied = this.copy(field);
    if (copied) field.insert('');
    return copied;
  }

  /** Replaces the selection with the clip. */
  paste(field: FieldState): void {
    if (this.text !== null) field.insert(this.text);
  }
}
