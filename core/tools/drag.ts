import { z } from 'zod';
import { nameElementWithId } from '../format/name-element.ts';
import type { Point } from '../geometry.ts';
import { dragGesture, swipeGesture } from '../gestures/build-gesture.ts';
import type { Gesture } from '../gestures/gesture.ts';
import type { Phone } from '../phone.ts';
import type { Screen } from '../screen/screen.ts';
import { findElement } from './shared/find-element.ts';
import { duration, formatInteger, place, type Place } from './shared/parameters.ts';
import { checkTouchPoints, findTouchPoint, playGesture } from './shared/press-element.ts';
import { readScreen } from './shared/read-screen.ts';
import { defineTool, observe } from './shared/tool.ts';
import { previewPlace } from './shared/touch-preview.ts';

/** Drags from an element or point to another. */
export const drag = defineTool({
  name: 'drag',
  title: 'Drag',
  description:
    'Holds an element or point, drags it to another and lets go: icons, list rows, selections. from and to are each an element id, a selector, or x,y in device pixels.',
  input: z.strictObject({
    from: place('from'),
    to: place('to'),
    long_press: z
      .boolean()
      .default(true)
      .describe('False for things that move without a long press.'),
    duration: duration().default(500).describe('Of the movement, in milliseconds.'),
    ...observe,
  }),
  effect: 'act',
  onlyWithAllTools: true,
  previewTouch: (input, lastScreen) => {
    const from = previewPlace(input.from, lastScreen);
    const to = previewPlace(input.to, lastScreen);
    return from && to && { gesture: gestureOf(input, from, to) };
  },
  async execute(phone, input, reply, signal) {
    const ends = [input.from, input.to];
    const needsScreen = ends.some((end) => !('point' in end));
    const [screen] = await Promise.all([
      needsScreen ? readScreen(phone, signal) : null,
      checkPoints(phone, input, signal),
    ]);
    const from = locate(phone, screen, input.from);
    const to = locate(phone, screen, input.to);
    const gesture = gestureOf(input, from.at, to.at);
    await playGesture(phone, { gesture, reply }, signal);
    const movement = `Drag executed from ${from.label} to ${to.label} over ${input.duration}ms`;
    const cover =
      from.cover === null
        ? []
        : [`note:${from.cover} lies over all of it and may have taken the touch`];
    reply.text([movement, ...cover].join('\n'));
  },
});

interface DragOptions {
  readonly long_press: boolean;
  readonly duration: number;
}

function gestureOf(options: DragOptions, from: Point, to: Point): Gesture {
  return options.long_press
    ? dragGesture(from, to, options.duration)
    : swipeGesture(from, to, options.duration);
}

async function checkPoints(
  phone: Phone,
  ends: { readonly from: Place; readonly to: Place },
  signal: AbortSignal,
): Promise<void> {
  const points = (['from', 'to'] as const).flatMap((name) => {
    const end = ends[name];
    const coordinate = (axis: 'x' | 'y') => ({ name: `The ${axis} of '${name}'`, path: [name] });
    return 'point' in end ? [{ point: end.point, x: coordinate('x'), y: coordinate('y') }] : [];
  });
  await checkTouchPoints(phone, points, signal);
}

/** A place on the screen, as the reply names it. */
interface LocatedPlace {
  readonly at: Point;
  readonly label: string;
  /** The element over all of it, by name; null if there is none. */
  readonly cover: string | null;
}

/** Rejects with `element-not-found`, `ambiguous-selector`, `action-failed` if no part of it is on the screen. */
function locate(phone: Phone, screen: Screen | null, end: Place): LocatedPlace {
  const label = ({ x, y }: Point): string => `(${formatInteger(x)}, ${formatInteger(y)})`;
  if ('point' in end || screen === null) {
    const at = 'point' in end ? end.point : { x: 0, y: 0 };
    return { at, label: label(at), cover: null };
  }
  const element = findElement(phone, screen, end);
  const { at, cover } = findTouchPoint(screen, element, element);
  return {
    at,
    label: `element '${element.id}' at ${label(at)}`,
    cover: cover === undefined ? null : nameElementWithId(cover),
  };
}
