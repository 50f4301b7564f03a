import { rotateSize, type Rotation, type Size } from '../../geometry.ts';
import type { CanvasFactory } from '../canvas.ts';
import type { Profile } from '../profile.ts';
import type { MeasureText } from './ui/text-block.ts';
import type { Insets } from './ui/theme.ts';

/** Dots per inch at which 1 dp is 1 pixel (DisplayMetrics.DENSITY_DEFAULT). */
const baseDensity = 160;
/** Heights in dp of the navigation bar: with three buttons (AOSP's navigation_bar_height), and with gestures. */
const buttonBar = 48;
const gestureBar = 24;
/** dp; status bars are lower in landscape because the camera cutout is not in them. */
const landscapeStatusBar = 24;

/** Size, density and rotation of the phone's only display, with the overrides that `wm` sets. */
export class Display {
  readonly physicalSize: Size;
  readonly physicalDensity: number;
  overrideSize: Size | undefined;
  overrideDensity: number | undefined;
  rotation: Rotation = 0;
  readonly #profile: Profile;

  constructor(profile: Profile) {
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
  get bars(): Insets {
    const top = this.landscape ? landscapeStatusBar : this.#profile.statusBar;
    if (this.#profile.navigation === 'gestures') {
      return { top, right: 0, bottom: gestureBar, left: 0 };
    }
    const side = this.navigationEdge;
    return {
      top,
      right: side === 'right' ? buttonBar : 0,
      bottom: side === 'bottom' ? buttonBar : 0,
      left: side === 'left' ? buttonBar : 0,
    };
  }

  /** The edge with the navigation bar: three buttons stay at the phone's physical bottom edge. */
  get navigationEdge(): 'bottom' | 'right' | 'left' {
    if (!this.landscape || this.#profile.navigation === 'gestures') return 'bottom';
    return this.rotation === 3 ? 'left' : 'right';
  }

  /** Identifies everything of the display that a layout depends on. */
  get fingerprint(): string {
    const { width, height } = this.size;
    return `${width}x${height}@${this.density}/${this.rotation}`;
  }
}

/** Limit of cached text widths: a stopwatch shows new texts all the time. */
const mostKnown = 5000;

/** Creates a text measure on the platform's canvas that caches its results. Fonts must be loaded. */
export function canvasTextMeasure(factory: CanvasFactory): MeasureText {
  const { context } = factory.create(8, 8);
  const known = new Map<string, number>();
  return (text, font) => {
    if (text === '') return 0;
    const key = `${font}|${text}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    context.font = font;
    const { width } = context.measureText(text);
    if (known.size >= mostKnown) known.clear();
    known.set(key, width);
    return width;
  };
}
