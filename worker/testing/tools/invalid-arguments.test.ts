/** Invalid arguments, each with the specified message; no phone is needed. */
import { expect, test } from 'vitest';
import { useDrivenClock } from '#core/testing/driven-clock.ts';
import { connectAgentWithoutPhone } from '../phones.ts';

useDrivenClock();

type InvalidCall = readonly [tool: string, args: Record<string, unknown>, message: string];

const point = { x: 100, y: 100 };
const line = { x1: 100, y1: 900, x2: 100, y2: 200 };
const circle = { center_x: 300, center_y: 300, scale: 2 };
const path = (...points: unknown[]): Record<string, unknown> => ({ paths: [points] });
const a = { x: 1, y: 1, time: 0 };
const b = { x: 9, y: 9, time: 10 };

const touches: readonly InvalidCall[] = [
  ['tap', { y: 1 }, "Missing required parameter: 'x'"],
  ['tap', { x: 1 }, "Missing required parameter: 'y'"],
  ['tap', { ...point, x: '5px' }, "Parameter 'x' must be a number, got string: '5px'"],
  ['tap', { ...point, x: true }, "Parameter 'x' must be a number, got: 'true'"],
  ['tap', { ...point, x: null }, "Parameter 'x' must be a number, got: 'null'"],
  ['tap', { ...point, x: [1] }, "Parameter 'x' must be a number"],
  ['tap', { ...point, x: -1 }, "Parameter 'x' must be >= 0, got: -1.0"],
  ['tap', { x: -1, y: 'a' }, "Parameter 'y' must be a number, got string: 'a'"],
  ['tap', { ...point, z: 1 }, "Unknown parameter: 'z'. tap takes: x, y, observe"],
  [
    'tap',
    { ...point, observe: 'all' },
    "Parameter 'observe' must be one of: none, state, compact, diff. Got: 'all'",
  ],
  [
    'long_press',
    { ...point, duration: 0 },
    "Parameter 'duration' must be between 1 and 60000, got: 0",
  ],
  [
    'long_press',
    { ...point, duration: 60_001 },
    "Parameter 'duration' must be between 1 and 60000, got: 60001",
  ],
  [
    'long_press',
    { ...point, duration: 3.5 },
    "Parameter 'duration' must be an integer, got: '3.5'",
  ],
  ['double_tap', { ...point, y: -0.5 }, "Parameter 'y' must be >= 0, got: -0.5"],
  ['swipe', { ...line, y2: undefined }, "Missing required parameter: 'y2'"],
  ['swipe', { ...line, x2: -3 }, "Parameter 'x2' must be >= 0, got: -3.0"],
  ['scroll', {}, "Missing required parameter: 'direction'"],
  [
    'scroll',
    { direction: 'in' },
    "Parameter 'direction' must be one of: up, down, left, right. Got: 'in'",
  ],
  [
    'scroll',
    { direction: 'UP', amount: 'huge' },
    "Parameter 'amount' must be one of: small, medium, large. Got: 'huge'",
  ],
  ['pinch', { ...circle, scale: 0 }, "Parameter 'scale' must be > 0, got: 0.0"],
  ['pinch', { ...circle, center_x: -2 }, "Parameter 'center_x' must be >= 0, got: -2.0"],
];

const gestures: readonly InvalidCall[] = [
  ['custom_gesture', {}, "Missing required parameter: 'paths'"],
  ['custom_gesture', { paths: 'x' }, "Parameter 'paths' must be an array"],
  ['custom_gesture', { paths: [] }, "Parameter 'paths' must not be empty"],
  ['custom_gesture', { paths: Array(11).fill([a, b]) }, 'Too many paths (max 10), got: 11'],
  ['custom_gesture', { paths: [5] }, 'Path at index 0 must be an array of point objects'],
  ['custom_gesture', path(a), 'Path at index 0 must have at least 2 points, has 1'],
  [
    'custom_gesture',
    { paths: [Array.from({ length: 101 }, (_, time) => ({ ...a, time }))] },
    'Path at index 0 has too many points (max 100), has 101',
  ],
  ['custom_gesture', path(a, 7), 'Point at path[0][1] must be an object with x, y, time'],
  ['custom_gesture', path(a, { x: 1, time: 5 }), "Missing 'y' in point at path[0][1]"],
  [
    'custom_gesture',
    path({ ...a, x: '1,5' }, b),
    "Field 'x' in point at path[0][0] must be a number, got string: '1,5'",
  ],
  [
    'custom_gesture',
    path(a, { ...b, time: 1.5 }),
    "Field 'time' in point at path[0][1] must be an integer, got: '1.5'",
  ],
  ['custom_gesture', path({ ...a, y: -1 }, b), 'Point at path[0][0].y must be >= 0, got: -1.0'],
  [
    'custom_gesture',
    path(b, a),
    'Times must be monotonically increasing within each path. path[0][1].time (0) <= previous time (10)',
  ],
];

