import type { Way } from '../../../core/acting/ways.ts';
import type { Phone } from '../../../core/phone.ts';

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
}
