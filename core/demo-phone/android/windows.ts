import { rectOfSize, rotateSize, type Rotation, type Size } from '../../geometry.ts';
import type { CanvasFactory } from '../canvas-and-video.ts';
import type { DeviceProfile } from '../profile.ts';
import type { MeasureText } from './ui/text-block.ts';
import type { Insets, UiContext } from './ui/theme.ts';
import type { WindowInfo } from '../world.ts';
import type { FieldState } from './ui/field-state.ts';
import {
  measureView,
  placeView,
  walkViews,
  type LayoutContext,
  type PlacedView,
} from './ui/layout.ts';
import type { View } from './ui/view.ts';
import type { Activity, App } from './apps/app.ts';

/** Dots per inch at which 1 dp is 1 pixel (DisplayMetrics.DENSITY_DEFAULT). */
const baseDensity = 160;
/** Heights in dp of the navigation bar: with three buttons (AOSP's navigation_bar_height), and with gestures. */
const buttonBarDp = 48;
const gestureBarDp = 24;
/** dp; status bars are lower in landscape because the camera cutout is not in them. */
const landscapeStatusBarDp = 24;

/** Size, density and rotation of the phone's only display, with the overrides that `wm` sets. */
export class Display {
  readonly physicalSize: Size;
  readonly physicalDensity: number;
  overrideSize: Size | undefined;
  overrideDensity: number | undefined;
  rotation: Rotation = 0;
  readonly #profile: DeviceProfile;

  constructor(profile: DeviceProfile) {
    this.#profile = profile;
    this.physicalSize = profile.size;
    this.physicalDensity = profile.density;
  }

  /** Logical pixels in the current rotation. */
  get size(): Size {
    return rotateSize(this.overrideSize ?? this.physicalSize, this.rotation);
  }

  /** Pixels per dp. */
  get density(): number {
    return (this.overrideDensity ?? this.physicalDensity) / baseDensity;
  }

  get landscape(): boolean {
    return this.size.width > this.size.height;
  }

  /** dp that the status and navigation bars and, in landscape, the camera cutout cover. */
  get barInsets(): Insets {
    const { android, navigation, statusBarHeightDp } = this.#profile;
    const top = this.landscape ? landscapeStatusBarDp : statusBarHeightDp;
    if (navigation === 'gestures') {
      // In portrait the status bar is as high as the cutout.
      const cutout = this.landscape && android >= 14 ? statusBarHeightDp : 0;
      const isAtRight = this.rotation === 3;
      return {
        top,
        right: isAtRight ? cutout : 0,
        bottom: gestureBarDp,
        left: isAtRight ? 0 : cutout,
      };
    }
    const side = this.navigationEdge;
    return {
      top,
      right: side === 'right' ? buttonBarDp : 0,
      bottom: side === 'bottom' ? buttonBarDp : 0,
      left: side === 'left' ? buttonBarDp : 0,
    };
  }

