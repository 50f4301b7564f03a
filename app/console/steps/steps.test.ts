import { describe, expect, it } from 'vitest';
import { maskedText } from '#core/link/call.ts';
import {
  keepMasked,
  maskedTexts,
  newStepFacts,
  parseSteps,
  stepsFromCalls,
} from './recorded-steps.ts';
import type { StepCall } from '#core/call.ts';
import { maxSteps } from '../calls/step.ts';
import { aCall, tools } from '../calls/testing/calls.ts';
import {
  type ListedStep,
  type StepState,
  endAfterChange,
  firstOfDifferent,
  notRun,
  readyToRun,
  runSteps,
  screenBefore,
  suggestedSelectors,
  takesSelector,
  withSelector,
} from './run-steps.ts';
import { startOf } from '#core/export/start.ts';
import { tools as registry } from '#core/tools/registry.ts';
import { mismatchWords, otherState, stepWords } from './step-words.ts';

describe('stepsFromCalls', () => {
  it('takes the acting calls, oldest first', () => {
    const steps = stepsFromCalls([
      aCall({ id: 4, tool: 'press_back', arguments: {} }),
      aCall({ id: 3, tool: 'get_screen_tree', effect: 'read' }),
      aCall({ id: 2, isError: true }),
      aCall({ id: 1 }),
    ]);
    const unseen = { screen: null, facts: null, touchedAt: null };
    const tap = { tool: 'tap', arguments: { x: 540, y: 1200 }, ...unseen };
    expect(steps).toEqual([
      { ...tap, callId: 1, recordedEnd: 'done', chosen: true },
      { ...tap, callId: 2, recordedEnd: 'failed', chosen: false },
      {
        tool: 'press_back',
        arguments: {},
        callId: 4,
        recordedEnd: 'done',
        chosen: true,
        ...unseen,
      },
    ]);
  });

  it('starts an app afresh when its icon is first pressed, in place of the way to the icon', () => {
    const size = { width: 1080, height: 2400 };
    const inApp = (packageName: string) => ({
      touch: { size, paths: [[{ x: 1, y: 2 }]], bounds: null, packageName },
    });
    const home = inApp('com.android.launcher3');
    const open = { tool: 'open_app', arguments: { package_id: 'a.notes' } };
    const steps = stepsFromCalls([
      aCall({ id: 6, ...open, ...home }),
      aCall({ id: 5, tool: 'press_home', arguments: {} }),
      aCall({ id: 4, ...inApp('a.notes') }),
      aCall({ id: 3, ...open, ...home }),
      aCall({ id: 2, tool: 'swipe', ...home }),
      aCall({ id: 1, tool: 'press_home', arguments: {} }),
    ]);
    expect(steps.map(({ callId }) => callId)).toEqual([3, 4, 6]);
    expect(steps[0]?.arguments).toEqual({ package_id: 'a.notes', fresh: true });
    expect(steps[2]?.arguments).toEqual({ package_id: 'a.notes' });
    // A call that says itself whether it does is kept.
    const resuming = { ...open, arguments: { ...open.arguments, fresh: false } };
    expect(stepsFromCalls([aCall(resuming)])[0]?.arguments).toEqual(resuming.arguments);
  });

  it('leaves out the calls of a run of steps, and those that the user ran again', () => {
    const run = aCall({ id: 2, agent: 'steps', from: 'person' });
    const again = aCall({ id: 3, isRepeat: true });
    expect(stepsFromCalls([again, run, aCall()]).map(({ callId }) => callId)).toEqual([1]);
  });
});

describe('a call with steps', () => {
  const whole = aCall({ id: 1, tool: 'run_steps', arguments: { steps: [] } });
  const steps = [
    aCall({ id: 2, stepOf: 1, tool: 'press_home', arguments: {} }),
    aCall({ id: 3, stepOf: 1, tool: 'wait_for_element', effect: 'read', arguments: {} }),
  ];

  it('is left out if its steps are in the list', () => {
    const other = aCall({ id: 4, tool: 'press_back', arguments: {} });
    const repeated = stepsFromCalls([other, ...steps.toReversed(), whole]);
    expect(repeated.map(({ tool }) => tool)).toEqual([
      'press_home',
      'wait_for_element',
      'press_back',
    ]);
  });

  it('is kept if its steps are not listed, and they are kept without it', () => {
    expect(stepsFromCalls([whole]).map(({ tool }) => tool)).toEqual(['run_steps']);
    const alone = stepsFromCalls(steps).map(({ tool }) => tool);
    expect(alone).toEqual(['press_home', 'wait_for_element']);
  });
});

