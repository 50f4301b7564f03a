/** The commands of the screen panel: its buttons, and the keys that work on the whole page. */
import { tick } from 'svelte';
import type { UserInputEvent } from '#core/link/live.ts';
import { noPhone, unless, type Command } from '../../ui/command.ts';
import {
  homeKeys,
  powerKeys,
  recentsKeys,
  refreshKeys,
  rotateKeys,
  screenshotKeys,
} from '../../ui/keys.ts';
import { isStacked } from '../../ui/page-size.ts';
import type { LiveState } from './live.svelte.ts';
import type { ScreenConsole } from './screen-console.ts';
import { screenStrings as strings } from './strings.ts';

type PhoneButton = Extract<UserInputEvent, { kind: 'button' }>['button'];

/** The buttons of the phone itself. */
export function phoneButtonCommands({
  phone,
  live,
}: {
  readonly phone: { readonly whyUnusable: string | null };
  readonly live: LiveState;
}) {
  const press = (button: PhoneButton, command: Omit<Command, 'id' | 'cannotRun' | 'run'>) =>
    ({
      ...command,
      button,
      id: `button-${button}`,
      keysWork: 'everywhere',
      cannotRun: phone.whyUnusable,
      run: () => live.send({ kind: 'button', button }),
    }) satisfies Command & { readonly button: PhoneButton };
  return {
    back: press('back', {
      label: 'Press Back',
      shortLabel: 'Back (Esc, or right click)',
      synonyms: 'return button',
    }),
    home: press('home', {
      label: 'Press Home',
      shortLabel: 'Home',
      synonyms: 'launcher go',
      word: 'home',
      keys: homeKeys,
    }),
    recents: press('recents', {
      label: 'Show recent apps',
      shortLabel: 'Recent apps',
      synonyms: 'recents overview app switcher tasks multitasking',
      word: 'recent',
      keys: recentsKeys,
    }),
    volumeUp: press('volume-up', {
      label: 'Volume up',
      synonyms: 'change louder sound audio',
    }),
    volumeDown: press('volume-down', {
      label: 'Volume down',
      synonyms: 'change quieter sound audio',
    }),
    rotate: press('rotate', {
      label: 'Rotate the screen',
      synonyms: 'turn flip phone landscape portrait orientation change left right',
      word: ['rotate', 'change orientation', 'turn the phone'],
      isSuggested: true,
      keys: rotateKeys,
    }),
    power: press('power', {
      label: 'Press Power',
      shortLabel: 'Power',
      synonyms: 'turn screen display phone off on sleep wake lock button',
      word: 'power',
      keys: powerKeys,
    }),
  };
}

/** Screenshots, videos and files. */
export function captureCommands({ phone, live, recording }: ScreenConsole) {
  const { whyAbsent, whyUnusable } = phone;
  return {
    saveScreenshot: {
      id: 'save-screenshot',
      label: 'Save screenshot',
      synonyms: 'picture image png capture take download snap shot snapshot grab print screen',
      word: ['save', 'screen', 'capture', 'image'],
      isSuggested: true,
      keys: screenshotKeys,
      keysWork: 'everywhere',
      cannotRun: whyAbsent,
      run: () => live.saveScreenshot(phone.info?.model ?? ''),
    },
    copyScreenshot: {
      id: 'copy-screenshot',
      label: 'Copy screenshot',
      synonyms: 'picture image clipboard',
      cannotRun: whyAbsent,
      run: () => live.copyScreenshot(),
    },
    record: {
      id: 'record',
      label: recording.isOn ? 'Stop recording video' : 'Record video',
      synonyms: 'screen recording film movie mp4 capture screencast save',
      word: ['record screen', 'video'],
      isSuggested: true,
      cannotRun: recording.isOn ? null : whyUnusable,
      run: () => recording.toggle(),
    },
    saveRecording: {
      id: 'save-recording',
      label: 'Save the last recording again',
      synonyms: 'download video movie mp4',
      cannotRun: unless(recording.status.state === 'ended', 'Nothing was recorded'),
      run: () => recording.download(),
    },
    sendFiles: {
      id: 'send-files',
      label: 'Send files or install an app',
      synonyms: 'upload push copy install apk file app transfer sideload drop',
      word: ['upload', 'apk'],
      cannotRun: whyUnusable,
      run: () => document.getElementById('files-to-send')?.click(),
    },
  } as const satisfies Readonly<Record<string, Command>>;
}

