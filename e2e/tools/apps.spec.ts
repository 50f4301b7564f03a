/** Tools for apps. */
import { appCases, shellAppCases } from './app-cases.ts';
import { pickCases, testOn } from './phone-under-test.ts';

testOn({ android: 14 }, appCases);
testOn({ android: 14, faults: ['no-scrcpy'] }, shellAppCases);
const basic = ['list_apps, open_app: an app by its name, from its list to its screen'] as const;
for (const android of [8, 16] as const) testOn({ android }, pickCases(appCases, basic));
