import { useDrivenClock } from '#core/testing/driven-clock.ts';
import { testOn } from '../phones.ts';
import { throughServer } from './all-text-cases.ts';

useDrivenClock();

testOn({ android: 14 }, throughServer);
