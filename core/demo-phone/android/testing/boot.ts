import { createNodeCanvas } from '../../../../e2e/node-canvas.ts';
import type { DemoPhoneOptions, FaultName } from '../../options.ts';
import type { DisplayTouchEvent, World } from '../../world.ts';
import { createWorld } from '../create-world.ts';
import { Finger } from './finger.ts';

const canvas = createNodeCanvas();
const now = () => new Date(2026, 10, 20, 9, 41).getTime();

export interface TestPhone {
  readonly world: World;
  readonly finger: Finger;
}

/** Creates a world with a finger for tests; by default Android 14 without faults. */
export async function createTestPhone(
  options: Partial<Omit<DemoPhoneOptions, 'faults'>> & { readonly faults?: readonly FaultName[] },
): Promise<TestPhone> {
  const { faults = [], ...rest } = options;
  const world = await createWorld(
    { android: 14, latency: 'none', canvas, ...rest, faults: new Set(faults) },
    now,
  );
  return { world, finger: new Finger(world) };
}

/** Sends events of one finger, each as action, x, y, time in ms. */
export function sendTouchEvents(
  world: World,
  events: readonly (readonly [DisplayTouchEvent['action'], number, number, number])[],
  pointerId = 0,
): void {
  for (const [action, x, y, timeMs] of events)
    world.injectTouchEvent({ pointerId, action, x, y, timeMs });
}

/** Pinches horizontally around a point, from one finger distance to another, in px. */
export function pinch(
  world: World,
  {
    x,
    y,
    from,
    to,
  }: { readonly x: number; readonly y: number; readonly from: number; readonly to: number },
): void {
  const steps = 10;
  sendTouchEvents(world, [['down', x - from / 2, y, 0]]);
  sendTouchEvents(world, [['down', x + from / 2, y, 8]], 1);
  for (let step = 1; step <= steps; step++) {
    const half = (from + ((to - from) * step) / steps) / 2;
    sendTouchEvents(world, [['move', x - half, y, 8 + step * 16]]);
    sendTouchEvents(world, [['move', x + half, y, 12 + step * 16]], 1);
  }
  sendTouchEvents(world, [['up', x - to / 2, y, 200]]);
  sendTouchEvents(world, [['up', x + to / 2, y, 204]], 1);
}
