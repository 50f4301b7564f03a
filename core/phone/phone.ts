import type { PhoneApps } from './apps.ts';
import type { PhoneFiles } from './files.ts';
import type { KeyName, ModifierName } from '../input/keys.ts';
import type { DeviceState, OriginalSettings, SettingChange } from './device-state.ts';
import type { Gesture, StrokeTiming } from '../gestures/gesture.ts';
import type { Rect, Size } from '../geometry.ts';
import type { Intent, SentIntent } from './intents.ts';
import type { NotificationList } from './notifications.ts';
import type { PhoneRecorder } from './recording.ts';
import type { ScreenLuma } from '../screen/luma.ts';
import type { ShownElements } from '../screen/snapshots.ts';
import type { Focus, Hierarchy } from '../screen/screen.ts';

/** The phone's default display, as the phone reports it. */
export interface Display {
  /** Logical size in the natural orientation; the `wm size` override where one is set. */
  readonly naturalSize: Size;
  /** Dots per inch; the `wm density` override where one is set. */
  readonly density: number;
}

/** A picture of the whole screen, in the rotation at that moment. */
export interface Screenshot {
  readonly png: Uint8Array<ArrayBuffer>;
  /** Pixels of the picture; may be a scaled version of the display's logical size. */
  readonly size: Size;
}

/** What is known of how long a screenshot takes. */
export interface ScreenshotTime {
  /** Of the last one, in ms; Infinity before the first, while one is taken, and after one that failed. */
  readonly tookMs: number;
  /** Whether that was so long ago that it should be measured again. */
  readonly isOld: boolean;
}

/** The last decoded frame of the phone's video. */
export interface LiveFrame {
  /** Pixels of the frame: the screen scaled down. */
  readonly size: Size;
  /** The runtime's own image type; the caller that requested the frame closes it. */
  readonly image: object & { close(): void };
  /** When the video last changed, as `performance.now()`. */
  readonly unchangedSinceMs: number;
}

/** Which live picture is asked for. */
export interface LiveFrameRequest {
  /** It must be at least as new, as `performance.now()`; by default as new as the request. */
  readonly sinceMs?: number;
  /** If it takes longer until it is certainly so new, there is none; without this it may take half a second. */
  readonly maxWaitMs?: number;
}

/** A picture of the whole screen: screenshot or video frame. */
export type ScreenPicture = Screenshot | LiveFrame;

/** What Android's accessibility events told of the elements: they come when an app changes something. */
export interface ScreenEvents {
  /** When the last one came before the elements were read, as `performance.now()`. */
  readonly lastMs: number;
  /** Aborts when the first one comes after that, and when it is not known any more whether one came. */
  readonly next: AbortSignal;
}

/** A hierarchy with the display that it was on and the foreground app. */
export interface HierarchyReading {
  readonly hierarchy: Hierarchy;
  readonly display: Display;
  /** As read at some time before the elements. */
  readonly focusBefore: Focus;
  /** As read once the elements were read, or while the screen was idle before that. */
  readonly focusAfter: Focus;
  /** False when the elements were read while the screen was moving. */
  readonly settled: boolean;
  /** Absent where a dump read the elements. */
  readonly events?: ScreenEvents;
}

/** How the elements are to be read. */
export interface HierarchyRequest {
  /** Whether to wait for a screen at rest, the default, or to read it as it moves. A dump always waits. */
  readonly atRest: boolean;
}

/** Where touches can go at this moment. */
export interface TouchArea {
  /** Logical size in the current rotation: the coordinate space of all touches. */
  readonly size: Size;
  /** Whether the display is on. `null` where the phone did not say. */
  readonly awake: boolean | null;
}

/** A reading of the touch area that can still be acted on. */
export interface RecentTouchArea extends TouchArea {
  /** Whether it still holds for certain: the live picture confirms it, or nobody has acted in the moment since. */
  readonly isFresh: boolean;
}

