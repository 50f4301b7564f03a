import { rectOfSize, type Size } from '../../geometry.ts';
import type { CanvasFactory, PaintCanvas } from '../canvas.ts';
import type { Mirror } from '../world.ts';
import { type PhoneScreen } from './phone-screen.ts';
import type { Placed } from './ui/layout.ts';
import { Painter } from './ui/paint.ts';
import { displayList } from './ui/rendering.ts';
import type { MeasureText } from './ui/text-block.ts';
import type { PaintOp } from './ui/view.ts';
import { type UiWindow } from './window.ts';

/** The display list of the whole display, back to front; secure windows are black. */
function screenPicture(screen: PhoneScreen, measureText: MeasureText): readonly PaintOp[] {
  const { front, theme } = screen;
  const full = rectOfSize(screen.size);
  const dim: PaintOp = { op: 'box', rect: full, radii: 0, fill: theme.scrim };
  const draw = (window: UiWindow) =>
    windowPicture(screen, window, { placed: screen.placed(window), measureText });
  const ops: PaintOp[] = [
    { op: 'box', rect: full, radii: 0, fill: theme.background },
    ...draw(front.window),
  ];
  for (const dialog of front.dialogs) ops.push(dim, ...draw(dialog));
  for (const { window } of screen.systemDialogs) ops.push(dim, ...draw(window));
  if (screen.keyboardShown) ops.push(...draw(screen.keyboardWindow));
  if (screen.editingWindow !== undefined) ops.push(...draw(screen.editingWindow));
  if (screen.toast !== undefined) ops.push(...draw(screen.toastWindow));
  if (screen.shade.panel === 'none') ops.push(...draw(screen.statusBar));
  else ops.push(...draw(screen.shadeWindow));
  ops.push(...draw(screen.navigationBar));
  return ops;
}

/** The display list of one window. */
export function windowPicture(
  screen: PhoneScreen,
  window: UiWindow,
  { placed, measureText }: { readonly placed: Placed; readonly measureText: MeasureText },
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
    handles: window === screen.focused && screen.editingWindow !== undefined,
  });
}

/** What a display painter reads. */
interface DisplayParts {
  readonly screen: PhoneScreen;
  readonly measureText: MeasureText;
  /** Whether the display is on. */
  readonly awake: () => boolean;
}

interface Picture {
  readonly moment: string;
  readonly canvas: PaintCanvas;
  png?: Promise<Uint8Array<ArrayBuffer>>;
}

/** Paints the display. Screenshots and mirrors share one frame, which is cached until the content changes. */
export class DisplayPainter {
  readonly #factory: CanvasFactory;
  readonly #parts: DisplayParts;
  readonly #painter: Painter;
  #picture: Picture | undefined;

  constructor(factory: CanvasFactory, parts: DisplayParts) {
    this.#factory = factory;
    this.#parts = parts;
    this.#painter = new Painter(factory);
  }

  /** Identifies the content of the display: equal keys mean equal pixels. */
  get moment(): string {
    const { screen, awake } = this.#parts;
    return `${awake()} ${screen.moment}`;
  }

  async png(): Promise<Uint8Array<ArrayBuffer>> {
    const picture = this.#painted();
    picture.png ??= picture.canvas.toPng();
    return picture.png;
  }

  pixels() {
    const { canvas } = this.#painted();
    return { size: { width: canvas.width, height: canvas.height }, rgba: canvas.readPixels() };
  }

  /** Scales the full-size frame, like Android's compositor: a layout at the small size would place text differently. */
  mirror({ width, height }: Size): Mirror {
    const canvas = this.#factory.create(width, height);
    const paint = (): void => {
      const picture = this.#painted().canvas;
      const fitted = fitInto({ width, height }, picture);
      canvas.context.fillStyle = '#000000';
      canvas.context.fillRect(0, 0, width, height);
      canvas.context.drawCanvas(picture, fitted.left, fitted.top, fitted.width, fitted.height);
    };
    return { canvas, paint };
  }

  #painted(): Picture {
    const { moment } = this;
    if (this.#picture?.moment !== moment) {
      const canvas = this.#canvas();
      this.#paint(canvas);
      this.#picture = { moment, canvas };
    }
    return this.#picture;
  }

  /** Reuses the last frame's canvas unless a PNG may still be read from it. */
  #canvas(): PaintCanvas {
    const { width, height } = this.#parts.screen.size;
    const last = this.#picture;
    const fits = last?.canvas.width === width && last.canvas.height === height;
    return fits && last.png === undefined ? last.canvas : this.#factory.create(width, height);
  }

  #paint({ context, width, height }: PaintCanvas): void {
    const { screen, measureText, awake } = this.#parts;
    context.fillStyle = '#000000';
    context.fillRect(0, 0, width, height);
    if (awake()) this.#painter.paint(context, screenPicture(screen, measureText));
  }
}

/** px; video encoders require multiples of it, so a mirror may be stretched by up to this much. */
const blockSize = 8;

/** Centres an image in a target, as large as fits with its aspect ratio (LogicalDisplay.configureDisplayLocked). */
function fitInto(room: Size, picture: Size): Size & { left: number; top: number } {
  const scale = Math.min(room.width / picture.width, room.height / picture.height);
  const [width, height] = [picture.width * scale, picture.height * scale];
  const [left, top] = [(room.width - width) / 2, (room.height - height) / 2];
  const isFull = left < blockSize && top < blockSize;
  return isFull ? { ...room, left: 0, top: 0 } : { width, height, left, top };
}