describe('a steps file', () => {
  const defaults = newStepFacts;
  it.each([
    ['[{"tool":"tap","arguments":{"x":1}},{"tool":"press_home"}]', ['tap', 'press_home']],
    [
      '{"format":"handset-timeline","calls":[{"tool":"a","effect":"read"},{"tool":"b","effect":"act"}]}',
      ['b'],
    ],
  ])('contains steps: %s', (text, tools) => {
    const result = parseSteps(text);
    expect('steps' in result && result.steps.map(({ tool }) => tool)).toEqual(tools);
  });

  it('keeps the arguments, empty by default', () => {
    const text =
      '[{"tool":"tap","arguments":{"x":1}},{"tool":"b","isError":true},{"tool":"c","isError":true,"refused":true}]';
    expect(parseSteps(text)).toEqual({
      steps: [
        { tool: 'tap', arguments: { x: 1 }, ...defaults },
        { tool: 'b', arguments: {}, ...defaults, recordedEnd: 'failed', chosen: false },
        { tool: 'c', arguments: {}, ...defaults, recordedEnd: 'refused', chosen: false },
      ],
    });
  });

  it('makes a separate step of an expectation in run_steps', () => {
    const expects = { selector: '@ok', state: 'enabled' };
    const result = parseSteps(JSON.stringify([{ tool: 'tap', expect: expects }]));
    expect(result).toMatchObject({
      steps: [
        { tool: 'tap', arguments: {} },
        { tool: 'wait_for_element', arguments: { timeout: 5000, ...expects } },
      ],
    });
  });

  it.each([
    ['not JSON', { fault: 'not-json' }],
    ['{"steps":[]}', { fault: 'not-list' }],
    ['null', { fault: 'not-list' }],
    ['[]', { fault: 'empty' }],
    ['[{"tool":"a"},{"name":"b"}]', { fault: 'not-step', at: 2 }],
    ['[{"tool":"a","effect":"read"},{"tool":"b","arguments":[1]}]', { fault: 'not-step', at: 2 }],
    ['[7]', { fault: 'not-step', at: 1 }],
    [`[{"tool":"${'a'.repeat(201)}"}]`, { fault: 'not-step', at: 1 }],
  ])('is rejected: %s', (text, fault) => {
    expect(parseSteps(text)).toEqual(fault);
  });
});

describe('a hostile file', () => {
  const nested = (depth: number): string =>
    `[{"tool":"tap","arguments":{"a":${'['.repeat(depth)}${']'.repeat(depth)}}}]`;

  it('is rejected if it is nested too deeply', () => {
    expect(parseSteps(nested(100_000))).toEqual({ fault: 'not-step', at: 1 });
    expect(parseSteps(nested(20))).toMatchObject({ steps: [{ tool: 'tap' }] });
  });

  it('is rejected if it contains too many steps', () => {
    const text = JSON.stringify(Array.from({ length: maxSteps + 1 }, () => ({ tool: 'tap' })));
    expect(parseSteps(text)).toEqual({ fault: 'too-many' });
  });

  it('gets a distinct key for each masked text, and no key that objects inherit', () => {
    const text = `{"__proto__":"${maskedText}","constructor":"${maskedText}","a":{"b":"${maskedText}"},"a.b":"${maskedText}"}`;
    const result = parseSteps(`[{"tool":"tap","arguments":${text}}]`);
    const [step] = 'steps' in result ? result.steps : [];
    const masks = step === undefined ? [] : maskedTexts(step);
    expect(new Set(masks.map(({ key }) => key)).size).toBe(4);
    const typedTexts: Readonly<Record<string, string>> = {};
    expect(masks.map(({ key }) => typedTexts[key])).toEqual(masks.map(() => undefined));
  });
});

it('takes the recorded screen before a step from its call, else from the previous step', () => {
  const picture = (name: string) => ({
    bytes: new TextEncoder().encode(name),
    mimeType: 'image/png' as const,
  });
  const home = picture('home');
  const list = picture('list');
  const steps = [
    { callId: 1, screen: list },
    { callId: null, screen: null },
  ];
  expect(screenBefore(steps, 0, { before: home })).toBe(home);
  expect(screenBefore(steps, 0, { before: { ...home, isChanging: true } })).toBeNull();
  expect(screenBefore(steps, 0, null)).toBeNull();
  expect(screenBefore(steps, 1, null)).toBe(list);
});

