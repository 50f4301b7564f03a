/**
 * The interface between the shell programs (programs/) and the simulated screen (android/). One UI
 * model behind it produces both the hierarchy and the pixels.
 */
import type { Point, Rect, Rotation, Size } from '../geometry.ts';
import type { PaintCanvas } from './canvas-and-video.ts';
import type { SavedWorld } from './saved-state.ts';

/** The battery's charge, which screen, settings, log and `dumpsys` all show. The phone hangs on a computer, so it charges. */
export const batteryPercent = 82;

/** One node as uiautomator prints it. Bounds are device pixels of the current rotation. */
export interface DumpNode {
  readonly className: string;
  readonly packageName: string;
  readonly text: string;
  readonly description: string;
  readonly resourceId: string;
  readonly hint: string;
  readonly bounds: Rect;
  readonly clickable: boolean;
  readonly longClickable: boolean;
  readonly checkable: boolean;
  readonly checked: boolean;
  readonly enabled: boolean;
  readonly focusable: boolean;
  readonly focused: boolean;
  readonly scrollable: boolean;
  readonly password: boolean;
  readonly selected: boolean;
  /** What no dump prints, only the element reader. */
  readonly stateDescription?: string | undefined;
  readonly error?: string | undefined;
  readonly heading?: boolean | undefined;
  /** The number of rows of a list. */
  readonly listRows?: number | undefined;
  /** The row of a list, from 0. */
  readonly listRow?: number | undefined;
  readonly children: readonly DumpNode[];
}

/** One window on the display, in z-order from the back. */
export interface WindowInfo {
  /** `package/full.class.Name` for activities, else a bare name such as `NotificationShade` or `InputMethod`. */
  readonly title: string;
  readonly kind:
    | 'activity'
    | 'dialog'
    | 'picture-in-picture'
    | 'shade'
    | 'ime'
    | 'status-bar'
    | 'navigation-bar';
  readonly packageName: string;
  /** Where it is when this is read; reading it lays the window out. */
  readonly bounds: Rect;
  /** FLAG_SECURE. */
  readonly secure: boolean;
}

export interface TaskInfo {
  readonly taskId: number;
  readonly packageName: string;
  /** Full class name. */
  readonly activity: string;
}

/** An app's crash. */
export interface AppCrash {
  readonly packageName: string;
  readonly pid: number;
  /** `java.lang.IllegalStateException: why`, frames and causes, a line each, as Java prints them. */
  readonly trace: readonly string[];
}

/** One event of one finger on the touch screen. */
export interface DisplayTouchEvent extends Point {
  /** Distinguishes fingers that are down at the same time. */
  readonly pointerId: number;
  /** `cancel` ends the whole gesture of all fingers without effect. */
  readonly action: 'down' | 'move' | 'up' | 'cancel';
  /** Milliseconds on any clock; only differences matter. */
  readonly timeMs: number;
}

/** The part of android.view.KeyEvent's meta state to which the world reacts. */
export interface KeyModifiers {
  readonly ctrl?: boolean;
  readonly shift?: boolean;
  readonly alt?: boolean;
}

/** A canvas that shows the display scaled to the canvas size, like Android's mirroring virtual display. */
export interface Mirror {
  readonly canvas: PaintCanvas;
  /** Paints the current display; secure windows are black. */
  paint(): void;
}

/** A notification as the services know it. */
export interface PostedNotification {
  readonly title: string;
  readonly text: string;
  /** How long ago it was posted: `25m`, `2h`; empty for now. */
  readonly age: string;
  /** `package/full.class.Name` that a tap opens. */
  readonly component: string;
  /** The package that posted it, where that is not the component's. */
  readonly postedBy?: string;
  /** Ongoing notifications can't be dismissed. */
  readonly ongoing: boolean;
}

/** The simulated screen with its apps. Key codes are those of android.view.KeyEvent. */
export interface World {
  /** Native size; never changes. */
  readonly physicalSize: Size;
  readonly physicalDensity: number;
  overrideSize: Size | undefined;
  overrideDensity: number | undefined;
  rotation: Rotation;
  /** Whether the display is on. */
  displayOn: boolean;
  /** Logical size in the current rotation. */
  readonly screenSize: Size;
  /** The display that has the focused window, which gets the keys. A touch gives the focus to this phone's own, 0. */
  focusedDisplay: number;

  /** The node tree of the active window, as a plain `uiautomator dump` sees it. */
  hierarchy(): DumpNode;
  /** The captured dump, byte for byte, which uiautomator then writes instead; undefined unless a capture is shown. */
  capturedDumpBytes(): Uint8Array<ArrayBuffer> | undefined;
  windows(): readonly WindowInfo[];
  /** The window that has input focus. */
  focusedWindow(): WindowInfo;
  /** The foreground activity, even while a dialog or the shade covers it. */
  resumedActivity(): TaskInfo;
  tasks(): readonly TaskInfo[];
  /** The field that has the input connection, if any. */
  focusedField(): DumpNode | undefined;

  /** A PNG of the display; secure windows are black. */
  screenshot(): Promise<Uint8Array<ArrayBuffer>>;
  /** The same as RGBA pixels. */
  pixels(): Promise<{
    readonly size: Size;
    readonly rgba: Uint8ClampedArray<ArrayBufferLike>;
  }>;
  /** Creates a mirror of the display; the display may change its size while the mirror is in use. */
  mirror(size: Size): Mirror;
  /** Identifies the content of the display: equal keys mean equal pixels. Changes with the clock too. */
  readonly contentKey: string;

