/** The screen as a tree, a summary and a difference, and selectors: what an agent reads with. */
import { testOn } from './cases.ts';
import { diffCases } from './diff-cases.ts';
import { readingCases } from './reading-cases.ts';
import { smokeCases } from './smoke-cases.ts';
import { movingCases } from './waiting-cases.ts';

testOn({ android: 14 }, { ...readingCases, ...diffCases });
// With the video on, a screen that was acted on has come to rest sooner.
testOn({ android: 14, live: true }, diffCases);
testOn({ android: 14, live: true, faults: ['momentum'] }, movingCases);
for (const android of [8, 16] as const) testOn({ android }, smokeCases);
