/** Links and intents. The phone's shell sends them whatever the input backend is. */
import { intentCases, linkCases } from './link-cases.ts';
import { pickCases, testOn } from './phone-under-test.ts';

testOn({ android: 14 }, { ...linkCases, ...intentCases });
// am has no doubles before Android 14, and words its refusals in other ways.
testOn(
  { android: 8 },
  pickCases(intentCases, ['what apps and the system keep to themselves is refused']),
);
