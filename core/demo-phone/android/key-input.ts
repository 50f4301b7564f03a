import type { KeyModifiers } from '../world.ts';
import type { Activities } from './activities.ts';
import type { Clipboard } from './clipboard.ts';
import { characterOf, keyCode } from './key-codes.ts';
import type { PhoneScreen } from './phone-screen.ts';
import { typeKey } from './typing.ts';
import { everyPlaced } from './ui/place.ts';

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
