import type { AndroidKey } from '#core/input/keys.ts';
import type { InputBackend } from '#core/phone/input-backends.ts';
import type { ConnectedPhone, SentText } from '#core/phone/phone.ts';

/** The methods of a phone that send input or use the clipboard. */
type PhoneInputMethod =
  | 'performGesture'
  | 'pressKey'
  | 'typeText'
  | 'clearField'
  | 'moveCursorToEnd'
  | 'openPanel'
  | 'readClipboard'
  | 'writeClipboard';

/** An input backend of one phone. */
export interface PhoneInput extends Pick<ConnectedPhone, PhoneInputMethod> {
  readonly backend: InputBackend;
  /** Presses and releases any key, for the user at the console. Rejects with `unsupported`, `input-denied`. */
  pressAndroidKey(key: AndroidKey, signal: AbortSignal): Promise<void>;
  /** Switches the screen between portrait and landscape, for the user. Rejects with `unsupported`. */
  rotate(signal: AbortSignal): Promise<void>;
  /**
   * Copies or cuts the selection; resolves to the clipboard's text after that, or null where it is
   * the text from before: nothing was selected, or the same text. Rejects with `unsupported` where
   * the clipboard can't be read, even after the text was copied.
   */
  copySelection(how: 'copy' | 'cut', signal: AbortSignal): Promise<string | null>;
}

/** The result for a text that was typed by keys: there is no clipboard to restore. */
export const typedByKeys: SentText = { restoreClipboard: () => Promise.resolve() };

/** Key codes of android.view.KeyEvent for editing a field. */
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
