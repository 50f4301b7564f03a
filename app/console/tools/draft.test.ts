import { describe, expect, it } from 'vitest';
import { checkArguments } from '#core/tools/shared/arguments.ts';
import {
  blankDrafts,
  chooseTool,
  draftsFromArguments,
  fillPathPoint,
  missingProblem,
  nextRow,
  parseDrafts,
  problemsAt,
  problemsUnder,
  type Drafts,
} from './draft.ts';
import { fieldsOf } from './form-fields.ts';
import { fieldsOfTool, registeredTools, toolNamed } from './testing/registered-tools.ts';

/** Reads a form in which these texts were typed. */
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

  it('passes an empty text only for a required text to type', () => {
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
    expect(faults.map(({ message }) => message)).toEqual(["Parameter 'x' must be a number"]);
  });

  it('leaves out empty rows at the end, but not those in between', () => {
    const { fields, drafts } = typedInto('get_element_details', {});
    const row = (text: string) => ({ kind: 'typed' as const, text });
    drafts['ids'] = { kind: 'rows', rows: [row('a'), row(''), row('b'), row('')] };
    expect(parseDrafts(fields, drafts).args).toEqual({ ids: ['a', '', 'b'] });
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
    ['get_screen_state', { include_screenshot: false, annotate: true }],
    ['set_text', { selector: '@a', text: 'two\nlines' }],
    ['press_key', { key: 'A', modifiers: ['ctrl', 'shift'] }],
    // Values that fit no field are kept as they are.
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

it('blankDrafts begins with the usual value of what is required', () => {
  const fields = fieldsOfTool('wait_for_element');
  expect(parseDrafts(fields, blankDrafts(fields)).args).toEqual({ timeout: 5000 });
});

describe('nextRow', () => {
  it('continues from the previous row', () => {
    const [paths] = fieldsOfTool('custom_gesture');
    if (paths?.shape.kind !== 'list' || paths.shape.item.kind !== 'list')
      throw new Error('no list');
    const fields = paths.shape.item.item.kind === 'group' ? paths.shape.item.item.fields : [];
    const last = {
      kind: 'members' as const,
      members: draftsFromArguments(fields, { x: 1, y: 2, time: 50 }),
    };
    const next = nextRow(paths.shape.item, last);
    const members = next.kind === 'members' ? next.members : {};
    expect(parseDrafts(fields, members).args).toEqual({ x: 1, y: 2, time: 150 });
    const finger = nextRow(paths.shape, undefined);
    expect(finger.kind === 'rows' && finger.rows.length).toBe(2);
  });
});

describe('problemsUnder', () => {
  it('finds the problems of a value and of everything in it', () => {
    const problems = checkArguments(toolNamed('custom_gesture'), { paths: [[{ x: 1 }]] });
    expect(problemsAt(problems, ['paths'])).toEqual([]);
    expect(problemsUnder(problems, ['paths'])).toHaveLength(problems.length);
  });
});

it('fillPathPoint fills a row or adds it, with a time unless there is one', () => {
  const fields = fieldsOfTool('custom_gesture');
  const drafts = draftsFromArguments(fields, { paths: [[{ x: 1, y: 2, time: 50 }]] });
  const fingers = drafts['paths'];
  const shape = fields[0]?.shape;
  const path = fingers?.kind === 'rows' ? fingers.rows[0] : undefined;
  if (path?.kind !== 'rows' || shape?.kind !== 'list' || shape.item.kind !== 'list')
    throw new Error('custom_gesture takes no lists.');
  const { rows } = path;
  for (const [index, x] of [10.4, 30].entries())
    fillPathPoint({ shape: shape.item, rows, index }, { x, y: 20 });
  const points = [
    { x: 10, y: 20, time: 50 },
    { x: 30, y: 20, time: 350 },
  ];
  expect(parseDrafts(fields, drafts).args).toEqual({ paths: [points] });
});

describe('steps', () => {
  const schema = registeredTools.find(({ tool }) => tool.name === 'run_steps')?.schema;
  const fields = fieldsOf(schema, (name) => (name === 'gone' ? null : fieldsOfTool(name)));

  it.each([
    [[{ tool: 'tap', arguments: { x: 1, y: 2 } }]],
    [[{ tool: 'press_home' }, { tool: 'press_key', arguments: { key: 'ENTER' } }]],
    [[{ tool: 'press_home', expect: { selector: '@a' } }]],
    [[{ tool: 'press_home', expect: {} }]],
    [[{ tool: 'gone', arguments: { any: [1] } }]],
    [[{ tool: 'tap', arguments: { unknown: 1 } }]],
  ])('are the same after they were shown as fields: %j', (steps) => {
    const { args } = parseDrafts(fields, draftsFromArguments(fields, { steps }));
    expect(args).toEqual({ steps });
  });

  it('say that an added condition is empty', () => {
    const path = ['steps', 0, 'expect', 'by'];
    const args = { steps: [{ tool: 'press_home', expect: {} }] };
    expect(missingProblem({ path, message: '', isMissing: true }, fields, args)).toEqual({
      path: ['steps', 0, 'expect', 'selector'],
      message: 'Enter a selector, or remove the condition',
      isMissing: true,
    });
  });

  it('keep what another tool takes as well', () => {
    const step = { tool: 'tap', arguments: { x: 1, y: 2 } };
    const drafts = draftsFromArguments(fields, { steps: [step] });
    const [list] = fields;
    const [row] = drafts['steps']?.kind === 'rows' ? drafts['steps'].rows : [];
    if (list?.shape.kind !== 'list' || list.shape.item.kind !== 'group') throw new Error('no list');
    if (row?.kind !== 'members') throw new Error('no step');
    chooseTool(list.shape.item.fields, row.members, 'long_press');
    expect(parseDrafts(fields, drafts).args).toEqual({ steps: [{ ...step, tool: 'long_press' }] });
    chooseTool(list.shape.item.fields, row.members, 'press_key');
    expect(parseDrafts(fields, drafts).args['steps']).toEqual([{ tool: 'press_key' }]);
  });
});

it.each([
  ['click_element', {}, 'element_id', 'selector: Enter a selector or an element ID'],
  ['tap', {}, 'y', 'y: Y is required'],
  ['wait_for_element', {}, 'by', 'selector: Enter a selector'],
  ['wait_for_element', { by: 'text' }, 'value', 'value: Value is required'],
])('words what %s misses beside %j', (tool, args, name, expected) => {
  const problem = { path: [name], message: '', isMissing: true };
  const { path, message } = missingProblem(problem, fieldsOfTool(tool), args);
  expect(`${path.join('.')}: ${message}`).toBe(expected);
});

it('does not ask for an element ID where no field takes one', () => {
  const problem = { path: ['element_id'], message: '', isMissing: true };
  const fields = fieldsOfTool('click_element');
  const shown = fields.filter(({ name }) => name !== 'element_id');
  expect(missingProblem(problem, fields, {}, shown).message).toBe('Enter a selector');
});
