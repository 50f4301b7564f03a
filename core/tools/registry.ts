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
import { fetchFile, installApp, listFiles, sendFile } from './files.ts';
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
import { dismissNotification, listNotifications, openNotification } from './notifications.ts';
import { recordScreen } from './recording.ts';
import { findElements, getElementDetails, queryElements, suggestSelectors } from './query.ts';
import { diffScreen, getScreenState, getScreenTree, summarizeScreen } from './screen.ts';
import { getDevice, setDevice } from './device-state.ts';
import { type AnyTool, unknownTool } from './shared/tool.ts';
import { runShell } from './shell.ts';
import { runSteps } from './steps.ts';
import { clearText, inputText, setText } from './text.ts';
import { customGesture, doubleTap, longPress, pinch, scroll, swipe, tap } from './touch.ts';
import { waitForElement, waitForIdle } from './wait.ts';

/** All tools by what they are for, in the order in which agents see them. */
export const toolFamilies: Readonly<Record<string, readonly AnyTool[]>> = {
  'See the screen': [getScreenState, getScreenTree, summarizeScreen, diffScreen],
  'Look up elements': [getElementDetails, findElements, queryElements, suggestSelectors],
  Wait: [waitForElement, waitForIdle],
  'Use elements': [clickElement, longClickElement, scrollToElement],
  Type: [setText, inputText, clearText, pressKey, dismissKeyboard],
  Touch: [tap, longPress, doubleTap, swipe, drag, scroll, pinch, customGesture],
  'Many steps in one call': [runSteps],
  Navigate: [pressBack, pressHome, pressRecents, openNotifications, openQuickSettings],
  Apps: [listApps, openApp, getApp, installApp, stopApp, clearAppData, uninstallApp, setPermission],
  Files: [listFiles, fetchFile, sendFile],
  Notifications: [listNotifications, openNotification, dismissNotification],
  'Links and intents': [openLink, sendIntent],
  'The phone itself': [
    wakeScreen,
    lockScreen,
    getClipboard,
    setClipboard,
    getDeviceLogs,
    recordScreen,
    getDevice,
    setDevice,
    runShell,
  ],
  'Several phones': [listPhones, usePhone],
};

/** All tools, in the order in which agents see them. */
export const tools: readonly AnyTool[] = Object.values(toolFamilies).flat();

/** Whether the tool needs nothing but the screen, so that a captured one is enough for it. */
export function readsOnlyScreen(tool: AnyTool): boolean {
  return ['See the screen', 'Look up elements', 'Wait'].some((family) =>
    toolFamilies[family]?.includes(tool),
  );
}

/** The tool of this name; throws `unknownTool` with the names of the tools that the caller may know. */
export function findTool(name: string, isListed: (tool: AnyTool) => boolean = () => true): AnyTool {
  const tool = tools.find((candidate) => candidate.name === name);
  if (tool) return tool;
  const known = tools.filter(isListed).map((candidate) => candidate.name);
  throw unknownTool(name, known);
}
