/**
 * Every command of the palette; some panels have a file of their own. To add one, add an entry
 * to the list of its group, and its label to strings.ts.
 */
import { documentPictureInPicture } from '../../ui/picture-in-picture.ts';
import { connectStrings } from '../connect/strings.ts';
import type { Console } from '../console.svelte.ts';
import { agentCommands } from './agent-commands.ts';
import { screenStrings } from '../screen/strings.ts';
import type { Command } from './command.ts';
import { deviceCommands } from './device-commands.ts';
import { elementCommands } from './element-commands.ts';
import type { PaletteState } from './palette.svelte.ts';
import { callCommands, logCommands } from './record-commands.ts';
import { phoneKeys, shortcuts } from './shortcuts.ts';
import { paletteStrings as strings } from './strings.ts';
import { formCommands, toolCommands } from './tool-commands.ts';

/** Every command for the current state, in list order. */
export function listCommands(console: Console, palette: PaletteState): readonly Command[] {
  const withKeys = (group: Command['group']): readonly Command[] =>
    shortcutCommands(group, console, palette);
  return [
    ...withKeys('panels'),
    ...phoneCommands(console),
    ...withKeys('phone'),
    ...buttonCommands(console),
    ...deviceCommands(console, palette),
    ...screenCommands(console, withKeys('screen')),
    ...elementCommands(console),
    ...withKeys('agents'),
    ...agentCommands(console),
    ...callCommands(console),
    ...logCommands(console),
    ...formCommands(console),
    ...pageCommands(console),
    ...withKeys('page'),
    ...toolCommands(console),
  ];
}

/** The commands of this group that have a keyboard shortcut. */
function shortcutCommands(
  group: Command['group'],
  console: Console,
  palette: PaletteState,
): readonly Command[] {
  return shortcuts
    .filter((shortcut) => shortcut.group === group)
    .map(({ id, label, currentLabel, synonyms, word, keys, isEnabled, action }) => ({
      id,
      label: currentLabel?.(console) ?? label,
      group,
      synonyms,
      word,
      keys,
      isEnabled: isEnabled?.(console) ?? true,
      action: () => action(console, palette),
    }));
}

function phoneCommands({ phone }: Console): readonly Command[] {
  const group = 'phone';
  const isDisconnected = phone.info === null;
  const demo = { kind: 'demo', request: {} } as const;
  return [
    {
      id: 'connect-phone',
      label: strings.connectPhone,
      group,
      synonyms: 'usb plug device another new wireless',
      isEnabled: isDisconnected,
      action: () => phone.chooseUsb(),
    },
    {
      id: 'connect-demo',
      label: strings.connectDemo,
      group,
      synonyms: 'simulated emulator try',
      isEnabled: isDisconnected,
      action: () => void phone.connect(demo),
    },
    {
      id: 'open-capture',
      label: strings.openCapture,
      group,
      synonyms: 'dump file xml uiautomator',
      isOnlySearched: true,
      isEnabled: isDisconnected,
      action: () => document.querySelector<HTMLElement>('[data-testid=open-capture]')?.click(),
    },
    {
      id: 'retry-connection',
      label: strings.retryConnection,
      group,
      synonyms: 'reconnect try again',
      isEnabled: phone.status.state === 'failed',
      action: () => phone.retry(),
    },
    {
      id: 'disconnect',
      label: connectStrings.disconnect,
      group,
      synonyms: 'unplug close quit',
      isEnabled: !isDisconnected,
      action: () => phone.disconnect(),
    },
    {
      id: 'reset-demo',
      label: strings.resetDemo,
      group,
      synonyms: 'erase',
      isEnabled: phone.isDemo,
      action: () => void (phone.asksToReset = true),
    },
  ];
}

