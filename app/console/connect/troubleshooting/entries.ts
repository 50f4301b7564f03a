import type { SystemId } from '#core/link/operating-system.ts';
import { accessCommand, googleVendorId } from '../access.ts';
import type { IssueId } from '../help.svelte.ts';

/** One issue, found by the messages that are shown for it. */
export interface TroubleshootingEntry {
  readonly id: IssueId;
  /** The heading it is listed under; entries of one group follow each other. */
  readonly group: keyof typeof troubleshootingStrings.groups;
  /** What a person sees if there is no message, or if the message is shown elsewhere. */
  readonly symptom?: string;
  /** Other words that people search for. */
  readonly words?: string;
  /** Messages of Chrome, version 156. */
  readonly chromeMessages: readonly string[];
  /** Messages of the phone, of adb and of other programs. */
  readonly otherMessages?: readonly string[];
  /** Messages of Handset. */
  readonly handsetMessages: readonly string[];
  readonly cause: string;
  /** Remedies for every system, the likeliest first; text between backticks is code. */
  readonly remedies: readonly string[];
  /** Further remedies for one system. */
  readonly remediesBySystem?: Partial<Readonly<Record<SystemId, readonly string[]>>>;
  /** A command to copy, where the remedy is a command. */
  readonly commandBySystem?: Partial<Readonly<Record<SystemId | 'any', string>>>;
}

/**
 * The entries that contain every word of the query, as a word or the start of one, or whose Chrome
 * message the query contains, as a pasted error does. In their order; all for an empty query.
 */
export function findEntries(
  entries: readonly TroubleshootingEntry[],
  query: string,
): readonly TroubleshootingEntry[] {
  const typed = tokensOf(query);
  const queryText = typed.join(' ');
  const telling = typed.filter((token) => !vague.has(token));
  const tokens = telling.length > 0 ? telling : typed;
  return entries.filter((entry) => {
    const text = ` ${tokensOf(searchTextOf(entry)).join(' ')}`;
    const containsMessage = entry.chromeMessages.some((quote) =>
      queryText.includes(tokensOf(quote).join(' ')),
    );
    return containsMessage || tokens.every((token) => text.includes(` ${token}`));
  });
}

/** The heading of an entry: its symptom, else in quotation marks Chrome's message, Handset's own, or another program's. */
export function headingOf({
  symptom,
  chromeMessages,
  otherMessages = [],
  handsetMessages,
}: TroubleshootingEntry): string {
  const message = chromeMessages[0] ?? handsetMessages[0] ?? otherMessages[0];
  return symptom ?? `“${message}”`;
}

/** Words of a query that say nothing about what is meant. */
const vague = new Set(
  'a an and are can cannot did didn do does doesn don i is isn it my not t the to won work working works'.split(
    ' ',
  ),
);

/** The lower-case words of a text; punctuation is ignored, since people type what they remember. */
function tokensOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replaceAll('wi-fi', 'wifi')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

function searchTextOf({
  symptom = '',
  words = '',
  chromeMessages,
  otherMessages = [],
  handsetMessages,
  cause,
  remedies,
  remediesBySystem = {},
  commandBySystem = {},
}: TroubleshootingEntry): string {
  const everywhere = [
    symptom,
    words,
    ...chromeMessages,
    ...otherMessages,
    ...handsetMessages,
    cause,
    ...remedies,
  ];
  return [
    ...everywhere,
    ...Object.values(remediesBySystem).flat(),
    ...Object.values(commandBySystem),
  ].join(' ');
}

export const troubleshootingStrings = {
  search: 'Search',
  placeholder: 'The error message, or what happens',
  system: 'Computer',
  systems: { windows: 'Windows', macos: 'macOS', linux: 'Linux' },
  none: 'Nothing matches. Try other words.',
  guide: 'Steps for each brand',
  all: 'Show all',
  groups: {
    usb: 'Cable and computer',
    phone: 'The phone’s permission',
    browser: 'Browser and page',
    use: 'While you use the phone',
    agents: 'Agents and the bridge',
  },
  chrome: 'Chrome',
  handset: 'Handset',
  others: 'Other programs',
  code: 'command',
  foot: 'The quoted messages are those of Chrome 156. The fixes come from the documentation of Chrome and Android and from users’ reports; we have not tried them on real phones.',
} as const;

