/** Every tool that presses, touches or finds: each case on Android 14 both ways, and on the others what may differ there. */
import { otherVersions, pick, testOn } from './cases.ts';
import { elementCases } from './element-cases.ts';
import { gestureCases } from './gesture-cases.ts';
import { scrollCases } from './scroll-cases.ts';
import { systemCases } from './system-cases.ts';
import { touchCases } from './touch-cases.ts';

const cases = {
  ...systemCases,
  ...touchCases,
  ...gestureCases,
  ...elementCases,
  ...scrollCases,
};

// What depends on dumps, on dumpsys, on the system's panels and on screencap.
const throughServer = pick(cases, [
  'press_recents shows the open apps, one of which can be chosen',
  'observe=state shows the new screen under the words of the action',
  'tap opens what it hits, and can show it',
  'swipe moves a slider to where the finger leaves it',
  'find_elements by the other fields',
  'scroll_to_element goes down and up to what was seen, and tells how far it is',
]);

// What depends on the command `input`, whose swipes kept another pace before Android 11.
const throughShell = pick(cases, [
  'press_back goes one page back, then out of the app',
  'observe=state shows the new screen under the words of the action',
  'what lies beyond the screen is refused with its size',
  'long_press on an icon opens its menu; a short one opens the app',
  'double_tap zooms a picture in and out again',
  'swipe up from the dock opens the drawer; down closes it',
  'custom_gesture along a straight line at an even speed, either way',
  'custom_gesture rests as long as its times say',
  'scroll shows what lies in the direction that is named',
]);

// Those that take longest first: through scrcpy a gesture takes its time.
testOn({ android: 14 }, cases);
testOn({ android: 14, faults: ['no-scrcpy'] }, cases);
for (const android of otherVersions) {
  testOn({ android }, throughServer);
  testOn({ android, faults: ['no-scrcpy'] }, throughShell);
}
