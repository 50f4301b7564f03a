import { useDrivenClock } from '#core/testing/driven-clock.ts';
import { testOn } from '../phones.ts';
import { allElementCases, fingersOnElements } from './touch-and-elements-cases.ts';

useDrivenClock();

testOn({ android: 14 }, fingersOnElements);
testOn({ android: 14, faults: ['no-scrcpy'] }, allElementCases);