function screenCommands(console: Console, withKeys: readonly Command[]): readonly Command[] {
  const { phone, screen, live } = console;
  const group = 'screen';
  const isEnabled = phone.info !== null;
  const hasBoxes = screen.showBoxes && screen.mode.current === 'inspect';
  return [
    {
      id: 'live',
      label: screen.live ? strings.liveOff : strings.liveOn,
      group,
      synonyms: 'video stream mirror fps',
      isEnabled,
      action: () => (screen.live = !screen.live),
    },
    {
      id: 'retry-live',
      label: strings.retryLive,
      group,
      synonyms: 'video stream retry',
      isEnabled: live.status.state === 'pictures' || live.status.state === 'failed',
      action: () => live.retry(),
    },
    {
      id: 'boxes',
      label: hasBoxes ? strings.boxesOff : strings.boxesOn,
      group,
      synonyms: 'outlines borders bounds',
      isEnabled,
      action: () => {
        screen.showBoxes = !hasBoxes;
        // Boxes are only drawn in this mode.
        if (!hasBoxes) screen.mode.current = 'inspect';
      },
    },
    ...withKeys,
    {
      // In Inspect the command with the key says it, and changes the mode.
      id: 'use',
      label: strings.use,
      group,
      synonyms: 'control keyboard focus',
      isEnabled: isEnabled && screen.mode.current === 'use',
      action: () => phoneKeys()?.focus(),
    },
    {
      id: 'release-reader',
      label: screenStrings.release,
      group,
      synonyms: 'uiautomator uiautomation appium test runner screen reader free',
      isEnabled: live.reading?.method === 'reader' && !screen.isReleased,
      action: () => screen.releaseUiAutomation(),
    },
    {
      id: 'read',
      label: strings.read,
      group,
      synonyms: 'refresh reload update dump',
      isEnabled,
      action: () => void screen.read(),
    },
  ];
}

/** The buttons beside the screen. */
function buttonCommands(console: Console): readonly Command[] {
  const { phone, live, recording, changedSettings } = console;
  const group = 'phone';
  const isEnabled = phone.status.state === 'connected';
  const buttons = Object.entries(strings.buttons).map(([button, { label, synonyms }]) => ({
    id: `button-${button}`,
    label,
    group,
    synonyms,
    isEnabled,
    // The keys of an object are typed as strings.
    action: () => live.send({ kind: 'button', button: button as keyof typeof strings.buttons }),
  })) satisfies readonly Command[];
  return [
    {
      id: 'copy-screenshot',
      label: strings.copyScreenshot,
      group,
      synonyms: 'picture image clipboard',
      isEnabled,
      action: () => live.copyScreenshot(),
    },
    {
      id: 'record',
      label: recording.isOn ? screenStrings.stopRecording : screenStrings.record,
      group,
      synonyms: 'screen recording film movie mp4 capture screencast',
      word: 'record screen',
      isEnabled: isEnabled || recording.isOn,
      action: () => recording.toggle(),
    },
    ...fileCommands(console),
    {
      id: 'restore-settings',
      label: strings.restoreSettings,
      group,
      synonyms: 'undo reset original wifi',
      isEnabled: isEnabled && changedSettings.names.length > 0 && !changedSettings.isRestoring,
      action: async () => {
        const { isError, text } = await changedSettings.restore();
        return isError ? screenStrings.settingsNotRestored(text) : screenStrings.settingsRestored;
      },
    },
    ...buttons,
  ];
}

function fileCommands({ phone, transfers }: Console): readonly Command[] {
  const group = 'phone';
  const isEnabled = phone.status.state === 'connected';
  return [
    {
      id: 'send-files',
      label: strings.sendFiles,
      group,
      synonyms: 'upload push copy install apk file app transfer sideload drop',
      isEnabled,
      action: () => {
        const field = document.createElement('input');
        Object.assign(field, { type: 'file', multiple: true });
        field.onchange = () => transfers.add(field.files ?? []);
        field.click();
      },
    },
    {
      id: 'clear-transfers',
      label: strings.clearTransfers,
      group,
      synonyms: 'files dismiss uploads',
      isEnabled: transfers.entries.length > 0,
      action: () => transfers.dismissEnded(),
    },
  ];
}

function pageCommands(console: Console): readonly Command[] {
  const { theme } = console;
  const group = 'page';
  return [
    ...(['system', 'light', 'dark'] as const).map((name): Command => ({
      id: `theme-${name}`,
      label: strings.theme[name],
      group,
      synonyms: 'mode colours appearance night day',
      isEnabled: theme.name !== name,
      action: () => theme.choose(name),
    })),
    {
      id: 'small-window',
      label: strings.smallWindow,
      group,
      synonyms: 'mini miniature popup picture-in-picture pip always on top floating',
      isEnabled: documentPictureInPicture() !== null || console.bridge.name !== null,
      action: () => console.openSmallWindow(),
    },
  ];
}
