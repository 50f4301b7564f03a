import { HandsetError } from '../errors.ts';
import {
  clearAppData,
  getApp,
  setPermission,
  stopApp,
  uninstallApp,
  listApps,
  openApp,
} from './apps.ts';
import { getClipboard, getDeviceLogs, setClipboard } from './clipboard-and-logs.ts';
import { drag, clickElement, longClickElement, scrollToElement } from './elements.ts';
import { openLink, sendIntent } from './intents.ts';
import {
  dismissKeyboard,
  lockScreen,
  openNotifications,
  openQuickSettings,
  pressBack,
  pressHome,
  pressKey,
  pressRecents,
  wakeScreen,
} from './keys.ts';
import { listPhones, usePhone } from './phones.ts';
import { recordScreen } from './recording.ts';
import { findElements, getElementDetails, queryElements, suggestSelectors } from './query.ts';
import { diffScreen, getScreenState, getScreenTree, summarizeScreen } from './screen.ts';
import { getDevice, setDevice } from './device-state.ts';
import type { AnyTool } from './shared/tool.ts';
import { runSteps } from './steps.ts';
import { clearText, inputText, setText } from './text.ts';
import { customGesture, doubleTap, longPress, pinch, scroll, swipe, tap } from './touch.ts';
import { waitForElement, waitForIdle } from './wait.ts';

/** All tools, in the order in which agents see them: reading, elements, text, touch, system, apps, the rest, phones. */
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
  dismissKeyboard,
  tap,
  longPress,
  doubleTap,
  swipe,
  drag,
  scroll,
  pinch,
  customGesture,
  runSteps,
  pressBack,
  pressHome,
  pressRecents,
  openNotifications,
  openQuickSettings,
  listApps,
  openApp,
  getApp,
  stopApp,
  clearAppData,
  uninstallApp,
  setPermission,
  openLink,
  sendIntent,
  wakeScreen,
  lockScreen,
  getClipboard,
  setClipboard,
  getDeviceLogs,
  recordScreen,
  getDevice,
  setDevice,
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
