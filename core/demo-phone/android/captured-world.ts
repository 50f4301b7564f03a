import { HandsetError } from '../../errors.ts';
import { isEmpty, rectOfSize, rotateSize, type Rotation, type Size } from '../../geometry.ts';
import { isTooLargePicture } from '../../picture-size.ts';
import { parseHierarchy } from '../../screen/parse.ts';
import { type Element, type Hierarchy, walk } from '../../screen/screen.ts';
import type { CanvasFactory, PaintCanvas, PaintImage } from '../canvas-and-video.ts';
import {
  emptyLayoutNode,
  type DumpNode,
  type Mirror,
  type SystemDialog,
  type SystemSwitches,
  type TaskInfo,
  type WindowInfo,
  type World,
} from '../world.ts';
import type { Capture, DemoPhoneOptions } from '../options.ts';
import { deviceProfileFor } from '../profile.ts';
import { initialDeviceState, isOn, setSwitch } from './apps/app.ts';
import { awaitDialogButton } from './system/dialogs.ts';
import { Painter } from './display-painter.ts';
import { lightTheme as theme } from './ui/theme.ts';
import type { PaintOp } from './ui/view.ts';

/** Creates a world that shows a captured screen and never changes. Fonts must be loaded before. */
export async function createCapturedWorld(
  options: DemoPhoneOptions,
  capture: Capture,
): Promise<World> {
  const screen = await parseCapture(
    capture,
    options.canvas,
    deviceProfileFor(options.android).size,
  );
  return new CapturedWorld(options, capture, screen);
}

const noop = () => undefined;

/** Switches that are stored like on any phone, but change nothing that is shown. */
function storedSwitches(): SystemSwitches {
  const state = initialDeviceState();
  return {
    isOn: (name) => isOn(state, name),
    isGrounded: (name) => state.grounded.has(name),
    set: (name, on) => setSwitch(state, name, on),
  };
}

/** A static screen: input has no effect, and `wm` overrides don't change its look. */
class CapturedWorld implements World {
  readonly physicalSize: Size;
  readonly physicalDensity: number;
  readonly screenSize: Size;
  overrideSize: Size | undefined;
  overrideDensity: number | undefined;
  displayOn: boolean;
  /** Stored like on any phone, but there is no field to paste into. */
  clipboard: string | null = null;
  focusedDisplay = 0;
  readonly debuggingKeys = new Set<string>();
  readonly changedPermissions = new Map<string, boolean>();
  readonly systemSwitches: SystemSwitches;
  readonly isAnimating = false;
  readonly #options: DemoPhoneOptions;
  readonly #capture: Capture;
  readonly #screen: ParsedCapture;
  readonly #task: TaskInfo;
  #canvas: PaintCanvas | undefined;

  constructor(options: DemoPhoneOptions, capture: Capture, screen: ParsedCapture) {
    this.#options = options;
    this.displayOn = !options.faults.has('screen-off');
    this.#capture = capture;
    this.#screen = screen;
    this.systemSwitches = storedSwitches();
    this.physicalSize = screen.naturalSize;
    this.screenSize = screen.size;
    // Guess: a dump doesn't contain its density, so the profile's is used.
    this.physicalDensity = deviceProfileFor(options.android).density;
    this.#task = taskFor(options.activity, screen.roots);
  }

  get rotation(): Rotation {
    return this.#screen.rotation;
  }
  /** Ignored: a captured screen can't rotate. */
  set rotation(_rotation: Rotation) {}

