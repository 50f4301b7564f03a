import type { Rotation, Size } from '../../geometry.ts';
import type { DemoPhoneOptions } from '../options.ts';
import { profileOf } from '../profile.ts';
import type {
  AppCrash,
  KeyModifiers,
  Mirror,
  SystemDialog,
  TaskInfo,
  TouchEvent,
  WindowInfo,
  World,
} from '../world.ts';
import { Activities } from './activities.ts';
import type { App } from './apps/app.ts';
import { freshDeviceState } from './apps/device-state.ts';
import { DisplayPainter } from './display-painter.ts';
import { canvasTextMeasure, Display } from './display.ts';
import { KeyInput } from './keys.ts';
import { Flings, FrameTicker } from './motion.ts';
import { CaretRevealer, PhoneScreen, systemDialogWindow } from './phone-screen.ts';
import { waitForAnswer } from './system/dialogs.ts';
import { Clipboard } from './system/edit-toolbar.ts';
import { Tasks } from './tasks.ts';
import { PathClock, TouchInput, type TouchPath } from './touch-input.ts';
import { everyPlaced } from './ui/layout.ts';
import { dumpNodes } from './ui/rendering.ts';
import { type UiWindow, windowBounds } from './window.ts';

/** What an interactive world needs from its creator. */
interface OwnWorldParts {
  readonly options: DemoPhoneOptions;
  /** Installed apps; the first one is the launcher. */
  readonly apps: readonly App[];
  readonly homeComponent: string;
  readonly recentsComponent: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** A world with apps, system windows and input. The canvas's fonts must be loaded before it is created. */
export class OwnWorld implements World {
  readonly debuggingKeys: Set<string>;
  readonly #onTouch: ((event: TouchEvent) => void) | undefined;
  readonly #display: Display;
  readonly #screen: PhoneScreen;
  readonly #activities: Activities;
  readonly #keys: KeyInput;
  readonly #touch: TouchInput;
  readonly #flings: Flings;
  readonly #clipboard = new Clipboard();
  readonly #pathClock = new PathClock();
  readonly #revealer: CaretRevealer;
  readonly #painter: DisplayPainter;
  readonly #ticker: FrameTicker;
  readonly #listeners = new Set<() => void>();
  #awake = true;

  constructor({ options, now, ...components }: OwnWorldParts) {
    const { faults, canvas, latency } = options;
    const profile = profileOf(options.android);
    const state = freshDeviceState(profile.model);
    const tasks = new Tasks(components.homeComponent.split('/')[0] ?? '');
    const measureText = canvasTextMeasure(canvas);
    const change = (act: () => void): void => this.#change(act);
    this.debuggingKeys = state.debuggingKeys;
    this.#onTouch = options.onTouch;
    this.#display = new Display(profile);
    const display = this.#display;
    const shared = { profile, state, tasks, measureText, display, clipboard: this.#clipboard };
    this.#screen = new PhoneScreen({ ...shared, now, ...this.#screenActions() });
    const screen = this.#screen;
    const secure = faults.has('secure-window');
    this.#activities = new Activities({ ...shared, ...components, screen, secure });
    const activities = this.#activities;
    const dropsTyping = faults.has('drops-typing');
    this.#keys = new KeyInput({ ...shared, screen, activities, dropsTyping });
    const keys = this.#keys;
    this.#flings = new Flings(faults.has('momentum') || latency === 'real', change);
    const flings = this.#flings;
    this.#touch = new TouchInput({ ...shared, screen, activities, keys, flings, change });
    this.#revealer = new CaretRevealer(screen, measureText);
    this.#painter = new DisplayPainter(canvas, { screen, measureText, awake: () => this.#awake });
    const moves = () => this.#awake && screen.front.activity.moving === true;
    this.#ticker = new FrameTicker(moves, change);
  }

  /** Callbacks of the screen into keys and activities, which are created after it. */
  #screenActions() {
    const focused = () => this.#screen.focused.focus;
    return {
      navigation: {
        back: () => this.#keys.back(),
        home: () => this.#activities.home(),
        recents: () => this.#activities.recents(),
      },
      typing: {
        type: (text: string) => focused()?.insert(text),
        backspace: () => focused()?.deleteBackward(),
        enter: () => this.#keys.enter(),
        hide: () => this.#keys.back(),
      },
      shadeActions: {
        open: (component: string) => void this.#activities.start(component, undefined),
        toast: (message: string) => {
          this.#screen.toast = message;
        },
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
    this.#change(() => (this.#display.overrideSize = size));
  }
  get overrideDensity(): number | undefined {
    return this.#display.overrideDensity;
  }
  set overrideDensity(density: number | undefined) {
    this.#change(() => (this.#display.overrideDensity = density));
  }
  get rotation(): Rotation {
    return this.#display.rotation;
  }
  set rotation(rotation: Rotation) {
    this.#change(() => (this.#display.rotation = rotation));
  }
  get awake(): boolean {
    return this.#awake;
  }
  set awake(awake: boolean) {
    this.#change(() => {
      this.#awake = awake;
      if (!awake) this.#touch.cancel();
    });
  }