it('blames the first of the steps that led to other screens up to the failed one', () => {
  const ran = (difference: string) => ({ state: 'done', difference }) as const;
  const first = ran('Another screen');
  const second = ran('');
  const third = ran('Another screen');
  expect(firstOfDifferent([first, ran('Another one')])).toBe(first);
  expect(firstOfDifferent([first, second, third])).toBe(third);
  expect(firstOfDifferent([first, second])).toBeUndefined();
});

it('offers what a failed call suggested', () => {
  const call = {
    ...aCall({ tool: 'click_element', arguments: { selector: '@save' } }),
    selectors: ['@save_all'],
  };
  const step = { tool: 'click_element' };
  expect(suggestedSelectors(step, call)).toEqual(['@save_all']);
  expect(suggestedSelectors({ ...step, tool: 'tap' }, call)).toEqual([]);
  expect(suggestedSelectors(step, null)).toEqual([]);
});

it.each([
  ['tap', 'com.google.android.apps.nexuslauncher', { tool: 'press_home', arguments: {} }],
  [
    'tap',
    'com.example',
    { tool: 'open_app', arguments: { package_id: 'com.example', fresh: true } },
  ],
  ['tap', 'com.android.systemui', undefined],
  ['tap', undefined, undefined],
  ['open_link', 'com.example', null],
])('a run whose first step is %s in %s begins with %j', (tool, packageName, start) => {
  const touchedAt = { x: 1, y: 2, packageName };
  expect(startOf([{ tool, arguments: {}, touchedAt }])).toEqual(
    start && { ...start, touchedAt: null },
  );
});

describe('a run that ended early', () => {
  const listed = (key: number, state: StepState): ListedStep => ({
    tool: 'tap',
    arguments: {},
    ...newStepFacts,
    ...notRun,
    callId: null,
    key,
    state,
    runCallId: key,
    typedTexts: {},
  });
  const list = [listed(1, 'done'), listed(2, 'done'), listed(3, 'failed'), listed(4, 'skipped')];

  it('is still shown after a change that keeps its step', () => {
    const end = { kind: 'failed', key: 3 } as const;
    expect(endAfterChange(end, list.toReversed())).toBe(end);
    expect(endAfterChange(end, list.slice(0, 2))).toBeNull();
    expect(endAfterChange({ kind: 'refused', key: 3 }, list)).toBeNull();
    expect(endAfterChange({ kind: 'complete', keys: [1] }, list)).toBeNull();
  });

  it('keeps the results of earlier steps when it is resumed', () => {
    const statesOf = (order: readonly number[], part: Parameters<typeof readyToRun>[2]) =>
      readyToRun(list, order, part).map(({ state }) => state);
    expect(statesOf([2, 3], { from: 2 })).toEqual(['done', 'done', 'pending', 'pending']);
    expect(statesOf([3], { from: 3 })).toEqual(['done', 'done', 'pending', 'pending']);
    expect(statesOf([0, 1, 2, 3], { from: 0 })).toEqual(Array(4).fill('pending'));
    expect(statesOf([1], { only: 1 })).toEqual(['done', 'pending', 'failed', 'skipped']);
  });
});

