import { HandsetError } from '../errors.ts';
import { clearText } from './clear-text.ts';
import { clickElement } from './click-element.ts';
import { customGesture } from './custom-gesture.ts';
import { diffScreen } from './diff-screen.ts';
import { doubleTap } from './double-tap.ts';
import { findElements } from './find-elements.ts';
import { getClipboard } from './get-clipboard.ts';
import { getDeviceLogs } from './get-device-logs.ts';
import { getElementDetails } from './get-element-details.ts';
import { getScreenState } from './get-screen-state.ts';
import { getScreenTree } from './get-screen-tree.ts';
import { inputText } from './input-text.ts';
import { listPhones } from './list-phones.ts';
import { longClickElement } from './long-click-element.ts';
import { longPress } from './long-press.ts';
import { openNotifications } from './open-notifications.ts';
import { openQuickSettings } from './open-quick-settings.ts';
import { pinch } from './pinch.ts';
import { pressBack } from './press-back.ts';
import { pressHome } from './press-home.ts';
import { pressKey } from './press-key.ts';
import { pressRecents } from './press-recents.ts';
import { queryElements } from './query-elements.ts';
import { scrollToElement } from './scroll-to-element.ts';
import { scroll } from './scroll.ts';
import { setClipboard } from './set-clipboard.ts';
import { setText } from './set-text.ts';
import { suggestSelectors } from './suggest-selectors.ts';
import { summarizeScreen } from './summarize-screen.ts';
import { swipe } from './swipe.ts';
import { tap } from './tap.ts';
import type { AnyTool } from './contract/tool.ts';
import { usePhone } from './use-phone.ts';
import { waitForElement } from './wait-for-element.ts';
import { waitForIdle } from './wait-for-idle.ts';

/** Every tool, in the order in which agents see them: looking, elements, text, touch, system, the rest, phones. */
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
