import { HandsetError } from '../errors.ts';
import { getClipboard, getDeviceLogs, setClipboard } from './device.ts';
import { clickElement, longClickElement, scrollToElement } from './elements.ts';
import {
  openNotifications,
  openQuickSettings,
  pressBack,
  pressHome,
  pressKey,
  pressRecents,
} from './keys.ts';
import { listPhones, usePhone } from './phones.ts';
import { findElements, getElementDetails, queryElements, suggestSelectors } from './query.ts';
import { diffScreen, getScreenState, getScreenTree, summarizeScreen } from './screen.ts';
import type { AnyTool } from './shared/tool.ts';
import { clearText, inputText, setText } from './text.ts';
import { customGesture, doubleTap, longPress, pinch, scroll, swipe, tap } from './touch.ts';
import { waitForElement, waitForIdle } from './wait.ts';

/** All tools, in the order in which agents see them: reading, elements, text, touch, system, the rest, phones. */
export const tools: readonly AnyTool[] = [
  getScreenState,
  getScreenTree,
  summarizeScreen,
  diffScreen,
  getElementDetails,
  findElements,
  queryElements,
  suggestSelectors,
  waitForElement,
  waitForIdle,
  clickElement,
  longClickElement,
  scrollToElement,
  setText,
  inputText,
  clearText,
  pressKey,
  tap,
  longPress,
  doubleTap,
  swipe,
  scroll,
  pinch,
  customGesture,
  pressBack,
  pressHome,
  pressRecents,
  openNotifications,
  openQuickSettings,
  getClipboard,
  setClipboard,
  getDeviceLogs,
  listPhones,
  usePhone,
];

/** The tool of this name; throws `unknown-tool`. */
export function findTool(name: string): AnyTool {
  const tool = tools.find((candidate) => candidate.name === name);
  if (tool) return tool;
  const known = tools.map((candidate) => candidate.name).join(', ');
  throw new HandsetError('unknown-tool', `Tool ${name} not found. Known tools: ${known}.`);
}
