import type { Activity, Host, Ui } from '../../app.ts';
import { mdiArrowLeft } from '@mdi/js';
import type { Rect } from '../../../../geometry.ts';
import type { Fill } from '../../ui/paint-op.ts';
import { subtitle, smallStrong } from '../../ui/type-scale.ts';
import {
  box,
  row,
  stack,
  text,
  type Drag,
  type Pinch,
  type Touched,
  type View,
} from '../../ui/view.ts';
import { decor, iconButton } from '../../ui/widgets/page.ts';
import { landscape, pictureName } from './picture-art.ts';
import { enlarged, fitted, held, pictureRect, type Zoom } from './zoom.ts';

const white = '#ffffff';
/** From the top down: white words have to be read on a bright sky. */
const shadeForWords: Fill = {
  kind: 'linear',
  from: [0, 0],
  to: [0, 1],
  stops: [
    [0, 'rgba(0, 0, 0, 0.62)'],
    [1, 'rgba(0, 0, 0, 0)'],
  ],
};
/** What a double tap enlarges to. */
const doubleTapScale = 2;

/** One picture on black; two fingers enlarge it, one moves it then, a double tap does both ways. */
export class PhotoView implements Activity {
  readonly bars = 'on-dark';
  readonly #host: Host;
  readonly #packageName: string;
  readonly #index: number;
  #zoom = fitted;
  #draggedFrom = fitted;

  constructor(host: Host, packageName: string, index: number) {
    this.#host = host;
    this.#packageName = packageName;
    this.#index = index;
  }

  render(ui: Ui): View {
    const { top, right, bottom, left } = ui.insets;
    return decor(
      stack(
        {
          id: this.#id('photo_activity_root_view'),
          width: 'fill',
          height: 'fill',
          fill: '#000000',
        },
        [
          this.#photo(ui),
          box({ bare: true, width: 'fill', height: top + 88, fill: shadeForWords }),
          stack(
            { bare: true, width: 'fill', height: 'fill', padding: [top, right, bottom, left] },
            [this.#bar(), this.#chip()],
          ),
        ],
      ),
    );
  }

  #photo(ui: Ui): View {
    // The phone may have been turned since.
    const zoom = held(this.#zoom, ui);
    return box({
      className: 'android.widget.ImageView',
      id: this.#id('photo_view'),
      description: pictureName(this.#index),
      width: 'fill',
      height: 'fill',
      art: (rect, dp) => [
        {
          op: 'clip',
          rect,
          radii: 0,
          ops: landscape(pictureRect(rect, zoom, dp(1)), this.#index),
        },
      ],
      onPinch: (pinch) => this.#pinched(pinch),
      onDoubleTap: (touched) => this.#doubleTapped(touched),
      onDrag: (drag) => this.#dragged(drag),
    });
  }

  #bar(): View {
    return row(
      {
        id: this.#id('action_bar'),
        className: 'android.view.ViewGroup',
        height: 64,
        padding: [0, 4],
      },
      [
        iconButton(mdiArrowLeft, 'Navigate up', { color: white, onTap: () => this.#host.finish() }),
        text(`November ${20 - this.#index}`, subtitle(white), {
          id: this.#id('action_bar_title'),
          margin: [0, 8],
        }),
      ],
    );
  }

  #chip(): View {
    return text(`Zoom ${Math.round(this.#zoom.scale * 100)}%`, smallStrong(white), {
      id: this.#id('zoom'),
      place: ['center', 'end'],
      margin: [0, 0, 20, 0],
      padding: [8, 16],
      radius: 18,
      fill: 'rgba(40, 44, 56, 0.82)',
    });
  }

  #pinched({ bounds, density, focus, by, scale }: Pinch): void {
    const zoom = enlarged(this.#zoom, {
      factor: scale,
      focus: fromMiddle(bounds, focus, density),
      by: { x: by.x / density, y: by.y / density },
    });
    this.#set(zoom, bounds, density);
  }

  #doubleTapped({ bounds, density, at }: Touched): void {
    const scale = this.#zoom.scale > 1 ? 1 : doubleTapScale;
    const focus = fromMiddle(bounds, at, density);
    const factor = scale / this.#zoom.scale;
    this.#set(enlarged(this.#zoom, { factor, focus, by: { x: 0, y: 0 } }), bounds, density);
  }

  #dragged({ phase, bounds, density, from, to }: Drag): boolean {
    if (this.#zoom.scale === 1) return false;
    if (phase === 'start') this.#draggedFrom = this.#zoom;
    const { x, y } = this.#draggedFrom;
    const moved = { x: x + (to.x - from.x) / density, y: y + (to.y - from.y) / density };
    if (phase === 'move') this.#set({ ...this.#zoom, ...moved }, bounds, density);
    return true;
  }

  #set(zoom: Zoom, { left, top, right, bottom }: Rect, density: number): void {
    this.#zoom = held(zoom, { width: (right - left) / density, height: (bottom - top) / density });
  }

  #id(name: string): string {
    return `${this.#packageName}:id/${name}`;
  }
}

/** dp from a rectangle's middle to a point. */
function fromMiddle(
  { left, top, right, bottom }: Rect,
  point: { x: number; y: number },
  density: number,
) {
  return {
    x: (point.x - (left + right) / 2) / density,
    y: (point.y - (top + bottom) / 2) / density,
  };
}
