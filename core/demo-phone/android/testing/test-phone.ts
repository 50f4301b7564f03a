import type { Rect } from '#core/geometry.ts';
import type { DisplayTouchEvent, DumpNode, World } from '../../world.ts';
import { createNodeCanvas } from '#core/demo-phone/testing/node-canvas.ts';
import type { DemoPhoneOptions, FaultName } from '../../options.ts';
import { createWorld } from '../world.ts';

/** Finds nodes in the hierarchy and touches them at their bounds, like UiAutomator's UiDevice. */
export class Finger {
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  /** The nodes of the focused window, parents first. */
  nodes(): readonly DumpNode[] {
    return [...walkNodes(this.#world.hierarchy())];
  }

  /** The first node with this text, resource name (without package) or description. */
  find(name: string): DumpNode | undefined {
    return this.nodes().find(
      ({ text, resourceId, description }) =>
        text === name || resourceId.endsWith(`/${name}`) || description === name,
    );
  }

  /** Like `find`, but throws an error that lists all nodes when there is none. */
  get(name: string): DumpNode {
    const found = this.find(name);
    if (found !== undefined) return found;
    const names = this.nodes().map((node) => node.text || node.description || node.resourceId);
    throw new Error(`Nothing is called ${name}. There is: ${names.join(', ')}`);
  }

  tap(name: string): void {
    this.press(this.get(name).bounds, 60);
  }

  longPress(name: string): void {
    this.press(this.get(name).bounds, 700);
  }

  press(bounds: Rect, durationMs: number): void {
    const x = Math.floor((bounds.left + bounds.right) / 2);
    const y = Math.floor((bounds.top + bounds.bottom) / 2);
    this.#world.injectGesture([
      { x, y, timeMs: 0 },
      { x, y, timeMs: durationMs },
    ]);
  }

  swipe(from: readonly [number, number], to: readonly [number, number], durationMs = 300): void {
    this.#world.injectGesture([
      { x: from[0], y: from[1], timeMs: 0 },
      { x: (from[0] + to[0]) / 2, y: (from[1] + to[1]) / 2, timeMs: durationMs / 2 },
      { x: to[0], y: to[1], timeMs: durationMs },
    ]);
  }
}

function* walkNodes(node: DumpNode): Generator<DumpNode> {
  yield node;
  for (const child of node.children) yield* walkNodes(child);
}

const canvas = createNodeCanvas();
/** Friday, 20 November 2026. */
const friday = () => new Date(2026, 10, 20, 9, 41).getTime();

export interface TestPhone {
  readonly world: World;
  readonly finger: Finger;
}

/** Creates a world with a finger for tests; by default Android 14 without faults. */
export async function createTestPhone(
  options: Partial<Omit<DemoPhoneOptions, 'faults'>> & {
    readonly faults?: readonly FaultName[];
    /** The phone's clock, in ms since 1970. */
    readonly now?: () => number;
  },
): Promise<TestPhone> {
  const { faults = [], now = friday, ...rest } = options;
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
