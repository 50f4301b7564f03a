import type { SavedState } from './saved-state.ts';
import type { CanvasFactory, VideoEncoderFactory } from './canvas-and-video.ts';
import type { DisplayTouchEvent } from './world.ts';

/** The Android versions that the demo phone can simulate: output formats and ADB version. */
export const androidVersions = [8, 11, 14, 16] as const;
export type AndroidVersion = (typeof androidVersions)[number];

/** The faults that can be simulated, by name, with a description of the phone's behaviour. */
export const faults = {
  'no-idle':
    'The screen never stops moving: each dump, a compressed one too, ends in "could not get idle state".',
  'dump-killed': 'Each dump, a compressed one too, is killed (exit code 137).',
  'null-root': 'uiautomator finds no root node, each time.',
  'automation-taken': "Another program has Android's one UiAutomation, so uiautomator is killed.",
  'no-reader': 'The element reader is killed when it starts.',
  'reader-dies':
    'The element reader ends when something changes after its second answer, or in the middle of the third.',
  'reader-hangs': 'The element reader goes on running, but does nothing after its second answer.',
  'reader-ends':
    'The element reader can leave UiAutomation only by ending, since anything else would change the rotation lock.',
  'reader-lies': 'The element reader gives every element different bounds from a dump.',
  'reader-stale': 'The element reader shows the screen as it was when it connected.',
  'stale-dump':
    'Old dumps are in every usual place, and every second dump reports success without writing its file.',
  'multi-display': 'A second display: screencap prints its warning before the PNG.',
  'dark-panel':
    'A foldable of whose two panels the first is dark: screencap takes that one unless it is told another (Android 10 and later).',
  'keyboard-covers':
    'Apps stay as large as they were when the keyboard opens (adjustNothing): it covers their lower part.',
  'picture-in-picture':
    'An app plays a video in a picture-in-picture window over the other apps; Android 11 and later list it.',
  'focus-elsewhere':
    'A second display has the focused window (Android 10 and later): dumps read that one, and apps open there unless they are started with --display 0.',
  'beyond-display':
    'Each app has elements beside the display, as pagers do; a dump prints them with empty bounds from Android 10 on.',
  landscape: 'The phone lies on its side (rotation 1).',
  'override-size': 'wm size and wm density carry an override.',
  'secure-window': 'The foreground app forbids screenshots: its part of the picture is black.',
  'input-denied':
    'input fails with the INJECT_EVENTS SecurityException (Xiaomi); so does the scrcpy server, in its log only.',
  'input-ignored':
    'Touches and keys are dropped, and only the log says so (Xiaomi); input and the scrcpy server report success.',
  'adb-restricted':
    'The maker keeps permissions from ADB (Xiaomi, OnePlus): settings put, pm clear, pm grant and pm revoke are refused.',
  'no-scrcpy': 'app_process is killed: the scrcpy server cannot start.',
  'scrcpy-dies': 'The scrcpy server ends at its tenth message.',
  'no-video': 'No video encoder can be configured: the scrcpy server cannot show the screen.',
  'deaf-video':
    'The scrcpy server is not notified of rotations and size changes: its video keeps its first size.',
  'shell-clipboard': 'cmd clipboard works, as on some builds.',
  'drops-typing':
    'The field drops every seventh character that is typed by keys; a paste arrives whole.',
  momentum:
    'Lists keep scrolling after a quick swipe; without this fault they stop with the finger.',
  'screen-off': 'The display is off.',
  slow: 'Every command takes three seconds longer.',
  'unplug-mid-transfer': 'The cable is pulled in the middle of the first screenshot.',
  'auth-refused': 'The user taps Cancel: the phone keeps asking for another key.',
  'auth-ignored': 'Nobody answers the Allow dialog.',
  'install-blocked':
    'The phone forbids installing over USB (Xiaomi): pm install says INSTALL_FAILED_USER_RESTRICTED.',
  'log-flood': 'An app writes a thousand lines a second into the log while somebody follows it.',
  'logcat-dies': 'logcat ends at its fiftieth new line with "Unexpected EOF!", each time.',
  'no-shell-v2':
    'adbd is older than Android 7: a command has no exit code, its errors are mixed with its output, and sizes of files have 32 bits.',
  'usb-busy': 'Another program holds the USB interface.',
  'usb-denied': 'The operating system refuses to open the USB device.',
  'truncated-png': 'Every second screencap ends in the middle of the picture, with exit code 0.',
} as const satisfies Record<string, string>;
export type FaultName = keyof typeof faults;

/** A captured screen to show instead of the demo phone's own apps. */
export interface Capture {
  /** A uiautomator dump, in the encoding in which a phone or a tool wrote it. */
  readonly xml: Uint8Array<ArrayBuffer>;
  /** A screenshot of the same screen; if absent, one is painted from the dump. */
  readonly png?: Uint8Array<ArrayBuffer>;
}

export interface DemoPhoneOptions {
  readonly android: AndroidVersion;
  readonly faults: ReadonlySet<FaultName>;
  /** `none`: answers at once. `real`: the pace of a mid-range phone. */
  readonly latency: 'none' | 'real';
  readonly capture?: Capture;
  /** `package/.Activity` in the foreground: the activity reported for a capture, or one of the demo phone's own. */
  readonly activity?: string;
  readonly canvas: CanvasFactory;
  /** The phone's video encoders; if absent, it has none. */
  readonly video?: VideoEncoderFactory;
  /** Appended to the serial number, to distinguish phones of the same version. */
  readonly unit?: string;
  /** What an earlier phone saved. */
  readonly savedState?: SavedState;
  /** Called for every touch that reaches the screen while the display is on. */
  onTouch?(event: DisplayTouchEvent): void;
}
