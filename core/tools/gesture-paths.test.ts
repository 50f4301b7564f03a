import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { refusalOf, argumentRefusal } from './testing/recording-phone.ts';
import { customGesture, gesturePaths } from './touch.ts';

const pathStart = { x: 1, y: 1, time: 0 };
const pathEnd = { x: 2, y: 2, time: 9 };
const validPath = [pathStart, pathEnd];
/** Valid paths, except for the second point of the second path. */
const withPoint = (point: unknown): unknown => [
  validPath,
  [pathStart, point, { x: 3, y: 3, time: 60_000 }],
];
const pathOf = (length: number): unknown =>
  Array.from({ length }, (_, i) => ({ x: 1, y: 1, time: i }));

describe('the paths of custom_gesture', () => {
  it.each([
    ['a path alone', validPath, 'Path at index 0 must be an array of point objects'],
    ['null', null, "Parameter 'paths' must be an array"],
    ['an object', {}, "Parameter 'paths' must be an array"],
    ['JSON as text', '[]', "Parameter 'paths' must be an array"],
    ['no path', [], "Parameter 'paths' must not be empty"],
    ['11 paths', Array<unknown>(11).fill(validPath), 'Too many paths (max 10), got: 11'],
    ['an object as path', [validPath, {}], 'Path at index 1 must be an array of point objects'],
    ['null as path', [null], 'Path at index 0 must be an array of point objects'],
    ['an empty path', [validPath, []], 'Path at index 1 must have at least 2 points, has 0'],
    ['one point', [[pathStart]], 'Path at index 0 must have at least 2 points, has 1'],
    ['101 points', [pathOf(101)], 'Path at index 0 has too many points (max 100), has 101'],
  ])('refuses %s', async (_, paths, message) => {
    expect(await refusalOf(customGesture, { paths })).toEqual(argumentRefusal(message));
  });

  it.each([
    [7, 'Point at path[1][1] must be an object with x, y, time'],
    [null, 'Point at path[1][1] must be an object with x, y, time'],
    [[1, 2, 3], 'Point at path[1][1] must be an object with x, y, time'],
    [{ y: 1, time: 1 }, "Missing 'x' in point at path[1][1]"],
    [{ x: 1, time: 1 }, "Missing 'y' in point at path[1][1]"],
    [{ x: 1, y: 1 }, "Missing 'time' in point at path[1][1]"],
    [
      { x: '1px', y: 1, time: 1 },
      "Field 'x' in point at path[1][1] must be a number, got string: '1px'",
    ],
    [{ x: 1, y: true, time: 1 }, "Field 'y' in point at path[1][1] must be a number, got: 'true'"],
    [{ x: 1, y: null, time: 1 }, "Field 'y' in point at path[1][1] must be a number, got: 'null'"],
    [{ x: 1, y: 1, time: {} }, "Field 'time' in point at path[1][1] must be a number"],
    [{ x: 1, y: [1], time: 1 }, "Field 'y' in point at path[1][1] must be a number"],
    [
      { x: -Infinity, y: 1, time: 1 },
      "Field 'x' in point at path[1][1] must be a finite number, got: '-Infinity'",
    ],
    [
      { x: 1, y: 1, time: 1.5 },
      "Field 'time' in point at path[1][1] must be an integer, got: '1.5'",
    ],
    [
      { ...pathEnd, pressure: 1 },
      "Point at path[1][1] has an unknown field: 'pressure'. A point has: x, y, time",
    ],
    [{ x: -1, y: -1, time: -1 }, 'Point at path[1][1].x must be >= 0, got: -1.0'],
    [{ x: 1, y: -0.5, time: -1 }, 'Point at path[1][1].y must be >= 0, got: -0.5'],
    [{ x: 1, y: 1, time: -1 }, 'Point at path[1][1].time must be >= 0, got: -1'],
    [{ x: 1, y: 1, time: 60_001 }, 'Point at path[1][1].time must be <= 60000, got: 60001'],
    [
      { x: 1, y: 1, time: 0 },
      'Times must be monotonically increasing within each path. path[1][1].time (0) <= previous time (0)',
    ],
    [
      { x: 1, y: 1, time: 60_000 },
      'Times must be monotonically increasing within each path. path[1][2].time (60000) <= previous time (60000)',
    ],
  ])('refuses the point %j', async (point, message) => {
    expect(await refusalOf(customGesture, { paths: withPoint(point) })).toEqual(
      argumentRefusal(message),
    );
  });

  it('reports types before ranges, and ranges before the order of times', async () => {
    const early = { x: 1, y: 1, time: 0 };
    const typeLast = [
      [pathStart, { x: -1, y: 1, time: 1 }],
      [pathStart, { x: 1, y: 1, time: 1.5 }],
    ];
    const rangeLast = [
      [pathEnd, early],
      [pathStart, { x: -1, y: 1, time: 1 }],
    ];
    expect(await refusalOf(customGesture, { paths: typeLast })).toMatchObject({
      message: "Field 'time' in point at path[1][1] must be an integer, got: '1.5'",
    });
    expect(await refusalOf(customGesture, { paths: rangeLast })).toMatchObject({
      message: 'Point at path[1][1].x must be >= 0, got: -1.0',
    });
  });

  it.each([
    ['10 paths', Array<unknown>(10).fill(validPath)],
    ['100 points', [pathOf(100)]],
    ['whole times with a point', JSON.parse('[[{"x":1,"y":1,"time":0},{"x":1,"y":1,"time":2.0}]]')],
  ])('accepts %s', (_, paths: unknown) => {
    expect(gesturePaths.safeParse(paths).success).toBe(true);
  });
});

it('the paths of custom_gesture have their whole shape in the JSON schema', () => {
  const { $schema, ...schema } = z.toJSONSchema(gesturePaths, { io: 'input' });
  expect(schema).toEqual({
    type: 'array',
    minItems: 1,
    maxItems: 10,
    items: {
      type: 'array',
      minItems: 2,
      maxItems: 100,
      items: {
        type: 'object',
        properties: {
          x: { type: 'number', minimum: 0 },
          y: { type: 'number', minimum: 0 },
          time: { type: 'integer', minimum: 0, maximum: 60_000 },
        },
        required: ['x', 'y', 'time'],
        additionalProperties: false,
      },
    },
  });
});
