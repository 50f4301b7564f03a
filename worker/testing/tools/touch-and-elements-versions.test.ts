import { otherAndroidVersions } from '#core/demo-phone/testing/phone-under-test.ts';
import { useDrivenClock } from '#core/testing/driven-clock.ts';
import { testOn } from '../phones.ts';
import { ofOtherShells, ofOtherVersions } from './touch-and-elements-cases.ts';

useDrivenClock();

for (const android of otherAndroidVersions) {
  testOn({ android }, ofOtherVersions);
  testOn({ android, faults: ['no-scrcpy'] }, ofOtherShells);
}
