import { describe, expect, it } from 'vitest';
import {
  argumentRefusal,
  executeTool,
  recordingPhone,
  refusalOf,
} from './testing/recording-phone.ts';
import { customGesture, gesturePaths, pinch } from './touch.ts';
import { z } from 'zod';

const center = { center_x: 540.5, center_y: 1200 };

it('pinch: moves two fingers apart', async () => {
  const phone = recordingPhone();
  expect(await executeTool(pinch, { ...center, scale: 2 }, phone)).toEqual({
    texts: ['Pinch (zoom in) executed at (540, 1200) with scale 2.0 over 300ms'],
  });
  expect(phone.calls).toMatchObject([
    ['readTouchArea'],
    ['readKeyboard'],
    [
      'performGesture',
      {
        strokes: [
          [
            { x: 440.5, y: 1200, timeMs: 0 },
            { x: 340.5, y: 1200, timeMs: 300 },
          ],
          [
            { x: 640.5, y: 1200, timeMs: 0 },
            { x: 740.5, y: 1200, timeMs: 300 },
          ],
        ],
      },
    ],
  ]);
});

it('pinch: reports a zoom out and its duration', async () => {
  const answer = await executeTool(
    pinch,
    { ...center, scale: 0.25, duration: 900 },
    recordingPhone(),
  );
  expect(answer).toEqual({
    texts: ['Pinch (zoom out) executed at (540, 1200) with scale 0.25 over 900ms'],
  });
});

it('pinch: keeps the fingers on the screen', async () => {
  const phone = recordingPhone();
  expect(await executeTool(pinch, { center_x: 1079, center_y: 5, scale: 50 }, phone)).toEqual({
    texts: [
      'Pinch (zoom in) executed at (1079, 5) with scale 50.0 over 300ms',
      "note:the screen's edge stopped the fingers: they ended 10.79 times as far apart as they began",
    ],
  });
  expect(phone.calls[2]).toMatchObject([
    'performGesture',
    {
      strokes: [
        [{ x: 979 }, { x: 0 }],
        [{ x: 1079 }, { x: 1079 }],
      ],
    },
  ]);
});

it('pinch: does not touch for a scale of 1', async () => {
  const phone = recordingPhone();
  expect(await executeTool(pinch, { ...center, scale: 1 }, phone)).toEqual({
    texts: ['Pinch (none (no-op)) executed at (540, 1200) with scale 1.0 over 300ms'],
  });
  expect(phone.calls).toEqual([['readTouchArea']]);
});

it.each([
  [center, "Missing required parameter: 'scale'"],
  [{ ...center, scale: 0 }, "Parameter 'scale' must be > 0, got: 0.0"],
  [{ ...center, scale: -1.5 }, "Parameter 'scale' must be > 0, got: -1.5"],
  [{ ...center, scale: '2x' }, "Parameter 'scale' must be a number, got string: '2x'"],
  [{ center_x: -1, center_y: -1, scale: 0 }, "Parameter 'center_x' must be >= 0, got: -1.0"],
  [{ center_x: 1, center_y: -1, scale: 0 }, "Parameter 'center_y' must be >= 0, got: -1.0"],
  [{ ...center, scale: 0, duration: 1.5 }, "Parameter 'duration' must be an integer, got: '1.5'"],
  [
    { ...center, scale: 2, duration: 60_001 },
    "Parameter 'duration' must be between 1 and 60000, got: 60001",
  ],
])('pinch: refuses %j', async (args, message) => {
  expect(await refusalOf(pinch, args)).toEqual(argumentRefusal(message));
});

it('pinch: refuses a centre beyond the screen', async () => {
  expect(await refusalOf(pinch, { center_x: 5, center_y: 2400, scale: 2 })).toMatchObject({
    message: "Parameter 'center_y' must be < 2400 (the screen is 1080x2400), got: 2400.0",
    calls: [['readTouchArea']],
  });
});

it('custom_gesture: plays one stroke per path, with every point at its time', async () => {
  const phone = recordingPhone();
  const paths = [
    [
      { x: 0, y: 0.5, time: 100 },
      { x: 10, y: 20, time: 130 },
      { x: 1079.5, y: 2399, time: 500 },
    ],
    [
      { x: 5, y: 5, time: 200 },
      { x: 6, y: 6, time: 201 },
    ],
  ];
  expect(await executeTool(customGesture, { paths }, phone)).toEqual({
    texts: ['Custom gesture executed with 2 path(s), total 5 point(s)'],
  });
  const strokes = paths.map((path) => path.map(({ x, y, time }) => ({ x, y, timeMs: time })));
  expect(phone.calls).toEqual([
    ['readTouchArea'],
    ['readKeyboard'],
    ['performGesture', { strokes }],
  ]);
});

const firstPoint = { x: 1, y: 1, time: 0 };

it.each([
  [{ x: 1080, y: 2400, time: 5 }, 'Point at path[1][2].x must be < 1080', '1080.0'],
  [{ x: 1079, y: 2400.25, time: 5 }, 'Point at path[1][2].y must be < 2400', '2400.25'],
])('custom_gesture: refuses %j, which is beyond the screen', async (point, messageStart, value) => {
  const paths = [
    [firstPoint, { x: 2, y: 2, time: 9 }],
    [firstPoint, { x: 2, y: 2, time: 3 }, point],
  ];
  expect(await refusalOf(customGesture, { paths })).toEqual({
    code: 'invalid-argument',
    message: `${messageStart} (the screen is 1080x2400), got: ${value}`,
    calls: [['readTouchArea']],
  });
});

it('custom_gesture: does not touch while the display is off', async () => {
  const phone = recordingPhone({ touchArea: { size: { width: 9, height: 9 }, awake: false } });
  const paths = [[firstPoint, { x: 2, y: 2, time: 9 }]];
  await expect(executeTool(customGesture, { paths }, phone)).rejects.toMatchObject({
    code: 'display-off',
  });
  expect(phone.calls).toEqual([['readTouchArea']]);
});

it.each([
  [{}, "Missing required parameter: 'paths'"],
  [
    { paths: [[firstPoint]], speed: 1 },
    "Unknown parameter: 'speed'. custom_gesture takes: paths, observe",
  ],
  [{ paths: [], observe: 1 }, "Parameter 'observe' must be a string, got: 1"],
])('custom_gesture: refuses %j', async (args, message) => {
  expect(await refusalOf(customGesture, args)).toEqual(argumentRefusal(message));
});

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
