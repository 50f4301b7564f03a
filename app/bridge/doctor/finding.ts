/** What one check found. */
export interface Finding {
  /** `note`: neither good nor bad. */
  readonly state: 'ok' | 'note' | 'problem';
  readonly subject: string;
  readonly text: string;
  /** What to do about a problem; the most likely first. */
  readonly cures?: readonly string[];
}

/** What the checks read of this computer. */
export interface Computer {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Linux: where sysfs lists USB devices, and the folder of their device files. */
  readonly usb: { readonly devices: string; readonly files: string };
}

/** This computer. */
export const thisComputer: Computer = {
  platform: process.platform,
  env: process.env,
  usb: { devices: '/sys/bus/usb/devices', files: '/dev/bus/usb' },
};
