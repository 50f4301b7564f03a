import { keyCode } from '../key-code.ts';
import type { KeyModifiers } from '../world.ts';
import type { Activities } from './activities.ts';
import type { PhoneScreen } from './phone-screen.ts';
import type { Clipboard } from './system/edit-toolbar.ts';
import { type FieldState, type Span, wordBoundary } from './ui/field-state.ts';
import { everyPlaced } from './ui/layout.ts';

interface KeyParts {
  readonly screen: PhoneScreen;
  readonly activities: Activities;
  readonly clipboard: Clipboard;
  /** Fields lose every seventh character that is typed: the fault `drops-typing`. */
  readonly dropsTyping: boolean;
}

/** Which character `drops-typing` loses. */
const dropped = 7;

/** What keys do: to the system, to the focused field, to the activity in front. */
export class KeyInput {
  readonly #screen: PhoneScreen;
  readonly #activities: Activities;
  readonly #clipboard: Clipboard;
  readonly #dropsTyping: boolean;
  #typed = 0;

  constructor({ screen, activities, clipboard, dropsTyping }: KeyParts) {
    this.#screen = screen;
    this.#activities = activities;
    this.#clipboard = clipboard;
    this.#dropsTyping = dropsTyping;
  }

  /** Whether the display is on after this key; undefined for a key that has no say in it. */
  power(code: number, awake: boolean): boolean | undefined {
    if (code === keyCode.power) return !awake;
    if (code === keyCode.wakeUp) return true;
    return code === keyCode.sleep ? false : undefined;
  }

  press(code: number, modifiers: KeyModifiers = {}): void {
    this.#screen.toast = undefined;
    switch (code) {
      case keyCode.home:
        return this.#activities.home();
      case keyCode.back:
      case keyCode.escape:
        return this.back();
      case keyCode.appSwitch:
        return this.#activities.recents();
      case keyCode.notification:
        this.#screen.shade.panel = 'notifications';
        return;
      default:
        return this.#give(code, modifiers);
    }
  }

  /** Back: the toolbar over a selection, the keyboard, the shade, a dialog, what the activity has open, the activity. */
  back(): void {
    const screen = this.#screen;
    const system = screen.systemDialogs.at(-1);
    if (screen.editingWindow !== undefined) screen.dismissEditing();
    else if (screen.keyboardShown) screen.keyboardHidden = true;
    else if (screen.shade.panel !== 'none') screen.shade.panel = 'none';
    else if (system !== undefined) system.shown.answer(system.shown.dialog.buttons[0] ?? '');
    else if (screen.front.dialogs.length > 0) screen.front.dialogs.pop();
    else if (screen.front.activity.back?.() !== true) this.#activities.back();
  }

  enter(): void {
    this.#give(keyCode.enter, {});
  }

  type(text: string): void {
    const field = this.#screen.focused.focus;
    if (field !== undefined) field.insert(this.#dropsTyping ? this.#withLosses(text) : text);
    else for (const character of text) this.#screen.front.activity.typed?.(character);
  }

  #withLosses(text: string): string {
    return [...text].filter(() => ++this.#typed % dropped !== 0).join('');
  }

  #give(code: number, modifiers: KeyModifiers): void {
    const window = this.#screen.focused;
    if (window.focus === undefined) {
      if (code === keyCode.tab) this.#focusNext();
      else if (modifiers.ctrl !== true) this.#giveToActivity(code, modifiers.shift);
      return;
    }
    const press = { ...modifiers, code, clipboard: this.#clipboard };
    if (typeKey(window.focus, press) === 'next') this.#focusNext();
  }

  #giveToActivity(code: number, shift?: boolean): void {
    const named: Record<number, string> = { [keyCode.enter]: '\n', [keyCode.delete]: '\b' };
    const character = named[code] ?? characterOf(code, shift);
    if (character !== undefined && this.#screen.focused === this.#screen.front.window) {
      this.#screen.front.activity.typed?.(character);
    }
  }

  /** The field after the focused one, from top to bottom; after the last one the keyboard goes. */
  #focusNext(): void {
    const window = this.#screen.focused;
    const fields = [...everyPlaced(this.#screen.placed(window))].flatMap(
      ({ view }) => view.field ?? [],
    );
    const next = fields[window.focus === undefined ? 0 : fields.indexOf(window.focus) + 1];
    if (next === undefined) this.#screen.keyboardHidden = true;
    else {
      window.focus = next;
      this.#screen.keyboardHidden = false;
    }
  }
}

/** What a key made of a field: `next` says that the focus should go to the following field. */
type Typed = 'taken' | 'next' | 'ignored';

/** One press of a key, with what is held down and what Paste would insert. */
interface Press extends KeyModifiers {
  readonly code: number;
  readonly clipboard: Clipboard;
}