/** Text that was sent to the focused field. */
export interface SentText {
  /**
   * Restores the clipboard where it was used for pasting; otherwise does nothing. Call it after
   * reading the field back, also when that failed: before, a paste may still be pending.
   */
  restoreClipboard(signal: AbortSignal): Promise<void>;
}

/** The phone's lock screen. */
export interface LockState {
  /** Whether it covers the apps, also while the display is off. */
  readonly showing: boolean;
  /** Whether opening the phone needs a PIN, pattern, password, finger or face now. `null` where it did not say. */
  readonly locked: boolean | null;
}

/** The keyboard app in use. */
export interface InputMethod {
  /** `package/.Service`; null where the phone did not say. */
  readonly id: string | null;
  /** Whether Android counts it as shown; true also when only a hardware keyboard is used. */
  readonly shown: boolean;
}

/** A panel that opens from the status bar. */
export type StatusBarPanel = 'notifications' | 'quick-settings';

/** Selects lines of the log. Times are the phone's local time, ISO 8601 without a zone. */
export interface LogQuery {
  /** How many of the newest lines to return. */
  readonly lastLines: number;
  readonly since: string | null;
  readonly until: string | null;
  readonly tag: string | null;
  readonly level: 'V' | 'D' | 'I' | 'W' | 'E' | 'F';
  readonly packageName: string | null;
}

/** The result of reading the log. */
export interface LogReading {
  /** Oldest first, without line ends. */
  readonly lines: readonly string[];
  /** Whether older matching lines were omitted. */
  readonly truncated: boolean;
  /** False when the requested package has no process, so its lines cannot be identified. */
  readonly isPackageRunning: boolean;
}

/** What a line for the phone's shell did. */
export interface ShellResult {
  /** Null where the phone tells none (before Android 7), and after `timedOut`. */
  readonly exitCode: number | null;
  /** Beginning and end; before Android 7 with what went to stderr. */
  readonly stdout: BoundedText;
  readonly stderr: BoundedText;
  /** Whether its time was up, and its processes were killed. */
  readonly timedOut: boolean;
}

/** A text of which the middle may be missing. */
export interface BoundedText {
  readonly head: string;
  /** Empty if nothing is missing. */
  readonly tail: string;
  readonly missingBytes: number;
}

/** The phone as one agent's tools use it. */
export interface Phone extends ConnectedPhone {
  /** The elements that this agent was shown recently. */
  readonly shown: ShownElements;
}

/**
 * A phone without what belongs to one agent. Holds only what some tool needs.
 *
 * Every method takes the caller's signal, has its own deadline and rejects with a HandsetError:
 * `phone-lost`, `timeout`, `cancelled`, or what the method names. A method that sends input
 * resolves when the phone has accepted all of it; the screen may change later. After
 * `phone-lost`, `timeout` or `cancelled` the input may or may not have been sent.
 */
export interface ConnectedPhone {
  /** Identifies the phone, also after it was unplugged and plugged in again. */
  readonly serial: string;
  /** The installed apps. */
  readonly apps: PhoneApps;
  /** Its files, and their way to an agent or the computer. */
  readonly files: PhoneFiles;
  /** Records its screen as a video. */
  readonly recorder: PhoneRecorder;

