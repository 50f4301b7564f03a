import { useDrivenClock } from '#core/testing/driven-clock.ts';
import { testOn } from '../phones.ts';
import { logCases } from './log-cases.ts';
import { waitingCases } from './waiting-cases.ts';

useDrivenClock();

testOn({ android: 14 }, waitingCases);
testOn({ android: 14, faults: ['no-scrcpy'] }, { ...waitingCases, ...logCases });
