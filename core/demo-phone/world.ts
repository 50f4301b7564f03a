/**
 * The seam inside the demo phone's Android: programs of the shell (commands/) on one side,
 * the simulated screen (android/) on the other. One model of the UI behind it yields both the
 * hierarchy and the pixels.
 */
import type { Point, Rect, Rotation, Size } from '../geometry.ts';
import type { PaintCanvas } from './canvas.ts';

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
  readonly children: readonly DumpNode[];
}

/** One window on the display, in z-order from the back. */
export interface WindowInfo {
  /** `package/full.class.Name` for activities, else a bare name such as `NotificationShade` or `InputMethod`. */
  readonly title: string;
  readonly kind: 'activity' | 'dialog' | 'shade' | 'ime' | 'status-bar' | 'navigation-bar';
  readonly packageName: string;
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

/** What ended an app. */
export interface AppCrash {
  readonly packageName: string;
  readonly pid: number;
  /** `java.lang.IllegalStateException: why`, frames and causes, a line each, as Java prints them. */
  readonly trace: readonly string[];
}

/** One event of one finger on the touch screen. */
export interface TouchEvent extends Point {
  /** Tells fingers apart that are down at once. */
  readonly pointerId: number;
  /** `cancel` ends the whole gesture of all fingers without effect. */
  readonly action: 'down' | 'move' | 'up' | 'cancel';
  /** Milliseconds on any clock; only differences within a gesture, and to the one before, count. */
  readonly timeMs: number;
}

/** android.view.KeyEvent's meta state, as far as the world reacts to it. */
export interface KeyModifiers {
  readonly ctrl?: boolean;
  readonly shift?: boolean;
}

/** A canvas that shows the display scaled to its own size, as Android's mirroring virtual display does. */
export interface Mirror {
  readonly canvas: PaintCanvas;
  /** Paints everything that is on the display now; secure windows are black. */
  paint(): void;
}

/** Android key codes the world reacts to are android.view.KeyEvent's numbers. */
export interface World {
  /** Native size; never changes. */
  readonly physicalSize: Size;
  readonly physicalDensity: number;
  overrideSize: Size | undefined;
  overrideDensity: number | undefined;
  rotation: Rotation;
  /** Whether the display is on. */
  awake: boolean;
  /** Logical size in the current rotation. */
  readonly screenSize: Size;

  /** The active window's tree, as a plain `uiautomator dump` sees it. */
  hierarchy(): DumpNode;
  /** The bytes uiautomator writes instead, when a captured dump is shown; printed untouched. */
  capturedDump(): Uint8Array<ArrayBuffer> | undefined;
  windows(): readonly WindowInfo[];
  /** The window that has input focus. */
  focusedWindow(): WindowInfo;
  /** The activity in front, also while a dialog or the shade covers it. */
  resumed(): TaskInfo;
  tasks(): readonly TaskInfo[];
  /** The field that has the input connection, if any. */
  focusedField(): DumpNode | undefined;

  /** A PNG of everything on the display; secure windows are black. */
  screenshot(): Promise<Uint8Array<ArrayBuffer>>;
  /** The same as RGBA pixels. */
  pixels(): Promise<{
    readonly size: Size;
    readonly rgba: Uint8ClampedArray<ArrayBufferLike>;
  }>;
  /** Makes a mirror of the display; the display may change its size while it is used. */
  mirror(size: Size): Mirror;
  /** Names what is on the display: as long as it is the same, so are the pixels. Changes with the clock too. */
  readonly moment: string;

  /** One event of a finger; several may be down at once. A drag moves what it drags at once. */
  touchEvent(event: TouchEvent): void;
  /** One finger from down to up, as `touchEvent`s. Times in ms since down; more than ~500 ms in place is a long press. */
  touch(path: readonly (Point & { readonly timeMs: number })[]): void;
  /** Types at the cursor of the focused field, in place of what is selected; ignored when there is none. */
  typeText(text: string): void;
  /** android.view.KeyEvent key code, pressed and released. Ctrl with A, C, X, V edits; so do 277 CUT, 278 COPY, 279 PASTE. */
  key(code: number, modifiers?: KeyModifiers): void;
  /** Public keys of the computers that may debug the phone; its Settings forget them all. */
  readonly debuggingKeys: Set<string>;
  /** The text of the primary clip; null when there is none. */
  clipboard: string | null;
  /** Whether something moves by itself, such as a list that was flung or a stopwatch. */
  readonly moving: boolean;
  /** Resolves when nothing moves by itself any more; at once when nothing does. */
  whenStill(signal: AbortSignal): Promise<void>;
  expandNotifications(): void;
  expandSettings(): void;
  collapsePanels(): void;

  /** Brings an activity to the front; false when there is none of this name. */
  startActivity(component: string): boolean;
  /** The component that MAIN/LAUNCHER of a package resolves to. */
  launchActivity(packageName: string): string | undefined;
  forceStop(packageName: string): void;
  packages(): readonly {
    readonly name: string;
    readonly label: string;
    readonly system: boolean;
    readonly versionName: string;
    /** Process id while the app runs. */
    readonly pid: number | undefined;
  }[];
  /** Called when an app fails, before its process ends. */
  onCrash(listener: (crash: AppCrash) => void): void;
  /** Called after anything visible changed; returns the way to stop. */
  onChange(listener: () => void): () => void;
  /** Shows a dialog of the system (such as Allow USB debugging) and resolves with the tapped button. */
  showSystemDialog(dialog: SystemDialog, signal: AbortSignal): Promise<string>;
}

export interface SystemDialog {
  readonly title: string;
  readonly message: string;
  readonly checkbox?: string;
  /** Left to right; the result is one of these. */
  readonly buttons: readonly string[];
  /** Taps this button by itself after that time. */
  readonly tapByItself?: { readonly button: string; readonly afterMs: number };
}
