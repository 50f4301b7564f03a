import { useDrivenClock } from '#core/testing/driven-clock.ts';
import { testOn } from '../phones.ts';
import { allCases } from './touch-and-elements-cases.ts';

useDrivenClock();

testOn({ android: 14, faults: ['no-scrcpy'] }, allCases);
