/** Tools for notifications. */
import { useDrivenClock } from '#core/testing/driven-clock.ts';
import { testOn } from '../phones.ts';
import { notificationCases } from './notification-cases.ts';

useDrivenClock();

// Before Android 12 there is only the dump, and Android 14 prints flags by name.
for (const android of [8, 11, 14, 16] as const) testOn({ android }, notificationCases);
