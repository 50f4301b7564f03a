/**
 * Tools for text and clipboard: all cases on Android 14, with both input backends where
 * they differ; a few on other versions, typing on the oldest. worker/adb has the texts and keys of
 * every version and backend as unit tests, e2e/tools/agent-session.spec.ts any script and the clipboard on every
 * version.
 */
import { pickCases } from '#core/demo-phone/testing/phone-under-test.ts';
import {
  asciiCases,
  clipboardCases,
  noClipboardCases,
  unicodeCases,
  untypableCases,
} from './text-cases.ts';
import { fieldCases } from './field-cases.ts';
import { keyCases } from './key-cases.ts';

// How a text is typed depends on the backend, what is said of a field does not.
const everywhere = { ...asciiCases, ...keyCases };
/** Through the scrcpy server. */
export const throughServer = {
  ...everywhere,
  ...pickCases(fieldCases, ['a line break in a single-line field']),
  ...unicodeCases,
  ...clipboardCases,
};
/** Through the phone's shell. */
export const throughShell = {
  ...everywhere,
  ...fieldCases,
  ...untypableCases,
  ...noClipboardCases,
};

/** Before Android 14 only the element reader, which needs what the scrcpy server needs, tells a hint from text. */
export const hints = pickCases(fieldCases, [
  'set_text replaces, input_text adds, clear_text empties',
]);

/** Typing by keys. */
export const typing = pickCases(throughShell, [
  'set_text: ASCII arrives exactly',
  'a password is sent without verification, and never printed',
  'input_text, DEL and SPACE act at the cursor',
  'ENTER and TAB go to the next field',
  'arrows and Ctrl edit a field as a keyboard does',
]);
