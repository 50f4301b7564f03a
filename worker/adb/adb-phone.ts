import type { Key } from '../../core/acting/keys.ts';
import type { AndroidKey } from '../../core/acting/person-keys.ts';
import { readAwake, readDisplay } from '../../core/commands/device.ts';
import type { Command } from '../../core/commands/command.ts';
import { readFocus } from '../../core/commands/focus.ts';
import { readKeyboard } from '../../core/commands/keyboard.ts';
import { readLogs } from '../../core/commands/logcat.ts';
import { takeScreenshot } from '../../core/commands/screenshot.ts';
import { readTouchArea } from '../../core/commands/touch-area.ts';
import { type ErrorCode, toHandsetError } from '../../core/errors.ts';
import type { Rect, Size } from '../../core/geometry.ts';
import type { Gesture } from '../../core/gestures/gesture.ts';
import type { PlayedStroke } from '../../core/gestures/played.ts';
import type {
  Display,
  HierarchyReading,
  LiveFrame,
  LogQuery,
  LogReading,
  Panel,
  Phone,
  ScreenPicture,
  Screenshot,
  SentText,
  TouchArea,
} from '../../core/phone.ts';
import type { ScreenLuma } from '../../core/screen/luma.ts';
import { ShownElements } from '../../core/screen/snapshots.ts';
import type { Focus, Hierarchy } from '../../core/screen/screen.ts';
import { lumaOfPicture } from '../paint/luma.ts';
import { type WayTaken, Acting } from './acting.ts';
import type { Actor } from './actor.ts';
import type { AdbConnection } from './connection.ts';
import type { DirectInput } from './direct-input.ts';
import { HierarchyDump, SharedReading, runCommand } from './run-command.ts';
import { ScrcpyActor } from './scrcpy-actor.ts';
import type { ServerLoader } from './server-file.ts';
import { VideoStream } from './video-stream.ts';

/** Is notified of the gestures on a phone. Must not throw. */
interface GestureListener {
  /** A gesture begins on a screen of this size, in its rotation. */
  began(gesture: Gesture, size: Size): void;
  /** The gesture that began last did not finish. */
  failed(): void;
}

/** A phone that keeps its last readings and announces gestures, for the console. */
export interface WatchedPhone extends Phone {
  /** The elements as last read by any caller; null before that, and when the phone is lost. */
  readonly lastHierarchy: Hierarchy | null;
  /** The size in the current rotation as read before the last touch; null as above. */
  readonly lastSize: Size | null;
  /** Calls back after every new reading of the elements; returns a function that stops it. */
  onHierarchy(listener: () => void): () => void;
  /** Calls back for the gestures of tool calls; returns a function that stops it. */
  onGesture(listener: GestureListener): () => void;
}

/** The live view, whose frames a phone uses in place of screenshots. `phone` is the one that asks. */
export interface LiveSource {
  /**
   * The last frame, once it shows everything that was on the screen at the moment of the request;
   * waits a bounded time for that. Null where another phone or none is shown, and where the frame
   * can't be trusted. The caller closes it.
   */
  current(phone: object, signal: AbortSignal): Promise<LiveFrame | null>;
  /** For how many ms the phone's video has not changed; null without a video. */
  stillForMs(phone: object): number | null;
}

