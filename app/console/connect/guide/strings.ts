/** The brands whose settings menus differ; `guideStrings` has what they share. */
export const brandIds = ['google', 'samsung', 'xiaomi', 'oppo', 'huawei', 'vivo'] as const;
export type BrandId = (typeof brandIds)[number];

/** How a brand's settings menus differ from Android's own. */
interface Brand {
  readonly name: string;
  /** The menu path to the entry that is tapped seven times. */
  readonly aboutPath: readonly string[];
  /** The name of that entry. */
  readonly buildEntry: string;
  /** The menu path to the developer options. */
  readonly optionsPath: readonly string[];
  /** Extra sentences for the step with that entry, and for the USB debugging step. */
  readonly buildNotes: readonly string[];
  readonly debuggingNotes: readonly string[];
}

/** From the makers' help pages and users' instructions; menus differ between versions. */
export const brands: Readonly<Record<BrandId, Brand>> = {
  google: {
    name: 'Pixel and others',
    aboutPath: ['Settings', 'About phone'],
    buildEntry: 'Build number',
    optionsPath: ['Settings', 'System', 'Developer options'],
    buildNotes: ['On Android 8 “About phone” is under System.'],
    debuggingNotes: [],
  },
  samsung: {
    name: 'Samsung',
    aboutPath: ['Settings', 'About phone', 'Software information'],
    buildEntry: 'Build number',
    optionsPath: ['Settings', 'Developer options'],
    buildNotes: [],
    debuggingNotes: [
      'Is USB debugging grayed out? Turn off Auto Blocker: Settings › Security and privacy › Auto Blocker. New Galaxy phones come with it on, and some turn it on again after 30 minutes.',
    ],
  },
  xiaomi: {
    name: 'Xiaomi, Redmi, POCO',
    aboutPath: ['Settings', 'About phone'],
    buildEntry: 'OS version',
    optionsPath: ['Settings', 'Additional settings', 'Developer options'],
    buildNotes: [
      'On older phones the entry is called “MIUI version”; on some it is one page deeper, under “All specs”.',
    ],
    debuggingNotes: [
      'Turn on “USB debugging (Security settings)” as well: without it you see the screen, but the phone refuses touches and keys. It requires a Xiaomi account, often a SIM card too, and takes effect after a restart.',
    ],
  },
  oppo: {
    name: 'OPPO, realme, OnePlus',
    aboutPath: ['Settings', 'About device', 'Version'],
    buildEntry: 'Build number',
    optionsPath: ['Settings', 'System & updates', 'Developer options'],
    buildNotes: [],
    debuggingNotes: [
      'On older phones the developer options are under “Additional settings”.',
      'If the phone refuses touches, try “Disable permission monitoring” (on newer phones “Disable system optimization”) in the developer options; users report that it helps.',
    ],
  },
  huawei: {
    name: 'Huawei, Honor',
    aboutPath: ['Settings', 'About phone'],
    buildEntry: 'Build number',
    optionsPath: ['Settings', 'System & updates', 'Developer options'],
    buildNotes: ['Phones with HarmonyOS 5 or later are not Android phones and can’t be connected.'],
    debuggingNotes: [
      'Turn on “Allow ADB debugging in charge only mode” as well: without it USB debugging turns itself off while the phone is only charging.',
    ],
  },
  vivo: {
    name: 'vivo, iQOO',
    aboutPath: ['Settings', 'About phone'],
    buildEntry: 'Software version',
    optionsPath: ['Settings', 'System', 'Developer options'],
    buildNotes: [
      'On some phones “About phone” and the developer options are under “System management”.',
    ],
    debuggingNotes: [
      'If there is “USB debugging (Security settings)”, turn it on as well: without it the phone may refuse touches.',
    ],
  },
};

/** The strings of the five steps. */
export const guideStrings = {
  brand: 'Your phone',
  done: 'done',
  next: 'Next step',
  then: '›',
  foot: 'Menus differ between versions. You can also search for “build” or “USB debugging” at the top of the phone’s Settings.',
  cable: {
    title: 'Use a data cable',
    texts: [
      'Connect the phone and the computer with a cable that carries data. Many cables that come with chargers, power banks or headphones only charge.',
      'A port on the computer itself works better than a hub.',
    ],
  },
  options: {
    title: 'Turn on the developer options',
    go: 'On the phone, open',
    tap: (build: string) => `and tap “${build}” seven times.`,
    then: 'The phone counts down, asks for your PIN and says “You are now a developer!”.',
  },
  debugging: {
    title: 'Turn on USB debugging',
    go: 'Now open',
    tap: 'and turn on “USB debugging”.',
  },
  choose: {
    title: 'Plug in and choose the phone',
    texts: [
      'Unlock the phone and click “Connect a phone” above.',
      'The browser shows a list: choose the phone and click Connect.',
    ],
  },
  allow: {
    title: 'Allow it on the phone',
    texts: [
      'The phone asks “Allow USB debugging?”. Tick “Always allow from this computer” and tap Allow.',
      'It asks once for each browser. To undo this, tap “Revoke USB debugging authorizations” in the developer options.',
    ],
  },
} as const;
