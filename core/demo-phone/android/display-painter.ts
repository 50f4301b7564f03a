import { rectOfSize, type Size } from '../../geometry.ts';
import type { CanvasFactory, PaintCanvas } from '../canvas.ts';
import type { Mirror } from '../world.ts';
import { type PhoneScreen } from './phone-screen.ts';
import type { PlacedView } from './ui/layout.ts';
import { Painter } from './ui/paint.ts';
import { displayList } from './ui/rendering.ts';
import type { MeasureText } from './ui/text-block.ts';
import type { PaintOp } from './ui/view.ts';
import { type UiWindow } from './window.ts';

/** The display list of the whole display, back to front; secure windows are black. */
function screenDisplayList(screen: PhoneScreen, measureText: MeasureText): readonly PaintOp[] {
  const { foreground: front, theme } = screen;
  const full = rectOfSize(screen.size);
  const dim: PaintOp = { op: 'box', rect: full, radii: 0, fill: theme.scrim };
  const draw = (window: UiWindow) =>
    windowDisplayList(screen, window, { placed: screen.placedView(window), measureText });
  const ops: PaintOp[] = [
    { op: 'box', rect: full, radii: 0, fill: theme.background },
    ...draw(front.window),
  ];
  for (const dialog of front.dialogs) ops.push(dim, ...draw(dialog));
  for (const { window } of screen.systemDialogs) ops.push(dim, ...draw(window));
  if (screen.isKeyboardShown) ops.push(...draw(screen.keyboardWindow));
  if (screen.editToolbarWindow !== undefined) ops.push(...draw(screen.editToolbarWindow));
  if (screen.toast !== undefined) ops.push(...draw(screen.toastWindow));
  if (screen.shade.panel === 'none') ops.push(...draw(screen.statusBar));
  else ops.push(...draw(screen.shadeWindow));
  ops.push(...draw(screen.navigationBar));
  return ops;
}

/** The display list of one window. */
export function windowDisplayList(
  screen: PhoneScreen,
  window: UiWindow,
  { placed, measureText }: { readonly placed: PlacedView; readonly measureText: MeasureText },
): readonly PaintOp[] {
  if (window.spec.secure) {
    return [{ op: 'box', rect: placed.bounds, radii: 0, fill: '#000000' }];
  }
  return displayList(placed, {
    density: screen.density,
    measureText,
    focus: window.focus,
    caretColor: screen.theme.primary,
    selectionColor: screen.theme.selection,
    showHandles: window === screen.focusedWindow && screen.editToolbarWindow !== undefined,
  });
}

/** What a display painter reads. */
interface DisplayPainterDependencies {
  readonly screen: PhoneScreen;
  readonly measureText: MeasureText;
  /** Whether the display is on. */
  readonly isDisplayOn: () => boolean;
}

interface CachedFrame {
  readonly contentKey: string;
  readonly canvas: PaintCanvas;
  png?: Promise<Uint8Array<ArrayBuffer>>;
}

/** Paints the display. Screenshots and mirrors share one frame, which is cached until the content changes. */
export class DisplayPainter {
  readonly #factory: CanvasFactory;
  readonly #dependencies: DisplayPainterDependencies;
  readonly #painter: Painter;
  #frame: CachedFrame | undefined;

  constructor(factory: CanvasFactory, dependencies: DisplayPainterDependencies) {
    this.#factory = factory;
    this.#dependencies = dependencies;
    this.#painter = new Painter(factory);
  }

  /** Identifies the content of the display: equal keys mean equal pixels. */
  get contentKey(): string {
    const { screen, isDisplayOn } = this.#dependencies;
    return `${isDisplayOn()} ${screen.contentKey}`;
  }

  async png(): Promise<Uint8Array<ArrayBuffer>> {
    const frame = this.#currentFrame();
    frame.png ??= frame.canvas.toPng();
    return frame.png;
  }

  pixels() {
    const { canvas } = this.#currentFrame();
    return { size: { width: canvas.width, height: canvas.height }, rgba: canvas.readPixels() };
  }

  /** Scales the full-size frame, like Android's compositor: a layout at the small size would place text differently. */
  mirror({ width, height }: Size): Mirror {
    const canvas = this.#factory.createCanvas(width, height);
    const paint = (): void => {
      const frame = this.#currentFrame().canvas;
      const fitted = fitInto({ width, height }, frame);
      canvas.context.fillStyle = '#000000';
      canvas.context.fillRect(0, 0, width, height);
      canvas.context.drawCanvas(frame, fitted.left, fitted.top, fitted.width, fitted.height);
    };
    return { canvas, paint };
  }

  #currentFrame(): CachedFrame {
    const { contentKey } = this;
    if (this.#frame?.contentKey !== contentKey) {
      const canvas = this.#canvas();
      this.#paint(canvas);
      this.#frame = { contentKey, canvas };
    }
    return this.#frame;
  }

  /** Reuses the last frame's canvas unless a PNG may still be read from it. */
  #canvas(): PaintCanvas {
    const { width, height } = this.#dependencies.screen.size;
    const last = this.#frame;
    const fits = last?.canvas.width === width && last.canvas.height === height;
    return fits && last.png === undefined ? last.canvas : this.#factory.createCanvas(width, height);
  }

  #paint({ context, width, height }: PaintCanvas): void {
    const { screen, measureText, isDisplayOn } = this.#dependencies;
    context.fillStyle = '#000000';
    context.fillRect(0, 0, width, height);
    if (isDisplayOn()) this.#painter.paint(context, screenDisplayList(screen, measureText));
  }
}

/** px; video encoders require multiples of it, so a mirror may be stretched by up to this much. */
const encoderBlockPx = 8;

/** Centres an image in a target, as large as fits with its aspect ratio (LogicalDisplay.configureDisplayLocked). */
function fitInto(target: Size, source: Size): Size & { left: number; top: number } {
  const scale = Math.min(target.width / source.width, target.height / source.height);
  const [width, height] = [source.width * scale, source.height * scale];
  const [left, top] = [(target.width - width) / 2, (target.height - height) / 2];
  const isFull = left < encoderBlockPx && top < encoderBlockPx;
  return isFull ? { ...target, left: 0, top: 0 } : { width, height, left, top };
}
