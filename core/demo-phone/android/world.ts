import type { Rotation, Size } from '../../geometry.ts';
import type { DemoPhoneOptions } from '../options.ts';
import { deviceProfileFor } from '../profile.ts';
import type { SavedWorld } from '../saved-state.ts';
import { delay } from '../time.ts';
import {
  type PostedNotification,
  type AppCrash,
  type DisplayTouchEvent,
  type DumpNode,
  type KeyModifiers,
  type Mirror,
  type SystemDialog,
  type SystemSwitches,
  type TaskInfo,
  type WindowInfo,
  type World,
  emptyLayoutNode,
} from '../world.ts';
import { Activities } from './activities.ts';
import {
  initialDeviceState,
  isOn,
  restoreParts,
  saveParts,
  setSwitch,
  type KeptParts,
} from './apps/app.ts';
import { DisplayPainter } from './display-painter.ts';
import { canvasTextMeasure, Display, Tasks, type UiWindow } from './windows.ts';
import { KeyInput } from './keys.ts';
import { FlingAnimator, frameMs, FrameTicker } from './motion.ts';
import { CaretRevealer, PhoneScreen, systemDialogWindow } from './phone-screen.ts';
import { awaitDialogButton } from './system/dialogs.ts';
import { Clipboard } from './system/text-input.ts';
import { TouchEventGenerator, TouchInput, type TouchPath } from './touch-input.ts';
import { findField, type PlacedView } from './ui/layout.ts';
import { dumpNodes } from './ui/rendering.ts';
import { installedApps, launcherPackage } from './apps/installed-apps.ts';
import { createCapturedWorld } from './captured-world.ts';

/** A world with apps, system windows and input. The canvas's fonts must be loaded before it is created. */
class InteractiveWorld implements World {
  readonly debuggingKeys: Set<string>;
  readonly changedPermissions: Map<string, boolean>;
  readonly systemSwitches: SystemSwitches;
  focusedDisplay: number;
  readonly #kept: KeptParts;
  readonly #onTouch: ((event: DisplayTouchEvent) => void) | undefined;
  readonly #display: Display;
  readonly #screen: PhoneScreen;
  readonly #activities: Activities;
  readonly #keys: KeyInput;
  readonly #touch: TouchInput;
  readonly #flings: FlingAnimator;
  readonly #clipboard = new Clipboard();
  readonly #eventGenerator = new TouchEventGenerator();
  readonly #revealer: CaretRevealer;
  readonly #painter: DisplayPainter;
  readonly #ticker: FrameTicker;
  readonly #listeners = new Set<() => void>();
  #displayOn = true;
  readonly #hasNodesBeyond: boolean;

