/** The live picture of the phone, and what the person does to the phone by it. */
import type { Way } from '../acting/ways.ts';
import type { WireError } from '../errors.ts';
import type { Size } from '../geometry.ts';

/** How the live picture comes from the phone. */
export type LiveStatus =
  /** Nobody looks, or no phone is connected. */
  | { readonly state: 'off' }
  | { readonly state: 'starting' }
  /** Frames as the phone draws them. */
  | {
      readonly state: 'video';
      readonly codec: 'h264' | 'h265' | 'av1';
      /** The video's own, in the current rotation. */
      readonly size: Size;
      /** False when the last frame is what the phone showed before its display went off. */
      readonly displayOn: boolean;
    }
  /** One screenshot after the other, because of this. */
  | { readonly state: 'pictures'; readonly size: Size; readonly why: WireError }
  /** No picture at all. */
  | { readonly state: 'failed'; readonly error: WireError };

/** Whether the live picture moves. */
export interface Motion {
  readonly moving: boolean;
  /** When it last changed; elements that were read before are older than the picture. */
  readonly changedAtEpochMs: number;
}

/** What can be measured of the live picture, told once a second while it is shown. */
export interface LiveFigures {
  readonly framesPerSecond: number;
  /** From the frame's last byte to its being drawn, median of the last second; null without a frame. */
  readonly decodeMs: number | null;
  /** From the person's last input to the first frame that came after it; null before the first. */
  readonly inputToFrameMs: number | null;
}

/** How the phone is acted on, and why not the better way. */
export interface ActingWay {
  /** Null while it is not known. */
  readonly way: Way | null;
  /** One sentence; null when the scrcpy server runs or is being started. */
  readonly whyNotScrcpy: string | null;
}

/** What the person does to the phone by the live picture. Places are fractions of the picture, 0 to 1. */
export type PersonInput =
  | {
      readonly kind: 'touch';
      readonly phase: 'down' | 'move' | 'up' | 'cancel';
      /** 0 to 9; tells fingers apart that are down at once. `cancel` ends all of them. */
      readonly finger: number;
      readonly x: number;
      readonly y: number;
    }
  /** Notches of a mouse wheel, or parts of them: down and right are positive. */
  | {
      readonly kind: 'wheel';
      readonly x: number;
      readonly y: number;
      readonly right: number;
      readonly down: number;
    }
  /** A key that has no character; `code` is KeyboardEvent's. */
  | {
      readonly kind: 'key';
      readonly phase: 'down' | 'up';
      readonly code: string;
      readonly repeat: boolean;
      readonly shift: boolean;
      readonly ctrl: boolean;
      readonly alt: boolean;
      readonly meta: boolean;
    }
  | { readonly kind: 'text'; readonly text: string }
  /** A button of the console; `rotate` turns the screen between upright and lying. */
  | {
      readonly kind: 'button';
      readonly button:
        'back' | 'home' | 'recents' | 'power' | 'volume-up' | 'volume-down' | 'rotate';
    };
