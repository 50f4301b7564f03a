import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { HandsetError } from '../../errors.ts';
import { clickElement } from '../elements.ts';
import { getScreenState } from '../screen.ts';
import { runSteps } from '../steps.ts';
import { customGesture } from '../touch.ts';
import { waitForElement } from '../wait.ts';
import { checkArguments, parseArguments } from './arguments.ts';
import { wholeNumber } from './parameters.ts';
import { defineTool } from './tool.ts';

describe('parseArguments of get_screen_state', () => {
  it.each([undefined, null, {}])('fills in defaults for %j', (args) => {
    const defaults = { include_screenshot: false, annotate: true };
    expect(parseArguments(getScreenState, args)).toEqual(defaults);
  });
  it('keeps given values', () => {
    const args = { include_screenshot: true, annotate: false };
    expect(parseArguments(getScreenState, args)).toEqual(args);
  });
  it.each([
    [
      { include_screenshot: 'True' },
      `Parameter 'include_screenshot' must be a boolean (true/false), got string: 'True'`,
    ],
    [
      { include_screenshot: 1 },
      `Parameter 'include_screenshot' must be a boolean (true/false), got: '1'`,
    ],
    [
      { annotate: 'null' },
      `Parameter 'annotate' must be a boolean (true/false), got string: 'null'`,
    ],
    [
      { shot: true },
      `Unknown parameter: 'shot'. get_screen_state takes: include_screenshot, annotate`,
    ],
    [[1], 'Arguments must be an object, got: [1]'],
    ['x', 'Arguments must be an object, got: x'],
  ])('refuses %j', (args, message) => {
    expect(() => parseArguments(getScreenState, args)).toThrow(message);
  });
});

describe('parseArguments of any tool', () => {
  const tool = defineTool({
    name: 'look',
    title: 'Look',
    words: { wantsTo: ['use it'] },
    description: 'Looks.',
    input: z.strictObject({
      far: z.number().min(5, { error: 'too near' }),
      word: z.string().optional(),
      list: z.array(z.number()).optional(),
      whole: wholeNumber('whole', { min: 1, max: 2 }).default(1),
    }),
    effect: 'read',
    execute: () => Promise.resolve(),
  });
  it.each([
    [{}, "Missing required parameter: 'far'"],
    [{ far: Infinity }, "Parameter 'far' must be a finite number, got: 'Infinity'"],
    [{ far: NaN }, "Parameter 'far' must be a finite number, got: 'NaN'"],
    [
      { far: 'x'.repeat(101) },
      `Parameter 'far' must be a number, got string: '${'x'.repeat(100)}'`,
    ],
    [{ far: 5, word: 3 }, "Parameter 'word' must be a string, got: 3"],
    [{ far: 5, word: { a: 1 } }, "Parameter 'word' must be a string"],
    [{ far: 5, list: 'a' }, "Parameter 'list' must be an array, got string: 'a'"],
    [{ far: 1 }, 'too near'],
    [{ far: 1, whole: 9 }, 'too near'],
    [{ far: 1, word: 3 }, "Parameter 'word' must be a string, got: 3"],
    [{ far: 1, whole: 1.5 }, "Parameter 'whole' must be an integer, got: '1.5'"],
    [{ far: 1, near: 1 }, "Unknown parameter: 'near'. look takes: far, word, list, whole"],
    // Instead of only "Missing required parameter: 'far'".
    [{ near: 1 }, "Unknown parameter: 'near'. look takes: far, word, list, whole"],
  ])('refuses %j', (args, message) => {
    expect(() => parseArguments(tool, args)).toThrow(new HandsetError('invalid-argument', message));
  });
  it('names the entry of a list that has an unknown parameter, and what an entry takes', () => {
    const steps = [{ tool: 'press_back' }, { tool: 'press_home', args: {} }];
    const message = "Unknown parameter: 'args' in step 2. A step takes: tool, arguments, expect";
    expect(() => parseArguments(runSteps, { steps })).toThrow(
      new HandsetError('invalid-argument', message),
    );
  });
  it('names the object that has an unknown parameter', () => {
    const inner = z.strictObject({ x: z.number() }).optional();
    const nested = { name: 'look', input: z.strictObject({ at: z.strictObject({ inner }) }) };
    const message = "Unknown parameter: 'b' in 'at.inner'. It takes: x";
    expect(() => parseArguments(nested, { at: { inner: { x: 1, b: 2 } } })).toThrow(
      new HandsetError('invalid-argument', message),
    );
  });
  it('accepts an integer written with a decimal point', () => {
    expect(parseArguments(tool, JSON.parse('{"far":5,"whole":2.0}'))).toEqual({ far: 5, whole: 2 });
  });
});