const killServerCommand = 'adb kill-server';

/** The most likely issues first. */
export const troubleshootingEntries: readonly TroubleshootingEntry[] = [
  {
    id: 'nothing-listed',
    group: 'usb',
    symptom: 'Your phone isn’t listed, or is only charging',
    words:
      'recognized detected found appear samsung galaxy pixel xiaomi huawei honor oppo motorola',
    chromeMessages: ['No compatible devices found.'],
    handsetMessages: [],
    cause:
      'The browser’s list shows only phones with USB debugging on, and this computer sees none.',
    remedies: [
      'Try a cable that carries data, and a port on the computer itself.',
      'Turn USB debugging on, and unlock the phone.',
      'Pull down the phone’s notifications, tap the one about USB and choose File transfer.',
      'Unplug the phone and plug it in again; it then appears in the list.',
    ],
    remediesBySystem: {
      windows: [
        'Install the Google USB Driver, or the driver of the phone’s maker. Device Manager then shows “Android ADB Interface”.',
        'Stop adb, which may hide the phone from the browser.',
      ],
      macos: ['If macOS asks whether the accessory may connect, click Allow.'],
      linux: [
        'Does `lsusb` list the phone? If not, the cause is the cable, the port or the USB mode.',
      ],
    },
    commandBySystem: { windows: killServerCommand },
  },
  {
    id: 'nothing-chosen',
    group: 'usb',
    chromeMessages: ['No device selected.'],
    handsetMessages: ['No phone was chosen.'],
    cause: 'The browser’s list was closed without a choice, or the browser didn’t show it.',
    remedies: [
      'Click “Connect a phone” again, choose the phone in the list and click Connect.',
      'If no list appears, check whether USB is blocked for this page: click the icon to the left of the address, then Site settings, and look at “USB devices”.',
    ],
  },
  {
    id: 'claim',
    group: 'usb',
    symptom: 'Another program is using the phone',
    chromeMessages: ['Unable to claim interface.'],
    otherMessages: ['The device is already in used by another program', 'The device is in use'],
    handsetMessages: ['Another program is using …'],
    cause:
      'Only one program at a time can talk to the phone over ADB, and another one is using it.',
    remedies: [
      'Stop adb with the command below. Android Studio restarts it automatically, so close that first.',
      'Close scrcpy, Vysor, the phone maker’s own program and other tabs or browsers that use the phone.',
      'Handset then connects. If not, unplug the phone and plug it in again.',
      'Or leave adb running and click “Use it through adb”, if it is offered.',
    ],
    remediesBySystem: {
      windows: ['If the adb command isn’t found, end adb.exe in Task Manager.'],
      macos: ['If the adb command isn’t found, end adb in Activity Monitor.'],
      linux: ['If the adb command isn’t found, run `pkill -x adb`.'],
    },
    commandBySystem: { any: killServerCommand },
  },
  {
    id: 'denied',
    group: 'usb',
    symptom: 'The computer refuses access to the phone',
    chromeMessages: ['Access denied.'],
    handsetMessages: ['The computer refused access to …'],
    cause: 'The operating system doesn’t let the browser open the phone.',
    remedies: [
      'The fix depends on the computer. Then unplug the phone, plug it in again and click Retry.',
    ],
    remediesBySystem: {
      windows: [
        'Chrome needs the WinUSB driver: install the Google USB Driver for the phone in Device Manager.',
        'This message also appears when another program has the phone open: stop adb.',
      ],
      macos: ['The usual cause is another program that has the phone open: stop adb.'],
      linux: [
        'Add a udev rule. 18d1 is Google’s vendor ID; `lsusb` shows your phone’s: the first four characters after “ID”.',
        'You must be logged in at the computer itself, or be in the plugdev group. On Debian and Ubuntu, the package android-sdk-platform-tools-common contains such rules.',
        'Chromium installed as a snap also needs `sudo snap connect chromium:raw-usb`.',
      ],
    },
    commandBySystem: {
      windows: killServerCommand,
      macos: killServerCommand,
      linux: accessCommand('linux', googleVendorId),
    },
  },
  {
    id: 'disconnected',
    group: 'usb',
    chromeMessages: [
      'The device was disconnected.',
      'A transfer error has occurred.',
      'The transfer was cancelled.',
      'The device must be opened first.',
    ],
    handsetMessages: [
      '… was disconnected while connecting.',
      "… couldn't be opened",
      '… was disconnected',
    ],
    cause:
      'The connection broke. Phones also drop it briefly when the USB mode changes or USB debugging is turned on or off. A call that was running may or may not have taken effect.',
    remedies: [
      'Plug the phone in again: the console connects automatically to a phone that it knows.',
      'If it happens again, try another cable, and a port on the computer itself.',
    ],
    remediesBySystem: {
      windows: ['In the power options, turn off “USB selective suspend”.'],
    },
  },
  {
    id: 'no-dialog',
    group: 'phone',
    chromeMessages: [],
    otherMessages: ['unauthorized', 'Allow USB debugging?'],
    handsetMessages: ['Tap Allow on your phone'],
    cause: 'The phone is waiting for your answer, but its question is hidden.',
    remedies: [
      'Unlock the phone: the question may be behind the lock screen.',
      'In the developer options turn USB debugging off and on again.',
      'There, tap “Revoke USB debugging authorizations”, then click Retry here.',
      'Choose another mode under “Default USB configuration”, unplug the phone and plug it in again.',
    ],
  },
  {
    id: 'refused',
    group: 'phone',
    symptom: 'The phone refused this computer',
    chromeMessages: [],
    otherMessages: ['unauthorized'],
    handsetMessages: ['… refused this computer.'],
    cause: 'Someone tapped Cancel on the phone, or it has forgotten this browser.',
    remedies: [
      'Click Retry and tap Allow on the phone.',
      'If it no longer asks, tap “Revoke USB debugging authorizations” in the developer options, then click Retry.',
    ],
  },
  {
    id: 'no-answer',
    group: 'phone',
    symptom: 'The phone doesn’t answer',
    words: 'wifi wireless frozen hangs',
    chromeMessages: [],
    otherMessages: ['device offline'],
    handsetMessages: ["… didn't answer within 15 s."],
    cause: 'The phone is connected but doesn’t respond.',
    remedies: [
      'Unplug it, plug it in again and click Retry.',
      'Turn USB debugging off and on again. If that doesn’t help, restart the phone.',
      'Over Wi-Fi: check that phone and computer are on the same network, and that wireless debugging is still on.',
    ],
  },
  {
    id: 'other-tab',
    group: 'browser',
    chromeMessages: [],
    handsetMessages: [
      'Another tab of the console is using …',
      'Another tab (console 1) is using …',
    ],
    cause: 'Only one tab at a time can use a phone.',
    remedies: [
      'Continue in that tab, or disconnect the phone there: this tab then connects automatically.',
    ],
  },
  {
    id: 'not-granted',
    group: 'browser',
    chromeMessages: [],
    handsetMessages: ['This page may not use a phone yet.'],
    cause: 'You haven’t allowed this page to use the phone yet.',
    remedies: ['Click “Connect a phone” and choose it in the browser’s list.'],
  },
  {
    id: 'no-webusb',
    group: 'browser',
    chromeMessages: [],
    otherMessages: ['navigator.usb is undefined'],
    handsetMessages: ['This browser has no WebUSB.'],
    cause:
      'Firefox, Safari and all browsers on iPhones and iPads lack WebUSB, which Handset needs to reach a phone.',
    remedies: [
      'Open this page in Chrome, Edge or another Chromium-based browser; Chrome on an Android device works too.',
      'The demo phone works here too.',
    ],
  },
  {
    id: 'not-secure',
    group: 'browser',
    chromeMessages: [],
    handsetMessages: ['Browsers allow USB only on secure pages, and this page isn’t secure.'],
    cause: 'Browsers treat a page from another computer as insecure unless it uses https.',
    remedies: ['Open the console over https, or on this computer at http://127.0.0.1:7340.'],
  },
  {
    id: 'framed',
    group: 'browser',
    chromeMessages: ['Access to the feature "usb" is disallowed by permissions policy.'],
    handsetMessages: ['The page that embeds this one doesn’t let it use USB.'],
    cause: 'The console is in a frame of another page, which doesn’t let it use USB.',
    remedies: ['Open the console in its own tab, or add allow="usb" to the frame.'],
  },
  {
    id: 'busy-state',
    group: 'browser',
    chromeMessages: [
      'An operation that changes the device state is in progress.',
      'An operation that changes interface state is in progress.',
    ],
    handsetMessages: [],
    cause: 'The browser is still opening or closing the phone after an earlier attempt.',
    remedies: ['Wait a moment and click Retry.', 'If that doesn’t help, reload the page.'],
  },
  {
    id: 'no-gesture',
    group: 'browser',
    chromeMessages: ['Must be handling a user gesture to show a permission request.'],
    handsetMessages: [],
    cause: 'The browser shows its list only right after a click or a key press.',
    remedies: ['Click “Connect a phone” once more.'],
  },
  {
    id: 'black-picture',
    group: 'use',
    symptom: 'The screen is black',
    chromeMessages: [],
    otherMessages: ['FLAG_SECURE'],
    handsetMessages: [
      'The display is off',
      'This app most likely forbids screenshots.',
      'note:the screenshot is black, most likely because the foreground app forbids screenshots (FLAG_SECURE)',
    ],
    cause:
      'The phone’s display is off, or the foreground app blocks screenshots, as banking and video apps do.',
    remedies: [
      'Click “Wake the phone”, or press the phone’s power button.',
      'You can still use an app that forbids screenshots through the Elements panel.',
    ],
  },
  {
    id: 'touches',
    group: 'use',
    words: 'touch touches touching tap taps tapping click clicks clicking typing input',
    chromeMessages: [],
    otherMessages: ['INJECT_EVENTS'],
    handsetMessages: [
      'This phone refuses touches and keys.',
      'The phone refuses touches and keys over ADB',
    ],
    cause: 'The screen is shown, but this phone needs one more setting before it accepts touches.',
    remedies: [
      'Xiaomi, Redmi, POCO, vivo: turn on “USB debugging (Security settings)” in the developer options, then restart the phone.',
      'OPPO, realme, OnePlus: try “Disable permission monitoring” (or “Disable system optimization”); users report that it helps.',
    ],
  },
  {
    id: 'slow',
    group: 'use',
    symptom: 'The live video lags or stutters',
    words: 'picture late slow slowly lag lags laggy delay delayed latency fps freezes',
    chromeMessages: [],
    handsetMessages: ['Screenshots only'],
    cause: 'The connection is slow, or the computer or the phone is busy.',
    remedies: [
      'Click the line below the phone’s screen. It shows the decoding time and the delay after your input, or why there are only screenshots.',
      'Use USB, not Wi-Fi, with a short USB 3 cable in a port on the computer itself.',
      'Drag the divider to make the phone smaller, so that it sends fewer pixels. In Chrome’s settings, turn on graphics acceleration.',
      'If that doesn’t help, turn Live off: the screen then refreshes after each tap.',
    ],
  },
  {
    id: 'unreadable',
    group: 'use',
    words: 'elements list empty animation idle',
    chromeMessages: [],
    otherMessages: ['ERROR: could not get idle state.'],
    handsetMessages: [
      "The element list couldn't be read: ERROR: could not get idle state.",
      '… uiautomator was killed (exit code 137).',
    ],
    cause:
      'Something on the screen never stops moving, and yadb, which can read such screens, failed too or is missing from this build.',
    remedies: [
      'Have the agent take a screenshot instead.',
      'Run `npm run build` with a network connection, which adds yadb to the build.',
    ],
  },
  {
    id: 'screen-taken',
    group: 'use',
    words: 'appium uiautomator2 test runner blocked',
    chromeMessages: [],
    otherMessages: ['UiAutomationService … already registered!'],
    handsetMessages: ["The element list couldn't be read: … already registered!"],
    cause: 'Android lets one program at a time read the screen, and another one does.',
    remedies: [
      'Stop the other program: Appium, uiautomator2 or a test runner.',
      'If the other program shows this message, Handset is blocking it: it holds the screen while the console shows elements or records steps, and for five seconds after a read. In the line below the phone’s screen, click “Let other programs read the screen”.',
    ],
  },
  {
    id: 'no-server',
    group: 'use',
    words: 'multi-touch pinch scrcpy jar',
    chromeMessages: [],
    handsetMessages: [
      "… and the scrcpy server isn't running: …",
      'This build of Handset has no scrcpy server',
    ],
    cause: 'The program on the phone that shows live video and takes several fingers doesn’t run.',
    remedies: [
      'The rest of the message says why. Click Retry; everything else works.',
      'If this build has no scrcpy server, run `npm run build` with a network connection.',
    ],
  },
  {
    id: 'no-console',
    group: 'agents',
    words: 'mcp agent',
    chromeMessages: [],
    handsetMessages: ['No Handset console is open.'],
    cause: 'The bridge runs, but no page that has a phone is connected to it.',
    remedies: [
      'Open the address that Handset printed when it started, with its `#bridge=…`, and keep that tab open.',
    ],
  },
  {
    id: 'paused',
    group: 'agents',
    chromeMessages: [],
    handsetMessages: ['The user has paused agents in the Handset console.'],
    cause: 'You, or someone at this console, paused agents.',
    remedies: ['Click Resume in the console’s header.'],
  },
  {
    id: 'phone-elsewhere',
    group: 'agents',
    words: 'wrong tab default',
    chromeMessages: [],
    handsetMessages: ['The console that your calls reach has no phone.'],
    cause: 'Agents’ calls go to a tab without a phone.',
    remedies: [
      'Click “Use this tab for agents” in a console that has a phone.',
      'Or have the agent choose a phone with `use_phone`.',
    ],
  },
  {
    id: 'versions',
    group: 'agents',
    chromeMessages: [],
    handsetMessages: ['This page and the bridge at … have different versions.'],
    cause: 'The bridge was updated while this page was open, or the other way round.',
    remedies: ['Reload the page.'],
  },
  {
    id: 'bridge-away',
    group: 'agents',
    words: 'hosted not running refused',
    chromeMessages: [],
    handsetMessages: ['It must be started for this page: npm start -- --allow-origin …'],
    cause: 'The bridge isn’t running, or doesn’t allow this site.',
    remedies: ['Run that command on this computer.'],
  },
  {
    id: 'local-network',
    group: 'agents',
    words: 'permission blocked localhost',
    chromeMessages: [],
    handsetMessages: ['Chrome doesn’t let this site reach the bridge on your computer.'],
    cause: 'Chrome asks before a site may reach programs on this computer, and the answer was no.',
    remedies: [
      'Click the icon to the left of the address, then Site settings, and set “Apps on device” (formerly Local network access) to Allow.',
    ],
  },
  {
    id: 'bridge-link',
    group: 'agents',
    chromeMessages: [],
    handsetMessages: [
      'A link asks Handset to connect to the bridge at …',
      'The link names a bridge at "…", which is not on this computer.',
    ],
    cause: 'The address of this page names a bridge; any site can make such a link.',
    remedies: [
      'Connect only if you started that bridge.',
      'Otherwise use the address that your own bridge printed.',
    ],
  },
];
