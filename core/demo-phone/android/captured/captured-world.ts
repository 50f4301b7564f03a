import { rectOfSize, type Rotation, type Size } from '../../../geometry.ts';
import type { PaintCanvas } from '../../canvas.ts';
import { layoutNode } from '../../layout-node.ts';
import type { Capture, DemoPhoneOptions } from '../../options.ts';
import type { DumpNode, Mirror, SystemDialog, TaskInfo, WindowInfo, World } from '../../world.ts';
import { canvasTextMeasure } from '../canvas-text.ts';
import { profileOf } from '../profile.ts';
import { waitForAnswer } from '../system-dialog.ts';
import { Painter } from '../ui/paint.ts';
import { dumpPicture } from './dump-picture.ts';
import { readCapture, type CapturedScreen } from './read-capture.ts';

/** Makes a world that shows a captured screen for ever. Fonts must be loaded before. */
export async function createCapturedWorld(
  options: DemoPhoneOptions,
  capture: Capture,
): Promise<World> {
  const screen = await readCapture(capture, options.canvas, profileOf(options.android).size);
  return new CapturedWorld(options, capture, screen);
}

/** A still screen: input does nothing, and it looks the same whatever `wm` was told. */
class CapturedWorld implements World {
  readonly physicalSize: Size;
  readonly physicalDensity: number;
  readonly screenSize: Size;
  overrideSize: Size | undefined;
  overrideDensity: number | undefined;
  awake: boolean;
  /** Kept like any phone keeps it, but no field of a picture takes it. */
  clipboard: string | null = null;
  readonly moving = false;
  readonly #options: DemoPhoneOptions;
  readonly #capture: Capture;
  readonly #screen: CapturedScreen;
  readonly #task: TaskInfo;
  #canvas: PaintCanvas | undefined;

  constructor(options: DemoPhoneOptions, capture: Capture, screen: CapturedScreen) {
    this.#options = options;
    this.awake = !options.faults.has('screen-off');
    this.#capture = capture;
    this.#screen = screen;
    this.physicalSize = screen.naturalSize;
    this.screenSize = screen.size;
    // Guess: a dump does not tell its density, so it is the profile's.
    this.physicalDensity = profileOf(options.android).density;
    this.#task = taskOf(options.activity, screen.roots);
  }

  get rotation(): Rotation {
    return this.#screen.rotation;
  }
  /** A picture does not turn. */
  set rotation(_rotation: Rotation) {
    return;
  }

  hierarchy(): DumpNode {
    return (
      this.#screen.roots.at(-1) ?? layoutNode(this.#task.packageName, rectOfSize(this.screenSize))
    );
  }
  capturedDump(): Uint8Array<ArrayBuffer> {
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
  resumed(): TaskInfo {
    return this.#task;
  }
  tasks(): readonly TaskInfo[] {
    return [this.#task];
  }
  focusedField(): undefined {
    return undefined;
  }

  async screenshot(): Promise<Uint8Array<ArrayBuffer>> {
    return this.#capture.png ?? this.#painted().toPng();
  }
  async pixels() {
    return { size: this.screenSize, rgba: this.#painted().readPixels() };
  }

  mirror({ width, height }: Size): Mirror {
    const canvas = this.#options.canvas.create(width, height);
    return {
      canvas,
      paint: () => canvas.context.drawCanvas(this.#painted(), 0, 0, width, height),
    };
  }
  get moment(): string {
    return `${this.awake}`;
  }

  #painted(): PaintCanvas {
    if (this.#canvas !== undefined) return this.#canvas;
    const { canvas: factory } = this.#options;
    const { width, height } = this.screenSize;
    const canvas = factory.create(width, height);
    const { image, roots } = this.#screen;
    if (image !== undefined) canvas.context.drawImage(image, 0, 0, width, height);
    else {
      const ops = dumpPicture(roots, this.screenSize, canvasTextMeasure(factory));
      new Painter(factory).paint(canvas.context, ops);
    }
    this.#canvas = canvas;
    return canvas;
  }

  async whenStill(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
  }

  touchEvent(): void {
    return;
  }
  touch(): void {
    return;
  }
  typeText(): void {
    return;
  }
  key(): void {
    return;
  }
  expandNotifications(): void {
    return;
  }
  expandSettings(): void {
    return;
  }
  collapsePanels(): void {
    return;
  }
  startActivity(): boolean {
    return false;
  }
  launchActivity(): undefined {
    return undefined;
  }
  forceStop(): void {
    return;
  }
  packages() {
    const { packageName } = this.#task;
    return [
      { name: packageName, label: packageName, system: false, versionName: '1.0', pid: 4210 },
    ];
  }
  onCrash(): void {
    return;
  }
  onChange(): () => void {
    return () => undefined;
  }

  /** Nothing can be tapped on a picture, so the phone taps by itself, or waits for ever. */
  showSystemDialog(dialog: SystemDialog, signal: AbortSignal): Promise<string> {
    return waitForAnswer(dialog, signal, () => () => undefined);
  }
}

function taskOf(activity: string | undefined, roots: readonly DumpNode[]): TaskInfo {
  if (activity !== undefined) {
    const [packageName = '', name = ''] = activity.split('/');
    return { taskId: 1, packageName, activity: name.startsWith('.') ? packageName + name : name };
  }
  const packageName = roots.at(-1)?.packageName ?? '';
  // Guess: a dump does not name its activity; most apps call their first one so.
  return { taskId: 1, packageName, activity: `${packageName}.MainActivity` };
}
