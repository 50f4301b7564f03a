/**
 * Every command of the palette; some panels have a file of their own. To add one, add an entry
 * to the list of its group, and its label to strings.ts.
 */
import { documentPictureInPicture } from '../../ui/picture-in-picture.ts';
import { connectStrings } from '../connect/strings.ts';
import type { Console } from '../console.svelte.ts';
import { agentCommands } from './agent-commands.ts';
import { screenStrings } from '../screen/strings.ts';
import { inGroup, type Command, type GroupedCommand } from './command.ts';
import { deviceCommands } from './device-commands.ts';
import { elementCommands } from './element-commands.ts';
import type { PaletteState } from './palette.svelte.ts';
import { callCommands, logCommands } from './record-commands.ts';
import { phoneKeys, shortcuts, type Shortcut } from './shortcuts.ts';
import { paletteStrings as strings } from './strings.ts';
import { formCommands, toolCommands } from './tool-commands.ts';

/** Every command for the current state, in list order. */
export function listCommands(console: Console, palette: PaletteState): readonly GroupedCommand[] {
  const withKeys = (group: Shortcut['group']) => shortcutCommands(group, console, palette);
  return [
    ...inGroup('panels', withKeys('panels')),
    ...inGroup('phone', [
      ...phoneCommands(console),
      ...withKeys('phone'),
      ...buttonCommands(console),
      ...deviceCommands(console),
    ]),
    ...inGroup('screen', [
      ...screenCommands(console, withKeys('screen')),
      ...elementCommands(console),
    ]),
    ...inGroup('agents', [...withKeys('agents'), ...agentCommands(console)]),
    ...inGroup('calls', callCommands(console)),
    ...inGroup('logs', logCommands(console)),
    ...inGroup('form', formCommands(console)),
    ...inGroup('page', [...pageCommands(console), ...withKeys('page')]),
    ...inGroup('tools', toolCommands(console)),
  ];
}

/** The commands of this group that have a keyboard shortcut. */
function shortcutCommands(
  group: Shortcut['group'],
  console: Console,
  palette: PaletteState,
): readonly Command[] {
  return shortcuts
    .filter((shortcut) => shortcut.group === group)
    .map(({ id, label, currentLabel, synonyms, word, keys, isEnabled, action }) => ({
      id,
      label: currentLabel?.(console) ?? label,
      synonyms,
      word,
      keys,
      isEnabled: isEnabled?.(console) ?? true,
      action: () => action(console, palette),
    }));
}

function phoneCommands({ phone }: Console): readonly Command[] {
  const isDisconnected = phone.info === null;
  const demo = { kind: 'demo', request: {} } as const;
  return [
    {
      id: 'connect-phone',
      label: strings.connectPhone,
      synonyms: 'usb plug device another new wireless',
      isEnabled: isDisconnected,
      action: () => phone.chooseUsb(),
    },
    {
      id: 'connect-demo',
      label: strings.connectDemo,
      synonyms: 'simulated emulator try',
      isEnabled: isDisconnected,
      action: () => void phone.connect(demo),
    },
    {
      id: 'open-capture',
      label: strings.openCapture,
      synonyms: 'dump file xml uiautomator',
      isOnlySearched: true,
      isEnabled: isDisconnected,
      action: () => document.querySelector<HTMLElement>('[data-testid=open-capture]')?.click(),
    },
    {
      id: 'retry-connection',
      label: strings.retryConnection,
      synonyms: 'reconnect try again',
      isEnabled: phone.status.state === 'failed',
      action: () => phone.retry(),
    },
    {
      id: 'disconnect',
      label: connectStrings.disconnect,
      synonyms: 'unplug close quit',
      isEnabled: !isDisconnected,
      action: () => phone.disconnect(),
    },
    {
      id: 'reset-demo',
      label: strings.resetDemo,
      synonyms: 'erase',
      isEnabled: phone.isDemo,
      action: () => void (phone.asksToReset = true),
    },
  ];
}

function screenCommands(console: Console, withKeys: readonly Command[]): readonly Command[] {
  const { phone, screen, live } = console;
  const isEnabled = phone.info !== null;
  const hasBoxes = screen.showBoxes && screen.mode.current === 'inspect';
  return [
    {
      id: 'live',
      label: screen.live ? strings.liveOff : strings.liveOn,
      synonyms: 'video stream mirror fps',
      isEnabled,
      action: () => (screen.live = !screen.live),
    },
    {
      id: 'retry-live',
      label: strings.retryLive,
      synonyms: 'video stream retry',
      isEnabled: live.status.state === 'pictures' || live.status.state === 'failed',
      action: () => live.retry(),
    },
    {
      id: 'boxes',
      label: hasBoxes ? strings.boxesOff : strings.boxesOn,
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
      synonyms: 'control keyboard focus',
      isEnabled: isEnabled && screen.mode.current === 'use',
      action: () => phoneKeys()?.focus(),
    },
    {
      id: 'release-reader',
      label: screenStrings.release,
      synonyms: 'uiautomator uiautomation appium test runner screen reader free',
      isEnabled: live.reading?.method === 'reader' && !screen.isReleased,
      action: () => screen.releaseUiAutomation(),
    },
    {
      id: 'read',
      label: strings.read,
      synonyms: 'refresh reload update dump',
      isEnabled,
      action: () => void screen.read(),
    },
  ];
}

/** The buttons beside the screen. */
function buttonCommands(console: Console): readonly Command[] {
  const { phone, live, recording, changedSettings } = console;
  const isEnabled = phone.status.state === 'connected';
  const buttons = Object.entries(strings.buttons).map(([button, { label, synonyms }]) => ({
    id: `button-${button}`,
    label,
    synonyms,
    isEnabled,
    // The keys of an object are typed as strings.
    action: () => live.send({ kind: 'button', button: button as keyof typeof strings.buttons }),
  })) satisfies readonly Command[];
  return [
    {
      id: 'copy-screenshot',
      label: strings.copyScreenshot,
      synonyms: 'picture image clipboard',
      isEnabled,
      action: () => live.copyScreenshot(),
    },
    {
      id: 'record',
      label: recording.isOn ? screenStrings.stopRecording : screenStrings.record,
      synonyms: 'screen recording film movie mp4 capture screencast',
      word: 'record screen',
      isEnabled: isEnabled || recording.isOn,
      action: () => recording.toggle(),
    },
    ...fileCommands(console),
    {
      id: 'restore-settings',
      label: strings.restoreSettings,
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
  const isEnabled = phone.status.state === 'connected';
  return [
    {
      id: 'send-files',
      label: strings.sendFiles,
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
      synonyms: 'files dismiss uploads',
      isEnabled: transfers.entries.length > 0,
      action: () => transfers.dismissEnded(),
    },
  ];
}

function pageCommands(console: Console): readonly Command[] {
  const { theme } = console;
  return [
    ...(['system', 'light', 'dark'] as const).map((name): Command => ({
      id: `theme-${name}`,
      label: strings.theme[name],
      synonyms: 'mode colours appearance night day',
      isEnabled: theme.name !== name,
      action: () => theme.choose(name),
    })),
    {
      id: 'small-window',
      label: strings.smallWindow,
      synonyms: 'mini miniature popup picture-in-picture pip always on top floating',
      isEnabled: documentPictureInPicture() !== null || console.bridge.name !== null,
      action: () => console.openSmallWindow(),
    },
  ];
}
