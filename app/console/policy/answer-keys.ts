import { isInTextField, type ShortcutKey } from '../../ui/keys.ts';

// With Alt, so that nobody types them by accident; neither Chrome nor a common desktop uses them.
/** The keys that allow the call that is asked about, this once. */
export const allowKeys: readonly ShortcutKey[] = ['Alt', 'Enter'];
/** The keys that refuse it. */
export const refuseKeys: readonly ShortcutKey[] = ['Alt', 'Backspace'];

/** The fields used of a key event. */
type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'repeat' | 'target'
>;

/**
 * The answer that these keys give; null where they give none: in text fields, which the phone's
 * screen counts as, and while they are held down.
 */
export function answerForKey(event: KeyPress): 'once' | 'no' | null {
  const { key, altKey, ctrlKey, metaKey, shiftKey, repeat } = event;
  if (!altKey || ctrlKey || metaKey || shiftKey || repeat || isInTextField(event)) return null;
  if (key === 'Enter') return 'once';
  return key === 'Backspace' ? 'no' : null;
}
