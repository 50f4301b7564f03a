import { isInTextField } from '../../ui/keys.ts';

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
