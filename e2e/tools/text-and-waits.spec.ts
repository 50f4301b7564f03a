/** Tools for text, clipboard, log and waiting: all cases on Android 14 with both input backends, selected cases on other versions. */
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

const everywhere = { ...asciiCases, ...fieldCases, ...keyCases, ...waitingCases, ...logCases };
const throughServer = { ...everywhere, ...unicodeCases, ...clipboardCases };
const throughShell = { ...everywhere, ...untypableCases, ...noClipboardCases };

const shell = 'no-scrcpy';

testOn({ android: 14 }, throughServer);
testOn({ android: 14, faults: [shell] }, throughShell);
for (const android of otherAndroidVersions) {
  // Before Android 14 dumps do not distinguish a hint from text.
  const hints = pickCases(fieldCases, ['set_text replaces, input_text adds, clear_text empties']);
  testOn(
    { android },
    {
      ...hints,
      ...pickCases(throughServer, [
        'lock_screen and wake_screen switch the display',
        'dismiss_keyboard closes the keyboard, and nothing else',
        'set_text: any script arrives exactly',
        'reads the text that an app copied',
        'a password is sent without verification, and never printed',
      ]),
    },
  );
  testOn(
    { android, faults: [shell] },
    {
      ...hints,
      ...logCases,
      ...pickCases(throughShell, [
        'set_text: ASCII arrives exactly',
        'input_text, DEL and SPACE act at the cursor',
        'ENTER and TAB go to the next field',
        'arrows and Ctrl edit a field as a keyboard does',
      ]),
    },
  );
}

testOn({ android: 14, faults: [shell, 'shell-clipboard'] }, { ...unicodeCases, ...clipboardCases });
for (const more of [[], [shell]] as const) {
  const dropping = ['drops-typing', 'momentum', ...more] as const;
  testOn({ android: 14, faults: dropping }, { ...droppingCases, ...movingCases });
  testOn({ android: 14, faults: ['no-idle', ...more] }, restlessCases);
}
