/** Tools for reading screens (tree, summary, diff), and selectors. */
import { pickCases, testOn } from './phone-under-test.ts';
import { diffCases } from './diff-cases.ts';
import { pictureCases, readingCases, smokeCases } from './reading-cases.ts';
import { movingCases } from './waiting-cases.ts';

testOn({ android: 14 }, { ...readingCases, ...diffCases, ...pictureCases });
// With video, a screen is known to be idle sooner after an action, and pictures come from it.
const afterActions = pickCases(diffCases, [
  'diff_screen reports a scrolled list as moved',
  'observe: diff with click, scroll and set_text',
]);
testOn({ android: 14, live: true }, { ...afterActions, ...pictureCases });
testOn({ android: 14, live: true, faults: ['momentum'] }, movingCases);
for (const android of [8, 16] as const) testOn({ android }, smokeCases);
