import type { FaultName } from '../options.ts';
import { keyCode, type KeyModifiers } from '../world.ts';
import type { Activities } from './activities.ts';
import type { DeviceState } from './apps/app.ts';
import type { PhoneScreen } from './phone-screen.ts';
import type { Clipboard } from './system/text-input.ts';
import type { FieldState } from './ui/field-state.ts';
import { walkViews } from './ui/layout.ts';

interface KeyInputDependencies {
  readonly screen: PhoneScreen;
  readonly activities: Activities;
  readonly state: DeviceState;
  readonly clipboard: Clipboard;
  readonly faults: ReadonlySet<FaultName>;
}

/** `drops-typing` loses one in this many characters. */
const dropInterval = 7;

/** AudioService's highest volume of STREAM_MUSIC. */
const mediaVolumeSteps = 15;

/** Dispatches keys to the system, the focused field or the foreground activity. */
export class KeyInput {
  readonly #dependencies: KeyInputDependencies;
  #typedCount = 0;

  constructor(dependencies: KeyInputDependencies) {
    this.#dependencies = dependencies;
  }

  /** Whether the display is on after this key; undefined when the key doesn't affect it. */
  displayOnAfterKey(code: number, displayOn: boolean): boolean | undefined {
    if (code === keyCode.power) return !displayOn;
    if (code === keyCode.wakeUp) return true;
    return code === keyCode.sleep ? false : undefined;
  }

  press(code: number, modifiers: KeyModifiers = {}): void {
    switch (code) {
      case keyCode.home:
        return this.#dependencies.activities.goHome();
      case keyCode.back:
      case keyCode.escape:
        return this.goBack();
      case keyCode.appSwitch:
        return this.#dependencies.activities.toggleRecents();
      case keyCode.notification:
        this.#dependencies.screen.shade.panel = 'notifications';
        return;
      case keyCode.volumeUp:
      case keyCode.volumeDown:
      case keyCode.volumeMute:
        return this.#changeVolume(code);
      case keyCode.tab:
        // PhoneWindowManager shows the recent apps for Alt+Tab.
        return modifiers.alt === true
          ? this.#dependencies.activities.toggleRecents()
          : this.#dispatchKey(code, modifiers);
      default:
        return this.#dispatchKey(code, modifiers);
    }
  }

  /** A step of the media volume, or none of it (AudioService.adjustSuggestedStreamVolume). */
  #changeVolume(code: number): void {
    const { levels } = this.#dependencies.state;
    const step = Math.round((levels.get('media') ?? 0) * mediaVolumeSteps);
    const next = code === keyCode.volumeMute ? 0 : code === keyCode.volumeUp ? step + 1 : step - 1;
    levels.set('media', Math.min(Math.max(next, 0), mediaVolumeSteps) / mediaVolumeSteps);
  }

  /** Back closes the first of: keyboard, shade, dialog, whatever the activity has open, the activity. */
  goBack(): void {
    const screen = this.#dependencies.screen;
    const systemDialog = screen.systemDialogs.at(-1);
    if (screen.isKeyboardShown) screen.keyboardHidden = true;
    else if (screen.shade.panel !== 'none') screen.shade.panel = 'none';
    else if (systemDialog !== undefined)
      systemDialog.shown.closeWith(systemDialog.shown.dialog.buttons[0] ?? '');
    else if (screen.foreground.dialogs.length > 0) screen.foreground.dialogs.pop();
    else if (screen.foreground.activity.onBack?.() !== true) this.#dependencies.activities.goBack();
  }

  pressEnter(): void {
    this.#dispatchKey(keyCode.enter, {});
  }

  typeText(text: string): void {
    const field = this.#dependencies.screen.focusedWindow.focus;
    if (field !== undefined)
      field.insert(
        this.#dependencies.faults.has('drops-typing') ? this.#dropCharacters(text) : text,
      );
    else
      for (const character of text)
        this.#dependencies.screen.foreground.activity.onCharacter?.(character);
  }

  #dropCharacters(text: string): string {
    return [...text].filter(() => ++this.#typedCount % dropInterval !== 0).join('');
  }

  #dispatchKey(code: number, modifiers: KeyModifiers): void {
    const window = this.#dependencies.screen.focusedWindow;
    if (window.focus === undefined) {
      if (code === keyCode.tab) this.#focusNext();
      else if (modifiers.ctrl !== true && modifiers.alt !== true)
        this.#dispatchToActivity(code, modifiers.shift);
      return;
    }
    const keyPress = { ...modifiers, code, clipboard: this.#dependencies.clipboard };
    if (!handleFieldKey(window.focus, keyPress)) this.#focusNext();
  }

  #dispatchToActivity(code: number, shift?: boolean): void {
    const specialCharacters: Record<number, string> = {
      [keyCode.enter]: '\n',
      [keyCode.delete]: '\b',
    };
    const character = specialCharacters[code] ?? characterOf(code, shift);
    if (
      character !== undefined &&
      this.#dependencies.screen.focusedWindow === this.#dependencies.screen.foreground.window
    ) {
      this.#dependencies.screen.foreground.activity.onCharacter?.(character);
    }
  }

  /** Focuses the next field in tree order; after the last one, hides the keyboard. */
  #focusNext(): void {
    const window = this.#dependencies.screen.focusedWindow;
    const fields = [...walkViews(this.#dependencies.screen.placedView(window))].flatMap(
      ({ view }) => view.field ?? [],
    );
    const next = fields[window.focus === undefined ? 0 : fields.indexOf(window.focus) + 1];
    if (next === undefined) this.#dependencies.screen.keyboardHidden = true;
    else {
      window.focus = next;
      this.#dependencies.screen.keyboardHidden = false;
    }
  }
}