  /** The edge with the navigation bar: three buttons stay at the phone's physical bottom edge. */
  get navigationEdge(): 'bottom' | 'right' | 'left' {
    if (!this.landscape || this.#profile.navigation === 'gestures') return 'bottom';
    return this.rotation === 3 ? 'left' : 'right';
  }

  /** Identifies everything of the display that a layout depends on. */
  get layoutKey(): string {
    const { width, height } = this.size;
    return `${width}x${height}@${this.density}/${this.rotation}`;
  }
}

/** Limit of cached text widths: a stopwatch shows new texts all the time. */
const maxCachedWidths = 5000;

/** One for all phones that draw with the same canvases: a test makes many phones. */
const measures = new WeakMap<CanvasFactory, MeasureText>();

/** A text measure on the platform's canvas that caches its results. Fonts must be loaded. */
export function canvasTextMeasure(factory: CanvasFactory): MeasureText {
  const measure = measures.get(factory) ?? createTextMeasure(factory);
  measures.set(factory, measure);
  return measure;
}

function createTextMeasure(factory: CanvasFactory): MeasureText {
  const { context } = factory.createCanvas(8, 8);
  const widths = new Map<string, number>();
  return (text, font) => {
    if (text === '') return 0;
    const key = `${font}|${text}`;
    const cachedWidth = widths.get(key);
    if (cachedWidth !== undefined) return cachedWidth;
    context.font = font;
    const { width } = context.measureText(text);
    if (widths.size >= maxCachedWidths) widths.clear();
    widths.set(key, width);
    return width;
  };
}

/** Position of a window on the display. */
type Gravity = 'full' | 'center' | 'top' | 'bottom' | 'left' | 'right' | 'bottom-right';

export interface WindowSpec {
  readonly title: string;
  readonly kind: WindowInfo['kind'];
  readonly packageName: string;
  readonly gravity: Gravity;
  readonly secure: boolean;
  render(ui: UiContext): View;
}

/** The display metrics that windows are laid out with; sizes in device pixels. */
interface LayoutSurface {
  readonly size: Size;
  /** Pixels per dp. */
  readonly density: number;
  readonly measureText: MeasureText;
}

/** One window with its scroll offsets and its focused field. */
export class UiWindow {
  readonly spec: WindowSpec;
  focus: FieldState | undefined;
  readonly #scroll = new Map<string, number>();
  #cachedLayout: { readonly contentKey: string; readonly root: PlacedView } | undefined;

  constructor(spec: WindowSpec) {
    this.spec = spec;
  }

  /** The view tree with positions; laid out again only when `contentKey` differs from the last call's. */
  placedView(contentKey: string, surface: LayoutSurface, ui: UiContext): PlacedView {
    if (this.#cachedLayout?.contentKey !== contentKey) {
      this.#cachedLayout = { contentKey, root: this.#createLayout(surface, ui) };
    }
    return this.#cachedLayout.root;
  }

  /** Scrolls a list by device pixels; false when it isn't scrollable. */
  scrollBy(list: PlacedView, deltaPx: number, density: number): boolean {
    const key = list.view.scroll;
    if (key === undefined || list.scroll === undefined || list.scroll.max === 0) return false;
    const offset = Math.max(0, Math.min(list.scroll.max, list.scroll.offset + deltaPx));
    this.#scroll.set(key, offset / density);
    return true;
  }

  /** Sets the scroll offset, in device pixels, of the list with this key. */
  scrollTo(key: string, offsetPx: number, density: number): void {
    this.#scroll.set(key, offsetPx / density);
  }

  /** How far the list with this key is scrolled, in dp. */
  scrollOffset(key: string): number {
    return this.#scroll.get(key) ?? 0;
  }

  #createLayout(surface: LayoutSurface, ui: UiContext): PlacedView {
    const context: LayoutContext = {
      density: surface.density,
      measureText: surface.measureText,
      scrollOffset: (key) => this.scrollOffset(key),
      focus: this.focus,
    };
    const { width, height } = surface.size;
    const exact = this.spec.gravity === 'full' ? ([width, height] as const) : undefined;
    const box = measureView(this.spec.render(ui), [width, height], context, exact);
    const corner = windowCorner(this.spec.gravity, surface, { box: box.size, insets: ui.insets });
    return placeView(box, corner, rectOfSize(surface.size));
  }
}

/** dp between a picture-in-picture window and the display's edges. Guess: about that of AOSP. */
const cornerGapDp = 16;

function windowCorner(
  gravity: Gravity,
  { size, density }: LayoutSurface,
  {
    box,
    insets,
  }: { readonly box: readonly [width: number, height: number]; readonly insets: Insets },
): readonly [x: number, y: number] {
  const right = size.width - box[0];
  const bottom = size.height - box[1];
  switch (gravity) {
    case 'center': {
      const { top, left } = insets;
      const below = bottom - Math.round((insets.bottom - top) * density);
      const beside = right - Math.round((insets.right - left) * density);
      return [Math.round(beside / 2), Math.max(0, Math.round(below / 2))];
    }
    case 'bottom':
      return [Math.round(right / 2), bottom];
    case 'right':
      return [right, Math.round(bottom / 2)];
    case 'bottom-right': {
      const gap = (inset: number) => Math.round((inset + cornerGapDp) * density);
      return [right - gap(insets.right), bottom - gap(insets.bottom)];
    }
    default:
      return [0, 0];
  }
}