/** The commands that change how the panel shows the phone. */
export function viewCommands(console: ScreenConsole) {
  const { phone, screen, live } = console;
  const noScreen = unless(phone.info !== null, noPhone);
  const isInspecting = screen.mode.current === 'inspect';
  const hasBoxes = screen.showBoxes && isInspecting;
  return {
    live: {
      id: 'live',
      label: screen.live ? 'Turn off live video' : 'Turn on live video',
      shortLabel: 'Live',
      // Someone who searches for "mirror" does not want to turn it off.
      synonyms: screen.live ? 'video stream' : 'video stream mirror cast',
      cannotRun: phone.whyUnusable,
      run: () => (screen.live = !screen.live),
    },
    retryLive: {
      id: 'retry-live',
      label: 'Restart the live video',
      shortLabel: 'Retry',
      synonyms: 'video stream retry',
      cannotRun: unless(
        live.status.state === 'pictures' || live.status.state === 'failed',
        'Nothing to restart',
      ),
      run: () => live.retry(),
    },
    boxes: {
      id: 'boxes',
      label: hasBoxes ? 'Hide the element boxes' : 'Show the element boxes',
      shortLabel: isInspecting ? 'Show boxes' : 'Show boxes (in Inspect mode)',
      synonyms: 'outlines borders bounds',
      cannotRun: noScreen,
      run: () => {
        screen.showBoxes = !hasBoxes;
        // Boxes are only drawn in this mode.
        if (!hasBoxes) screen.mode.current = 'inspect';
      },
    },
    mode: {
      id: 'mode',
      label: isInspecting ? 'Use the phone' : 'Inspect elements',
      synonyms: 'mode control mouse touch inspector',
      word: 'inspector',
      keys: ['F2'],
      keysWork: 'on the page',
      keysHelp: 'Switch between Use and Inspect',
      cannotRun: phone.whyUnusable,
      run: () => changeMode(console),
    },
    read: {
      id: 'read',
      label: strings.readNow,
      synonyms: 'refresh reload update dump',
      keys: refreshKeys,
      keysWork: 'everywhere',
      cannotRun: phone.whyAbsent,
      run: () => void (screen.isReading || screen.read()),
    },
    release: {
      id: 'release-reader',
      label: 'Let other programs read the screen',
      help: 'Android lets only one program read the screen at a time. Click to let Appium or a test runner read it until you or an agent needs the elements again.',
      synonyms: 'uiautomator uiautomation appium test runner element reader free',
      cannotRun: unless(live.reading?.method === 'reader' && !screen.isReleased, 'Already allowed'),
      run: () => screen.releaseUiAutomation(),
    },
  } as const satisfies Readonly<Record<string, Command>>;
}

/** Restores the phone's settings, or resets the demo phone. */
export function resetCommands({ phone, changedSettings }: ScreenConsole) {
  return {
    restoreSettings: {
      id: 'restore-settings',
      label: 'Restore the phone’s settings',
      shortLabel: changedSettings.isRestoring ? strings.restoringSettings : 'Restore settings',
      help: `Changed by tools: ${changedSettings.names.join(', ').replaceAll('_', ' ')}`,
      synonyms: 'undo reset original',
      cannotRun:
        phone.whyAbsent ??
        unless(changedSettings.names.length > 0, 'No setting was changed') ??
        unless(!changedSettings.isRestoring, strings.restoringSettings),
      run: () => changedSettings.restore(),
    },
    resetDemo: {
      id: 'reset-demo',
      label: 'Reset the demo phone…',
      synonyms: 'erase',
      word: 'reset',
      cannotRun: unless(phone.isDemo, 'Only for the demo phone'),
      run: () => void (phone.asksToReset = true),
    },
  } as const satisfies Readonly<Record<string, Command>>;
}

/** The command to use the phone; none in Inspect, where the command that switches the mode does the same. */
export function useCommands({ phone, screen }: ScreenConsole): readonly Command[] {
  if (screen.mode.current === 'inspect') return [];
  return [
    {
      id: 'use',
      label: 'Use the phone',
      synonyms: 'control keyboard focus',
      cannotRun: unless(phone.info !== null, noPhone),
      run: () => phoneKeys()?.focus(),
    },
  ];
}

/** The field that sends keys to the phone; null in Inspect. */
export function phoneKeys(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-keys-of=phone]');
}

/** Whether the keys went to the phone when the user switched to Inspect. */
let keysWentToPhone = false;

function changeMode({ screen, inspector, layout }: ScreenConsole): void {
  const returnsKeys = screen.mode.current === 'inspect' && keysWentToPhone;
  keysWentToPhone = phoneKeys()?.contains(document.activeElement) === true;
  screen.mode.toggle();
  if (returnsKeys) void tick().then(() => phoneKeys()?.focus());
  // In the Elements panel, which then opens, the arrow keys step through the elements.
  if (screen.mode.current === 'inspect' && !isStacked.current) inspector.isFocusRequested = true;
  void tick().then(() => layout.showPhone());
}
