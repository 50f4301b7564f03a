import type { AndroidKey } from '../../core/acting/person-keys.ts';
import type { Point, Size } from '../../core/geometry.ts';
import type { Turned } from '../adb/control-messages.ts';

/** What one finger does at one moment. */
export interface FingerStep extends Point {
  readonly pointerId: number;
  readonly action: 'down' | 'move' | 'up';
  /** When the person did it, on `performance.now`'s clock. */
  readonly atMs: number;
  /** The screen's size at that moment. */
  readonly area: Size;
}

/** A turn of the wheel at a place. */
export interface WheelTurn extends Point, Turned {
  readonly area: Size;
}

/**
 * A person's hands on one phone, for as long as they hold it, by one way to act. Device pixels of
 * the current rotation. Each method rejects with what the phone's acting methods reject with.
 */
export interface Hands {
  /** Aborts when these can do no more, and other hands are needed. */
  readonly ended: AbortSignal;
  /** Whether a finger or a key is down. */
  readonly holds: boolean;
  /** Resolves when the next thing may come; `taken` when it is known that the phone took it. */
  touch(step: FingerStep): Promise<{ readonly taken: Promise<void> }>;
  wheel(turn: WheelTurn): Promise<void>;
  key(key: AndroidKey, action: 'down' | 'up'): Promise<void>;
  /** Lifts every finger and key that is down. Never rejects. */
  letGo(): Promise<void>;
}
