/** The live picture of the phone, and the input that the user gives on it. */
import type { InputBackend } from '../phone/input-backends.ts';
import type { WireError } from '../errors.ts';
import type { Point, Size } from '../geometry.ts';
import type { RecordedVideo } from '../phone/recording.ts';

/** The state and source of the live picture. */
export type LiveStatus =
  /** Nobody watches, or no phone is connected. */
  | { readonly state: 'off' }
  | { readonly state: 'starting' }
  /** Frames as the phone draws them. */
  | {
      readonly state: 'video';
      readonly codec: 'h264' | 'h265' | 'av1';
      /** Size of the video in the current rotation. */
      readonly size: Size;
      /** False when the display is off and the last frame is older. */
      readonly displayOn: boolean;
    }
  /** Repeated screenshots; `why` says why there is no video. */
  | { readonly state: 'pictures'; readonly size: Size; readonly screenshotReason: WireError }
  /** No live picture. */
  | { readonly state: 'failed'; readonly error: WireError };

/** A video of a recording, with its file, which lasts until the recording is discarded. */
export interface VideoDownload extends RecordedVideo {
  readonly file: File;
}

/** The recording of the screen. `startedBy` is the agent's name, null for the user. */
export type RecordingStatus =
  | { readonly state: 'off' }
  /** The first picture is awaited. */
  | { readonly state: 'starting'; readonly startedBy: string | null }
  /** Reported about once a second. */
  | {
      readonly state: 'recording';
      readonly startedBy: string | null;
      readonly elapsedMs: number;
      readonly bytes: number;
    }
  /** `endReason` says why it ended before it was stopped, in words for agents; null when it was stopped. */
  | {
      readonly state: 'ended';
      readonly videos: readonly VideoDownload[];
      readonly endReason: string | null;
      /** Whether it was an agent's, which ended because the user paused agents or stopped everything. */
      readonly isEndedByUser: boolean;
    };

/** Whether the live picture is changing. */
export interface LiveMotion {
  readonly moving: boolean;
  /** When it last changed; elements read before that are out of date. */
  readonly changedAtEpochMs: number;
  /** When a large part of it last changed, as by another app, but not by a caret or a clock. */
  readonly largeChangeAtEpochMs: number;
}

/** Measurements of the live picture, sent once a second while it is shown. */
export interface LiveMetrics {
  readonly framesPerSecond: number;
  /** Median time of the last second from receiving a frame's last byte to drawing it; null without a frame. */
  readonly decodeMs: number | null;
  /** Time from the user's last input to the next frame; null before the first input. */
  readonly inputToFrameMs: number | null;
}

/** Which input backend is in use, and why not scrcpy. */
export interface InputBackendStatus {
  /** Null while unknown. */
  readonly backend: InputBackend | null;
  /** One sentence; null when the scrcpy server is running or starting. */
  readonly scrcpyProblem: string | null;
}

/** A finger of the user on the live picture. */
export interface TouchInput extends Point {
  readonly kind: 'touch';
  readonly action: 'down' | 'move' | 'up' | 'cancel';
  /** 0 to 9, to distinguish simultaneous touches. `cancel` ends all of them. */
  readonly finger: number;
}

/** Mouse wheel notches, possibly fractional; down and right are positive. */
export interface WheelInput extends Point {
  readonly kind: 'wheel';
  readonly right: number;
  readonly down: number;
}

/** A key that types no character; `code` is that of KeyboardEvent. */
export interface KeyInput {
  readonly kind: 'key';
  readonly action: 'down' | 'up';
  readonly code: string;
  readonly repeat: boolean;
  readonly shift: boolean;
  readonly ctrl: boolean;
  readonly alt: boolean;
  readonly meta: boolean;
}

/** A button of the console; `rotate` switches between portrait and landscape. */
export interface ButtonInput {
  readonly kind: 'button';
  readonly button: 'back' | 'home' | 'recents' | 'power' | 'volume-up' | 'volume-down' | 'rotate';
}

/** Input of the user on the live picture. Coordinates are fractions of the picture, 0 to 1. */
export type UserInputEvent =
  | TouchInput
  | WheelInput
  | KeyInput
  | ButtonInput
  | { readonly kind: 'text'; readonly text: string };
