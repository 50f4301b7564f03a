/** Tools for keys, touches and elements: all cases on Android 14 with both input backends, selected cases on other versions. */
import { otherAndroidVersions, pickCases, testOn } from './phone-under-test.ts';
import { elementCases, scrollCases } from './element-cases.ts';
import { gestureCases, touchCases } from './touch-cases.ts';
import { dragCases, systemCases } from './key-cases.ts';

const cases = {
  ...systemCases,
  ...dragCases,
  ...touchCases,
  ...gestureCases,
  ...elementCases,
  ...scrollCases,
};

// Cases that depend on dumps, dumpsys, system panels and screencap.
const throughServer = pickCases(cases, [
  'press_recents lists the open apps, and one can be chosen',
  'observe=state appends the new screen to the message',
  'tap opens an app, and can show its screen',
  'swipe moves a slider',
  'find_elements by the other fields',
  'scroll_to_element scrolls down and up to known elements, and reports progress',
]);

// Cases that depend on the `input` command, whose swipes had another speed before Android 11.
const throughShell = pickCases(cases, [
  'press_back goes one page back, then out of the app',
  'observe=state appends the new screen to the message',
  'points beyond the screen are refused with its size',
  'long_press on an icon opens its menu, a short one the app',
  'double_tap zooms a picture in and out',
  'swipe up from the dock opens the app drawer, down closes it',
  'custom_gesture along a straight line at an even speed, with both backends',
  'custom_gesture pauses as long as its times say',
  'scroll reveals content in the given direction',
]);

// The slowest first: gestures through scrcpy run in real time.
testOn({ android: 14 }, cases);
testOn({ android: 14, faults: ['no-scrcpy'] }, cases);
for (const android of otherAndroidVersions) {
  testOn({ android }, throughServer);
  testOn({ android, faults: ['no-scrcpy'] }, throughShell);
}
