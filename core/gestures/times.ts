import type { Gesture, Stroke } from './gesture.ts';

/** When the finger goes down, in ms since the gesture began. */
export function strokeStartMs(stroke: Stroke): number {
  return stroke[0]?.timeMs ?? 0;
}

/** When the finger goes up, in ms since the gesture began. */
export function strokeEndMs(stroke: Stroke): number {
  return stroke.at(-1)?.timeMs ?? 0;
}

/** Whether several fingers are down at once. */
export function needsSeveralFingers({ strokes }: Gesture): boolean {
  const inOrder = strokes.toSorted((a, b) => strokeStartMs(a) - strokeStartMs(b));
  // If any two strokes overlap, some two that are adjacent in order of start do.
  return inOrder.some((stroke, i) => {
    const before = inOrder[i - 1];
    return before !== undefined && strokeStartMs(stroke) < strokeEndMs(before);
  });
}
