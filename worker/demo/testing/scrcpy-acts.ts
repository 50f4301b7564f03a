import {
  type AndroidKeyCode,
  AndroidKeyEventAction,
  AndroidKeyEventMeta,
  AndroidMotionEventAction,
} from '@yume-chan/scrcpy';
import { expect } from 'vitest';
import type { DumpNode } from '../../../core/demo-phone/world.ts';
import type { startClient, ScrcpyHost } from './scrcpy-host.ts';

export type Controller = Awaited<ReturnType<typeof startClient>>['controller'];

/** One event of a finger, with the client's pointer id. */
export function injectTouch(
  controller: Controller,
  action: keyof typeof AndroidMotionEventAction,
  [pointer, x, y]: readonly [pointer: number, x: number, y: number],
): Promise<void> {
  return controller.injectTouch({
    action: AndroidMotionEventAction[action],
    pointerId: BigInt(pointer),
    pointerX: x,
    pointerY: y,
    videoWidth: 0,
    videoHeight: 0,
    pressure: action === 'Up' ? 0 : 1,
    actionButton: 0,
    buttons: 0,
  });
}

/** Presses and releases a key. */
export async function pressKey(
  controller: Controller,
  keyCode: AndroidKeyCode,
  metaState: AndroidKeyEventMeta = AndroidKeyEventMeta.None,
): Promise<void> {
  for (const action of [AndroidKeyEventAction.Down, AndroidKeyEventAction.Up]) {
    await controller.injectKeyCode({ action, keyCode, repeat: 0, metaState });
  }
}

/** Opens an empty note with the cursor in its last field; returns a function that reads the field. */
export async function openNote({ world }: ScrcpyHost): Promise<() => string | undefined> {
  expect(world.startActivity('com.handset.notes/.EditActivity')).toBe(true);
  const field = allNodes(world.hierarchy()).findLast((node) => node.className.includes('EditText'));
  if (field === undefined) throw new Error('the note has no field');
  const { left, right, top, bottom } = field.bounds;
  const point = { x: (left + right) / 2, y: (top + bottom) / 2 };
  const times = [0, 60];
  world.injectGesture(times.map((timeMs) => ({ ...point, timeMs })));
  await expect.poll(() => world.focusedField()).toBeDefined();
  return () => world.focusedField()?.text;
}

function allNodes(node: DumpNode): DumpNode[] {
  return [node, ...node.children.flatMap(allNodes)];
}
