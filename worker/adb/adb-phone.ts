import type { AndroidKey, KeyName, ModifierName } from '#core/input/keys.ts';
import { readAppLanguages, writeAppLanguages } from '#core/commands/one-app.ts';
import {
  readAwake,
  readDisplay,
  readKeyboard,
  readTouchArea,
  readInputMethod,
  readLock,
} from '#core/commands/display.ts';
import { checkDroppedInput, mayDropInput } from '#core/commands/input.ts';
import { readFocus, readPanel, takeScreenshot, takeScreenshotOf } from '#core/commands/screen.ts';
import { runIntent } from '#core/commands/intents.ts';
import { readLogs } from '#core/commands/logcat.ts';
import {
  dumpNotifications,
  listNotificationKeys,
  readNotifications,
} from '#core/commands/notifications.ts';
import { ownShellLine } from '#core/commands/shell-text.ts';
import { readDeviceState, writeSetting } from '#core/commands/device-state.ts';
import type { DeviceState, OriginalSettings, SettingChange } from '#core/phone/device-state.ts';
import { HandsetError } from '#core/errors.ts';
import type { Rect, Size } from '#core/geometry.ts';
import type { Gesture, StrokeTiming } from '#core/gestures/gesture.ts';
import type { Intent, SentIntent } from '#core/phone/intents.ts';
import type {
  Display,
  HierarchyReading,
  HierarchyRequest,
  InputMethod,
  LiveFrame,
  LiveFrameRequest,
  LockState,
  LogQuery,
  LogReading,
  StatusBarPanel,
  RecentTouchArea,
  ScreenPicture,
  ShellResult,
  Screenshot,
  ScreenshotTime,
  SentText,
  TouchArea,
} from '#core/phone/phone.ts';
import type { PhoneFiles } from '#core/phone/files.ts';
import type { NotificationList } from '#core/phone/notifications.ts';
import type { PhoneRecorder } from '#core/phone/recording.ts';
import type { ScreenLuma } from '#core/screen/luma.ts';
import type { Focus, Hierarchy } from '#core/screen/screen.ts';
import { lumaOfPicture } from '../paint/luma.ts';
import { AdbApps } from './reading/adb-apps.ts';
import { type InputStatus, BackendSelector } from './input/backend-selector.ts';
import type { PhoneInput } from './input/phone-input.ts';
import type { AdbConnection } from './transport/connection.ts';
import { Freshness } from './reading/freshness.ts';
import { ScrcpyInput, type DirectInput } from './input/scrcpy-input.ts';
import { HierarchyReader } from './reading/hierarchy-reader.ts';
import type { GestureListener, WatchedPhone } from './watched-phone.ts';
import { runShellLine } from './transport/run-shell-line.ts';
import { SharedReading, runAgainAfter, runCommand, runOrNull } from './transport/run-command.ts';
import type { ProgramLoader } from './transport/program-files.ts';
import { VideoStream } from './scrcpy/video-stream.ts';
import { TurnQueue } from '../waits/turn-queue.ts';

/** Keys that switch the display. */
const displayKeys: ReadonlySet<KeyName> = new Set(['POWER', 'SLEEP', 'WAKEUP']);
/** Beside a reading at rest, after which somebody may act, the touch area is read again when it is older than this. */
const maxTouchAreaAgeMs = 1_000;
/** The time a screenshot took is old after this many times its length, so that measuring takes at most a tenth of the phone's time. */
const oldAfterTimes = 10;

/** What a phone gets of other parts of the console; without one, it can't be used. */
export interface PhoneParts {
  recorderOf?(phone: AdbPhone): PhoneRecorder;
  filesOf?(connection: AdbConnection): PhoneFiles;
  readonly isCapture?: boolean;
}

