import { firstVersions } from './device-state.ts';

/**
 * A backend that performs input on a phone: the scrcpy server, started over ADB with nothing
 * installed, or the phone's own shell commands (`input`, `cmd statusbar`, `cmd clipboard`).
 */
export type InputBackend = 'scrcpy' | 'shell';

/** Whether a backend supports something. */
export interface BackendSupport {
  readonly supported: 'yes' | 'partly' | 'no';
  /** The limit, or how it is done; shown in the README and in error messages. */
  readonly note: string;
}

/** Something that can be done on a phone, and how far each backend supports it. */
interface Capability {
  readonly what: string;
  readonly scrcpy: BackendSupport;
  readonly shell: BackendSupport;
}

const yes = (note = ''): BackendSupport => ({ supported: 'yes', note });
const partly = (note: string): BackendSupport => ({ supported: 'partly', note });
const no = (note: string): BackendSupport => ({ supported: 'no', note });
/** The same with both backends. */
const both = (support: BackendSupport): Omit<Capability, 'what'> => ({
  scrcpy: support,
  shell: support,
});

/** Which settings need a later version of Android. */
const settingLimits = Object.entries(firstVersions)
  .map(([name, { android }]) => `${name.replace('_', ' ')} from Android ${android}`)
  .join(', ');

/**
 * What each backend supports. The README's table and error messages are made from this table. The
 * scrcpy server runs on the phone as a process of the shell user and is not installed; where it can't
 * run, the phone's own shell commands are used. Settings, links and most of what concerns apps is always
 * done by them.
 */
export const capabilities = {
  touch: {
    what: 'Tap, long press, straight swipe, scroll',
    scrcpy: yes(),
    shell: yes(
      'a cancelled one is released on Android 10 and later; on older versions it plays to its end',
    ),
  },
  doubleTap: {
    what: 'Double tap',
    scrcpy: yes(),
    shell: partly('two commands started 150 ms apart; a slow phone may take them for two taps'),
  },
  drag: {
    what: 'Drag after a long press',
    scrcpy: yes('pauses before it lets go'),
    shell: partly('on Android 8 and later; after the long press the finger jumps ahead'),
  },
  path: {
    what: 'One finger on a path that bends or changes its speed',
    scrcpy: yes('every point at its time'),
    shell: no('input can only draw straight lines at a constant speed'),
  },
  multiTouch: {
    what: 'Several fingers at once (pinch, two-finger gestures)',
    scrcpy: yes('up to 10 fingers'),
    shell: no('input supports only one finger'),
  },
  modifiers: {
    what: 'Keys with Ctrl, Shift, Alt',
    scrcpy: yes(),
    shell: partly('on Android 13 and later'),
  },
  keys: { what: 'Keys, notifications, quick settings', scrcpy: yes(), shell: yes() },
  asciiText: {
    what: 'Text in ASCII',
    scrcpy: yes(),
    shell: yes(
      'line breaks as the Enter key; tabs only by pasting, since their key leaves the field',
    ),
  },
  unicodeText: {
    what: 'Any other text',
    scrcpy: yes("pasted; the clipboard's old content is restored"),
    shell: partly("pasted where the phone's cmd clipboard works; most phones have none"),
  },
  rotation: {
    what: 'Rotating the screen',
    scrcpy: yes('auto-rotation stays as it is set'),
    shell: no('it would switch auto-rotation off'),
  },
  clipboard: {
    what: 'Clipboard, both ways',
    scrcpy: yes(),
    shell: partly("where the phone's cmd clipboard works; most phones have none"),
  },
  display: {
    what: 'Display on and off, closing the keyboard',
    ...both(yes('by keys')),
  },
  appNames: {
    what: 'Names of apps',
    scrcpy: yes(),
    shell: no('it knows packages only'),
  },
  apps: {
    what: 'Opening, stopping and uninstalling apps, their data and permissions',
    ...both(yes()),
  },
  intents: {
    what: 'Links and intents with extras',
    ...both(yes('doubles on Android 14 and later')),
  },
  settings: { what: 'Settings of the phone', ...both(partly(settingLimits)) },
} as const satisfies Record<string, Capability>;
/** The name of a capability, for errors and tests. */
export type CapabilityName = keyof typeof capabilities;
