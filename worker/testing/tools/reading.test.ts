/** Tools for reading screens: tree, summary and selectors. */
import { useDrivenClock } from '#core/testing/driven-clock.ts';
import { testOn } from '../phones.ts';
import { readingCases, smokeCases } from './reading-cases.ts';

useDrivenClock();

testOn({ android: 14 }, readingCases);
for (const android of [8, 16] as const) testOn({ android }, smokeCases);