/** The phone at the other end of an ADB connection: read by shell commands, controlled by its input backend. */
export class AdbPhone implements WatchedPhone {
  readonly apps: AdbApps;
  readonly originalSettings: OriginalSettings;
  /** The connection; when it ends, this phone is lost. */
  readonly connection: AdbConnection;
  /** The live video; streams only while it has a listener. */
  readonly video: VideoStream;
  lastHierarchy: Hierarchy | null = null;
  lastFocus: Focus | null = null;
  lastSize: Size | null = null;
  /** The display as last read; null before that, and once it may be another. */
  lastDisplay: Display | null = null;
  /** Whether the last readings and the live picture may stand for new ones. */
  readonly freshness: Freshness;
  readonly #parts: PhoneParts;
  readonly #backendSelector: BackendSelector;
  readonly hierarchyReader: HierarchyReader;
  readonly #withName = (focus: Focus): Focus => ({
    ...focus,
    appName: this.apps.knownName(focus.packageName ?? ''),
  });
  /** Android allows one UiAutomation at a time; a second dump would fail. */
  readonly #hierarchyTurns = new TurnQueue();
  readonly #hierarchyAtRest = this.#hierarchyReading(true);
  readonly #movingHierarchy = this.#hierarchyReading(false);
  readonly #display = new SharedReading(readDisplay.purpose, (abandoned) =>
    runAgainAfter('command-failed', this.connection, readDisplay, abandoned),
  );
  readonly #focus = new SharedReading(readFocus.purpose, (abandoned) => this.#readFocus(abandoned));
  readonly #awake = new SharedReading(readAwake.purpose, (abandoned) =>
    runCommand(this.connection, readAwake, abandoned),
  );
  /** How long the last screenshot took, Infinity until it ends, and when it began. */
  #lastScreenshot = { tookMs: Infinity, startMs: -Infinity };
  readonly #screenshot = new SharedReading(takeScreenshot.purpose, async (abandoned) => {
    const startMs = performance.now();
    this.#lastScreenshot = { tookMs: Infinity, startMs };
    const screenshot = await this.#takeScreenshot(abandoned);
    this.#lastScreenshot = { tookMs: performance.now() - startMs, startMs };
    return screenshot;
  });
  readonly #mayDropInput: Promise<boolean>;
  /** Whether the phone has several panels, as foldables have. */
  #hasPanels = false;
  readonly #gestureListeners = new Set<GestureListener>();
  readonly #hierarchyListeners = new Set<() => void>();

  /**
   * Starts to choose the input backend at once; `loadServer` loads the scrcpy server. `originalSettings` are those of an earlier connection.
   */
  constructor(
    connection: AdbConnection,
    loadServer: ProgramLoader,
    parts: PhoneParts = {},
    originalSettings: OriginalSettings = new Map(),
  ) {
    this.connection = connection;
    this.apps = new AdbApps(connection, loadServer);
    this.originalSettings = originalSettings;
    this.#parts = parts;
    this.#backendSelector = new BackendSelector(connection, loadServer);
    this.hierarchyReader = new HierarchyReader(connection, {
      readDisplay: (signal) => this.readDisplay(signal),
      readFocus: (signal) => this.readFocus(signal),
      readKeyboard: (signal) => runOrNull(this.connection, readKeyboard, signal),
      withName: this.#withName,
    });
    this.video = new VideoStream(connection, loadServer);
    this.freshness = new Freshness((signal) => this.readAwake(signal));
    this.#mayDropInput = runCommand(connection, mayDropInput, connection.lost).catch(() => false);
    connection.lost.addEventListener('abort', () => {
      this.lastHierarchy = null;
      this.lastSize = null;
      this.freshness.clear();
      this.#notifyHierarchy();
    });
  }

  get serial(): string {
    return this.connection.serial;
  }

  get isCapture(): boolean {
    return this.#parts.isCapture === true;
  }

  get recorder(): PhoneRecorder {
    const recorder = this.#parts.recorderOf?.(this);
    if (recorder === undefined) throw new HandsetError('unsupported', 'There is no live video.');
    return recorder;
  }

  get files(): PhoneFiles {
    const files = this.#parts.filesOf?.(this.connection);
    if (files === undefined) throw new HandsetError('unsupported', 'No files are copied here.');
    return files;
  }

  /** The input backend, and why it is not the scrcpy server. */
  get inputStatus(): InputStatus {
    return this.#backendSelector.status;
  }

  /** Calls back when `inputStatus` may have changed; returns a function that stops it. */
  onInputStatus(listener: () => void): () => void {
    return this.#backendSelector.onChange(listener);
  }

  readHierarchy(
    signal: AbortSignal,
    { atRest }: HierarchyRequest = { atRest: true },
  ): Promise<HierarchyReading> {
    const isMoving = !atRest && this.hierarchyReader.status.method === 'reader';
    // A dump shows the screen as it is at its end, so one that runs since the last change will do.
    const willDo = (startMs: number): boolean => this.freshness.isUnchangedSince(startMs);
    return isMoving
      ? this.#movingHierarchy.read(signal)
      : this.#hierarchyAtRest.read(signal, willDo);
  }

  async readDisplay(signal: AbortSignal): Promise<Display> {
    return await this.#display.read(signal);
  }

  async readFocus(signal: AbortSignal): Promise<Focus> {
    return await this.#focus.read(signal);
  }

  async readKeyboard(signal: AbortSignal): Promise<Rect | null> {
    return await runCommand(this.connection, readKeyboard, signal);
  }

  async readInputMethod(signal: AbortSignal): Promise<InputMethod> {
    const method = await runOrNull(this.connection, readInputMethod, signal);
    return method ?? { id: null, shown: false };
  }

  async readNotifications(signal: AbortSignal): Promise<NotificationList> {
    const keys = await runCommand(this.connection, listNotificationKeys, signal);
    if (keys === null) {
      const notifications = await runCommand(this.connection, dumpNotifications, signal);
      return { notifications, isCertain: false };
    }
    if (keys.length === 0) return { notifications: [], isCertain: true };
    const command = readNotifications(keys, crypto.randomUUID());
    return { notifications: await runCommand(this.connection, command, signal), isCertain: true };
  }

  async readLock(signal: AbortSignal): Promise<LockState | null> {
    return await runOrNull(this.connection, readLock, signal);
  }

  async readAwake(signal: AbortSignal): Promise<boolean | null> {
    return await this.#awake.read(signal);
  }

  async takeScreenshot(signal: AbortSignal): Promise<Screenshot> {
    return await this.#screenshot.read(signal);
  }

  get screenshotTime(): ScreenshotTime {
    const { tookMs, startMs } = this.#lastScreenshot;
    return { tookMs, isOld: performance.now() - startMs >= oldAfterTimes * tookMs };
  }

  async readLiveFrame(signal: AbortSignal, request?: LiveFrameRequest): Promise<LiveFrame | null> {
    return await this.freshness.liveFrame(signal, request);
  }

  async measureLuma(picture: ScreenPicture): Promise<ScreenLuma> {
    return await lumaOfPicture(picture);
  }

  stillForMs(): number | null {
    return this.freshness.stillForMs;
  }

  async readTouchArea(signal: AbortSignal): Promise<TouchArea> {
    const area = await runAgainAfter('command-failed', this.connection, readTouchArea, signal);
    this.lastSize = area.size;
    this.freshness.keepTouchArea(area);
    return area;
  }

  get recentTouchArea(): RecentTouchArea | null {
    return this.freshness.touchArea;
  }

  get recentScreen(): HierarchyReading | null {
    return this.freshness.screen;
  }

  screenMayHaveChanged(): void {
    this.freshness.acted();
  }

  async readDeviceState(signal: AbortSignal): Promise<DeviceState> {
    return await runCommand(this.connection, readDeviceState, signal);
  }

  async writeSetting(change: SettingChange, signal: AbortSignal): Promise<void> {
    // It may be the density or the rotation.
    this.lastDisplay = null;
    this.freshness.acted();
    await this.#withoutDump(signal, () =>
      runCommand(this.connection, writeSetting(change), signal),
    );
    this.freshness.dropTouchArea();
  }

  async readAppLanguages(packageName: string, signal: AbortSignal): Promise<string> {
    return await runCommand(this.connection, readAppLanguages(packageName), signal);
  }

  async writeAppLanguages(packageName: string, tags: string, signal: AbortSignal): Promise<void> {
    await runCommand(this.connection, writeAppLanguages(packageName, tags), signal);
  }

  async readLogs(query: LogQuery, signal: AbortSignal): Promise<LogReading> {
    return await runCommand(this.connection, readLogs(query), signal);
  }

  async performGesture(gesture: Gesture, signal: AbortSignal): Promise<readonly StrokeTiming[]> {
    const input = await this.#input(signal);
    const listeners = this.#announceGesture(gesture);
    const startMs = performance.now();
    try {
      const timings = await input.performGesture(gesture, signal);
      await this.assertInputArrived(startMs, signal);
      return timings;
    } catch (error) {
      for (const { failed } of listeners) failed();
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

  async pressKey(
    key: KeyName,
    signal: AbortSignal,
    modifiers: readonly ModifierName[] = [],
  ): Promise<void> {
    const startMs = performance.now();
    await (await this.#input(signal)).pressKey(key, signal, modifiers);
    await this.assertInputArrived(startMs, signal);
    if (displayKeys.has(key)) this.#forgetDisplayState();
  }

  /** The display may have been switched, which changes none of the elements. */
  #forgetDisplayState(): void {
    this.freshness.dropTouchArea();
    this.hierarchyReader.forgetFocus();
  }

  async typeText(text: string, signal: AbortSignal, how?: 'paste'): Promise<SentText> {
    return await (await this.#input(signal)).typeText(text, signal, how);
  }

  async clearField(units: number, signal: AbortSignal): Promise<void> {
    await (await this.#input(signal)).clearField(units, signal);
  }

  async moveCursorToEnd(signal: AbortSignal): Promise<void> {
    await (await this.#input(signal)).moveCursorToEnd(signal);
  }

  async openPanel(panel: StatusBarPanel, signal: AbortSignal): Promise<void> {
    await (await this.#input(signal)).openPanel(panel, signal);
  }

  runShellLine(line: string, timeoutMs: number, signal: AbortSignal): Promise<ShellResult> {
    return runShellLine(this.connection, { line: ownShellLine(line), timeoutMs }, signal);
  }

  async sendIntent(intent: Intent, signal: AbortSignal): Promise<SentIntent> {
    return await runCommand(this.connection, runIntent(intent), signal);
  }

  async readClipboard(signal: AbortSignal): Promise<string | null> {
    return await (await this.#input(signal)).readClipboard(signal);
  }

  async writeClipboard(text: string, signal: AbortSignal): Promise<void> {
    await (await this.#input(signal)).writeClipboard(text, signal);
  }

  /** For the user's input: sends events one by one until the signal aborts; null with the shell backend. */
  async directInput(signal: AbortSignal): Promise<DirectInput | null> {
    const input = await this.#input(signal);
    return input instanceof ScrcpyInput ? await input.openDirectInput(signal) : null;
  }

  /** Presses and releases any key. Rejects with `unsupported`, `input-denied`. */
  async pressAndroidKey(key: AndroidKey, signal: AbortSignal): Promise<void> {
    await (await this.#input(signal)).pressAndroidKey(key, signal);
    // It may be Power.
    this.#forgetDisplayState();
  }

  /** Switches the screen between portrait and landscape. Rejects with `unsupported`. */
  async rotate(signal: AbortSignal): Promise<void> {
    const input = await this.#input(signal);
    await this.#withoutDump(signal, () => input.rotate(signal));
  }

  /** Copies or cuts the selection; resolves as `PhoneInput.copySelection` does. Rejects with `unsupported`. */
  async copySelection(how: 'copy' | 'cut', signal: AbortSignal): Promise<string | null> {
    return await (await this.#input(signal)).copySelection(how, signal);
  }

  /** Rejects with `input-denied` if the phone dropped what was sent since `startMs`. Costs nothing on most phones. */
  async assertInputArrived(startMs: number, signal: AbortSignal): Promise<void> {
    if (!(await this.#mayDropInput)) return;
    await runCommand(this.connection, checkDroppedInput(startMs), signal);
  }

  async #takeScreenshot(abandoned: AbortSignal): Promise<Screenshot> {
    // Some phones cut a screenshot short now and then; the second attempt is complete.
    const take = (command: typeof takeScreenshot) =>
      runAgainAfter('screenshot-failed', this.connection, command, abandoned);
    const first = this.#hasPanels ? null : await take(takeScreenshot);
    if (first !== null && first.isOneOfSeveral !== true) return first;
    this.#hasPanels = true;
    const panel = await runOrNull(this.connection, readPanel, abandoned);
    return panel === null
      ? (first ?? (await take(takeScreenshot)))
      : await take(takeScreenshotOf(panel));
  }

  /** Does what a dump might undo at its end: the rotation lock is then what it was before. */
  async #withoutDump(signal: AbortSignal, run: () => Promise<unknown>): Promise<void> {
    await this.#hierarchyTurns.runExclusive(signal, async () => {
      await this.hierarchyReader.rotationRestored;
      await run();
    });
  }

  #hierarchyReading(atRest: boolean): SharedReading<HierarchyReading> {
    return new SharedReading(
      'reading the elements of the screen',
      (abandoned) => this.#readHierarchy(abandoned, atRest),
      this.#hierarchyTurns,
    );
  }

  async #readHierarchy(abandoned: AbortSignal, atRest: boolean): Promise<HierarchyReading> {
    const startMs = performance.now();
    if (atRest && this.freshness.awake(maxTouchAreaAgeMs) === null)
      this.readTouchArea(this.connection.lost).catch(() => undefined);
    const acted = this.freshness.hasActed;
    const reading = await this.hierarchyReader.read({ abandoned, acted, atRest });
    this.lastDisplay = reading.display;
    this.lastHierarchy = reading.hierarchy;
    this.lastFocus = reading.focusAfter;
    this.freshness.keepScreen(reading, startMs);
    this.#notifyHierarchy();
    return reading;
  }

  async #readFocus(abandoned: AbortSignal): Promise<Focus> {
    const focus = await runOrNull(this.connection, readFocus, abandoned);
    if (focus === null) return { packageName: null, activity: null };
    this.lastFocus = this.#withName(focus);
    return this.lastFocus;
  }

  #notifyHierarchy(): void {
    for (const listener of [...this.#hierarchyListeners]) listener();
  }

  /** Announces a gesture that begins; returns the listeners that were notified. */
  #announceGesture(gesture: Gesture): readonly GestureListener[] {
    const size = this.lastSize;
    if (size === null) return [];
    const listeners = [...this.#gestureListeners];
    for (const { began } of listeners) began(gesture, size);
    return listeners;
  }

  #input(signal: AbortSignal): Promise<PhoneInput> {
    return this.#backendSelector.input(signal);
  }
}
