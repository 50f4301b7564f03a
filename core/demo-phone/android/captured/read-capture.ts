import { rotateSize, type Rotation, type Size } from '../../../geometry.ts';
import { HandsetError } from '../../../errors.ts';
import { parseHierarchy } from '../../../screen/parse.ts';
import type { Element, Hierarchy } from '../../../screen/screen.ts';
import { walk } from '../../../screen/screen.ts';
import type { CanvasFactory, PaintImage } from '../../canvas.ts';
import type { Capture } from '../../options.ts';
import type { DumpNode } from '../../world.ts';

/** What can be learnt of a captured screen. */
export interface CapturedScreen {
  readonly rotation: Rotation;
  /** Pixels as it was held. */
  readonly size: Size;
  readonly naturalSize: Size;
  /** Empty when the dump can't be read; it is printed all the same. */
  readonly roots: readonly DumpNode[];
  readonly image: PaintImage | undefined;
}

/** Reads a capture; `fallback` is the size when neither picture nor dump tells one. */
export async function readCapture(
  capture: Capture,
  canvas: CanvasFactory,
  fallback: Size,
): Promise<CapturedScreen> {
  const { rotation, roots } = readable(capture.xml);
  const image = capture.png === undefined ? undefined : await canvas.decodePng(capture.png);
  const size =
    image === undefined
      ? (sizeOf(roots) ?? rotateSize(fallback, rotation))
      : { width: image.width, height: image.height };
  return {
    rotation,
    size,
    naturalSize: rotateSize(size, rotation),
    roots: roots.map(toDumpNode),
    image,
  };
}

function readable(xml: Uint8Array): Hierarchy {
  try {
    return parseHierarchy(xml);
  } catch (error) {
    if (error instanceof HandsetError && error.code === 'bad-hierarchy') {
      return { rotation: 0, roots: [] };
    }
    throw error;
  }
}

/** px; larger bounds in a dump are nonsense, and no canvas could show them. */
const largestSide = 8192;

/**
 * The largest right and bottom edge of any node. Where all of them leave room at the left and the
 * top, the dump holds a dialog alone, which stands in the middle of its screen: there is as much
 * room on the other sides.
 */
function sizeOf(roots: readonly Element[]): Size | undefined {
  const all = [...walk(roots)].map(({ bounds }) => bounds);
  const edge = (bounds: readonly number[], compare: (a: number, b: number) => number): number =>
    bounds.reduce((a, b) => compare(a, b), bounds[0] ?? 0);
  const left = edge(
    roots.map(({ bounds }) => bounds.left),
    Math.min,
  );
  const top = edge(
    roots.map(({ bounds }) => bounds.top),
    Math.min,
  );
  const isDialog = left > 0 && top > 0;
  const width =
    edge(
      all.map(({ right }) => right),
      Math.max,
    ) + (isDialog ? left : 0);
  const height =
    edge(
      all.map(({ bottom }) => bottom),
      Math.max,
    ) + (isDialog ? top : 0);
  if (width <= 0 || height <= 0 || width > largestSide || height > largestSide) return undefined;
  return { width, height };
}

function toDumpNode(element: Element): DumpNode {
  return { ...element, children: element.children.map(toDumpNode) };
}
