/** What an action has changed on the screen, as its reply tells. */
import { useDrivenClock } from '#core/testing/driven-clock.ts';
import { testOn } from '../phones.ts';
import { diffCases } from './diff-cases.ts';

useDrivenClock();

testOn({ android: 14 }, diffCases);
