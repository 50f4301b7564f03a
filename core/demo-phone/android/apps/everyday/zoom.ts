import type { Point, Rect, Size } from '../../../../geometry.ts';

/** How a picture stands in its view: enlarged around the view's middle, then moved. Lengths in dp. */
export interface Zoom {
  /** 1 fits the whole picture into the view. */
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export const fitted: Zoom = { scale: 1, x: 0, y: 0 };

/** com.android.ex.photo.views.PhotoView lets a picture grow to a few times its size. Guess: eight. */
const largest = 8;
/** Width to height of every picture. */
const aspect = 3 / 4;

/** The picture's size in a view of this size when it just fits. */
function fit({ width, height }: Size): Size {
  const fittingWidth = Math.min(width, height * aspect);
  return { width: fittingWidth, height: fittingWidth / aspect };
}

/** The nearest zoom at which the picture leaves no more of the view empty than it has to. */
export function held({ scale, x, y }: Zoom, view: Size): Zoom {
  const size = fit(view);
  const room = (side: keyof Size) => Math.max(0, (size[side] * scale - view[side]) / 2);
  const within = (value: number, most: number) => Math.max(-most, Math.min(most, value));
  return { scale, x: within(x, room('width')), y: within(y, room('height')) };
}

/**
 * Enlarges by a factor so that what is under the fingers stays under them. `focus` is their middle,
 * from the view's middle; `by` is how far it went meanwhile.
 */
export function enlarged(
  zoom: Zoom,
  { factor, focus, by }: { readonly factor: number; readonly focus: Point; readonly by: Point },
): Zoom {
  const scale = Math.max(1, Math.min(largest, zoom.scale * factor));
  const real = scale / zoom.scale;
  const at = (side: 'x' | 'y') => focus[side] - (focus[side] - by[side] - zoom[side]) * real;
  return { scale, x: at('x'), y: at('y') };
}

/** The picture's rectangle in a view's, in the same unit as the rectangle; `unit` is one dp. */
export function pictureRect(view: Rect, zoom: Zoom, unit: number): Rect {
  const size = fit({ width: view.right - view.left, height: view.bottom - view.top });
  const x = (view.left + view.right) / 2 + zoom.x * unit;
  const y = (view.top + view.bottom) / 2 + zoom.y * unit;
  const across = (size.width * zoom.scale) / 2;
  const down = (size.height * zoom.scale) / 2;
  return { left: x - across, top: y - down, right: x + across, bottom: y + down };
}
