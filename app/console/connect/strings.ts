import { usualCommand, withoutOptions } from '#core/clients/client-setup.ts';

/** The strings of index.html before any script runs, and of the welcome page after it. */
export const shellStrings = {
  description: 'A console for an Android phone, for you and your agents.',
  title: 'Your Android phone, ready for your\u00a0agents',
  lead: 'Handset turns this browser into a console for a phone: you see its screen, and AI agents use it through MCP.',
  notLoaded:
    'The scripts of this page couldn’t be loaded. Check that Handset is still running, then reload the page.',
  noScript: 'Handset needs JavaScript: it talks to your phone from this page.',
} as const;

/** The other strings of the welcome page; its guide and its troubleshooting list have their own. */
export const connectStrings = {
  usbNote: 'With a USB cable',
  demoNote: 'Nothing to plug in',
  watch: 'Watch an agent use it',
  watchNote: 'A scripted demo',
  cancelled: 'No phone was chosen.',
  notListed: 'Don’t see your phone in the list?',
  private: 'Handset itself uploads nothing. No account, nothing installed on the phone.',
  thePhone: 'the phone',
  theDemoPhone: 'the demo phone',
  connecting: (name: string) => `Connecting to ${name || 'your phone'}…`,
  inUse:
    'Close Android Studio, scrcpy and other tabs that use the phone, and run `adb kill-server`. Handset then connects automatically.',
  retry: 'Retry',
  cancel: 'Cancel',
  copyCommand: 'Copy the command',
  moreHelp: 'More help',
} as const;

/** While the phone asks whether this computer may debug it. */
export const allowStrings = {
  title: 'Tap Allow on your phone',
  asks: (name: string) =>
    `${name || 'The phone'} asks “Allow USB debugging?”. Tick “Always allow from this computer” and it won’t ask again.`,
  unlock: 'Don’t see it? Unlock the phone and look again.',
  stuck: 'Still nothing? On the phone, under Developer options:',
  stuckSteps: [
    'Turn USB debugging off and on again.',
    'Tap “Revoke USB debugging authorizations”.',
    'Choose another mode under “Default USB configuration”.',
  ],
  thenRetry: 'Then click Retry.',
} as const;

/** What the first page opens below the buttons. */
export const helpStrings = {
  more: 'More ways to connect',
  bridgeNeeded:
    'Emulators and phones on Wi-Fi need the bridge. Start it, and open the address that it prints:',
  help: 'Help',
  guide: 'First time? Five steps with pictures',
  troubleshooting: 'Something not working?',
  licenses: 'Licenses',
  start: withoutOptions(usualCommand()),
  command: 'command',
} as const;

/** Why a browser can't reach a phone, and what to do. */
export const obstacleStrings = {
  secure: {
    problem: 'Browsers allow USB only on secure pages, and this page isn’t secure.',
    remedy: (port: string) => `Open it at http://127.0.0.1${port}, or over https.`,
  },
  usb: {
    problem: 'This browser has no WebUSB.',
    remedy: {
      ios: 'No browser on an iPhone or iPad supports it. Open this page in Chrome or Edge on a computer or an Android device. The demo phone works here too.',
      firefox:
        'Firefox doesn’t support it. Open this page in Chrome, Edge or another Chromium-based browser. The demo phone works here too.',
      safari:
        'Safari doesn’t support it. Open this page in Chrome, Edge or another Chromium-based browser. The demo phone works here too.',
      other: 'Open this page in Chrome or Edge. The demo phone works here too.',
    },
  },
  framed: {
    problem: 'The page that embeds this one doesn’t let it use USB.',
    remedy: 'Open the console in its own tab, or give its frame allow="usb".',
  },
  worker: {
    problem: 'This browser doesn’t support web workers.',
    remedy: 'Open this page in a current version of Chrome or Edge.',
  },
} as const;

/** Shown when another tab holds the phone. */
export const otherTabStrings = {
  heldBy: (model: string) => `Another tab is using ${model}.`,
  heldForAgents: (model: string) => `Another tab is using ${model}, and agents reach it there.`,
  useHere: 'Use it here',
  useModelHere: (model: string) => `Use ${model} here`,
  inOtherBrowser: 'That tab is in another browser. Disconnect the phone there.',
  noPhoneHere:
    'Agents’ calls go to this tab, which has no phone: click “Use this tab for agents” in the other tab’s Agents panel.',
} as const;
