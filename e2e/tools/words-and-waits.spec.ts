/** Every tool that writes, reads the clipboard or the log, or waits: on all profiles and both ways. */
import { androidVersions } from '../../core/demo-phone/options.ts';
import { testOn } from './cases.ts';
import { clipboardCases, noClipboardCases } from './clipboard-cases.ts';
import { droppingCases, fieldCases } from './field-cases.ts';
import { keyCases } from './key-cases.ts';
import { logCases } from './log-cases.ts';
import { asciiCases, refusalCases, unicodeCases } from './text-cases.ts';
import { movingCases, restlessCases, waitingCases } from './waiting-cases.ts';

const everywhere = { ...asciiCases, ...fieldCases, ...keyCases, ...waitingCases, ...logCases };

const shell = 'no-scrcpy';

for (const android of androidVersions) {
  testOn({ android }, { ...everywhere, ...unicodeCases, ...clipboardCases });
  testOn({ android, faults: [shell] }, { ...everywhere, ...refusalCases, ...noClipboardCases });
}

// What a fault does to a call does not hang on the version.
for (const android of [8, 14] as const) {
  testOn({ android, faults: [shell, 'shell-clipboard'] }, { ...unicodeCases, ...clipboardCases });
}
for (const more of [[], [shell]] as const) {
  const dropping = ['drops-typing', 'momentum', ...more] as const;
  testOn({ android: 14, faults: dropping }, { ...droppingCases, ...movingCases });
  testOn({ android: 14, faults: ['no-idle', ...more] }, restlessCases);
}
