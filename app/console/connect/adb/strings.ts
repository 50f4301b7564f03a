/** The strings of the phones that adb reaches. */
export const adbPhoneStrings = {
  title: 'Phones found by adb',
  none: 'adb is running but sees no phone. Plug one in, start an emulator, or connect to one over Wi-Fi below.',
  notRunning: 'adb also finds emulators and phones on Wi-Fi.',
  start: 'Start adb',
  starting: 'Starting adb…',
  connect: 'Connect',
  connectTo: (name: string) => `Connect to ${name} through adb`,
  unknown: 'Unnamed phone',
  ready: 'Ready',
  unauthorized: 'Asks “Allow USB debugging?”: unlock it and tap Allow.',
  offline: 'Doesn’t respond to adb. Unplug it and plug it in again, or restart the emulator.',
  connecting: 'adb is connecting to it.',
  'no-permissions':
    'adb isn’t allowed to use it. On Linux, add a udev rule for the phone, run `adb kill-server` and plug it in again.',
  other: (state: string) => `adb reports the state “${state}”.`,
  elsewhere: 'Another tab is using it.',
  useListed: 'To have it here, choose “Use it here” in the list.',
  alsoAt: (names: string) => `also ${names}`,
  found: 'Found on your network',
  connectable: 'Found by adb',
  showsCode: 'Shows a pairing code.',
  connectAddress: (address: string) => `Connect to ${address}`,
  remove: 'Remove',
  removeAddress: (address: string) => `Remove ${address} from adb`,
  typeAddress: 'Connect over Wi-Fi or by address',
  address: 'Address',
  example: '192.168.1.5:5555',
  whichPhones:
    'For phones prepared with `adb tcpip 5555`, which ask “Allow USB debugging?”, and for wireless debugging, with the address that the phone shows under Wireless debugging.',
  pairing:
    'Wireless debugging (Android 11 and later) must be paired once. On the phone, choose Wireless debugging, then “Pair device with pairing code”, and type what it shows:',
  pairingAddress: 'Address for pairing',
  pairingExample: '192.168.1.5:41234',
  code: 'Pairing code',
  sixDigits: 'The six digits that the phone shows',
  pair: 'Pair',
  pairWith: (address: string) => `Pair with ${address}`,
  pairingNow: 'Pairing…',
  paired:
    'Paired. If the phone isn’t listed above within a few seconds, connect to the address that it shows under Wireless debugging; its port is another one.',
  tooOld:
    'This adb can’t look for phones, and before version 30 it can’t pair. Get the current Platform-Tools from https://developer.android.com/tools/releases/platform-tools, run `adb kill-server` with the old adb, then `adb start-server` with the new one.',
  noAdb:
    'Emulators and phones on Wi-Fi are reached through adb, which wasn’t found on the computer where Handset runs. Get the Platform-Tools from https://developer.android.com/tools/releases/platform-tools and run `adb start-server`.',
} as const;