  constructor(options: DemoPhoneOptions, now: () => number) {
    const apps = installedApps();
    const { faults, canvas, latency } = options;
    const profile = deviceProfileFor(options.android);
    const state = initialDeviceState();
    const tasks = new Tasks(launcherPackage);
    const measureText = canvasTextMeasure(canvas);
    const applyChange = (mutate: () => void): void => this.#applyChange(mutate);
    this.#kept = { state, apps };
    this.debuggingKeys = state.debuggingKeys;
    this.changedPermissions = state.changedPermissions;
    this.systemSwitches = {
      isOn: (name) => isOn(state, name),
      isGrounded: (name) => state.grounded.has(name),
      set: (name, on) => applyChange(() => setSwitch(state, name, on)),
    };
    this.#onTouch = options.onTouch;
    this.focusedDisplay = faults.has('focus-elsewhere') ? 2 : 0;
    this.#hasNodesBeyond = faults.has('beyond-display');
    this.#display = new Display(profile);
    const display = this.#display;
    const clipboard = this.#clipboard;
    const shared = { profile, faults, state, tasks, measureText, display, clipboard, applyChange };
    this.#screen = new PhoneScreen({ ...shared, now, ...this.#screenActions() });
    const screen = this.#screen;
    this.#activities = new Activities({ ...shared, apps, screen });
    const activities = this.#activities;
    this.#keys = new KeyInput({ ...shared, screen, activities });
    const keys = this.#keys;
    this.#flings = new FlingAnimator(faults.has('momentum') || latency === 'real', applyChange);
    const flings = this.#flings;
    this.#touch = new TouchInput({ ...shared, screen, activities, keys, flings });
    this.#revealer = new CaretRevealer(screen, measureText);
    this.#painter = new DisplayPainter(canvas, {
      screen,
      measureText,
      isDisplayOn: () => this.#displayOn,
    });
    const isFrontAnimating = () =>
      this.#displayOn && screen.foreground.activity.isAnimating === true;
    this.#ticker = new FrameTicker(isFrontAnimating, applyChange);
  }

  /** Callbacks of the screen into keys and activities, which are created after it. */
  #screenActions() {
    const focused = () => this.#screen.focusedWindow.focus;
    return {
      navigation: {
        back: () => this.#keys.goBack(),
        home: () => this.#activities.goHome(),
        recents: () => this.#activities.toggleRecents(),
      },
      typing: {
        type: (text: string) => focused()?.insert(text),
        backspace: () => focused()?.deleteBackward(),
        enter: () => this.#keys.pressEnter(),
        hide: () => this.#keys.goBack(),
      },
      shadeActions: {
        open: (component: string) => void this.#activities.start(component, undefined),
      },
    };
  }

  get physicalSize(): Size {
    return this.#display.physicalSize;
  }
  get physicalDensity(): number {
    return this.#display.physicalDensity;
  }
  get screenSize(): Size {
    return this.#display.size;
  }
  get overrideSize(): Size | undefined {
    return this.#display.overrideSize;
  }
  set overrideSize(size: Size | undefined) {
    this.#applyChange(() => (this.#display.overrideSize = size));
  }
  get overrideDensity(): number | undefined {
    return this.#display.overrideDensity;
  }
  set overrideDensity(density: number | undefined) {
    this.#applyChange(() => (this.#display.overrideDensity = density));
  }
  get rotation(): Rotation {
    return this.#display.rotation;
  }
  set rotation(rotation: Rotation) {
    this.#applyChange(() => (this.#display.rotation = rotation));
  }
  get displayOn(): boolean {
    return this.#displayOn;
  }
  set displayOn(displayOn: boolean) {
    this.#applyChange(() => {
      this.#displayOn = displayOn;
      if (displayOn) return;
      this.#touch.cancel();
      this.#screen.toast.hide();
    });
  }

  hierarchy() {
    const window = this.#screen.focusedWindow;
    const [root] = this.#dump(this.#screen.placedView(window), window);
    if (root === undefined) throw new Error('A window always has a root view.');
    return this.#hasNodesBeyond ? withNodesBeyond(root) : root;
  }

  capturedDumpBytes(): undefined {
    return undefined;
  }

  windows(): readonly WindowInfo[] {
    const screen = this.#screen;
    const shown = [
      screen.foreground.window,
      ...screen.foreground.dialogs,
      ...(screen.pictureInPictureWindow === undefined ? [] : [screen.pictureInPictureWindow]),
      ...screen.systemDialogs.map(({ window }) => window),
      ...(screen.isKeyboardShown ? [screen.keyboardWindow] : []),
      screen.statusBar,
      ...(screen.shade.panel === 'none' ? [] : [screen.shadeWindow]),
      screen.navigationBar,
    ];
    return shown.map((window) => this.#windowInfo(window));
  }

  focusedWindow(): WindowInfo {
    return this.#windowInfo(this.#screen.focusedWindow);
  }

  resumedActivity(): TaskInfo {
    const [task] = this.#activities.taskInfos();
    if (task === undefined) throw new Error('The launcher always runs.');
    return task;
  }

  tasks(): readonly TaskInfo[] {
    return this.#activities.taskInfos();
  }

  focusedField() {
    const window = this.#screen.focusedWindow;
    const placed = findField(this.#screen.placedView(window), window.focus);
    return placed && this.#dump(placed, window)[0];
  }

  #dump(placed: PlacedView, { spec: { packageName }, focus }: UiWindow) {
    return dumpNodes(placed, { packageName, focus });
  }

  screenshot(): Promise<Uint8Array<ArrayBuffer>> {
    return this.#painter.png();
  }

  async pixels() {
    return this.#painter.pixels();
  }

  mirror(size: Size): Mirror {
    return this.#painter.mirror(size);
  }

  get contentKey(): string {
    return this.#painter.contentKey;
  }

  injectTouchEvent(event: DisplayTouchEvent): void {
    if (!this.#displayOn) return;
    // Android's InputDispatcher also drops what continues no gesture.
    if (event.action !== 'down' && !this.#touch.isActive) return;
    this.#onTouch?.(event);
    // WindowManagerService.onPointerDownOutsideFocusLocked.
    if (this.focusedDisplay !== 0) this.#applyChange(() => (this.focusedDisplay = 0));
    // Most moves of a finger change nothing visible; listeners are not called then.
    if (this.#touch.event(event)) this.#applyChange(() => undefined);
  }

  injectGesture(path: TouchPath): void {
    for (const event of this.#eventGenerator.eventsFor(path)) this.injectTouchEvent(event);
  }

  typeText(text: string): void {
    if (this.#getsKeys) this.#applyChange(() => this.#keys.typeText(text));
  }

  pressKey(code: number, modifiers: KeyModifiers = {}): void {
    const displayOn = this.#keys.displayOnAfterKey(code, this.#displayOn);
    if (displayOn !== undefined) this.displayOn = displayOn;
    else if (this.#getsKeys) this.#applyChange(() => this.#keys.press(code, modifiers));
  }

  get #getsKeys(): boolean {
    return this.#displayOn && this.focusedDisplay === 0;
  }

  get clipboard(): string | null {
    return this.#clipboard.text;
  }
  set clipboard(text: string | null) {
    this.#applyChange(() => (this.#clipboard.text = text));
  }

  get isAnimating(): boolean {
    return this.#flings.movingList !== undefined || this.#ticker.isScheduled;
  }

  async whenIdle(signal: AbortSignal): Promise<void> {
    while (this.isAnimating) await delay(frameMs, signal);
  }

  get notifications(): readonly PostedNotification[] {
    return this.#screen.shade.notifications;
  }
  expandNotifications(): void {
    this.#applyChange(() => (this.#screen.shade.panel = 'notifications'));
  }
  expandSettings(): void {
    this.#applyChange(() => (this.#screen.shade.panel = 'settings'));
  }
  collapsePanels(): void {
    this.#applyChange(() => (this.#screen.shade.panel = 'none'));
  }

  startActivity(component: string, argument?: string): boolean {
    let started = false;
    this.#applyChange(() => (started = this.#activities.start(component, argument)));
    return started;
  }

  launchActivity(packageName: string): string | undefined {
    return this.#activities.launchActivity(packageName);
  }

  forceStop(packageName: string): void {
    this.#applyChange(() => this.#activities.forceStop(packageName));
  }

  readonly save = () => saveParts(this.#kept);

  restore(saved: SavedWorld): void {
    this.#applyChange(() => restoreParts(this.#kept, saved));
  }

  clearData(packageName: string): void {
    this.#applyChange(() => this.#activities.clearData(packageName));
  }

  uninstall(packageName: string): boolean {
    let removed = false;
    this.#applyChange(() => (removed = this.#activities.uninstall(packageName)));
    return removed;
  }

  packages() {
    return this.#activities.packages();
  }

  onCrash(listener: (crash: AppCrash) => void): void {
    this.#activities.onCrash(listener);
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  showSystemDialog(dialog: SystemDialog, signal: AbortSignal): Promise<string> {
    return awaitDialogButton(dialog, signal, (shown) => {
      const entry = { shown, window: systemDialogWindow(shown) };
      this.#applyChange(() => this.#screen.systemDialogs.push(entry));
      return () =>
        this.#applyChange(() => {
          const index = this.#screen.systemDialogs.indexOf(entry);
          if (index >= 0) this.#screen.systemDialogs.splice(index, 1);
        });
    });
  }

  #windowInfo(window: UiWindow): WindowInfo {
    const { title, kind, packageName, secure } = window.spec;
    const screen = this.#screen;
    return {
      title,
      kind,
      packageName,
      secure,
      /** Lays the window out, which most who ask for windows don't need. */
      get bounds() {
        return screen.placedView(window).visible;
      },
    };
  }

  #applyChange(mutate: () => void): void {
    mutate();
    this.#screen.markChanged();
    this.#revealer.reveal();
    for (const listener of [...this.#listeners]) listener();
    this.#ticker.scheduleFrame();
  }
}

/** The fault `beyond-display`: the next page of a pager, which is laid out beside the display. */
function withNodesBeyond(root: DumpNode): DumpNode {
  const { left, top, right, bottom } = root.bounds;
  const next = { left: right, top, right: right + right - left, bottom };
  const page = {
    ...emptyLayoutNode(root.packageName, next),
    className: 'android.widget.Button',
    text: 'Next page',
    clickable: true,
  };
  return { ...root, children: [...root.children, page] };
}

/** The size and density that the fault `override-size` sets: smaller, with the same aspect ratio. */
const overrideDisplay = { size: { width: 720, height: 1600 }, density: 280 };

/**
 * Creates the phone's world: an interactive one, or a captured screen when the options carry one.
 * Loads the canvas's fonts. `now` returns milliseconds since 1970; tests replace it.
 */
export async function createWorld(
  options: DemoPhoneOptions,
  now: () => number = Date.now,
): Promise<World> {
  await options.canvas.loadFonts();
  if (options.capture !== undefined) return createCapturedWorld(options, options.capture);
  const world = new InteractiveWorld(options, now);
  if (options.faults.has('landscape')) world.rotation = 1;
  if (options.faults.has('override-size')) {
    world.overrideSize = overrideDisplay.size;
    world.overrideDensity = overrideDisplay.density;
  }
  if (options.faults.has('screen-off')) world.displayOn = false;
  if (options.activity !== undefined) world.startActivity(options.activity);
  return world;
}
