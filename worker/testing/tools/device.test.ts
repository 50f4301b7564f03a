/** get_device and set_device. */
import { useDrivenClock } from '#core/testing/driven-clock.ts';
import { airplaneCases, deviceCases, languageCases, oldPhoneCases } from './device-cases.ts';
import { pickCases } from '#core/demo-phone/testing/phone-under-test.ts';
import { testOn } from '../phones.ts';

useDrivenClock();

testOn({ android: 14 }, { ...deviceCases, ...airplaneCases, ...languageCases });
const changes = ['set_device: settings change, and restore puts them back'] as const;
const withoutRadios = ['set_device: airplane mode with Wi-Fi, and all radios back'] as const;
testOn({ android: 8 }, { ...pickCases(deviceCases, changes), ...oldPhoneCases });
testOn({ android: 11 }, pickCases(airplaneCases, withoutRadios));
