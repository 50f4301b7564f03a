import { type SystemId, udevCommands } from '#core/link/operating-system.ts';

/** Google's. */
export const googleVendorId = 0x18d1;

/** How the operating system is made to let the browser open the phone; the first part ends in the command. */
export const accessStrings = {
  cure: {
    linux: 'Linux needs a udev rule that lets you use this phone. Run this in a terminal:',
    macos:
      'Another program has most likely opened the phone. Close Android Studio, scrcpy and the like, and stop adb:',
    windows:
      'In Device Manager, install the Google USB Driver (WinUSB) for the phone. If it is already installed, another program is using the phone: close that program and stop adb:',
  },
  replug: 'Then unplug the phone, plug it in again and click Retry.',
  snap: 'Chromium installed as a snap also needs `sudo snap connect chromium:raw-usb`.',
  command: 'command',
} as const satisfies Readonly<Record<string, string | Readonly<Record<SystemId, string>>>>;

/** The command for it. */
export function accessCommand(system: SystemId, vendorId: number): string {
  if (system !== 'linux') return 'adb kill-server';
  return udevCommands(vendorId.toString(16).padStart(4, '0')).join('\n');
}

/** The vendor of the phone with this serial number; Google where this page is granted no such phone, as for the demo phone. */
export async function vendorIdOf(serial: string | null): Promise<number> {
  // Firefox and Safari lack `usb`, whatever TypeScript says.
  const devices = 'usb' in navigator ? await navigator.usb.getDevices() : [];
  const device = devices.find(({ serialNumber }) => serial === null || serialNumber === serial);
  return device?.vendorId ?? googleVendorId;
}
