import type { Rotation, Size } from '../../geometry.ts';
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
import type { Activities } from './activities.ts';
import { assemble, type OwnWorldParts } from './assemble.ts';
import type { Clipboard } from './clipboard.ts';
import type { CaretRevealer } from './caret-revealer.ts';
import type { Display } from './display.ts';
import { DisplayPainter } from './display-painter.ts';
import type { Flings } from './fling.ts';
import { FrameTicker } from './frame-ticker.ts';
import type { KeyInput } from './key-input.ts';
import { systemDialogWindow, type PhoneScreen } from './phone-screen.ts';
import { waitForAnswer } from './system-dialog.ts';
import type { TouchInput } from './touch-input.ts';
import { PathClock, type TouchPath } from './touch-path.ts';
import { dumpNodes } from './ui/dump.ts';
import { everyPlaced } from './ui/place.ts';
import { windowBounds, type UiWindow } from './window.ts';

/** The demo phone's own world: apps, system windows and input. Fonts must be loaded before. */
export class OwnWorld implements World {
  readonly #onTouch: ((event: TouchEvent) => void) | undefined;
  readonly #display: Display;
  readonly #screen: PhoneScreen;
  readonly #activities: Activities;
  readonly #keys: KeyInput;
  readonly #touch: TouchInput;
  readonly #flings: Flings;
  readonly #clipboard: Clipboard;
  readonly #pathClock = new PathClock();
  readonly #revealer: CaretRevealer;
  readonly #painter: DisplayPainter;
  readonly #ticker: FrameTicker;
  readonly #listeners = new Set<() => void>();
  #awake = true;

  constructor(parts: Omit<OwnWorldParts, 'change'>) {
    this.#onTouch = parts.options.onTouch;
    const assembled = assemble({ ...parts, change: (act) => this.#change(act) });
    this.#display = assembled.display;
    this.#screen = assembled.screen;
    this.#activities = assembled.activities;
    this.#keys = assembled.keys;
    this.#touch = assembled.touch;
    this.#flings = assembled.flings;
    this.#clipboard = assembled.clipboard;
    this.#revealer = assembled.revealer;
    this.#painter = new DisplayPainter(parts.options.canvas, {
      screen: assembled.screen,
      measureText: assembled.measureText,
      awake: () => this.#awake,
    });
    const moves = () => this.#awake && this.#screen.front.activity.moving === true;
    this.#ticker = new FrameTicker(moves, (act) => this.#change(act));
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
    // Android's InputDispatcher drops it, too.
    if (event.action === 'cancel' && !this.#touch.isUnderWay) return;
    this.#onTouch?.(event);
    // Most moves of a finger change nothing; listeners need not look then.
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
