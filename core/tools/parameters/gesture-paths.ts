/** The `paths` of custom_gesture, with the reference's words for whatever is wrong with them. */
import { z } from 'zod';
import { aboutType, asFloat } from './common.ts';
import { showValue } from './show-value.ts';

const maxPaths = 10;
const maxPoints = 100;
/** Milliseconds, as for any gesture. */
const maxTimeMs = 60_000;

/** What an error is told of the value it is about. */
interface Refused {
  readonly code?: string;
  readonly input?: unknown;
  readonly path?: readonly PropertyKey[] | undefined;
}

/** Position in the arguments: `paths`, index of the path, index of the point, field. */
function place({ path = [] }: Refused): { index: string; point: string; field: string } {
  const [, index = '', point = '', field = ''] = path.map(String);
  return { index, point: `path[${index}][${point}]`, field };
}

function wrongField(refused: Refused): string {
  const { input } = refused;
  const { point, field } = place(refused);
  if (input === undefined) return `Missing '${field}' in point at ${point}`;
  const subject = `Field '${field}' in point at ${point} must be`;
  if (typeof input === 'number') return `${subject} a finite number, got: '${input}'`;
  if (typeof input === 'string') return `${subject} a number, got string: '${input.slice(0, 100)}'`;
  if (typeof input === 'object' && input !== null) return `${subject} a number`;
  return `${subject} a number, got: '${showValue(input)}'`;
}

function notWhole(refused: Refused): string {
  const { point, field } = place(refused);
  return `Field '${field}' in point at ${point} must be an integer, got: '${showValue(refused.input)}'`;
}

const outOfRange =
  (rule: string, print: (value: number) => string) =>
  (refused: Refused): string => {
    const { point, field } = place(refused);
    return `Point at ${point}.${field} must be ${rule}, got: ${print(Number(refused.input))}`;
  };

const pixels = z.number({ error: wrongField }).min(0, { error: outOfRange('>= 0', asFloat) });

const time = z
  .number({ error: wrongField })
  .refine(Number.isInteger, { error: notWhole, params: { [aboutType]: true }, abort: true })
  .min(0, { error: outOfRange('>= 0', String) })
  .max(maxTimeMs, { error: outOfRange(`<= ${maxTimeMs}`, String) })
  .meta({ type: 'integer' });

const point = z.strictObject(
  { x: pixels, y: pixels, time },
  {
    error: (refused) => {
      const where = `Point at ${place(refused).point}`;
      if (refused.code !== 'unrecognized_keys') return `${where} must be an object with x, y, time`;
      return `${where} has an unknown field: '${String(refused.keys[0])}'. A point has: x, y, time`;
    },
  },
);

function lengthOf(input: unknown): number {
  return Array.isArray(input) ? input.length : 0;
}

const path = z
  .array(point, {
    error: (refused) => `Path at index ${place(refused).index} must be an array of point objects`,
  })
  .min(2, {
    error: (refused) =>
      `Path at index ${place(refused).index} must have at least 2 points, has ${lengthOf(refused.input)}`,
  })
  .max(maxPoints, {
    error: (refused) =>
      `Path at index ${place(refused).index} has too many points (max ${maxPoints}), has ${lengthOf(refused.input)}`,
  });

type Path = z.infer<typeof path>;

/** The first point that is not later than the one before it. */
function firstUnordered(paths: readonly Path[]): string | undefined {
  for (const [i, points] of paths.entries()) {
    const j = points.findIndex(({ time }, at) => time <= (points[at - 1]?.time ?? -Infinity));
    const [before, late] = [points[j - 1], points[j]];
    if (before === undefined || late === undefined) continue;
    return `Times must be monotonically increasing within each path. path[${i}][${j}].time (${late.time}) <= previous time (${before.time})`;
  }
  return undefined;
}

/** One to ten paths of 2 to 100 points; times in milliseconds from the gesture's beginning. */
export const gesturePaths = z
  .array(path, {
    // One that is missing is told like any other parameter.
    error: ({ input }) => (input === undefined ? undefined : "Parameter 'paths' must be an array"),
  })
  .min(1, { error: "Parameter 'paths' must not be empty" })
  .max(maxPaths, {
    error: ({ input }) => `Too many paths (max ${maxPaths}), got: ${lengthOf(input)}`,
  })
  .superRefine((paths, context) => {
    const message = firstUnordered(paths);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  });
