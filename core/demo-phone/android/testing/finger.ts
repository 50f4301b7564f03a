import type { Rect } from '../../../geometry.ts';
import type { DumpNode, World } from '../../world.ts';

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