const by = { by: 'text', value: 'Settings' };
const elements: readonly InvalidCall[] = [
  ['find_elements', { value: 'x' }, "Missing required parameter: 'by'"],
  ['find_elements', { by: 'text' }, "Missing required parameter: 'value'"],
  ['find_elements', { by: 'text', value: '' }, "Parameter 'value' must be non-empty"],
  [
    'find_elements',
    { by: 'colour', value: 'x' },
    "Invalid 'by' value: 'colour'. Must be one of: text, content_desc, resource_id, class_name",
  ],
  [
    'find_elements',
    { ...by, exact_match: 'yes' },
    "Parameter 'exact_match' must be a boolean (true/false), got string: 'yes'",
  ],
  ['click_element', {}, "Missing required parameter: 'element_id' or 'selector'"],
  [
    'click_element',
    { element_id: '', selector: null },
    "Missing required parameter: 'element_id' or 'selector'",
  ],
  ['long_click_element', {}, "Missing required parameter: 'element_id' or 'selector'"],
  [
    'scroll_to_element',
    { element_id: '' },
    "Missing required parameter: 'element_id' or 'selector'",
  ],
  ['set_text', { element_id: 'node_1' }, "Missing required parameter: 'text'"],
  ['set_text', { element_id: 'node_1', text: 5 }, "Parameter 'text' must be a string, got: 5"],
  ['input_text', {}, "Missing required parameter: 'text'"],
  [
    'input_text',
    { text: 'a'.repeat(2001) },
    'text exceeds maximum length of 2000 characters (got 2001)',
  ],
  ['press_key', {}, "Missing required parameter: 'key'"],
  [
    'press_key',
    { key: 'A', modifiers: ['hyper'] },
    "Parameter 'modifiers' must be one of: ctrl, shift, alt. Got: 'hyper'",
  ],
  ['get_element_details', {}, "Missing required parameter: 'ids'"],
  ['get_element_details', { ids: 'node_1' }, "Parameter 'ids' must be an array of strings"],
  ['get_element_details', { ids: [] }, "Parameter 'ids' must not be empty"],
  ['get_element_details', { ids: [1] }, "Each element in 'ids' must be a string"],
  ['wait_for_element', by, "Missing required parameter: 'timeout'"],
  [
    'wait_for_element',
    { value: 'x', timeout: 1 },
    "Missing required parameter: 'by' or 'selector'",
  ],
  ['wait_for_element', { by: 'text', timeout: 1 }, "Missing required parameter: 'value'"],
  [
    'wait_for_element',
    { by: 'text', value: '', timeout: 1 },
    "Parameter 'value' must be non-empty",
  ],
  ['wait_for_element', { ...by, timeout: 0 }, 'Timeout must be between 1 and 30000 ms, got: 0'],
  ['wait_for_idle', { timeout: 30_001 }, 'Timeout must be between 1 and 30000 ms, got: 30001'],
];

const others: readonly InvalidCall[] = [
  ['set_clipboard', {}, "Missing required parameter: 'text'"],
  ['get_device_logs', { last_lines: 0 }, 'last_lines must be between 1 and 1000, got 0'],
  ['get_device_logs', { last_lines: 1.5 }, 'last_lines must be an integer, got 1.5'],
  ['get_device_logs', { level: 'x' }, "level must be one of: V, D, I, W, E, F. Got: 'x'"],
  [
    'get_device_logs',
    { tag: 'a b' },
    "tag contains invalid characters. Allowed: letters, digits, '.', '_', ':', '*', '-'. Got: 'a b'",
  ],
  [
    'get_device_logs',
    { package_name: '1a' },
    "package_name contains invalid characters. Must start with a letter and contain only letters, digits, '.', '_'. Got: '1a'",
  ],
  [
    'get_device_logs',
    { since: 'yesterday' },
    "since must be an ISO 8601 timestamp (e.g., '2024-01-15T10:30:00'). Got: 'yesterday'",
  ],
  [
    'get_device_logs',
    { until: '2024-01-15' },
    "until must be an ISO 8601 timestamp (e.g., '2024-01-15T10:30:00'). Got: '2024-01-15'",
  ],
];

test('invalid arguments and their messages', async () => {
  // No phone is connected: a call with valid arguments would fail with that.
  const agent = await connectAgentWithoutPhone();
  for (const [tool, args, message] of [...touches, ...gestures, ...elements, ...others]) {
    const answer = await agent.call(tool, args);
    expect([tool, args, answer.text]).toEqual([tool, args, message]);
    expect(answer.isError).toBe(true);
  }
  expect((await agent.call('tap', point)).text).toMatch(/^No phone is connected\./);
});
