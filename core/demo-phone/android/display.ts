import { rotateSize, type Rotation, type Size } from '../../geometry.ts';
import type { CanvasFactory } from '../canvas.ts';
import type { DeviceProfile } from '../profile.ts';
import type { MeasureText } from './ui/text-block.ts';
import type { Insets } from './ui/theme.ts';

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

  /** dp that the status and navigation bars cover. */
  get barInsets(): Insets {
    const top = this.landscape ? landscapeStatusBarDp : this.#profile.statusBarHeightDp;
    if (this.#profile.navigation === 'gestures') {
      return { top, right: 0, bottom: gestureBarDp, left: 0 };
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

/** Creates a text measure on the platform's canvas that caches its results. Fonts must be loaded. */
export function canvasTextMeasure(factory: CanvasFactory): MeasureText {
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
