import { z } from 'zod';
import { followPaths } from '../gestures/paths.ts';
import { gesturePaths } from './parameters/gesture-paths.ts';
import { defineTool, observe } from './contract/tool.ts';
import { playGesture } from './touching/play-gesture.ts';
import { reachTouchArea } from './touching/touch-area.ts';

/** Any movement of up to ten fingers. */
export const customGesture = defineTool({
  name: 'custom_gesture',
  title: 'Custom gesture',
  description:
    'Plays one path for each finger: the finger touches the screen at the first point, is at every point at its time and leaves at the last. Points are device pixels, times milliseconds from the beginning of the gesture. Paths that overlap in time are fingers used together. Use it for rotating, unlock patterns and drawing.',
  input: z.strictObject({ paths: gesturePaths, ...observe }),
  effect: 'act',
  aim: ({ paths }) => ({ gesture: followPaths(paths) }),
  async run(phone, { paths }, reply, signal) {
    const points = paths.flatMap((path, i) =>
      path.map((point, j) => {
        const name = `Point at path[${i}][${j}]`;
        const given = (axis: 'x' | 'y') => ({
          name: `${name}.${axis}`,
          path: ['paths', i, j, axis],
        });
        return { point, x: given('x'), y: given('y') };
      }),
    );
    await reachTouchArea(phone, points, signal);
    await playGesture(phone, { gesture: followPaths(paths), reply }, signal);
    reply.text(
      `Custom gesture executed with ${paths.length} path(s), total ${points.length} point(s)`,
    );
  },
});
