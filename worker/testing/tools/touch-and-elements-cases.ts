/**
 * Tools for keys, touches and elements: all cases on Android 14 through the shell, whose gestures take
 * no time; those in which the finger matters through the scrcpy server too; a few on other versions.
 */
import { pickCases } from '#core/demo-phone/testing/phone-under-test.ts';
import { elementCases, scrollCases } from './element-cases.ts';
import { gestureCases, touchCases } from './touch-cases.ts';
import { dragCases, systemCases } from './key-cases.ts';

/** Those in which the finger matters: gestures through the scrcpy server take as long as a finger's. */
export const fingerCases = { ...systemCases, ...dragCases, ...touchCases, ...gestureCases };
export const allElementCases = { ...elementCases, ...scrollCases };
const allCases = { ...fingerCases, ...allElementCases };

/** What a finger does at an element. */
export const fingersOnElements = pickCases(allElementCases, [
  'find_elements by text',
  'click_element taps a clickable element, or a clickable ancestor',
  'long_click_element holds the element',
  'scroll_to_element scrolls down and up to known elements, and reports progress',
]);

/** Cases that depend on dumps, dumpsys, system panels and screencap. */
export const ofOtherVersions = pickCases(allCases, [
  'press_recents lists the open apps, and one can be chosen',
  'observe=state appends the new screen to the message',
  'tap opens an app, and can show its screen',
  'swipe moves a slider',
  'find_elements by the other fields',
]);

/** Cases that depend on the `input` command, whose swipes had another speed before Android 11. */
export const ofOtherShells = pickCases(allCases, [
  'press_back goes one page back, then out of the app',
  'observe=state appends the new screen to the message',
  'points beyond the screen are refused with its size',
  'long_press on an icon opens its menu, a short one the app',
  'double_tap zooms a picture in and out',
  'swipe up from the dock opens the app drawer, down closes it',
  'custom_gesture along a straight line at an even speed, with both backends',
  'custom_gesture pauses as long as its times say',
  'scroll reveals content in the given direction',
  'scroll_to_element scrolls down and up to known elements, and reports progress',
]);