/** Gives a key to a focused field. */
function typeKey(field: FieldState, press: Press): Typed {
  if (edits(field, press) || moves(field, press)) return 'taken';
  switch (press.code) {
    case keyCode.enter:
    case keyCode.numpadEnter:
      if (!field.multiline) return 'next';
      field.insert('\n');
      return 'taken';
    case keyCode.tab:
      return 'next';
    case keyCode.delete:
      field.deleteBackward();
      return 'taken';
    case keyCode.forwardDelete:
      field.deleteForward();
      return 'taken';
    default:
      return types(field, press);
  }
}

/** Ctrl with A, C, X, V, and the keys that mean the same (TextView.onKeyShortcut). */
function edits(field: FieldState, { code, ctrl, clipboard }: Press): boolean {
  const meant = ctrl === true ? shortcuts.get(code) : code;
  switch (meant) {
    case 'all':
      field.selectAll();
      return true;
    case keyCode.copy:
      clipboard.copy(field);
      return true;
    case keyCode.cut:
      clipboard.cut(field);
      return true;
    case keyCode.paste:
      clipboard.paste(field);
      return true;
    default:
      return false;
  }
}

const shortcuts: ReadonlyMap<number, number | 'all'> = new Map<number, number | 'all'>([
  [keyCode.a, 'all'],
  [keyCode.c, keyCode.copy],
  [keyCode.x, keyCode.cut],
  [keyCode.v, keyCode.paste],
  [keyCode.copy, keyCode.copy],
  [keyCode.cut, keyCode.cut],
  [keyCode.paste, keyCode.paste],
]);

/** Arrows, Home and End; Shift selects on the way, Ctrl goes by words and to the ends of the text. */
function moves(field: FieldState, { code, ctrl = false, shift = false }: Press): boolean {
  if (!ctrl && (code === keyCode.left || code === keyCode.right)) {
    field.move(code === keyCode.left ? -1 : 1, shift);
    return true;
  }
  const to = ctrl ? farTarget(field, code) : lineTarget(field, code);
  if (to !== undefined) field.moveTo(to, shift);
  return to !== undefined;
}

function farTarget({ text, cursor }: FieldState, code: number): number | undefined {
  const targets: Record<number, number> = {
    [keyCode.moveHome]: 0,
    [keyCode.moveEnd]: text.length,
    [keyCode.left]: wordBoundary(text, cursor, -1),
    [keyCode.right]: wordBoundary(text, cursor, 1),
  };
  return targets[code];
}

/** Up and down go to the near ends of the neighbouring paragraphs. */
function lineTarget(field: FieldState, code: number): number | undefined {
  const line = lineAround(field);
  const targets: Record<number, number> = {
    [keyCode.moveHome]: line.start,
    [keyCode.moveEnd]: line.end,
    [keyCode.up]: line.start - 1,
    [keyCode.down]: line.end + 1,
    // Guess: the demo phone's fields are shorter than a page (ArrowKeyMovementMethod.pageDown).
    [keyCode.pageUp]: 0,
    [keyCode.pageDown]: field.text.length,
  };
  return targets[code];
}

function types(field: FieldState, { code, ctrl, shift }: Press): Typed {
  const character = ctrl === true ? undefined : characterOf(code, shift);
  if (character === undefined) return 'ignored';
  field.insert(character);
  return 'taken';
}

/** The paragraph that the cursor is in. */
function lineAround({ text, cursor }: FieldState): Span {
  const before = cursor === 0 ? -1 : text.lastIndexOf('\n', cursor - 1);
  const after = text.indexOf('\n', cursor);
  return { start: before + 1, end: after < 0 ? text.length : after };
}

/** Codes that type a character, in unbroken ranges: the first code and its characters. */
const typing: readonly (readonly [first: number, characters: string])[] = [
  [7, '0123456789*#'],
  [29, 'abcdefghijklmnopqrstuvwxyz,.'],
  [62, ' '],
  [68, "`-=[]\\;'/@"],
  [81, '+'],
  [144, '0123456789/*-+.,'],
  [161, '='],
  [162, '()'],
];

/** What the keys of a US keyboard type with Shift (Generic.kcm). */
const plainKeys = "1234567890`-=[]\\;',./";
const shiftedKeys = '!@#$%^&*()~_+{}|:"<>?';

/** The character that a key types; undefined when it types none. */
function characterOf(code: number, shift = false): string | undefined {
  for (const [first, characters] of typing) {
    const character = characters[code - first];
    if (character !== undefined) return shift ? shifted(character) : character;
  }
  return undefined;
}

function shifted(character: string): string {
  return shiftedKeys[plainKeys.indexOf(character)] ?? character.toUpperCase();
}