  hierarchy(): DumpNode {
    return (
      this.#screen.roots.at(-1) ??
      emptyLayoutNode(this.#task.packageName, rectOfSize(this.screenSize))
    );
  }
  capturedDumpBytes(): Uint8Array<ArrayBuffer> {
    return this.#capture.xml;
  }
  windows(): readonly WindowInfo[] {
    return [this.focusedWindow()];
  }
  focusedWindow(): WindowInfo {
    const { packageName, activity } = this.#task;
    return {
      title: `${packageName}/${activity}`,
      kind: 'activity',
      packageName,
      bounds: rectOfSize(this.screenSize),
      secure: false,
    };
  }
  resumedActivity(): TaskInfo {
    return this.#task;
  }
  tasks(): readonly TaskInfo[] {
    return [this.#task];
  }
  focusedField(): undefined {
    return undefined;
  }

  async screenshot(): Promise<Uint8Array<ArrayBuffer>> {
    return this.#capture.png ?? this.#paintedCanvas().toPng();
  }
  async pixels() {
    return { size: this.screenSize, rgba: this.#paintedCanvas().readPixels() };
  }

  mirror({ width, height }: Size): Mirror {
    const canvas = this.#options.canvas.createCanvas(width, height);
    return {
      canvas,
      paint: () => canvas.context.drawCanvas(this.#paintedCanvas(), 0, 0, width, height),
    };
  }
  get contentKey(): string {
    return `${this.displayOn}`;
  }

  #paintedCanvas(): PaintCanvas {
    if (this.#canvas !== undefined) return this.#canvas;
    const { canvas: factory } = this.#options;
    const { width, height } = this.screenSize;
    const canvas = factory.createCanvas(width, height);
    const { image, roots } = this.#screen;
    if (image !== undefined) canvas.context.drawImage(image, 0, 0, width, height);
    else {
      new Painter(factory).paint(canvas.context, dumpDisplayList(roots, this.screenSize));
    }
    this.#canvas = canvas;
    return canvas;
  }

  async whenIdle(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
  }

  readonly injectTouchEvent = noop;
  readonly injectGesture = noop;
  readonly typeText = noop;
  readonly pressKey = noop;
  readonly notifications = [];
  readonly expandNotifications = noop;
  readonly expandSettings = noop;
  readonly collapsePanels = noop;
  readonly launchActivity = noop;
  readonly forceStop = noop;
  readonly clearData = noop;
  readonly uninstall = () => false;
  readonly save = () => null;
  readonly restore = noop;
  readonly onCrash = noop;
  readonly startActivity = () => false;
  readonly onChange = () => noop;

  packages() {
    const { packageName } = this.#task;
    return [
      { name: packageName, label: packageName, system: false, versionName: '1.0', pid: 4210 },
    ];
  }
  /** Nothing can be tapped on a captured screen: only the dialog's automatic tap answers it. */
  showSystemDialog(dialog: SystemDialog, signal: AbortSignal): Promise<string> {
    return awaitDialogButton(dialog, signal, () => noop);
  }
}

function taskFor(activity: string | undefined, roots: readonly DumpNode[]): TaskInfo {
  if (activity !== undefined) {
    const [packageName = '', name = ''] = activity.split('/');
    return { taskId: 1, packageName, activity: name.startsWith('.') ? packageName + name : name };
  }
  const packageName = roots.at(-1)?.packageName ?? '';
  // A dump doesn't contain its activity.
  return { taskId: 1, packageName, activity: 'unknown' };
}

/** What was parsed from a captured screen. */
interface ParsedCapture {
  readonly rotation: Rotation;
  /** Device pixels in its rotation. */
  readonly size: Size;
  readonly naturalSize: Size;
  /** Empty when the dump can't be parsed; uiautomator prints it all the same. */
  readonly roots: readonly DumpNode[];
  readonly image: PaintImage | undefined;
}

/** Parses a capture; `fallback` is the size if neither screenshot nor dump has one. */
async function parseCapture(
  capture: Capture,
  canvas: CanvasFactory,
  fallback: Size,
): Promise<ParsedCapture> {
  const { rotation, roots } = parseDump(capture.xml);
  const image = capture.png === undefined ? undefined : await canvas.decodePng(capture.png);
  const size =
    image === undefined
      ? (displaySizeOf(roots) ?? rotateSize(fallback, rotation))
      : { width: image.width, height: image.height };
  return {
    rotation,
    size,
    naturalSize: rotateSize(size, rotation),
    roots: roots.map(toDumpNode),
    image,
  };
}

function parseDump(xml: Uint8Array): Hierarchy {
  try {
    return parseHierarchy(xml);
  } catch (error) {
    if (error instanceof HandsetError && error.code === 'bad-hierarchy') {
      return { rotation: 0, roots: [] };
    }
    throw error;
  }
}

/** px; no canvas could show more. */
const maxSidePx = 8192;

/**
 * The largest right and bottom edge of any node. If all roots keep a distance from the left and top
 * edges, the dump contains only a centred dialog: the same distance is added right and bottom.
 */
function displaySizeOf(roots: readonly Element[]): Size | undefined {
  let left = Infinity;
  let top = Infinity;
  let width = 0;
  let height = 0;
  for (const { bounds } of roots) {
    left = Math.min(left, bounds.left);
    top = Math.min(top, bounds.top);
  }
  for (const { bounds } of walk(roots)) {
    width = Math.max(width, bounds.right);
    height = Math.max(height, bounds.bottom);
  }
  if (left > 0 && top > 0) {
    width += left;
    height += top;
  }
  const isShown = width > 0 && height > 0 && width <= maxSidePx && height <= maxSidePx;
  // Larger bounds in a dump are invalid.
  return isShown && !isTooLargePicture({ width, height }) ? { width, height } : undefined;
}

function toDumpNode(element: Element): DumpNode {
  return { ...element, children: element.children.map(toDumpNode) };
}

/** Maximum number of painted nodes: a hostile dump must not block the phone. */
const maxNodes = 4000;
/** A dump has no text sizes: a label's is this share of the screen's shorter side. */
const labelShare = 1 / 40;

/** The display list for a dump without a screenshot: outlines of the elements, with labels. */
function dumpDisplayList(roots: readonly DumpNode[], size: Size): readonly PaintOp[] {
  const ops: PaintOp[] = [{ op: 'box', rect: rectOfSize(size), radii: 0, fill: theme.background }];
  let remaining = maxNodes;
  const pending = [...roots].reverse();
  for (
    let node = pending.pop();
    node !== undefined && remaining > 0;
    node = pending.pop(), remaining--
  ) {
    if (!isEmpty(node.bounds)) ops.push(...nodeOps(node, size));
    for (const child of node.children.toReversed()) pending.push(child);
  }
  return ops;
}

/** The outline of what can be used or has a label, and the label. */
function nodeOps(node: DumpNode, size: Size): PaintOp[] {
  const { bounds: rect, clickable, checkable, className } = node;
  const isUsable = clickable || checkable || className.endsWith('EditText');
  const isLeaf = node.children.length === 0;
  const label = node.text || (isLeaf ? node.description || (isUsable ? idName(node) : '') : '');
  if (label === '' && !isUsable) return [];
  const color = isUsable ? theme.primary : theme.outline;
  const sizePx = Math.min(size.width, size.height) * labelShare;
  const font = `400 ${sizePx}px Inter, "DejaVu Sans", sans-serif`;
  const baseline = Math.round((rect.top + rect.bottom) / 2 + 0.36 * sizePx);
  const line = { text: label.slice(0, 200), x: rect.left + sizePx / 3, baseline, font };
  return [
    { op: 'border', rect, radii: 0, color, width: Math.max(1, sizePx / 12) },
    { op: 'clip', rect, radii: 0, ops: [{ op: 'text', ...line, color: theme.text }] },
  ];
}

/** `switch_widget` of `android:id/switch_widget`. */
function idName({ resourceId }: DumpNode): string {
  return resourceId.slice(resourceId.indexOf('/') + 1);
}
