/** What a tool can tell of where a call is going to touch, before it runs. */
import type { Point, Size } from '../../geometry.ts';
import type { Gesture } from '../../gestures/gesture.ts';
import type { Phone } from '../../phone.ts';
import type { Element } from '../../screen/screen.ts';

/** What is known while a call waits to be run. */
export interface Sight {
  readonly phone: Pick<Phone, 'shown'>;
  /** Logical size of the screen in its rotation, device pixels. */
  readonly size: Size;
  /** The elements as they were read last, in this rotation; empty where none were. */
  readonly roots: readonly Element[];
}

/** What a call is going to touch: by the fingers' ways, or an element. */
export type ToolAim =
  | { readonly gesture: Gesture }
  /** `at` is where the finger goes; null where none does, and where that can't be told. */
  | { readonly element: Element; readonly at: Point | null };
