import {
  mdiAppleKeyboardShift,
  mdiBackspaceOutline,
  mdiChevronDown,
  mdiKeyboardReturn,
} from '@mdi/js';
import { font, type UiContext } from '../ui/theme.ts';
import { centred, column, icon, row, stack, text, type View, type ViewProps } from '../ui/view.ts';
import { iconButton } from '../ui/widgets.ts';
import type { FieldState } from '../ui/field-state.ts';

export interface KeyboardActions {
  type(text: string): void;
  backspace(): void;
  enter(): void;
  hide(): void;
}

const pages = {
  letters: ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'],
  symbols: ['1234567890', '@#$_&-+()/', '*"\':;!?'],
} as const satisfies Record<string, readonly string[]>;

/** Height of the keyboard in dp, without the navigation bar. */
export function keyboardHeight(landscape: boolean): number {
  return landscape ? 178 : 272;
}

/** The on-screen keyboard with its current page and shift state. */
export class Keyboard {
  #page: keyof typeof pages = 'letters';
  #isShifted = false;
  readonly #actions: KeyboardActions;

  constructor(actions: KeyboardActions) {
    this.#actions = actions;
  }

  /** Returns to lower-case letters, as for a newly focused field. */
  reset(): void {
    this.#page = 'letters';
    this.#isShifted = false;
  }

  render(ui: UiContext): View {
    const { theme, landscape, insets } = ui;
    const { backspace, enter, hide } = this.#actions;
    const side = landscape ? 60 : 4;
    const [first = [], second = [], third = []] = pages[this.#page].map((line) =>
      [...line].map((character) => this.#character(ui, character)),
    );
    const hideButton = iconButton(mdiChevronDown, 'Hide keyboard', {
      color: theme.textSoft,
      size: 44,
      onTap: hide,
    });
    const wide = { weight: 1.5, fill: theme.keySoft };
    const shift = {
      ...wide,
      description: 'Shift',
      selected: this.#isShifted,
      onTap: () => {
        this.#isShifted = !this.#isShifted;
      },
    };
    const shiftColor = this.#isShifted ? theme.primary : theme.text;
    const deleteKey = { ...wide, description: 'Delete', onTap: backspace };
    const enterKey = { ...wide, description: 'Enter', fill: theme.primary, onTap: enter };
    const frame = {
      className: 'android.inputmethodservice.SoftInputWindow',
      id: 'com.android.inputmethod.latin:id/keyboard_view',
      width: ui.width,
      height: keyboardHeight(landscape) + insets.bottom,
      padding: [0, side, insets.bottom + 4, side],
      fill: theme.keyboard,
    } as const;
    return column(frame, [
      !landscape && row({ height: 44, padding: [0, 4] }, [hideButton]),
      keyRow(first),
      keyRow(second, second.length === 9 ? 18 : 0),
      keyRow([
        keyView(ui, shift, keyIcon(mdiAppleKeyboardShift, shiftColor)),
        ...third,
        keyView(ui, deleteKey, keyIcon(mdiBackspaceOutline, theme.text)),
      ]),
      keyRow([
        this.#pageKey(ui, wide),
        this.#character(ui, ','),
        this.#space(ui),
        this.#character(ui, '.'),
        keyView(ui, enterKey, keyIcon(mdiKeyboardReturn, theme.onPrimary)),
      ]),
    ]);
  }

  #character(ui: UiContext, character: string): View {
    const { theme, landscape } = ui;
    const shown = this.#isShifted ? character.toUpperCase() : character;
    const label = text(shown, font(landscape ? 19 : 22, 400, theme.text), { paintOnly: true });
    const onTap = () => this.#type(shown);
    return keyView(ui, { description: shown, weight: 1, fill: theme.key, onTap }, label);
  }

  #space(ui: UiContext): View {
    const label = text('English', font(13, 500, ui.theme.outline), { paintOnly: true });
    const onTap = () => this.#type(' ');
    return keyView(ui, { description: 'Space', weight: 5, fill: ui.theme.key, onTap }, label);
  }

  /** The key that shows the other page. */
  #pageKey(ui: UiContext, look: ViewProps): View {
    const isLetters = this.#page === 'letters';
    const description = isLetters ? '?123' : 'ABC';
    const onTap = () => {
      this.#page = isLetters ? 'symbols' : 'letters';
    };
    const label = text(description, font(15, 500, ui.theme.text), { paintOnly: true });
    return keyView(ui, { ...look, description, onTap }, label);
  }

  #type(character: string): void {
    this.#actions.type(character);
    this.#isShifted = false;
  }
}

function keyRow(keys: readonly View[], sidePadding = 0): View {
  return row({ weight: 1, paintOnly: true, padding: [0, sidePadding] }, keys);
}

function keyIcon(path: string, color: string): View {
  return icon(path, { size: 22, color }, { paintOnly: true });
}

/** A key: the touch area fills the row's height, the painted cap has a gap around it. */
function keyView({ landscape }: UiContext, { fill, ...rest }: ViewProps, label: View): View {
  const cap = { paintOnly: true, width: 'fill', height: 'fill', radius: 9, fill } as const;
  const padding = [landscape ? 3 : 5, 3] as const;
  return stack({ className: 'android.view.View', height: 'fill', padding, ...rest }, [
    stack({ ...cap, elevation: 0.6 }, [stack(centred, [label])]),
  ]);
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
