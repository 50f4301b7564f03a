import type { Size } from '../../core/geometry.ts';
import type { Gesture } from '../../core/gestures/gesture.ts';
import type { Phone } from '../../core/phone.ts';
import type { Hierarchy } from '../../core/screen/screen.ts';

/** Hears what fingers do on a phone. Must not throw. */
export interface GestureListener {
  /** A gesture begins on a screen of this size, in its rotation. */
  began(gesture: Gesture, size: Size): void;
  /** The one that began last was not played to its end. */
  failed(): void;
}

/** A phone that tells, besides what tools need, what it was told last and what fingers do. */
export interface WatchedPhone extends Phone {
  /** The elements as anybody read them last; null before that, and when the phone has gone. */
  readonly lastHierarchy: Hierarchy | null;
  /** The size in the rotation as it was read last before a touch; null as above. */
  readonly lastSize: Size | null;
  /** Tells of other elements from now on, whoever reads them; returns the way to stop. */
  onHierarchy(listener: () => void): () => void;
  /** Tells of gestures of calls from now on; returns the way to stop. */
  onGesture(listener: GestureListener): () => void;
}