  /**
   * Reads the element hierarchy of the active window, never a stale one. Waits until the screen has
   * been idle for a moment, ten seconds at most. Rejects with `dump-failed`, `bad-hierarchy`, and as
   * `readDisplay` does.
   */
  readHierarchy(signal: AbortSignal, request?: HierarchyRequest): Promise<HierarchyReading>;
  /** Reads size and density. Rejects with `command-failed`. */
  readDisplay(signal: AbortSignal): Promise<Display>;
  /** Reads the foreground app. Both fields are null where the phone does not report it. */
  readFocus(signal: AbortSignal): Promise<Focus>;
  /** Takes a screenshot and checks that it is complete. Rejects with `screenshot-failed`. */
  takeScreenshot(signal: AbortSignal): Promise<Screenshot>;
  readonly screenshotTime: ScreenshotTime;
  /**
   * The live picture. Null without one, when it can't be had in time, and when it may be out of date:
   * it does not come to rest within half a second, or the display is off. Rejects only with
   * `phone-lost`, `cancelled`.
   */
  readLiveFrame(signal: AbortSignal, request?: LiveFrameRequest): Promise<LiveFrame | null>;
  /** Measures the brightness of a picture cell by cell, to compare it with another of the same source. Does not close a frame. Rejects with `screenshot-failed`. */
  measureLuma(picture: ScreenPicture): Promise<ScreenLuma>;
  /** Milliseconds since the live picture last changed; null without one. */
  stillForMs(): number | null;
  /** Whether the display is on. `null` where the phone did not say. */
  readAwake(signal: AbortSignal): Promise<boolean | null>;
  /** Reads the size in the current rotation and whether the display is on. Rejects with `command-failed`. */
  readTouchArea(signal: AbortSignal): Promise<TouchArea>;
  /** The last such reading while it is recent enough to act on, if the result is checked afterwards; else null. */
  readonly recentTouchArea: RecentTouchArea | null;
  /**
   * The last reading of the elements while they are still on the screen, as far as is known: nobody
   * has acted on the phone from here since, and the live picture has not changed, or without one the
   * reading is hardly older than a new one would be when it arrives. Null otherwise.
   */
  readonly recentScreen: HierarchyReading | null;
  /** The touchable area of the on-screen keyboard; null where it is closed or the phone does not report it. Rejects with `timeout` or `protocol` where there is no usable answer. */
  readKeyboard(signal: AbortSignal): Promise<Rect | null>;
  /** Reads which keyboard app is in use. */
  readInputMethod(signal: AbortSignal): Promise<InputMethod>;
  /** Reads the lock screen's state; null where the phone does not report it. */
  readLock(signal: AbortSignal): Promise<LockState | null>;
  /** Reads what the phone says of itself and its settings. Rejects with `command-failed`. */
  readDeviceState(signal: AbortSignal): Promise<DeviceState>;
  /**
   * Sends a setting's new value. Read the state afterwards to learn whether it took effect. Rejects
   * with `command-failed`.
   */
  writeSetting(change: SettingChange, signal: AbortSignal): Promise<void>;
  /** The values that settings had before they were changed here; kept while the phone is unplugged. */
  readonly originalSettings: OriginalSettings;
  /** An app's languages as BCP 47 tags with commas between them; empty for the phone's own. Rejects with `command-failed` for an unknown app. */
  readAppLanguages(packageName: string, signal: AbortSignal): Promise<string>;
  /** Sets an app's languages. Read them afterwards to learn whether Android accepted them. */
  writeAppLanguages(packageName: string, tags: string, signal: AbortSignal): Promise<void>;
  /** Reads the notifications. Rejects with `command-failed`. */
  readNotifications(signal: AbortSignal): Promise<NotificationList>;
  /** Reads the log. Rejects with `command-failed`. */
  readLogs(query: LogQuery, signal: AbortSignal): Promise<LogReading>;