describe('empty and stringified values from clients', () => {
  const tool = defineTool({
    name: 'look',
    title: 'Look',
    words: { wantsTo: ['use it'] },
    description: 'Looks.',
    input: z.strictObject({
      text: z.string(),
      since: z.string().min(1, { error: 'empty' }).optional(),
      limit: wholeNumber('limit', { min: 1, max: 1000 }).prefault(20),
      deep: z.boolean().default(true),
      points: z.array(z.array(z.strictObject({ x: z.number() }))).optional(),
    }),
    effect: 'read',
    execute: () => Promise.resolve(),
  });
  const defaults = { limit: 20, deep: true };
  const parse = (args: object): unknown => parseArguments(tool, { text: 'a', ...args });

  it.each([null, ''])('treats %j as absent for optional parameters', (nothing) => {
    const args = { since: nothing, limit: nothing, deep: nothing, points: nothing };
    expect(parse(args)).toEqual({ text: 'a', ...defaults });
    expect(checkArguments(tool, { text: 'a', ...args })).toEqual([]);
  });
  it('accepts an empty string where a string is required, but not null', () => {
    expect(parse({ text: '' })).toEqual({ text: '', ...defaults });
    expect(() => parse({ text: null })).toThrow("Parameter 'text' must be a string, got: null");
  });
  it.each([
    [{ deep: 'false' }, { deep: false }],
    [{ deep: 'true' }, { deep: true }],
    [{ limit: '500' }, { limit: 500 }],
    [{ limit: '5e2' }, { limit: 500 }],
    [{ limit: '5.0' }, { limit: 5 }],
    [{ points: [[{ x: '-1.5' }, { x: 2 }]] }, { points: [[{ x: -1.5 }, { x: 2 }]] }],
    [{ text: '500' }, { text: '500' }],
    [{ since: 'true' }, { since: 'true' }],
  ])('coerces %j', (args, coerced) => {
    expect(parse(args)).toEqual({ text: 'a', ...defaults, ...coerced });
    expect(checkArguments(tool, { text: 'a', ...args })).toEqual([]);
  });
  it.each<object>([
    ...['True', ' true', '1', 'yes', 'null'].map((deep) => ({ deep })),
    ...[' 500', '500 ', '0x10', '1_000', '05', '.5', '5.', '+5', 'NaN', 'Infinity', '1e999'].map(
      (limit) => ({ limit }),
    ),
    { deep: 1 },
    { limit: true },
    { points: [[{ x: '' }]] },
    { points: [[{ x: null }]] },
    { text: 5 },
    { nothing: null },
    { toString: null },
  ])('refuses %j', (args) => {
    expect(() => parse(args)).toThrow(HandsetError);
  });
  it('has the strict types in the JSON schema', () => {
    const { properties } = z.toJSONSchema(tool.input, { io: 'input' });
    expect(properties).toMatchObject({
      since: { type: 'string' },
      limit: { type: 'integer' },
      deep: { type: 'boolean' },
    });
  });
});

describe('checkArguments', () => {
  it('reports nothing for valid arguments', () => {
    expect(checkArguments(getScreenState, { annotate: false })).toEqual([]);
  });
  it('reports all problems with their paths, types first', () => {
    const point = { x: -1, y: 2, time: 0 };
    const args = { paths: [[point, { y: 'a', time: 10 }]], observe: 'all' };
    expect(checkArguments(customGesture, args)).toEqual([
      {
        path: ['paths', 0, 1, 'x'],
        message: "Missing 'x' in point at path[0][1]",
        isMissing: true,
      },
      {
        path: ['paths', 0, 1, 'y'],
        message: "Field 'y' in point at path[0][1] must be a number, got string: 'a'",
        fault: { kind: 'number' },
        isMissing: false,
      },
      {
        path: ['paths', 0, 0, 'x'],
        message: 'Point at path[0][0].x must be >= 0, got: -1.0',
        fault: { kind: 'range', min: 0, max: null },
        isMissing: false,
      },
      {
        path: ['observe'],
        message: "Parameter 'observe' must be one of: none, state, compact, diff. Got: 'all'",
        isMissing: false,
      },
    ]);
  });
  it('reports problems of several parameters together, and hints', () => {
    expect(checkArguments(clickElement, { element_id: 'a', selector: '@b' })).toEqual([
      {
        path: ['element_id'],
        message: "Only one of 'element_id' and 'selector' may be given, not both",
        isMissing: false,
      },
    ]);
    const [missing] = checkArguments(clickElement, {});
    expect(missing).toMatchObject({ path: ['element_id'], isMissing: true });
    const [incomplete] = checkArguments(waitForElement, { by: 'text', timeout: 100 });
    expect(incomplete).toMatchObject({ path: ['value'], isMissing: true });
    const [problem] = checkArguments(clickElement, { selector: '@b:tex' });
    expect(problem).toMatchObject({ path: ['selector'], isMissing: false });
    expect(problem?.hint).toBeDefined();
  });
});
