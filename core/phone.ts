import type { Key } from './acting/keys.ts';
import type { Gesture } from './gestures/gesture.ts';
import type { PlayedStroke } from './gestures/played.ts';
import type { Rect, Size } from './geometry.ts';
import type { ScreenLuma } from './screen/luma.ts';
import type { ShownElements } from './screen/snapshots.ts';
import type { Focus, Hierarchy } from './screen/screen.ts';

/** What the phone says of its default display. */
export interface Display {
  /** Logical size in the natural orientation: the override where one is set. */
  readonly naturalSize: Size;
  /** Dots per inch: the override where one is set. */
  readonly density: number;
}

/** A picture of the whole screen, in the rotation it had at that moment. */
export interface Screenshot {
  readonly png: Uint8Array<ArrayBuffer>;
  /** Pixels of the picture; may differ from the display's logical size by a scale. */
  readonly size: Size;
}

/** What the phone's video showed last, decoded. */
export interface LiveFrame {
  /** Pixels of the frame: the screen's shape, smaller by a scale. */
  readonly size: Size;
  /** The runtime's own kind of picture; whoever asked for the frame closes it. */
  readonly image: object & { close(): void };
  /** Since when the video has shown this, by `performance.now()`. */
  readonly unchangedSinceMs: number;
}

/** A picture of the whole screen, by either way. */
export type ScreenPicture = Screenshot | LiveFrame;

/** What a hierarchy read came with: the app in front just before and just after the dump. */
export interface HierarchyReading {
  readonly hierarchy: Hierarchy;
  readonly focusBefore: Focus;
  readonly focusAfter: Focus;
  /** False when the screen never came to rest and was read in mid-motion. */
  readonly settled: boolean;
}

/** What fingers can reach at this moment. */
export interface TouchArea {
  /** Logical size in the current rotation: the space of all coordinates. */
  readonly size: Size;
  /** Whether the display is on. `null` where the phone did not say. */
  readonly awake: boolean | null;
}

/** Text that was handed to the focused field. */
export interface SentText {
  /**
   * Gives the clipboard its old content back where it was used for pasting; does nothing else.
   * Call it once the field was read back, also when that failed: a paste may still be on its way.
   */
  restoreClipboard(signal: AbortSignal): Promise<void>;
}

/** What is drawn down from the status bar. */
export type Panel = 'notifications' | 'quick-settings';

/** Which lines of the log are wanted. Times are the phone's own local time, ISO 8601 without a zone. */
export interface LogQuery {
  /** The newest that many. */
  readonly lastLines: number;
  readonly since: string | null;
  readonly until: string | null;
  readonly tag: string | null;
  readonly level: 'V' | 'D' | 'I' | 'W' | 'E' | 'F';
  readonly packageName: string | null;
}

/** What a reading of the log came to. */
export interface LogReading {
  /** Oldest first, without line ends. */
  readonly lines: readonly string[];
  /** Whether older lines matched too and were left out. */
  readonly truncated: boolean;
  /** False when the asked package has no process: its lines can't be told apart. */
  readonly packageRuns: boolean;
}

/**
 * The port that tools speak to. Holds only what some tool uses.
 *
 * Every method takes the caller's signal, keeps a deadline of its own and rejects with a
 * HandsetError: `phone-lost`, `timeout`, `cancelled`, or what the method names. A method that acts
 * resolves when the phone has taken the last of its input; what that changes on the screen may
 * come later. One that rejects with `phone-lost`, `timeout` or `cancelled` may or may not have
 * acted.
 */
export interface Phone {
  /** Tells phones apart, and is the same after a replug. */
  readonly serial: string;
  /** The elements that agents were shown lately; forgets the oldest screens. */
  readonly shown: ShownElements;

  /**
   * Reads the element hierarchy of the active window, never a stale one. Waits by itself until
   * nothing on the screen has moved for a moment, ten seconds at most. Rejects with
   * `dump-failed`, `bad-hierarchy`.
   */
  readHierarchy(signal: AbortSignal): Promise<HierarchyReading>;
  /** Reads size and density. Rejects with `command-failed`. */
  readDisplay(signal: AbortSignal): Promise<Display>;
  /** Reads the app in front. Never rejects for want of an answer: both fields are then null. */
  readFocus(signal: AbortSignal): Promise<Focus>;
  /** Takes a picture, checked to be whole. Rejects with `screenshot-failed`. */
  takeScreenshot(signal: AbortSignal): Promise<Screenshot>;
  /**
   * The live picture, once it shows all that was on the screen at the moment of asking. Null without
   * one, and when it can't be trusted to be current: it does not come to rest within half a second,
   * or the display is off. Rejects with `phone-lost`, `cancelled` alone.
   */
  readLiveFrame(signal: AbortSignal): Promise<LiveFrame | null>;
  /** How bright a picture is where, for comparing it with another one of its kind. Leaves a frame open. Rejects with `screenshot-failed`. */
  lumaOf(picture: ScreenPicture): Promise<ScreenLuma>;
  /** For how many ms the live picture has shown the same; null without one. */
  stillForMs(): number | null;
  /** Whether the display is on. `null` where the phone did not say. */
  readAwake(signal: AbortSignal): Promise<boolean | null>;
  /** Reads the size in the current rotation and whether the display is on. Rejects with `command-failed`. */
  readTouchArea(signal: AbortSignal): Promise<TouchArea>;
  /** Where the on-screen keyboard takes touches; null where it is closed. Never rejects for want of an answer: it is null then. */
  readKeyboard(signal: AbortSignal): Promise<Rect | null>;
  /** Reads the log. Rejects with `command-failed`. */
  readLogs(query: LogQuery, signal: AbortSignal): Promise<LogReading>;

  /**
   * Plays a gesture, every point at its time. Rejects with `unsupported` when this phone can't do
   * it the way it can be reached now, `input-denied`. Whatever happens, no finger stays down. Gives
   * when each stroke was sent, in the order in which they ended; nothing where the phone plays the
   * gesture by itself.
   */
  performGesture(gesture: Gesture, signal: AbortSignal): Promise<readonly PlayedStroke[]>;
  /** Presses and releases a key. Rejects with `unsupported`, `input-denied`. */
  pressKey(key: Key, signal: AbortSignal): Promise<void>;
  /**
   * Types a text at the cursor of the focused field, as it is. `paste` asks for the clipboard, where
   * this phone has one that can be reached, because the field drops what keys type. Rejects with
   * `unsupported` (naming the characters) before anything was typed, `input-denied`.
   */
  typeText(text: string, signal: AbortSignal, how?: 'paste'): Promise<SentText>;
  /** Empties the focused field, which holds that many UTF-16 units. Rejects with `input-denied`. */
  clearField(units: number, signal: AbortSignal): Promise<void>;
  /** Puts the cursor behind the last character of the focused field. Rejects with `input-denied`. */
  moveCursorToEnd(signal: AbortSignal): Promise<void>;
  /** Opens a panel of the status bar. Rejects with `command-failed`. */
  openPanel(panel: Panel, signal: AbortSignal): Promise<void>;
  /** The clipboard's text; null when it holds none. Rejects with `unsupported`. */
  readClipboard(signal: AbortSignal): Promise<string | null>;
  /** Puts a text into the clipboard. Rejects with `unsupported`. */
  writeClipboard(text: string, signal: AbortSignal): Promise<void>;
}
