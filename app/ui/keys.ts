import { on } from 'svelte/events';
import { windowOf } from './window-of.ts';

/** A key of a keyboard shortcut; `Mod` is Cmd on a Mac and Ctrl elsewhere. */
export type ShortcutKey = 'Mod' | 'Ctrl' | 'Alt' | 'Shift' | 'Esc' | 'Enter' | (string & {});

/** The keys that stop everything. */
export const stopKeys = ['Mod', 'Shift', 'X'] as const;
/** The keys that save a screenshot of the phone. */
export const screenshotKeys = ['Mod', 'Shift', 'S'] as const;
/** The keys that rotate the phone's screen, to landscape and back. Not with L: Chrome folds its vertical tabs by that. */
export const rotateKeys = ['Mod', 'Shift', 'H'] as const;

// As in scrcpy; Chrome uses Alt with D, E and F only.
/** The keys that press Home. */
export const homeKeys = ['Alt', 'H'] as const;
/** The keys that show the recent apps. */
export const recentsKeys = ['Alt', 'S'] as const;
/** The keys that press Power. */
export const powerKeys = ['Alt', 'P'] as const;
/** The keys that read the screen again. */
export const refreshKeys = ['Alt', 'R'] as const;

// With Alt, so that nobody types them by accident.
/** The keys that allow the call that is asked about, this once. */
export const allowKeys: readonly ShortcutKey[] = ['Alt', 'Enter'];
/** The keys that refuse it. */
export const refuseKeys: readonly ShortcutKey[] = ['Alt', 'Backspace'];
/** The keys that begin a note to the agent, to refuse with. */
export const noteKeys: readonly ShortcutKey[] = ['Alt', 'Shift', 'Backspace'];

/** The keys that undo the last change of the steps. */
export const undoKeys: readonly ShortcutKey[] = ['Mod', 'Z'];

/** Whether this browser runs on a Mac, iPhone or iPad, whose modifier keys differ. */
export function isMac(): boolean {
  return typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform);
}

/** The fields used of a key event. */
export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'repeat' | 'target'
>;

/** Whether exactly these keys are pressed. `Mod` is not Ctrl on a Mac, where Ctrl+K edits text fields. */
export function matchesKeys(event: KeyPress, keys: readonly ShortcutKey[]): boolean {
  const key = keys.at(-1) ?? '';
  const hasAlt = keys.includes('Alt');
  const modKey = isMac() ? 'metaKey' : 'ctrlKey';
  const isPressed = (modifier: 'ctrlKey' | 'metaKey', name: ShortcutKey): boolean =>
    event[modifier] === (keys.includes(name) || (modifier === modKey && keys.includes('Mod')));
  if (!isPressed('ctrlKey', 'Ctrl') || !isPressed('metaKey', 'Meta') || event.altKey !== hasAlt)
    return false;
  // A character alone is typed, with Shift on some keyboards.
  if (keys.length === 1 && key.length === 1) return event.key === key && !isInTextField(event);
  if (event.shiftKey !== keys.includes('Shift')) return false;
  // With Alt, and for a digit with Shift, `key` is another character. On a Mac Alt types it, so not in a field.
  if (hasAlt) return event.code === `Key${key}` && !(isMac() && isInTextField(event));
  return event.code === `Digit${key}` || event.key.toLowerCase() === key.toLowerCase();
}

/** Calls `close` for Escape in an element, unless something in it has used the key. */
export function onEscape(
  close: (event: KeyboardEvent) => void,
): (element: HTMLElement) => () => void {
  return (element) =>
    on(element, 'keydown', (event) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      close(event);
    });
}

/** Calls `stop` for the keys that stop everything, wherever the focus is in the element's window. */
export function onStopKey(stop: () => void): (element: Element) => () => void {
  return (element) => {
    const take = (event: KeyboardEvent): void => {
      if (!isStopKey(event)) return;
      event.preventDefault();
      stop();
    };
    return on(windowOf(element), 'keydown', take, { capture: true });
  };
}

/** Whether Ctrl or Cmd is held. */
export function hasMod({ ctrlKey, metaKey }: Pick<KeyPress, 'ctrlKey' | 'metaKey'>): boolean {
  return ctrlKey || metaKey;
}

/** Whether these are the keys that stop everything. */
export function isStopKey(event: KeyPress): boolean {
  return matchesKeys(event, stopKeys);
}

/** The label of a key on this platform. */
export function keyLabel(key: ShortcutKey): string {
  const mac: Readonly<Record<string, string>> = {
    Mod: '⌘',
    Ctrl: '⌃',
    Alt: '⌥',
    Shift: '⇧',
    Enter: '↩',
    Backspace: '⌫',
  };
  const others: Readonly<Record<string, string>> = { Mod: 'Ctrl' };
  return (isMac() ? mac : others)[key] ?? key;
}

/** The label of a key combination: `Ctrl+K`, `⌘K`. */
export function keyCombinationLabel(keys: readonly ShortcutKey[]): string {
  return keys.map(keyLabel).join(isMac() ? '' : '+');
}

/** The key combination as the value of `aria-keyshortcuts`. */
export function ariaKeys(keys: readonly ShortcutKey[]): string {
  const mod = isMac() ? 'Meta' : 'Control';
  return keys.map((key) => (key === 'Mod' ? mod : key)).join('+');
}

/** Whether a key event goes to a field that accepts text; the phone's screen has one for what is typed on it. */
export function isInTextField({ target }: Pick<KeyboardEvent, 'target'>): boolean {
  return isHtmlElement(target) && (target.isContentEditable || target.matches(textFields));
}

/** Whether a key event goes to the field for what is typed on the phone. */
export function goesToPhone({ target }: Pick<KeyboardEvent, 'target'>): boolean {
  return isHtmlElement(target) && target.matches('[data-keys-of=phone]');
}

/** Whether a key event goes to the shell on the phone, which has a use for every key but those that stop everything. */
export function goesToShell({ target }: Pick<KeyboardEvent, 'target'>): boolean {
  return isHtmlElement(target) && target.matches('[data-keys-of=shell]');
}

/** Not by `instanceof`: an element of another window is an instance of that window's class. */
function isHtmlElement(target: EventTarget | null): target is HTMLElement {
  return target !== null && 'isContentEditable' in target;
}

const textFields =
  'textarea, select, input:not([type=checkbox], [type=radio], [type=button], [type=range])';
