/**
 * Every command of the palette; some panels have a file of their own. To add one, add an entry
 * to the list of its group, and its label to command-strings.ts.
 */
import { smallWindowKind } from '../../ui/picture-in-picture.ts';
import { setupStrings } from '../agents/panel-strings.ts';
import { connectStrings } from '../connect/strings.ts';
import type { Console } from '../console.svelte.ts';
import { agentCommands } from './agent-commands.ts';
import { screenStrings } from '../screen/strings.ts';
import { inGroup, unless, type Command, type GroupedCommand } from './command.ts';
import { deviceCommands } from './device-commands.ts';
import { elementCommands } from './element-commands.ts';
import type { PaletteState } from './palette.svelte.ts';
import { paletteStrings } from './strings.ts';
import { logCommands } from './log-commands.ts';
import { callCommands } from './timeline-commands.ts';
import { phoneKeys, shortcuts, type Shortcut } from './shortcuts.ts';
import { commandStrings as strings, whyBlocked as why } from './command-strings.ts';
import { formCommands, toolCommands } from './tool-commands.ts';

/** Every command for the current state, in list order. */
export function listCommands(console: Console, palette: PaletteState): readonly GroupedCommand[] {
  const withKeys = (group: Shortcut['group']) => shortcutCommands(group, console, palette);
  const commands = [
    ...inGroup('panels', withKeys('panels')),
    ...inGroup('phone', [
      ...deviceCommands(console, palette),
      ...withKeys('phone'),
      ...buttonCommands(console),
      ...phoneCommands(console),
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
  ];
  // A tool that does what a command of the phone does would be listed twice.
  const known = new Set(commands.flatMap(({ id, label }) => [id, label]));
  const tools = toolCommands(console).filter(
    ({ detail, label }) => !known.has(label) && !known.has(`app-${detail}`),
  );
  return [...commands, ...inGroup('tools', tools)];
}

/** The commands of this group that have a keyboard shortcut. */
function shortcutCommands(
  group: Shortcut['group'],
  console: Console,
  palette: PaletteState,
): readonly Command[] {
  return shortcuts
    .filter((shortcut) => shortcut.group === group)
    .map(({ id, label, currentLabel, synonyms, word, isSuggested, keys, isEnabled, action }) => ({
      id,
      label: currentLabel?.(console) ?? label,
      synonyms,
      word,
      isSuggested,
      keys,
      blockedReason: unless(isEnabled?.(console) ?? true, why.noPhone),
      action: () => action(console, palette),
    }));
}

function phoneCommands({ phone }: Console): readonly Command[] {
  const isDisconnected = phone.info === null;
  const blockedReason = unless(isDisconnected, why.hasPhone);
  const demo = { kind: 'demo', request: {} } as const;
  return [
    {
      id: 'connect-phone',
      label: strings.connectPhone,
      synonyms: 'usb plug pair device another new wireless',
      word: 'connect',
      blockedReason,
      action: () => phone.chooseUsb(),
    },
    {
      id: 'connect-demo',
      label: strings.connectDemo,
      synonyms: 'simulated emulator try',
      blockedReason,
      action: () => void phone.connect(demo),
    },
    {
      id: 'open-capture',
      label: strings.openCapture,
      synonyms: 'dump file xml uiautomator',
      isRare: true,
      blockedReason,
      action: () => document.querySelector<HTMLElement>('[data-testid=open-capture]')?.click(),
    },
    {
      id: 'retry-connection',
      label: strings.retryConnection,
      synonyms: 'reconnect try again',
      blockedReason: unless(phone.status.state === 'failed', why.nothingToReconnect),
      action: () => phone.retry(),
    },
    {
      id: 'disconnect',
      label: connectStrings.disconnect,
      synonyms: 'unplug quit eject',
      blockedReason: unless(!isDisconnected, why.noPhone),
      action: () => phone.disconnect(),
    },
    {
      id: 'reset-demo',
      label: strings.resetDemo,
      synonyms: 'erase',
      word: 'reset',
      blockedReason: unless(phone.isDemo, why.onlyDemo),
      action: () => void (phone.asksToReset = true),
    },
  ];
}

function screenCommands(console: Console, withKeys: readonly Command[]): readonly Command[] {
  const { phone, screen, live } = console;
  const blockedReason = unless(phone.info !== null, why.noPhone);
  const hasBoxes = screen.showBoxes && screen.mode.current === 'inspect';
  return [
    {
      id: 'live',
      label: screen.live ? strings.liveOff : strings.liveOn,
      // Who looks for a mirror does not want it off.
      synonyms: screen.live ? 'video stream' : 'video stream mirror cast',
      blockedReason,
      action: () => (screen.live = !screen.live),
    },
    {
      id: 'retry-live',
      label: strings.retryLive,
      synonyms: 'video stream retry',
      blockedReason: unless(
        live.status.state === 'pictures' || live.status.state === 'failed',
        why.nothingToRestart,
      ),
      action: () => live.retry(),
    },
    {
      id: 'boxes',
      label: hasBoxes ? strings.boxesOff : strings.boxesOn,
      synonyms: 'outlines borders bounds',
      blockedReason,
      action: () => {
        screen.showBoxes = !hasBoxes;
        // Boxes are only drawn in this mode.
        if (!hasBoxes) screen.mode.current = 'inspect';
      },
    },
    ...withKeys,
    ...useCommands(console),
    {
      id: 'release-reader',
      label: screenStrings.release,
      synonyms: 'uiautomator uiautomation appium test runner element reader free',
      blockedReason: unless(
        live.reading?.method === 'reader' && !screen.isReleased,
        why.isReleased,
      ),
      action: () => screen.releaseUiAutomation(),
    },
  ];
}

/** In Inspect the command with the key says it, and changes the mode. */
function useCommands({ phone, screen }: Console): readonly Command[] {
  if (screen.mode.current === 'inspect') return [];
  return [
    {
      id: 'use',
      label: paletteStrings.use,
      synonyms: 'control keyboard focus',
      blockedReason: unless(phone.info !== null, why.noPhone),
      action: () => phoneKeys()?.focus(),
    },
  ];
}

/** The buttons beside the screen. */
function buttonCommands(console: Console): readonly Command[] {
  const { phone, live, recording, changedSettings } = console;
  const noPhone = unless(phone.status.state === 'connected', why.noPhone);
  const buttons = Object.entries(strings.buttons).map(([button, { label, synonyms }]) => ({
    id: `button-${button}`,
    label,
    synonyms,
    blockedReason: noPhone,
    // The keys of an object are typed as strings.
    action: () => live.send({ kind: 'button', button: button as keyof typeof strings.buttons }),
  })) satisfies readonly Command[];
  return [
    {
      id: 'copy-screenshot',
      label: strings.copyScreenshot,
      synonyms: 'picture image clipboard',
      blockedReason: noPhone,
      action: () => live.copyScreenshot(),
    },
    {
      id: 'record',
      label: recording.isOn ? screenStrings.stopRecording : screenStrings.record,
      synonyms: 'screen recording film movie mp4 capture screencast save',
      word: ['record screen', 'video'],
      isSuggested: true,
      blockedReason: recording.isOn ? null : noPhone,
      action: () => recording.toggle(),
    },
    {
      id: 'save-recording',
      label: strings.saveRecording,
      synonyms: 'download video movie mp4',
      blockedReason: unless(recording.status.state === 'ended', why.noRecording),
      action: () => recording.download(),
    },
    ...fileCommands(console),
    {
      id: 'restore-settings',
      label: strings.restoreSettings,
      synonyms: 'undo reset original',
      blockedReason:
        noPhone ??
        unless(changedSettings.names.length > 0, why.noChangedSettings) ??
        unless(!changedSettings.isRestoring, screenStrings.restoringSettings),
      action: async () => {
        const { isError, text } = await changedSettings.restore();
        return isError ? screenStrings.settingsNotRestored(text) : screenStrings.settingsRestored;
      },
    },
    ...buttons,
  ];
}

function fileCommands({ phone, transfers }: Console): readonly Command[] {
  return [
    {
      id: 'send-files',
      label: strings.sendFiles,
      synonyms: 'upload push copy install apk file app transfer sideload drop',
      word: ['upload', 'apk'],
      blockedReason: unless(phone.status.state === 'connected', why.noPhone),
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
      blockedReason: unless(transfers.entries.length > 0, why.noTransfers),
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
      synonyms: 'mode colours appearance night day change console page',
      word: name === 'dark' ? ['night', 'change theme'] : undefined,
      blockedReason: unless(theme.name !== name, why.inUse),
      action: () => theme.choose(name),
    })),
    {
      id: 'small-window',
      label: setupStrings.openWindow[smallWindowKind()],
      synonyms: 'mirror mini miniature popup popout picture-in-picture pip always on top floating',
      blockedReason: unless(
        smallWindowKind() === 'mirror' || console.bridge.name !== null,
        why.noSmallWindow,
      ),
      action: () => console.openSmallWindow(),
    },
  ];
}
