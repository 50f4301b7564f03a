/** Text, log and waiting on other Android versions, and on phones with faults. */
import { otherAndroidVersions } from '#core/demo-phone/testing/phone-under-test.ts';
import { useDrivenClock } from '#core/testing/driven-clock.ts';
import { testOn } from '../phones.ts';
import { droppingCases } from './field-cases.ts';
import { logCases } from './log-cases.ts';
import { hints, typing } from './all-text-cases.ts';
import { clipboardCases, unicodeCases } from './text-cases.ts';
import { movingCases, restlessCases } from './waiting-cases.ts';

useDrivenClock();

const shell = 'no-scrcpy';

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