  /**
   * Plays a gesture, every point at its time. Rejects with `unsupported` when the current input
   * backend cannot do it, `input-denied`. Whatever happens, no finger stays down. Returns when each
   * stroke was sent, in the order in which they ended; empty where the phone plays the gesture itself.
   */
  performGesture(gesture: Gesture, signal: AbortSignal): Promise<readonly StrokeTiming[]>;
  /**
   * Presses and releases a key while these modifiers are held. Rejects with `unsupported` where the
   * input backend knows no modifiers, `input-denied`.
   */
  pressKey(key: KeyName, signal: AbortSignal, modifiers?: readonly ModifierName[]): Promise<void>;
  /**
   * Types a text unchanged at the cursor of the focused field. `paste` uses the clipboard where it
   * is accessible, for fields that drop typed keys. Rejects with `unsupported` (naming the
   * characters) before anything is typed, `input-denied`.
   */
  typeText(text: string, signal: AbortSignal, how?: 'paste'): Promise<SentText>;
  /** Empties the focused field; `units` is its length in UTF-16 units. Rejects with `input-denied`. */
  clearField(units: number, signal: AbortSignal): Promise<void>;
  /** Moves the cursor to the end of the focused field. Rejects with `input-denied`. */
  moveCursorToEnd(signal: AbortSignal): Promise<void>;
  /** Opens a panel of the status bar. Rejects with `command-failed`. */
  openPanel(panel: StatusBarPanel, signal: AbortSignal): Promise<void>;
  /** Sends an intent; what receives it may still be starting. Rejects with `unsupported`, `command-failed`. */
  sendIntent(intent: Intent, signal: AbortSignal): Promise<SentIntent>;
  /**
   * Runs a line in the phone's shell, as it is. When the time is up or the signal aborts, its processes are
   * killed. Throws `invalid-argument` for a NUL character.
   */
  runShellLine(line: string, timeoutMs: number, signal: AbortSignal): Promise<ShellResult>;
  /** The clipboard's text; null when it holds none. Rejects with `unsupported`. */
  readClipboard(signal: AbortSignal): Promise<string | null>;
  /** Sets the clipboard's text. Rejects with `unsupported`. */
  writeClipboard(text: string, signal: AbortSignal): Promise<void>;
}

/** Called before each gesture, text and key of an agent; a rejection keeps the input from being sent. */
type BeforeInput = () => Promise<void>;

/** The phone as the tools of an agent get it: with the elements that the agent was shown, and a check before each input. */
export function phoneForAgent(
  phone: ConnectedPhone,
  shown: ShownElements,
  beforeInput: BeforeInput = () => Promise.resolve(),
): Phone {
  return {
    shown,
    get serial() {
      return phone.serial;
    },
    get apps() {
      return phone.apps;
    },
    get files() {
      return phone.files;
    },
    get recorder() {
      return phone.recorder;
    },
    get screenshotTime() {
      return phone.screenshotTime;
    },
    get recentTouchArea() {
      return phone.recentTouchArea;
    },
    get recentScreen() {
      return phone.recentScreen;
    },
    get originalSettings() {
      return phone.originalSettings;
    },
    readHierarchy: (...args) => phone.readHierarchy(...args),
    readDisplay: (...args) => phone.readDisplay(...args),
    readFocus: (...args) => phone.readFocus(...args),
    takeScreenshot: (...args) => phone.takeScreenshot(...args),
    readLiveFrame: (...args) => phone.readLiveFrame(...args),
    measureLuma: (...args) => phone.measureLuma(...args),
    stillForMs: () => phone.stillForMs(),
    readAwake: (...args) => phone.readAwake(...args),
    readTouchArea: (...args) => phone.readTouchArea(...args),
    readKeyboard: (...args) => phone.readKeyboard(...args),
    readInputMethod: (...args) => phone.readInputMethod(...args),
    readLock: (...args) => phone.readLock(...args),
    readDeviceState: (...args) => phone.readDeviceState(...args),
    writeSetting: (...args) => phone.writeSetting(...args),
    readAppLanguages: (...args) => phone.readAppLanguages(...args),
    writeAppLanguages: (...args) => phone.writeAppLanguages(...args),
    readNotifications: (...args) => phone.readNotifications(...args),
    readLogs: (...args) => phone.readLogs(...args),
    performGesture: async (...args) => {
      await beforeInput();
      return await phone.performGesture(...args);
    },
    pressKey: async (...args) => {
      await beforeInput();
      await phone.pressKey(...args);
    },
    typeText: async (...args) => {
      await beforeInput();
      return await phone.typeText(...args);
    },
    clearField: async (...args) => {
      await beforeInput();
      await phone.clearField(...args);
    },
    moveCursorToEnd: async (...args) => {
      await beforeInput();
      await phone.moveCursorToEnd(...args);
    },
    openPanel: (...args) => phone.openPanel(...args),
    sendIntent: (...args) => phone.sendIntent(...args),
    runShellLine: (...args) => phone.runShellLine(...args),
    readClipboard: (...args) => phone.readClipboard(...args),
    writeClipboard: (...args) => phone.writeClipboard(...args),
  };
}
