import {
  mdiAppleKeyboardShift,
  mdiBackspaceOutline,
  mdiChevronDown,
  mdiKeyboardReturn,
} from '@mdi/js';
import { font, smallStrongStyle, type UiContext } from '../ui/theme.ts';
import { centred, column, icon, row, stack, text, type View, type ViewProps } from '../ui/view.ts';
import { iconButton } from '../ui/widgets.ts';
import type { FieldState } from '../ui/field-state.ts';

const keyboardId = (name: string) => `com.android.inputmethod.latin:id/${name}`;

export interface KeyboardActions {
  type(text: string): void;
  backspace(): void;
  enter(): void;
  hide(): void;
}

const pages = {
  letters: ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'],
  symbols: ['1234567890', '@#$_&-+()/', '*"\':;!?'],
  more: [
    '~`|\u2022\u00f7\u00d7\u00b6\u00a3\u20ac\u00a5',
    '^\u00b0={}\\%\u00a9\u00ae',
    '[]<>\u00a1\u00bf',
  ],
} as const satisfies Record<string, readonly string[]>;

/** Height of the keyboard in dp, without the navigation bar. */
export function keyboardHeight(landscape: boolean): number {
  return landscape ? 178 : 272;
}

/** The on-screen keyboard with its current page and shift state. */
export class Keyboard {
  #page: keyof typeof pages = 'letters';
  #shift: 'off' | 'once' | 'locked' = 'off';
  readonly #actions: KeyboardActions;

  constructor(actions: KeyboardActions) {
    this.#actions = actions;
  }

  /** Returns to lower-case letters, as for a newly focused field. */
  reset(): void {
    this.#page = 'letters';
    this.#shift = 'off';
  }

  render(ui: UiContext, navigationInset: number): View {
    const { theme, landscape } = ui;
    const [first = '', second = '', third = ''] = pages[this.#page];
    return column(
      {
        className: 'android.inputmethodservice.SoftInputWindow',
        id: keyboardId('keyboard_view'),
        width: ui.width,
        height: keyboardHeight(landscape) + navigationInset,
        padding: [0, landscape ? 60 : 4, navigationInset + 4, landscape ? 60 : 4],
        fill: theme.keyboard,
      },
      [
        !landscape && this.#hideButtonRow(ui),
        this.#keyRow(
          ui,
          [...first].map((key) => this.#key(ui, key)),
        ),
        this.#keyRow(
          ui,
          [...second].map((key) => this.#key(ui, key)),
          second.length === 9 ? 18 : 0,
        ),
        this.#keyRow(ui, [
          this.#shiftKey(ui),
          ...[...third].map((key) => this.#key(ui, key)),
          this.#iconKey(ui, mdiBackspaceOutline, {
            description: 'Delete',
            weight: 1.5,
            onTap: () => this.#actions.backspace(),
          }),
        ]),
        this.#keyRow(ui, this.#bottomRow(ui)),
      ],
    );
  }

  #hideButtonRow(ui: UiContext): View {
    return row({ height: 44, padding: [0, 4] }, [
      iconButton(mdiChevronDown, 'Hide keyboard', {
        color: ui.theme.textSoft,
        size: 44,
        onTap: () => this.#actions.hide(),
      }),
    ]);
  }

  #keyRow(ui: UiContext, keys: readonly View[], sidePadding = 0): View {
    return row(
      { weight: 1, paintOnly: true, padding: [0, ui.landscape ? sidePadding * 1.6 : sidePadding] },
      keys,
    );
  }

  #bottomRow(ui: UiContext): readonly View[] {
    const otherPage = this.#page === 'letters' ? 'symbols' : 'letters';
    const switchPage = () => {
      this.#page = otherPage;
    };
    return [
      this.#softKey(ui, otherPage === 'letters' ? 'ABC' : '?123', {
        weight: 1.5,
        onTap: switchPage,
      }),
      this.#key(ui, ','),
      this.#keyView(
        ui,
        { description: 'Space', weight: 5, fill: ui.theme.key, onTap: () => this.#type(' ') },
        [text('English', font(13, 500, ui.theme.outline), { paintOnly: true })],
      ),
      this.#key(ui, '.'),
      this.#iconKey(ui, mdiKeyboardReturn, {
        description: 'Enter',
        weight: 1.5,
        fill: ui.theme.primary,
        color: ui.theme.onPrimary,
        onTap: () => this.#actions.enter(),
      }),
    ];
  }

  #key(ui: UiContext, character: string): View {
    const shown = this.#shift === 'off' ? character : character.toUpperCase();
    return this.#keyView(
      ui,
      { description: shown, weight: 1, fill: ui.theme.key, onTap: () => this.#type(shown) },
      [text(shown, font(ui.landscape ? 19 : 22, 400, ui.theme.text), { paintOnly: true })],
    );
  }

  #softKey(ui: UiContext, label: string, props: ViewProps): View {
    return this.#keyView(ui, { description: label, fill: ui.theme.keySoft, ...props }, [
      text(label, font(15, 500, ui.theme.text), { paintOnly: true }),
    ]);
  }

  #iconKey(ui: UiContext, path: string, props: ViewProps & { color?: string }): View {
    const { color = ui.theme.text, ...rest } = props;
    return this.#keyView(ui, { fill: ui.theme.keySoft, ...rest }, [
      icon(path, { size: 22, color }, { paintOnly: true }),
    ]);
  }

  #shiftKey(ui: UiContext): View {
    if (this.#page !== 'letters') {
      const next = this.#page === 'symbols' ? 'more' : 'symbols';
      const onTap = () => {
        this.#page = next;
      };
      return this.#softKey(ui, next === 'more' ? '=\\<' : '?123', { weight: 1.5, onTap });
    }
    const on = this.#shift !== 'off';
    return this.#iconKey(ui, mdiAppleKeyboardShift, {
      description: 'Shift',
      selected: on,
      weight: 1.5,
      color: on ? ui.theme.primary : ui.theme.text,
      fill: this.#shift === 'locked' ? ui.theme.tint : ui.theme.keySoft,
      onTap: () => {
        const nextShift = { off: 'once', once: 'locked', locked: 'off' } as const;
        this.#shift = nextShift[this.#shift];
      },
    });
  }

  /** A key: the touch area fills the row's height, the painted cap has a gap around it. */
  #keyView(ui: UiContext, props: ViewProps, content: readonly View[]): View {
    const { fill, ...rest } = props;
    return stack(
      {
        className: 'android.view.View',
        height: 'fill',
        padding: [ui.landscape ? 3 : 5, 3],
        ...rest,
      },
      [
        stack({ paintOnly: true, width: 'fill', height: 'fill', radius: 9, fill, elevation: 0.6 }, [
          stack(centred, content),
        ]),
      ],
    );
  }

  #type(character: string): void {
    this.#actions.type(character);
    if (this.#shift === 'once') this.#shift = 'off';
  }
}

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