/** A key press with its modifiers and the clipboard. */
interface KeyPress extends KeyModifiers {
  readonly code: number;
  readonly clipboard: Clipboard;
}

/** Handles a key in the focused field; false if it moves the focus to the next field. */
function handleFieldKey(field: FieldState, keyPress: KeyPress): boolean {
  if (handleClipboardKey(field, keyPress) || handleCursorKey(field, keyPress)) return true;
  switch (keyPress.code) {
    case keyCode.tab:
      return false;
    case keyCode.enter:
    case keyCode.numpadEnter:
      if (field.multiline) field.insert('\n');
      return field.multiline;
    case keyCode.delete:
      field.deleteBackward();
      return true;
    case keyCode.forwardDelete:
      field.deleteForward();
      return true;
    default:
      insertCharacter(field, keyPress);
      return true;
  }
}

/** Handles Ctrl with A, C, X, V, and the keys COPY, CUT, PASTE (TextView.onKeyShortcut). */
function handleClipboardKey(field: FieldState, { code, ctrl, clipboard }: KeyPress): boolean {
  const shortcut = ctrl === true ? shortcuts.get(code) : code;
  switch (shortcut) {
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

/** Handles arrows, Home and End, these also with Ctrl; Shift extends the selection. */
function handleCursorKey(
  field: FieldState,
  { code, ctrl = false, shift = false }: KeyPress,
): boolean {
  if (!ctrl && (code === keyCode.left || code === keyCode.right)) {
    field.moveCursor(code === keyCode.left ? -1 : 1, shift);
    return true;
  }
  const to = ctrl ? ends(0, field.text.length)[code] : lineTargets(field)[code];
  if (to !== undefined) field.moveCursorTo(to, shift);
  return to !== undefined;
}

/** Where Home and End go; with Ctrl to the ends of the text. */
function ends(start: number, end: number): Partial<Record<number, number>> {
  return { [keyCode.moveHome]: start, [keyCode.moveEnd]: end };
}

/** Where keys move the cursor; Up goes to the end of the previous paragraph, Down to the start of the next one. */
function lineTargets({ text, cursor }: FieldState): Partial<Record<number, number>> {
  const start = (cursor === 0 ? -1 : text.lastIndexOf('\n', cursor - 1)) + 1;
  const after = text.indexOf('\n', cursor);
  const end = after < 0 ? text.length : after;
  return {
    ...ends(start, end),
    [keyCode.up]: start - 1,
    [keyCode.down]: end + 1,
    // Simplified: the demo phone's fields are shorter than a page (ArrowKeyMovementMethod.pageDown).
    [keyCode.pageUp]: 0,
    [keyCode.pageDown]: text.length,
  };
}

function insertCharacter(field: FieldState, { code, ctrl, alt, shift }: KeyPress): void {
  const character = ctrl === true || alt === true ? undefined : characterOf(code, shift);
  if (character !== undefined) field.insert(character);
}

/** Key codes that type a character, as contiguous ranges: the first code and its characters. */
const characterRanges: readonly (readonly [first: number, characters: string])[] = [
  [7, '0123456789*#'],
  [29, 'abcdefghijklmnopqrstuvwxyz,.'],
  [62, ' '],
  [68, "`-=[]\\;'/@"],
  [81, '+'],
  [144, '0123456789/*-+.,'],
  [161, '='],
  [162, '()'],
];

/** Keys of a US keyboard without and with Shift (Generic.kcm). */
const unshiftedKeys = "1234567890`-=[]\\;',./";
const shiftedKeys = '!@#$%^&*()~_+{}|:"<>?';

/** The character that a key types, if any. */
function characterOf(code: number, shift = false): string | undefined {
  for (const [first, characters] of characterRanges) {
    const character = characters[code - first];
    if (character !== undefined) return shift ? shiftedCharacter(character) : character;
  }
  return undefined;
}

function shiftedCharacter(character: string): string {
  return shiftedKeys[unshiftedKeys.indexOf(character)] ?? character.toUpperCase();
}
