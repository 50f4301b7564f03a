/** Where fingers are about to touch the phone, and where they do: what the page draws on the picture. */
import type { Point, Rect, Size } from '../geometry.ts';
import type { CallerWay } from './call.ts';

/** Where a call is going to touch, as far as can be told before it runs; all of it lies on the screen. */
export type Aim =
  | {
      readonly kind: 'fingers';
      /** Logical size of the screen in the rotation it has then: the space of all places, device pixels. */
      readonly size: Size;
      /** One for each finger, in the order of its way; a single place where it stays. At most 10 of at most 100. */
      readonly paths: readonly (readonly Point[])[];
    }
  | {
      readonly kind: 'element';
      readonly size: Size;
      /** What of the element is on the screen, as it was read last; null where nothing is. */
      readonly bounds: Rect | null;
      /** Where the finger goes; null where none does, and where that can't be told. */
      readonly at: Point | null;
      /** `Button "Install"`: a text of the phone. */
      readonly name: string;
    };

/** Where a finger is at a moment. */
export interface TimedPoint extends Point {
  /** Milliseconds since the gesture began. */
  readonly timeMs: number;
}

/** A gesture of a call that begins now. */
export interface PlayedGesture {
  readonly id: number;
  /** The agent’s name as the person sees it. */
  readonly agent: string;
  readonly from: CallerWay;
  /** Logical size of the screen in its rotation: the space of all places, device pixels. */
  readonly size: Size;
  /** One finger each, from down to up; later points are later. At most 10 of at most 100 points. */
  readonly strokes: readonly (readonly TimedPoint[])[];
}
