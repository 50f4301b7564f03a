/** Tools for apps. */
import { useDrivenClock } from '#core/testing/driven-clock.ts';
import { appCases, shellAppCases } from './app-cases.ts';
import { pickCases } from '#core/demo-phone/testing/phone-under-test.ts';
import { testOn } from '../phones.ts';

useDrivenClock();

testOn({ android: 14 }, appCases);
testOn({ android: 14, faults: ['no-scrcpy'] }, shellAppCases);
const basic = ['list_apps, open_app: an app by its name, from its list to its screen'] as const;
testOn({ android: 16 }, pickCases(appCases, basic));
// Activities in front, permissions and their question are printed in other ways, and pm answers otherwise.
for (const android of [8, 11] as const) {
  const names = [
    ...basic,
    'set_permission, open_app: without its permission an app asks, with it it does not',
    'set_permission: says why an app can not have one',
    'clear_app_data: what the app stored is gone, its permissions too',
    'uninstall_app: the app is gone; one of the system stays',
  ] as const;
  testOn({ android }, pickCases(appCases, names));
}