/** The outermost vertical list that contains a view, if any. */
export function enclosingList(root: PlacedView, target: PlacedView): PlacedView | undefined {
  for (const candidate of walkViews(root)) {
    if (candidate.scroll === undefined || candidate.view.layout !== 'column') continue;
    for (const inside of walkViews(candidate)) if (inside === target) return candidate;
  }
  return undefined;
}

/** A running activity with its window and the dialogs over it. */
export interface ActivityRecord {
  readonly app: App;
  /** Full class name. */
  readonly className: string;
  readonly argument: string | undefined;
  readonly activity: Activity;
  readonly window: UiWindow;
  readonly dialogs: UiWindow[];
}

export interface Task {
  readonly id: number;
  readonly packageName: string;
  /** From the root to the top; never empty. */
  readonly activities: ActivityRecord[];
}

/** The phone's tasks, the foreground task first. The launcher's task is always among them. */
export class Tasks {
  readonly #homePackage: string;
  #tasks: Task[] = [];
  #nextId = 1;

  constructor(homePackage: string) {
    this.#homePackage = homePackage;
  }

  get all(): readonly Task[] {
    return this.#tasks;
  }

  /** Pushes an activity onto a package's task, by default its own, and brings the task to the foreground. */
  start(running: ActivityRecord, packageName = running.app.packageName): void {
    const task = this.#taskOfPackage(packageName);
    if (task !== undefined) task.activities.push(running);
    const started = task ?? {
      id: this.#nextId++,
      packageName,
      activities: [running],
    };
    this.bringToFront(started);
  }

  /** The package's task if this activity is its root; starting that activity again only shows the task. */
  findByRoot(packageName: string, className: string): Task | undefined {
    const task = this.#taskOfPackage(packageName);
    return task?.activities[0]?.className === className ? task : undefined;
  }

  /** The package of the task that an activity is in; undefined for the home screen, above which nothing is started. */
  packageOfTask(record: ActivityRecord | undefined): string | undefined {
    const task = this.#tasks.find(({ activities }) => activities.some((one) => one === record));
    return task === undefined || this.isHome(task) ? undefined : task.packageName;
  }

  bringToFront(task: Task): void {
    this.#tasks = [task, ...this.#tasks.filter((other) => other !== task)];
  }

  /** Brings the home screen to the foreground and removes activities above it. */
  goHome(): void {
    const task = this.#taskOfPackage(this.#homePackage);
    if (task === undefined) return;
    task.activities.splice(1);
    this.bringToFront(task);
  }

  /** Finishes an activity, and its task with the last one. */
  finish(record: ActivityRecord): void {
    const task = this.#tasks.find((candidate) => candidate.activities.includes(record));
    if (task === undefined) return;
    const wasFront = task === this.#tasks[0];
    if (task.activities.length > 1) task.activities.splice(task.activities.indexOf(record), 1);
    else if (!this.isHome(task)) {
      this.#tasks = this.#tasks.filter((other) => other !== task);
      if (wasFront) this.goHome();
    }
  }

  /** Back: finishes the top activity; a root activity only moves to the back (since Android 12). */
  goBack(): void {
    const task = this.#tasks[0];
    if (task === undefined) return;
    if (task.activities.length > 1) task.activities.pop();
    else this.goHome();
  }

  /** Removes all tasks of a package, and its activities in the tasks of others. */
  removePackage(packageName: string): void {
    this.#tasks = this.#tasks.filter((task) => task.packageName !== packageName);
    for (const { activities } of this.#tasks) {
      const others = activities.filter(({ app }) => app.packageName !== packageName);
      activities.splice(0, activities.length, ...others);
    }
  }

  isHome(task: Task): boolean {
    return task.packageName === this.#homePackage;
  }

  #taskOfPackage(packageName: string): Task | undefined {
    return this.#tasks.find((task) => task.packageName === packageName);
  }
}
