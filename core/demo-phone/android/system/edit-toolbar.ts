import type { FieldState } from '../ui/field-state.ts';
import { smallStrongStyle, type UiContext } from '../ui/theme.ts';
import { row, text, type View } from '../ui/view.ts';

const id = (name: string) => `android:id/${name}`;

/**
 * The floating toolbar over a selection (com.android.internal.widget.FloatingToolbar). It disappears
 * when text or selection of the field changes by other means.
 */
export class EditToolbar {
  readonly #clipboard: Clipboard;
  #shownState: { readonly field: FieldState; readonly fieldKey: string } | undefined;

  constructor(clipboard: Clipboard) {
    this.#clipboard = clipboard;
  }

  /** Shows the actions for this field's selection, if there are any. */
  show(field: FieldState): void {
    const empty = this.#items(field).length === 0;
    this.#shownState = empty ? undefined : { field, fieldKey: fieldKeyOf(field) };
  }

  /** Hides the toolbar and clears the selection. */
  dismiss(): void {
    const { field } = this.#shownState ?? {};
    field?.moveCursorTo(field.selection.end);
    this.#shownState = undefined;
  }

  /** Whether the toolbar is shown while this field has focus. */
  isShownFor(focus: FieldState | undefined): boolean {
    const shownState = this.#shownState;
    return (
      shownState !== undefined &&
      shownState.field === focus &&
      shownState.fieldKey === fieldKeyOf(focus)
    );
  }

  render(ui: UiContext): View {
    const { theme } = ui;
    const field = this.#shownState?.field;
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
      items.map(({ label, action }) =>
        row(
          {
            className: 'android.widget.LinearLayout',
            description: label,
            width: 'wrap',
            height: 48,
            padding: [0, 14],
            onTap: action,
          },
          [
            text(label, smallStrongStyle(theme.text), {
              id: id('floating_toolbar_menu_item_text'),
            }),
          ],
        ),
      ),
    );
  }

  /** The actions in Android's order; a password can't be cut or copied. */
  #items(field: FieldState): readonly { readonly label: string; readonly action: () => void }[] {
    const { start, end } = field.selection;
    const clipboard = this.#clipboard;
    const canCopy = start !== end && !field.password;
    const copy = () => {
      clipboard.copy(field);
      field.moveCursorTo(end);
    };
    const selectAll = () => {
      field.selectAll();
      this.show(field);
    };
    return [
      ...(canCopy ? [{ label: 'Cut', action: () => void clipboard.cut(field) }] : []),
      ...(canCopy ? [{ label: 'Copy', action: copy }] : []),
      ...(clipboard.text === null
        ? []
        : [{ label: 'Paste', action: () => clipboard.paste(field) }]),
      ...(end - start === field.text.length ? [] : [{ label: 'Select all', action: selectAll }]),
    ];
  }
}

function fieldKeyOf(field: FieldState): string {
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