  hierarchy() {
    const window = this.#screen.focused;
    const [root] = dumpNodes(this.#screen.placed(window), {
      packageName: window.spec.packageName,
      focus: window.focus,
    });
    if (root === undefined) throw new Error('A window always has a root view.');
    return root;
  }

  capturedDump(): undefined {
    return undefined;
  }

  windows(): readonly WindowInfo[] {
    const screen = this.#screen;
    const shown = [
      screen.front.window,
      ...screen.front.dialogs,
      ...screen.systemDialogs.map(({ window }) => window),
      ...(screen.keyboardShown ? [screen.keyboardWindow] : []),
      ...(screen.editingWindow === undefined ? [] : [screen.editingWindow]),
      screen.statusBar,
      ...(screen.shade.panel === 'none' ? [] : [screen.shadeWindow]),
      screen.navigationBar,
    ];
    return shown.map((window) => this.#info(window));
  }

  focusedWindow(): WindowInfo {
    return this.#info(this.#screen.focused);
  }

  resumed(): TaskInfo {
    const [task] = this.#activities.taskInfos();
    if (task === undefined) throw new Error('The launcher always runs.');
    return task;
  }

  tasks(): readonly TaskInfo[] {
    return this.#activities.taskInfos();
  }

  focusedField() {
    const window = this.#screen.focused;
    if (window.focus === undefined) return undefined;
    for (const placed of everyPlaced(this.#screen.placed(window))) {
      if (placed.view.field !== window.focus) continue;
      return dumpNodes(placed, { packageName: window.spec.packageName, focus: window.focus })[0];
    }
    return undefined;
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

  get moment(): string {
    return this.#painter.moment;
  }

  touchEvent(event: TouchEvent): void {
    if (!this.#awake) return;
    // Android's InputDispatcher also drops a cancel without a gesture.
    if (event.action === 'cancel' && !this.#touch.isUnderWay) return;
    this.#onTouch?.(event);
    // Most moves of a finger change nothing visible; listeners are not called then.
    if (this.#touch.event(event)) this.#change(() => undefined);
  }

  touch(path: TouchPath): void {
    for (const event of this.#pathClock.eventsOf(path)) this.touchEvent(event);
  }

  typeText(text: string): void {
    if (this.#awake) this.#change(() => this.#keys.type(text));
  }

  key(code: number, modifiers: KeyModifiers = {}): void {
    const power = this.#keys.power(code, this.#awake);
    if (power !== undefined) this.awake = power;
    else if (this.#awake) this.#change(() => this.#keys.press(code, modifiers));
  }

  get clipboard(): string | null {
    return this.#clipboard.text;
  }
  set clipboard(text: string | null) {
    this.#change(() => (this.#clipboard.text = text));
  }

  get moving(): boolean {
    return this.#flings.list !== undefined || this.#ticker.ticking;
  }

  async whenStill(signal: AbortSignal): Promise<void> {
    do {
      await this.#flings.whenStill(signal);
      await this.#ticker.whenStill(signal);
    } while (this.moving);
  }

  expandNotifications(): void {
    this.#change(() => (this.#screen.shade.panel = 'notifications'));
  }
  expandSettings(): void {
    this.#change(() => (this.#screen.shade.panel = 'settings'));
  }
  collapsePanels(): void {
    this.#change(() => (this.#screen.shade.panel = 'none'));
  }

  startActivity(component: string): boolean {
    let started = false;
    this.#change(() => (started = this.#activities.start(component, undefined)));
    return started;
  }

  launchActivity(packageName: string): string | undefined {
    return this.#activities.launchActivity(packageName);
  }

  forceStop(packageName: string): void {
    this.#change(() => this.#activities.forceStop(packageName));
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
    return waitForAnswer(dialog, signal, (shown) => {
      const entry = { shown, window: systemDialogWindow(shown) };
      this.#change(() => this.#screen.systemDialogs.push(entry));
      return () =>
        this.#change(() => {
          const index = this.#screen.systemDialogs.indexOf(entry);
          if (index >= 0) this.#screen.systemDialogs.splice(index, 1);
        });
    });
  }

  #info(window: UiWindow): WindowInfo {
    const { title, kind, packageName, secure } = window.spec;
    return {
      title,
      kind,
      packageName,
      secure,
      bounds: windowBounds(this.#screen.placed(window), this.#display.size),
    };
  }

  #change(act: () => void): void {
    act();
    this.#screen.changed();
    this.#revealer.reveal();
    for (const listener of [...this.#listeners]) listener();
    this.#ticker.look();
  }
}
