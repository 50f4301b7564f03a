import { useDrivenClock } from '#core/testing/driven-clock.ts';
import { testOn } from '../phones.ts';
import { fingerCases } from './touch-and-elements-cases.ts';

useDrivenClock();

testOn({ android: 14, faults: ['no-scrcpy'] }, fingerCases);
