import { useDrivenClock } from '#core/testing/driven-clock.ts';
import { testOn } from '../phones.ts';
import { throughServer } from './touch-and-elements-cases.ts';

useDrivenClock();

testOn({ android: 14 }, throughServer);
