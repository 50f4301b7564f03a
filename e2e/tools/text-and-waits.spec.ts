/**
 * Tools for text, clipboard, log and waiting: all cases on Android 14, with both input backends where
 * they differ; a few on other versions, typing on the oldest. worker/adb has the texts and keys of
 * every version and backend as unit tests, agent-session.spec.ts any script and the clipboard on every
 * version.
 */
import { otherAndroidVersions, pickCases, testOn } from './phone-under-test.ts';
import {
  asciiCases,
  clipboardCases,
  noClipboardCases,
  unicodeCases,
  untypableCases,
} from './text-cases.ts';
import { droppingCases, fieldCases } from './field-cases.ts';
import { keyCases } from './key-cases.ts';
import { logCases } from './log-cases.ts';
import { movingCases, restlessCases, waitingCases } from './waiting-cases.ts';

// How a text is typed depends on the backend, what is said of a field does not.
const everywhere = { ...asciiCases, ...keyCases, ...waitingCases };
const throughServer = {
  ...everywhere,
  ...pickCases(fieldCases, ['a line break in a single-line field']),
  ...unicodeCases,
  ...clipboardCases,
};
const throughShell = {
  ...everywhere,
  ...fieldCases,
  ...logCases,
  ...untypableCases,
  ...noClipboardCases,
};

const shell = 'no-scrcpy';
// Before Android 14 only the screen reader, which needs what the scrcpy server needs, tells a hint from text.
const hints = pickCases(fieldCases, ['set_text replaces, input_text adds, clear_text empties']);

testOn({ android: 14 }, throughServer);
testOn({ android: 14, faults: [shell] }, throughShell);
const typing = pickCases(throughShell, [
  'set_text: ASCII arrives exactly',
  'a password is sent without verification, and never printed',
  'input_text, DEL and SPACE act at the cursor',
  'ENTER and TAB go to the next field',
  'arrows and Ctrl edit a field as a keyboard does',
]);
testOn({ android: 8 }, hints);
for (const android of otherAndroidVersions) {
  const cases = { ...hints, ...logCases };
  testOn({ android, faults: [shell] }, android === 8 ? { ...cases, ...typing } : cases);
}

testOn({ android: 14, faults: [shell, 'shell-clipboard'] }, { ...unicodeCases, ...clipboardCases });
for (const more of [[], [shell]] as const) {
  const dropping = ['drops-typing', 'momentum', ...more] as const;
  testOn({ android: 14, faults: dropping }, { ...droppingCases, ...movingCases });
  testOn({ android: 14, faults: ['no-idle', ...more] }, restlessCases);
}
