import type { AndroidKey } from '../../core/acting/person-keys.ts';
import type { Way } from '../../core/acting/ways.ts';
import type { Phone, SentText } from '../../core/phone.ts';

/** The part of the port that acts, and what acting needs. */
type Acts =
  | 'performGesture'
  | 'pressKey'
  | 'typeText'
  | 'clearField'
  | 'moveCursorToEnd'
  | 'openPanel'
  | 'readClipboard'
  | 'writeClipboard';

/** One way to act on one phone. */
export interface Actor extends Pick<Phone, Acts> {
  readonly way: Way;
  /** Presses and releases any key, for the person. Rejects with `unsupported`, `input-denied`. */
  pressAndroidKey(key: AndroidKey, signal: AbortSignal): Promise<void>;
  /** Turns the screen between upright and lying, for the person. Rejects with `unsupported`. */
  rotate(signal: AbortSignal): Promise<void>;
  /**
   * Copies what is selected, or cuts it out; the clipboard's text after that, or null. Rejects with
   * `unsupported`, also after it was copied, where the clipboard can't be read.
   */
  copySelection(how: 'copy' | 'cut', signal: AbortSignal): Promise<string | null>;
}

/** Of a text that was typed by keys: the clipboard was not used. */
export const typedByKeys: SentText = { restoreClipboard: () => Promise.resolve() };

/** android.view.KeyEvent's codes of what edits a field. */
export const editingKeys = {
  A: 29,
  PAGE_DOWN: 93,
  FORWARD_DEL: 112,
  CTRL_LEFT: 113,
  MOVE_END: 123,
  CUT: 277,
  COPY: 278,
  PASTE: 279,
} as const;
