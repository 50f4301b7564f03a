import { describe, expect, it } from 'vitest';
import { checkArguments } from '#core/tools/shared/arguments.ts';
import {
  blankDrafts,
  draftsFromArguments,
  missingProblem,
  parseDrafts,
  problemsAt,
  problemsUnder,
  type Drafts,
} from './draft.ts';
import { fieldsOfTool, toolNamed } from './testing/registered-tools.ts';

/** Reads a form after these texts were typed into it. */
function typedInto(tool: string, texts: Readonly<Record<string, string>>) {
  const fields = fieldsOfTool(tool);
  const drafts: Drafts = blankDrafts(fields);
  for (const [name, text] of Object.entries(texts)) drafts[name] = { kind: 'typed', text };
  return { fields, drafts, ...parseDrafts(fields, drafts) };
}

describe('parseDrafts', () => {
  it('leaves out empty fields', () => {
    expect(typedInto('long_press', { x: '10', y: '20.5' }).args).toEqual({ x: 10, y: 20.5 });
    expect(typedInto('get_screen_state', {}).args).toEqual({});
  });

  it('passes an empty text only if it is a required text to type', () => {
    expect(typedInto('set_text', { selector: '@a' }).args).toEqual({ selector: '@a', text: '' });
    expect(typedInto('query_elements', {}).args).toEqual({});
  });

  it.each([
    ['tap', { x: 'a', y: '1' }, 'x', "Parameter 'x' must be a number, got string: 'a'"],
    ['tap', { x: '-1', y: '1' }, 'x', "Parameter 'x' must be >= 0, got: -1.0"],
    ['tap', { x: '1' }, 'y', "Missing required parameter: 'y'"],
    ['wait_for_idle', { timeout: '1.5' }, 'timeout', "must be an integer, got: '1.5'"],
    ['wait_for_idle', { timeout: '0' }, 'timeout', 'Timeout must be between 1 and 30000 ms'],
    ['click_element', {}, 'element_id', "Missing required parameter: 'element_id'"],
    [
      'click_element',
      { element_id: 'a', selector: '@b' },
      'element_id',
      "Only one of 'element_id'",
    ],
    [
      'wait_for_element',
      { value: 'a', selector: '@b', timeout: '9' },
      'value',
      "Only one of 'value'",
    ],
  ])('shows the error of %s itself for %j, at its field', (name, texts, parameter, message) => {
    const { args } = typedInto(name, texts);
    const problems = checkArguments(toolNamed(name), args);
    const messages = problemsAt(problems, [parameter]).map((problem) => problem.message);
    expect(messages.join()).toContain(message);
  });

  it('reports the position of a JSON error, and numbers that the browser rejects', () => {
    const { fields, drafts } = typedInto('custom_gesture', {});
    drafts['paths'] = { kind: 'json', text: '[[1,\n }]' };
    expect(parseDrafts(fields, drafts).faults).toEqual([
      {
        path: ['paths'],
        message: 'Invalid JSON at line 2, column 2: unexpected }',
        isMissing: false,
      },
    ]);
    const tap = typedInto('tap', { y: '1' });
    tap.drafts['x'] = { kind: 'typed', text: '', hasBadInput: true };
    const { faults } = parseDrafts(tap.fields, tap.drafts);
    expect(faults.map(({ message }) => message)).toEqual(['Enter a number']);
  });

  it('reads several words from one field', () => {
    expect(typedInto('get_element_details', { ids: ' e1, e2  e3' }).args).toEqual({
      ids: ['e1', 'e2', 'e3'],
    });
  });
});

describe('draftsFromArguments', () => {
  const path = [
    { x: 1, y: 2, time: 0 },
    { x: 3, y: 4, time: 100 },
  ];
  it.each([
    ['custom_gesture', { paths: [path, path], observe: 'diff' }],
    ['get_element_details', { ids: ['a', 'b'] }],
    ['get_element_details', { ids: ['a b'] }],
    ['get_screen_state', { include_screenshot: false, annotate: true }],
    ['set_text', { selector: '@a', text: 'two\nlines' }],
    ['press_key', { key: 'A', modifiers: ['ctrl', 'shift'] }],
    // Values that fit no field are kept as JSON.
    ['press_key', { key: 'A', modifiers: ['ctrl', 'meta'] }],
    ['tap', { x: '1', y: null }],
    ['custom_gesture', { paths: [path, 7, [{ x: 1, z: 2 }]] }],
    ['scroll', { direction: 'sideways' }],
  ])('round-trips the arguments of %s: %j', (tool, args) => {
    const fields = fieldsOfTool(tool);
    expect(parseDrafts(fields, draftsFromArguments(fields, args))).toEqual({
      args,
      faults: [],
    });
  });
});

it('blankDrafts fills required fields with their usual values', () => {
  const fields = fieldsOfTool('wait_for_element');
  expect(parseDrafts(fields, blankDrafts(fields)).args).toEqual({ timeout: 5000 });
});

describe('problemsUnder', () => {
  it('finds the problems of a value and of everything inside it', () => {
    const problems = checkArguments(toolNamed('custom_gesture'), { paths: [[{ x: 1 }]] });
    expect(problemsAt(problems, ['paths'])).toEqual([]);
    expect(problemsUnder(problems, ['paths'])).toHaveLength(problems.length);
  });
});

it.each([
  ['click_element', {}, 'element_id', 'selector: Enter a selector or an element ID'],
  ['tap', {}, 'y', 'y: Y is required'],
  ['wait_for_element', {}, 'by', 'selector: Enter a selector'],
  ['wait_for_element', { by: 'text' }, 'value', 'value: Value is required'],
])('rewords the missing argument of %s with %j', (tool, args, name, expected) => {
  const problem = { path: [name], message: '', isMissing: true };
  const { path, message } = missingProblem(problem, fieldsOfTool(tool), args);
  expect(`${path.join('.')}: ${message}`).toBe(expected);
});

it('does not ask for an element ID if no field takes one', () => {
  const problem = { path: ['element_id'], message: '', isMissing: true };
  const fields = fieldsOfTool('click_element');
  const shown = fields.filter(({ name }) => name !== 'element_id');
  expect(missingProblem(problem, fields, {}, shown).message).toBe('Enter a selector');
});
