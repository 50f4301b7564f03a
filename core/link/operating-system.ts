/** The operating systems that need steps of their own to let a browser open a phone. */
export const systemIds = ['windows', 'macos', 'linux'] as const;
export type SystemId = (typeof systemIds)[number];

/** The operating system in a user agent; Linux for all but Windows and macOS. */
export function systemOf(userAgent: string): SystemId {
  if (/Windows/.test(userAgent)) return 'windows';
  return /Macintosh/.test(userAgent) ? 'macos' : 'linux';
}

/**
 * The commands that let a user of Linux open the USB devices of this vendor, four hexadecimal digits
 * as `lsusb` shows them; for devices that are plugged in afterwards. `uaccess` gives them to whoever
 * is logged in at the computer (systemd's 73-seat-late.rules, so the number has to be below 73),
 * `plugdev` is the group of Debian.
 */
export function udevCommands(vendorId: string): readonly string[] {
  const rule = `SUBSYSTEM=="usb", ATTR{idVendor}=="${vendorId}", MODE="0660", GROUP="plugdev", TAG+="uaccess"`;
  return [
    `echo '${rule}' | sudo tee /etc/udev/rules.d/51-android.rules`,
    'sudo udevadm control --reload-rules',
  ];
}
