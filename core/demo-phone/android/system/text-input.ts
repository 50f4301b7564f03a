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
    const shown = this.#isShifted ? character.toUpperCase() : character;
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
    return this.#iconKey(ui, mdiAppleKeyboardShift, {
      description: 'Shift',
      selected: this.#isShifted,
      weight: 1.5,
      color: this.#isShifted ? ui.theme.primary : ui.theme.text,
      onTap: () => {
        this.#isShifted = !this.#isShifted;
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
    this.#isShifted = false;
  }
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