/** The phone at the other end of an ADB connection: read by shell commands, controlled by its input backend. */
export class AdbPhone implements WatchedPhone {
  readonly shown = new ShownElements();
  /** The connection; when it ends, this phone is lost. */
  readonly connection: AdbConnection;
  /** The live video; streams only while it has a listener. */
  readonly video: VideoStream;
  lastHierarchy: Hierarchy | null = null;
  lastSize: Size | null = null;
  /** The last reading of the display; null before the first. */
  lastDisplay: Display | null = null;
  readonly #live: LiveSource | undefined;
  readonly #acting: Acting;
  readonly #dump: HierarchyDump;
  /** Android allows one UiAutomation at a time; a second dump would fail. */
  readonly #hierarchy = new SharedReading('reading the elements of the screen', (unwanted) =>
    this.#readHierarchy(unwanted),
  );
  readonly #display = new SharedReading(readDisplay.purpose, (unwanted) =>
    this.#readDisplay(unwanted),
  );
  readonly #focus = new SharedReading(readFocus.purpose, (unwanted) => this.#readFocus(unwanted));
  readonly #awake = new SharedReading(readAwake.purpose, (unwanted) =>
    runCommand(this.connection, readAwake, unwanted),
  );
  /** Some phones cut a screenshot short now and then; the second attempt is complete. */
  readonly #screenshot = new SharedReading(takeScreenshot.purpose, (unwanted) =>
    this.#twice('screenshot-failed', takeScreenshot, unwanted),
  );
  readonly #gestureListeners = new Set<GestureListener>();
  readonly #hierarchyListeners = new Set<() => void>();

  /**
   * Starts to choose the input backend at once; `loadServer` loads the scrcpy server. Without `live`
   * there are no live frames.
   */
  constructor(connection: AdbConnection, loadServer: ServerLoader, live?: LiveSource) {
    this.connection = connection;
    this.#live = live;
    this.#acting = new Acting(connection, loadServer);
    this.#dump = new HierarchyDump(connection);
    this.video = new VideoStream(connection, loadServer);
    connection.lost.addEventListener('abort', () => {
      this.lastHierarchy = this.lastSize = null;
      this.#tellHierarchy();
    });
  }

  get serial(): string {
    return this.connection.device.serial;
  }

  /** The input backend, and why it is not the scrcpy server. */
  get wayTaken(): WayTaken {
    return this.#acting.taken;
  }

  /** Calls back when `inputStatus` may have changed; returns a function that stops it. */
  onWay(listener: () => void): () => void {
    return this.#acting.onChange(listener);
  }

  async readHierarchy(signal: AbortSignal): Promise<HierarchyReading> {
    return await this.#hierarchy.read(signal);
  }

  async readDisplay(signal: AbortSignal): Promise<Display> {
    return await this.#display.read(signal);
  }

  async readFocus(signal: AbortSignal): Promise<Focus> {
    return await this.#focus.read(signal);
  }

  async readKeyboard(signal: AbortSignal): Promise<Rect | null> {
    return await this.#orNull(readKeyboard, signal);
  }

  async readAwake(signal: AbortSignal): Promise<boolean | null> {
    return await this.#awake.read(signal);
  }

  async takeScreenshot(signal: AbortSignal): Promise<Screenshot> {
    return await this.#screenshot.read(signal);
  }

  async readLiveFrame(signal: AbortSignal): Promise<LiveFrame | null> {
    if (this.stillForMs() === null) return null;
    // A display that is off sends no frames, so the last one would count as current for ever.
    const [frame, awake] = await Promise.all([
      this.#live?.current(this, signal) ?? null,
      this.readAwake(signal).catch(() => null),
    ]);
    if (awake === true) return frame;
    frame?.image.close();
    return null;
  }

  async lumaOf(picture: ScreenPicture): Promise<ScreenLuma> {
    return await lumaOfPicture(picture);
  }

  stillForMs(): number | null {
    return this.#live?.stillForMs(this) ?? null;
  }

  async readTouchArea(signal: AbortSignal): Promise<TouchArea> {
    const area = await this.#twice('command-failed', readTouchArea, signal);
    this.lastSize = area.size;
    return area;
  }

  async readLogs(query: LogQuery, signal: AbortSignal): Promise<LogReading> {
    return await runCommand(this.connection, readLogs(query), signal);
  }

  async performGesture(gesture: Gesture, signal: AbortSignal): Promise<readonly PlayedStroke[]> {
    const actor = await this.#actor(signal);
    const told = this.#tellOf(gesture);
    try {
      return await actor.performGesture(gesture, signal);
    } catch (error) {
      for (const { failed } of told) failed();
      throw error;
    }
  }

  onHierarchy(listener: () => void): () => void {
    this.#hierarchyListeners.add(listener);
    return () => void this.#hierarchyListeners.delete(listener);
  }

  onGesture(listener: GestureListener): () => void {
    this.#gestureListeners.add(listener);
    return () => void this.#gestureListeners.delete(listener);
  }

  async pressKey(key: Key, signal: AbortSignal): Promise<void> {
    await (await this.#actor(signal)).pressKey(key, signal);
  }

  async typeText(text: string, signal: AbortSignal, how?: 'paste'): Promise<SentText> {
    return await (await this.#actor(signal)).typeText(text, signal, how);
  }

  async clearField(units: number, signal: AbortSignal): Promise<void> {
    await (await this.#actor(signal)).clearField(units, signal);
  }

  async moveCursorToEnd(signal: AbortSignal): Promise<void> {
    await (await this.#actor(signal)).moveCursorToEnd(signal);
  }

  async openPanel(panel: Panel, signal: AbortSignal): Promise<void> {
    await (await this.#actor(signal)).openPanel(panel, signal);
  }

  async readClipboard(signal: AbortSignal): Promise<string | null> {
    return await (await this.#actor(signal)).readClipboard(signal);
  }

  async writeClipboard(text: string, signal: AbortSignal): Promise<void> {
    await (await this.#actor(signal)).writeClipboard(text, signal);
  }

  /** For the person's input: sends events one by one until the signal aborts; null with the shell backend. */
  async directInput(signal: AbortSignal): Promise<DirectInput | null> {
    const actor = await this.#actor(signal);
    return actor instanceof ScrcpyActor ? await actor.direct(signal) : null;
  }

  /** Presses and releases any key. Rejects with `unsupported`, `input-denied`. */
  async pressAndroidKey(key: AndroidKey, signal: AbortSignal): Promise<void> {
    await (await this.#actor(signal)).pressAndroidKey(key, signal);
  }

  /** Switches the screen between portrait and landscape. Rejects with `unsupported`. */
  async rotate(signal: AbortSignal): Promise<void> {
    await (await this.#actor(signal)).rotate(signal);
  }

  /** Copies or cuts the selection; resolves to the clipboard's text after that. Rejects with `unsupported`. */
  async copySelection(how: 'copy' | 'cut', signal: AbortSignal): Promise<string | null> {
    return await (await this.#actor(signal)).copySelection(how, signal);
  }

  async #readHierarchy(unwanted: AbortSignal): Promise<HierarchyReading> {
    const reading = await this.#dump.read(unwanted);
    this.lastHierarchy = reading.hierarchy;
    this.#tellHierarchy();
    return reading;
  }

  async #readDisplay(unwanted: AbortSignal): Promise<Display> {
    this.lastDisplay = await this.#twice('command-failed', readDisplay, unwanted);
    return this.lastDisplay;
  }

  async #readFocus(unwanted: AbortSignal): Promise<Focus> {
    const focus = await this.#orNull(readFocus, unwanted);
    return focus ?? { packageName: null, activity: null };
  }

  #tellHierarchy(): void {
    for (const listener of [...this.#hierarchyListeners]) listener();
  }

  /** Announces a gesture that begins; returns the listeners that were notified. */
  #tellOf(gesture: Gesture): readonly GestureListener[] {
    const size = this.lastSize;
    if (size === null) return [];
    const told = [...this.#gestureListeners];
    for (const { began } of told) began(gesture, size);
    return told;
  }

  #actor(signal: AbortSignal): Promise<Actor> {
    return this.#acting.actor(signal);
  }

  /** Runs the command; null when the phone gives no usable answer. */
  async #orNull<Result>(command: Command<Result>, signal: AbortSignal): Promise<Result | null> {
    try {
      return await runCommand(this.connection, command, signal);
    } catch (thrown) {
      const error = toHandsetError(thrown);
      if (error.code !== 'timeout' && error.code !== 'protocol') throw error;
      return null;
    }
  }

  /** Runs the command, and once more when it fails with this code. */
  async #twice<Result>(
    failure: ErrorCode,
    command: Command<Result>,
    signal: AbortSignal,
  ): Promise<Result> {
    try {
      return await runCommand(this.connection, command, signal);
    } catch (thrown) {
      const error = toHandsetError(thrown);
      if (error.code !== failure) throw error;
      return await runCommand(this.connection, command, signal);
    }
  }
}
