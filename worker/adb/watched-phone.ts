import type { PhoneApps } from '#core/phone/apps.ts';
import type { Size } from '#core/geometry.ts';
import type { Gesture } from '#core/gestures/gesture.ts';
import type { ConnectedPhone } from '#core/phone/phone.ts';
import type { Focus, Hierarchy } from '#core/screen/screen.ts';
import type { AdbApps } from './reading/adb-apps.ts';

/** Is notified of the gestures on a phone. Must not throw. */
export interface GestureListener {
  /** A gesture begins on a screen of this size, in its rotation. */
  began(gesture: Gesture, size: Size): void;
  /** The gesture that began last did not finish. */
  failed(): void;
}

/** A phone that keeps its last readings and announces gestures, for the console. */
export interface WatchedPhone extends ConnectedPhone {
  /** Whether it only shows a captured screen: it has no apps, files or settings, and nothing changes there. */
  readonly isCapture: boolean;
  readonly apps: PhoneApps & Pick<AdbApps, 'nameOf' | 'knownName'>;
  /** The elements as last read by any caller; null before that, and when the phone is lost. */
  readonly lastHierarchy: Hierarchy | null;
  /** The app in front as last read by any caller; null before that, and where the phone does not report it. */
  readonly lastFocus: Focus | null;
  /**
   * The size in the current rotation as read before the last touch; null before that, and when the
   * phone is lost.
   */
  readonly lastSize: Size | null;
  /** To be called when somebody has acted on the phone from here. */
  screenMayHaveChanged(): void;
  /** Calls back after every new reading of the elements; returns a function that stops it. */
  onHierarchy(listener: () => void): () => void;
  /** Calls back for the gestures of tool calls; returns a function that stops it. */
  onGesture(listener: GestureListener): () => void;
}
