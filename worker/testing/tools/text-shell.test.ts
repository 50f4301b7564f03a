import { useDrivenClock } from '#core/testing/driven-clock.ts';
import { testOn } from '../phones.ts';
import { throughShell } from './all-text-cases.ts';

useDrivenClock();

testOn({ android: 14, faults: ['no-scrcpy'] }, throughShell);
