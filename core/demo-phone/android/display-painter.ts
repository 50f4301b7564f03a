import { rectOfSize, type Rect, type Size } from '../../geometry.ts';
import type { CanvasFactory, PaintCanvas, PaintContext, PaintPath } from '../canvas-and-video.ts';
import type { Fill, PaintOp, Radii } from './ui/view.ts';
import type { Mirror } from '../world.ts';
import type { PhoneScreen } from './phone-screen.ts';
import type { PlacedView } from './ui/layout.ts';
import { displayList } from './ui/rendering.ts';
import type { MeasureText } from './ui/text-block.ts';
import type { UiWindow } from './windows.ts';

/** Paints display lists on a canvas; caches path objects. */
export class Painter {
  readonly #factory: CanvasFactory;
  readonly #paths = new Map<string, PaintPath>();

  constructor(factory: CanvasFactory) {
    this.#factory = factory;
  }

  /** Paints the list in order, later operations over earlier ones. */
  paint(context: PaintContext, ops: readonly PaintOp[]): void {
    for (const op of ops) this.#paintOne(context, op);
  }

  #paintOne(context: PaintContext, op: PaintOp): void {
    switch (op.op) {
      case 'box':
        context.fillStyle = fillStyle(context, op.fill, op.rect);
        return fillBox(context, op.rect, op.radii);
      case 'border':
        return strokeBox(context, op);
      case 'path':
        return this.#paintPath(context, op);
      case 'text':
        return paintText(context, op);
      default:
        return this.#paintGroup(context, op);
    }
  }

  #paintPath(context: PaintContext, op: Extract<PaintOp, { op: 'path' }>): void {
    const [width, height] = sizeOfRect(op.rect);
    context.save();
    context.translate(op.rect.left, op.rect.top);
    context.scale(width / op.viewport.width, height / op.viewport.height);
    context.fillStyle = fillStyle(context, op.fill, {
      left: 0,
      top: 0,
      right: op.viewport.width,
      bottom: op.viewport.height,
    });
    context.fillPath(this.#path(op.data));
    context.restore();
  }

  #paintGroup(context: PaintContext, op: Extract<PaintOp, { op: 'clip' | 'faded' }>): void {
    context.save();
    if (op.op === 'clip') {
      tracePath(context, op.rect, op.radii);
      context.clip();
    } else {
      context.globalAlpha *= op.alpha;
    }
    this.paint(context, op.ops);
    context.restore();
  }

  #path(data: string): PaintPath {
    const cached = this.#paths.get(data);
    if (cached !== undefined) return cached;
    const path = this.#factory.path(data);
    this.#paths.set(data, path);
    return path;
  }
}

function sizeOfRect(rect: Rect): [width: number, height: number] {
  return [rect.right - rect.left, rect.bottom - rect.top];
}

function tracePath(context: PaintContext, rect: Rect, radii: Radii): void {
  context.beginPath();
  const [width, height] = sizeOfRect(rect);
  if (radii === 0) context.rect(rect.left, rect.top, width, height);
  else context.roundRect(rect.left, rect.top, width, height, clampRadii(radii, width, height));
}

/** Limits radii to half the shorter side: pills use a huge radius. */
function clampRadii(radii: Radii, width: number, height: number): number | number[] {
  const maxRadius = Math.min(width, height) / 2;
  return typeof radii === 'number'
    ? Math.min(radii, maxRadius)
    : radii.map((radius) => Math.min(radius, maxRadius));
}

function fillBox(context: PaintContext, rect: Rect, radii: Radii): void {
  if (radii === 0) {
    context.fillRect(rect.left, rect.top, ...sizeOfRect(rect));
    return;
  }
  tracePath(context, rect, radii);
  context.fill();
}

function strokeBox(context: PaintContext, op: Extract<PaintOp, { op: 'border' }>): void {
  // Inset by half the line width, so that the border stays within the box.
  const half = op.width / 2;
  const inner = {
    left: op.rect.left + half,
    top: op.rect.top + half,
    right: op.rect.right - half,
    bottom: op.rect.bottom - half,
  };
  context.strokeStyle = op.color;
  context.lineWidth = op.width;
  tracePath(context, inner, op.radii);
  context.stroke();
}

function paintText(context: PaintContext, op: Extract<PaintOp, { op: 'text' }>): void {
  context.font = op.font;
  context.fillStyle = op.color;
  context.textBaseline = 'alphabetic';
  context.textAlign = 'left';
  context.fillText(op.text, op.x, op.baseline);
}

function fillStyle(context: PaintContext, fill: Fill, rect: Rect): unknown {
  if (typeof fill === 'string') return fill;
  const [width, height] = sizeOfRect(rect);
  const x = rect.left + fill.from[0] * width;
  const y = rect.top + fill.from[1] * height;
  const gradient =
    fill.kind === 'radial'
      ? context.createRadialGradient(x, y, 0, x, y, fill.to[0] * width)
      : context.createLinearGradient(
          x,
          y,
          rect.left + fill.to[0] * width,
          rect.top + fill.to[1] * height,
        );
  for (const [offset, color] of fill.stops) gradient.addColorStop(offset, color);
  return gradient;
}

/** The display list of the whole display, back to front; secure windows are black. */
function screenDisplayList(screen: PhoneScreen, measureText: MeasureText): readonly PaintOp[] {
  const { foreground, theme } = screen;
  const full = rectOfSize(screen.size);
  const dim: PaintOp = { op: 'box', rect: full, radii: 0, fill: theme.scrim };
  const draw = (window: UiWindow) =>
    windowDisplayList(screen, window, { placed: screen.placedView(window), measureText });
  const ops: PaintOp[] = [
    { op: 'box', rect: full, radii: 0, fill: theme.background },
    ...draw(foreground.window),
  ];
  for (const dialog of foreground.dialogs) ops.push(dim, ...draw(dialog));
  if (screen.pictureInPictureWindow !== undefined) ops.push(...draw(screen.pictureInPictureWindow));
  for (const { window } of screen.systemDialogs) ops.push(dim, ...draw(window));
  if (screen.isKeyboardShown) ops.push(...draw(screen.keyboardWindow));
  if (screen.toast.content !== undefined) ops.push(...draw(screen.toastWindow));
  if (screen.shade.panel === 'none') ops.push(...draw(screen.statusBar));
  else ops.push(...draw(screen.shadeWindow));
  ops.push(...draw(screen.navigationBar));
  return ops;
}

/** The display list of one window. */
function windowDisplayList(
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
  const width = source.width * scale;
  const height = source.height * scale;
  const left = (target.width - width) / 2;
  const top = (target.height - height) / 2;
  const isFull = left < encoderBlockPx && top < encoderBlockPx;
  return isFull ? { ...target, left: 0, top: 0 } : { width, height, left, top };
}