  /** Injects one event of one finger; several fingers may be down. A drag takes effect immediately. */
  injectTouchEvent(event: DisplayTouchEvent): void;
  /** Injects one finger's gesture from down to up. Times in ms since down; more than ~500 ms in place is a long press. */
  injectGesture(path: readonly (Point & { readonly timeMs: number })[]): void;
  /** Types at the cursor of the focused field, replacing the selection; ignored when no field has focus. */
  typeText(text: string): void;
  /** Presses and releases a key. Ctrl with A, C, X, V edits; so do 277 CUT, 278 COPY, 279 PASTE. */
  pressKey(code: number, modifiers?: KeyModifiers): void;
  /** Public keys of the computers that may debug the phone; "Revoke USB debugging authorizations" in Settings clears them. */
  readonly debuggingKeys: Set<string>;
  /**
   * Runtime permissions that were granted or revoked since the phone booted: `package permission`, and
   * whether it is granted. Apps of the system have the others, other apps don't.
   */
  readonly changedPermissions: Map<string, boolean>;
  /** The switches of its Settings app that programs reach too: `wifi`, `dark` and others (SystemSwitch). */
  readonly systemSwitches: SystemSwitches;
  /** What was changed in its Settings app and is kept by its apps; null for a world that keeps nothing. */
  save(): SavedWorld | null;
  /** Brings it into a state that `save` returned. */
  restore(saved: SavedWorld): void;
  /** The text of the primary clip; null when there is none. */
  clipboard: string | null;
  /** Whether an animation runs, such as a flung list or a stopwatch. */
  readonly isAnimating: boolean;
  /** Resolves when no animation runs any more; rejects with `AbortedError` as soon as the signal aborts. */
  whenIdle(signal: AbortSignal): Promise<void>;
  /** What the shade lists. */
  readonly notifications: readonly PostedNotification[];
  expandNotifications(): void;
  expandSettings(): void;
  collapsePanels(): void;

  /** Brings an activity to the foreground; false when there is none of this name. With an argument, which replaces an intent's data, it is a new one. */
  startActivity(component: string, argument?: string): boolean;
  /** The component that MAIN/LAUNCHER of a package resolves to. */
  launchActivity(packageName: string): string | undefined;
  forceStop(packageName: string): void;
  /** Stops an app and forgets what it has stored. */
  clearData(packageName: string): void;
  /** Stops an app and removes it with its icon; false for apps of the system, which stay. */
  uninstall(packageName: string): boolean;
  packages(): readonly {
    readonly name: string;
    readonly label: string;
    readonly system: boolean;
    readonly versionName: string;
    /** Process id while the app runs. */
    readonly pid: number | undefined;
  }[];
  /** Calls the listener when an app crashes, before its process ends. */
  onCrash(listener: (crash: AppCrash) => void): void;
  /** Calls the listener after a visible change; returns the unsubscribe function. */
  onChange(listener: () => void): () => void;
  /** Shows a system dialog (such as Allow USB debugging) and resolves with the tapped button. */
  showSystemDialog(dialog: SystemDialog, signal: AbortSignal): Promise<string>;
}

/** A switch that both the Settings app and the shell's programs set. */
export type SystemSwitch =
  'wifi' | 'mobile-data' | 'bluetooth' | 'airplane' | 'dark' | 'adaptive-brightness' | 'location';

/** The switches that both the Settings app and the shell's programs set. */
export interface SystemSwitches {
  isOn(name: SystemSwitch): boolean;
  /** Whether airplane mode switched it off and its end will switch it on. */
  isGrounded(name: SystemSwitch): boolean;
  set(name: SystemSwitch, on: boolean): void;
}

export interface SystemDialog {
  readonly title: string;
  readonly message: string;
  readonly checkbox?: string;
  /** Left to right; the result is one of these. */
  readonly buttons: readonly string[];
  /** Taps this button automatically after the delay. */
  readonly autoTap?: { readonly button: string; readonly afterMs: number };
}

/** A plain enabled FrameLayout: no text, no actions, no children. */
export function emptyLayoutNode(packageName: string, bounds: Rect): DumpNode {
  return {
    className: 'android.widget.FrameLayout',
    packageName,
    text: '',
    description: '',
    resourceId: '',
    hint: '',
    bounds,
    clickable: false,
    longClickable: false,
    checkable: false,
    checked: false,
    enabled: true,
    focusable: false,
    focused: false,
    scrollable: false,
    password: false,
    selected: false,
    children: [],
  };
}

/** The key codes of android.view.KeyEvent that the demo phone handles. */
export const keyCode = {
  home: 3,
  back: 4,
  up: 19,
  down: 20,
  left: 21,
  right: 22,
  volumeUp: 24,
  volumeDown: 25,
  power: 26,
  tab: 61,
  enter: 66,
  delete: 67,
  menu: 82,
  pageUp: 92,
  pageDown: 93,
  notification: 83,
  escape: 111,
  forwardDelete: 112,
  moveHome: 122,
  moveEnd: 123,
  numpadEnter: 160,
  volumeMute: 164,
  appSwitch: 187,
  sleep: 223,
  wakeUp: 224,
  cut: 277,
  copy: 278,
  paste: 279,
  a: 29,
  c: 31,
  v: 50,
  x: 52,
  z: 54,
} as const;