describe('a run of the steps', () => {
  const steps: readonly StepCall[] = ['a', 'b', 'c'].map((tool) => ({ tool, arguments: {} }));

  async function runAll(failing: string, signal = new AbortController().signal) {
    const log: string[] = [];
    const states: [number, StepState][] = [];
    const ended = runSteps(
      steps,
      {
        runStep: ({ tool }) => {
          log.push(tool);
          return Promise.resolve({ isError: tool === failing, text: '' });
        },
        pauseBefore: (index) => Promise.resolve(void log.push(`pause before ${index}`)),
        onState: (index, state) => void states.push([index, state]),
      },
      signal,
    );
    return { log, states, ended: await ended };
  }

  it('runs all steps in order and waits between them', async () => {
    const { log, states, ended } = await runAll('');
    expect(log).toEqual(['a', 'pause before 1', 'b', 'pause before 2', 'c']);
    expect(states.slice(0, 4)).toEqual([
      [0, 'running'],
      [0, 'done'],
      [1, 'waiting'],
      [1, 'running'],
    ]);
    expect(ended).toBe(3);
  });

  it('ends at the first failure', async () => {
    const { log, states, ended } = await runAll('b');
    expect(log).toEqual(['a', 'pause before 1', 'b']);
    expect(states.at(-1)).toEqual([1, 'failed']);
    expect(ended).toBe(1);
  });

  it('does not mark a step as failed if its call was stopped with the run', async () => {
    const abort = new AbortController();
    const states: StepState[] = [];
    const ended = runSteps(
      steps,
      {
        runStep: () => {
          abort.abort();
          return Promise.resolve({ isError: true, text: 'Stopped' });
        },
        pauseBefore: () => Promise.resolve(),
        onState: (_index, state) => void states.push(state),
      },
      abort.signal,
    );
    await expect(ended).rejects.toMatchObject({ name: 'AbortError' });
    expect(states).toEqual(['running']);
  });

  it('starts no step after it was stopped', async () => {
    await expect(runAll('', AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('a step that failed', () => {
  const args = { selector: '@fab_new_note' };
  const shown = {
    packageName: 'com.handset.notes',
    activity: '',
    title: 'Notes',
    texts: ['New note', 'Title', 'Save', 'More'],
    switches: [],
  };

  it('says in one line what it expected and what is there', () => {
    const missing = { arguments: args, errorCode: 'element-not-found' } as const;
    expect(mismatchWords(missing, shown)).toBe(
      'Expected @fab_new_note, but the screen (com.handset.notes) shows “New note”, “Title”, “Save”.',
    );
    const isMissing = 'Expected @fab_new_note, which isn’t on the screen.';
    expect(mismatchWords(missing, null)).toBe(isMissing);
    // A near match is offered.
    expect(mismatchWords({ ...missing, selectors: ['@fab'] }, shown)).toBe(isMissing);
    expect(mismatchWords({ arguments: args, errorCode: 'ambiguous-selector' }, shown)).toBe(
      'Expected one @fab_new_note, but several elements match it.',
    );
  });

  it('says in which state a check found its element', () => {
    const wait = { isMet: false, elapsedMs: 5000, reason: '', otherState: 'Dark theme' };
    const call = { arguments: { selector: '@switch', state: 'unchecked' }, wait };
    expect(mismatchWords(call, shown)).toBe('Dark theme is on; the check wants off.');
    const nameless = { ...call, wait: { ...wait, otherState: '' } };
    expect(mismatchWords(nameless, shown)).toBe('@switch is on; the check wants off.');
    expect(otherState(call)?.state).toBe('checked');
  });
});

it('names a step by what its element is called', () => {
  const step = { tool: 'click_element', arguments: { selector: '@fab_new_note' } };
  const touchedAt = { x: 1, y: 2, label: 'New note' };
  expect(stepWords(registry, { ...step, touchedAt })).toEqual({
    title: 'Tap “New note”',
    details: '@fab_new_note',
  });
  const opening = { tool: 'open_app', arguments: { package_id: 'a.notes', fresh: true } };
  expect(stepWords(registry, { ...opening, touchedAt }).title).toBe('Open “New note”');
  expect(stepWords(registry, step).title).toBe('Tap element');
});

describe('a chosen element', () => {
  const selector = '@ok';
  it.each<[string, StepCall['arguments'], string, StepCall['arguments']]>([
    ['tap', { x: 1, y: 2 }, 'click_element', { selector }],
    ['click_element', { element_id: 'n1' }, 'click_element', { selector }],
    ['set_text', { text: 'a', selector: '@no' }, 'set_text', { text: 'a', selector }],
    ['set_range', { value: 5 }, 'set_range', { value: 5, selector }],
    [
      'wait_for_element',
      { by: 'text', value: 'a', timeout: 9 },
      'wait_for_element',
      { timeout: 9, selector },
    ],
  ])('replaces the element of %s %j', (tool, args, toolAfter, after) => {
    expect(withSelector({ tool, arguments: args }, selector)).toEqual({
      tool: toolAfter,
      arguments: after,
    });
  });

  it('is offered if the tool takes a selector', () => {
    expect(takesSelector(tools, { tool: 'set_text', arguments: {} })).toBe(true);
    expect(takesSelector(tools, { tool: 'get_clipboard', arguments: {} })).toBe(false);
  });
});

describe('an edited step', () => {
  const args = { by: 'text', value: maskedText, of: [maskedText, 1] };
  const before = { tool: 'set_text', arguments: args };
  const edit = (edited: StepCall['arguments']) =>
    keepMasked({ tool: 'set_text', arguments: edited }, before);

  it('stays masked unless the masked text was edited', () => {
    const edited = { ...args, by: 'other', timeout: 9 };
    expect(edit(edited)).toEqual({
      step: { tool: 'set_text', arguments: edited },
      typedTexts: {},
    });
  });

  it('keeps a text typed in place of a mask out of its arguments', () => {
    expect(edit({ ...args, value: 'hunter2' })).toEqual({
      step: before,
      typedTexts: { '["value"]': 'hunter2' },
    });
    expect(edit({ ...args, value: '', of: [] }).step.arguments).toEqual({
      ...args,
      value: '',
      of: [],
    });
  });
});
