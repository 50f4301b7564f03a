import type { Step } from '../call.ts';
import type { CallOrigin } from '../caller.ts';
import type { ArgumentFault, ArgumentPath } from '../errors.ts';
import type { Point, Rect, Size } from '../geometry.ts';

export type { CallOrigin };

/** The progress of a call. */
export interface CallProgress {
  /** Increases with every report; milliseconds for tools that wait. */
  readonly done: number;
  readonly total?: number;
  readonly message: string;
}

/** One problem with a call's arguments. */
export interface ArgumentProblem {
  /** For two parameters that exclude each other, the first; empty for a problem of the arguments as a whole. */
  readonly path: ArgumentPath;
  /** The message that an agent would get. */
  readonly message: string;
  readonly hint?: string;
  /** What is wrong, where the page can say it in its own words. */
  readonly fault?: ArgumentFault;
  /** Whether a required value is missing. */
  readonly isMissing: boolean;
}

/** A selector that matches exactly one element. */
export interface SuggestedSelector {
  readonly selector: string;
  /** What it is based on and what breaks it. */
  readonly reason: string;
}

/** A text or description of an element, as wait_for_element looks for it. */
export interface ShownText {
  readonly by: 'text' | 'content_desc';
  readonly value: string;
}

// Touches that the page draws on the picture of the phone: those a call is about to make, and those being played.

/** Where a call is going to touch, as far as is known before it runs; everything lies on the screen. */
export type TouchPreviewInfo =
  | {
      readonly kind: 'fingers';
      /** Logical size of the screen in its rotation, in device pixels: the coordinate space of all points. */
      readonly size: Size;
      /** One path per finger, in time order; a single point where it does not move. At most 10 paths of at most 100 points. */
      readonly paths: readonly (readonly Point[])[];
      /** As below, of the element at the point; empty where there is none, or the fingers move. */
      readonly label: string;
    }
  | {
      readonly kind: 'element';
      readonly size: Size;
      /** The visible part of the element, as last read; null if none of it is visible. */
      readonly bounds: Rect | null;
      /** Where the finger touches; null where it does not touch, or where that is not known yet. */
      readonly at: Point | null;
      /** `Button "Install"`; the quoted text comes from the phone. */
      readonly name: string;
      /** `Install`, or the name where it has no text. */
      readonly label: string;
    };

/** Where a finger is at a given time. */
export interface TimedPoint extends Point {
  /** Milliseconds since the gesture began. */
  readonly timeMs: number;
}

/** A gesture of a call, sent to the page as it begins. */
export interface PlayedGesture {
  readonly id: number;
  /** The agent’s name as the user sees it. */
  readonly agent: string;
  readonly from: CallOrigin;
  /** Logical size of the screen in its rotation, in device pixels: the coordinate space of all points. */
  readonly size: Size;
  /** One stroke per finger, from down to up, points in time order. At most 10 strokes of at most 100 points. */
  readonly strokes: readonly (readonly TimedPoint[])[];
}

/** Calls that the worker writes as a script for another program. */
export interface ScriptRequest {
  readonly format: 'maestro' | 'appium';
  readonly steps: readonly Pick<Step, 'tool' | 'arguments' | 'touchedAt'>[];
  /** Lines for the file's head. */
  readonly comments: readonly string[];
  /** The names of the variables that stand in texts as `${NAME}`. */
  readonly variables: readonly string[];
}

/** Such a script. */
export interface StepScript {
  readonly text: string;
  /** How many steps the other program can't run as they are; they are comments. */
  readonly lostCount: number;
}

/** An agent's last request, of any kind: connecting, listing the tools, a call. MCP over HTTP reports no end of a connection. */
export interface AgentContact {
  /** As in its calls. */
  readonly agent: string;
  readonly from: CallOrigin;
  readonly atEpochMs: number;
}

/** Stands in calls and steps for a typed password or a clipboard text. */
export const maskedText = '•••';
