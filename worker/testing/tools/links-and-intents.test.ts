/** Links and intents. The phone's shell sends them whatever the input backend is. */
import { useDrivenClock } from '#core/testing/driven-clock.ts';
import { intentCases, linkCases } from './link-cases.ts';
import { pickCases } from '#core/demo-phone/testing/phone-under-test.ts';
import { testOn } from '../phones.ts';

useDrivenClock();

testOn({ android: 14 }, { ...linkCases, ...intentCases });
// am has no doubles before Android 14, and words its refusals in other ways.
testOn(
  { android: 8 },
  pickCases(intentCases, ['what apps and the system keep to themselves is refused']),
);
