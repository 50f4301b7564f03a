import { afterEach, describe, expect, it } from 'vitest';
import { useDrivenClock } from '#core/testing/driven-clock.ts';
import { defaultPolicy } from '#core/link/policy.ts';
import {
  asksBeforeActing,
  createRunnerHarness,
  createSlowRunnerHarness,
  noPictures,
  type RunnerHarness,
} from './testing/harness.ts';
import { countingRefs } from '#core/screen/testing/screens.ts';
import { heldPhone } from '../relay/phone-directory.ts';
import { explainFailure, type FailureContext } from './outcome.ts';
import { ToolRunner } from './run-tool.ts';
import { HandsetError, type ErrorCode } from '#core/errors.ts';

useDrivenClock();

let harness: RunnerHarness | undefined;
afterEach(() => harness?.close());

async function setUp(...faults: Parameters<typeof createRunnerHarness>): Promise<RunnerHarness> {
  harness = await createRunnerHarness(...faults);
  return harness;
}

/** A vertical swipe through the middle of the screen. */
function longSwipe({ middle: { x, y } }: RunnerHarness, duration: number): object {
  return { x1: x, y1: y + 300, x2: x, y2: y - 300, duration };
}

const stoppedText = 'The user stopped everything in the Handset console.';
const doubt = 'The call may or may not have run; look at the screen before you repeat it.';

describe('paused', () => {
  it('refuses every agent call that reaches the phone, but no call of the user', async () => {
    const { policyGuard, call, calls } = await setUp();
    policyGuard.setPolicy({ ...defaultPolicy, paused: true });
    for (const [agent, from] of [
      ['you', 'bridge'],
      ['You', 'page'],
    ] as const) {
      // An agent does not become the user by using their name.
      const answer = await call('press_home', {}, { agent, from });
      expect(answer.isError).toBe(true);
      expect(answer.text).toBe(
        'The user has paused agents in the Handset console. Nothing was done. Only the user can resume: wait, and ask them before you call again.',
      );
    }
    expect((await call('list_phones')).isError).toBe(false);
    expect((await call('press_home', {}, { agent: 'you', from: 'person' })).isError).toBe(false);
    const firstId = calls[0]?.id ?? 0;
    expect(calls.map(({ id, agent, isError }) => [id - firstId, agent, isError])).toEqual([
      [0, 'you (an agent)', true],
      [1, 'You (an agent)', true],
      [2, 'codex', false],
      [3, 'you', false],
    ]);
  });

  it('applies to a call that is waiting for its turn, and lets the running one finish', async () => {
    const opened = await setUp();
    const { policyGuard, call, running, touches } = opened;
    const swiping = call('swipe', longSwipe(opened, 600));
    await expect.poll(() => touches.length).toBeGreaterThan(0);
    const waiting = call('tap', { x: 10, y: 900 });
    await expect.poll(() => running().map(({ tool }) => tool)).toEqual(['swipe', 'tap']);
    policyGuard.setPolicy({ ...defaultPolicy, paused: true });
    expect(await waiting).toMatchObject({ isError: true, text: /^The user has paused agents/ });
    expect(await swiping).toMatchObject({ isError: false });
    expect(touches.filter(({ action }) => action === 'down')).toHaveLength(1);
    expect(running()).toEqual([]);
  });
});

describe('observe', () => {
  it('shows the compact tree if there is no earlier screen, and on request', async () => {
    const { call, world } = await setUp();
    world.startActivity('com.android.settings/.Settings');
    const tree = /\[Screen: com\.android\.launcher3 \/ .*\]\ne\d+ /;
    const first = (await call('press_home', { observe: 'diff' })).text;
    expect(first).toMatch(/\nnote:there is no earlier screen .* compact tree\n/);
    expect(first).toMatch(tree);
    const second = (await call('press_home', { observe: 'compact' })).text;
    expect(second).toMatch(tree);
    expect(second).toMatch(/\nsnapshot:s2$/);
    expect(second).not.toContain('note:structural');
  });

  it('reads the elements once for the reply and for the next press', async () => {
    const { call, session } = await setUp();
    const phone = await session.phone(new AbortController().signal);
    let dumps = 0;
    phone.onHierarchy(() => dumps++);
    const { text } = await call('press_home', { observe: 'compact' });
    const ref = /^ *(e\d+) TextView "Settings"/m.exec(text)?.[1];
    expect(dumps).toBe(1);
    expect((await call('click_element', { element_id: ref })).isError).toBe(false);
    expect(dumps).toBe(1);
    // The click may have changed the screen.
    await call('click_element', { selector: ':text("Battery")' });
    expect(dumps).toBe(2);
  });

  it('says how many actions ago the screen was the same', async () => {
    const { call } = await setUp();
    const open = async (observe: string): Promise<string> =>
      (await call('open_app', { package_id: 'com.android.settings', observe })).text;
    await open('compact');
    expect(await open('diff')).toContain('\nno change in the elements since snapshot:s1\n');
    await call('open_notifications');
    await call('press_back');
    expect(await open('diff')).toContain('since snapshot:s2 (3 actions ago)\n');
  });
});

describe('asking first', () => {
  it('asks about a valid call, and runs it after a yes', async () => {
    const { policyGuard, call, questions, progress, touches, middle, session } = await setUp();
    policyGuard.setPolicy(asksBeforeActing);
    expect((await call('tap', { x: 'left' })).text).toMatch(/^Parameter 'x' must be a number/);
    const args = { ...middle, observe: 'state' };
    const tapping = call('tap', args);
    await expect.poll(questions).toHaveLength(1);
    const [question] = questions();
    expect(question).toMatchObject({ agent: 'codex', tool: 'tap' });
    expect(JSON.parse(question?.argumentsJson ?? '')).toEqual(args);
    expect(touches).toHaveLength(0);
    policyGuard.answer(question?.id ?? 0, 'once');
    expect(await tapping).toMatchObject({ isError: false });
    expect(touches.map(({ action }) => action)).toEqual(['down', 'up']);
    expect(questions()).toEqual([]);
    expect(progress()[0]).toMatchObject({
      done: 0,
      message: "Waiting for the user's approval in the Handset console",
    });
    // Calls that read need no question.
    expect((await call('get_screen_tree')).isError).toBe(false);
    await session.disconnect();
    expect((await call('tap', { ...middle })).text).toMatch(/^No phone is connected\./);
    expect(questions()).toEqual([]);
  });

  it('does nothing after a no, and reports growing progress after a yes', async () => {
    const { policyGuard, call, questions, progress, calls, touches, middle, world } = await setUp();
    world.startActivity('com.android.settings/.Settings');
    policyGuard.setPolicy(asksBeforeActing);
    const refused = call('tap', { ...middle });
    await expect.poll(questions).toHaveLength(1);
    policyGuard.answer(1, 'no', ' Stay here ');
    expect((await refused).text).toMatch(/^The user denied `tap`.*Nothing was done\./);
    expect(touches).toHaveLength(0);
    // The timeline shows the refused call and what the user wrote.
    await expect.poll(() => calls[0]?.touch?.paths).toEqual([[middle]]);
    const { askedMs, durationMs = 0, refusalNote } = calls[0] ?? {};
    expect(refusalNote).toBe('Stay here');
    expect(askedMs).toBeLessThanOrEqual(durationMs);
    const before = progress().length;
    const hunting = call('scroll_to_element', { selector: ':text("Nowhere")' });
    await expect.poll(questions).toHaveLength(1);
    policyGuard.answer(2, 'agent');
    expect((await hunting).text).toContain('Nowhere');
    const values = progress()
      .slice(before)
      .map(({ done }) => done);
    expect(values.length).toBeGreaterThan(1);
    // The tool's own 1, above the progress of the question.
    expect(values[1]).toBeGreaterThan(1);
    expect(values).toEqual([...new Set(values)].sort((a, b) => a - b));
    expect((await call('tap', { ...middle })).isError).toBe(false);
  });

  it('asks about a call that was waiting for its turn when asking was switched on', async () => {
    const opened = await setUp();
    const { policyGuard, call, questions, touches } = opened;
    const swiping = call('swipe', longSwipe(opened, 600));
    await expect.poll(() => touches.length).toBeGreaterThan(0);
    const waiting = call('tap', { x: 10, y: 900 });
    // The call is queued once all pending callbacks have run.
    await new Promise((resolve) => setTimeout(resolve));
    policyGuard.setPolicy(asksBeforeActing);
    expect(questions()).toEqual([]);
    expect(await swiping).toMatchObject({ isError: false });
    await expect.poll(questions).toMatchObject([{ id: 1, tool: 'tap' }]);
    expect(touches.filter(({ action }) => action === 'down')).toHaveLength(1);
    policyGuard.answer(1, 'once');
    expect(await waiting).toMatchObject({ isError: false });
    expect(touches.filter(({ action }) => action === 'down')).toHaveLength(2);
  });

  it('asks again if another phone is connected by the time of the yes', async () => {
    const { policyGuard, call, questions, connectOther, touches } = await setUp();
    policyGuard.setPolicy(asksBeforeActing);
    const pressing = call('press_home');
    await expect.poll(questions).toMatchObject([{ id: 1 }]);
    await connectOther();
    policyGuard.answer(1, 'once');
    await expect.poll(questions).toMatchObject([{ id: 2, tool: 'press_home' }]);
    policyGuard.answer(2, 'once');
    expect(await pressing).toMatchObject({ isError: false });
    expect(touches).toHaveLength(0);
  });

  it('a yes for an agent does not count for an agent with the same name in a page', async () => {
    const { policyGuard, call, questions } = await setUp();
    policyGuard.setPolicy(asksBeforeActing);
    const pressing = call('press_home');
    await expect.poll(questions).toMatchObject([{ id: 1 }]);
    policyGuard.answer(1, 'agent');
    expect(await pressing).toMatchObject({ isError: false });
    const other = call('press_home', {}, { from: 'page' });
    await expect.poll(questions).toMatchObject([{ id: 2, agent: 'codex' }]);
    policyGuard.answer(2, 'no');
    expect(await other).toMatchObject({ isError: true });
  });

  it('fails if the phone that the agent chose is gone by the time of the yes', async () => {
    const { policyGuard, call, questions, session, serial, middle } = await setUp();
    policyGuard.setPolicy(asksBeforeActing);
    const tapping = call('tap', { ...middle }, { chosenPhone: serial });
    await expect.poll(questions).toHaveLength(1);
    await session.disconnect();
    policyGuard.answer(1, 'once');
    expect((await tapping).text).toMatch(/^The phone \S+ that you chose with use_phone is not/);
  });
});

describe('stopping everything', () => {
  it('lifts the finger of a gesture, and ends calls that wait for a turn or an answer', async () => {
    const opened = await setUp();
    const { policyGuard, runner, call, questions, running, isTouched, touches } = opened;
    policyGuard.setPolicy(asksBeforeActing);
    const swiping = call('swipe', longSwipe(opened, 30_000));
    await expect.poll(questions).toHaveLength(1);
    policyGuard.answer(1, 'agent');
    await expect.poll(isTouched).toBe(true);
    const queued = call('press_back');
    const byPerson = call('press_home', {}, { agent: 'you', from: 'person' });
    const reading = call('wait_for_element', { selector: ':text("Nowhere")', timeout: 30_000 });
    const asking = call('tap', { x: 5, y: 900 }, { agent: 'claude' });
    await expect.poll(questions).toHaveLength(1);
    expect(running().map(({ tool }) => tool)).toEqual([
      'swipe',
      'press_back',
      'press_home',
      'wait_for_element',
      'tap',
    ]);
    await runner.stopEverything();
    expect(isTouched()).toBe(false);
    expect(running()).toEqual([]);
    expect(questions()).toEqual([]);
    const next = 'Ask them before you continue.';
    expect((await swiping).text).toBe(`${stoppedText} ${doubt} ${next}`);
    expect([(await swiping).recorded, (await asking).recorded]).toMatchObject([
      { isError: true, stopped: true },
      { isError: true, stopped: true },
    ]);
    expect((await byPerson).text).toBe(`${stoppedText} Nothing was done. ${next}`);
    expect((await reading).text).toMatch(new RegExp(`^${stoppedText}`));
    expect((await queued).text).toBe(`${stoppedText} Nothing was done. ${next}`);
    expect((await asking).text).toBe(`${stoppedText} Nothing was done. ${next}`);
    expect(touches.filter(({ action }) => action === 'down')).toHaveLength(1);
    policyGuard.setPolicy(defaultPolicy);
    expect((await call('press_home')).isError).toBe(false);
  });

  it('is noted in the answer of a call that finished before it could be ended', async () => {
    const { policyGuard } = await setUp();
    const texts: string[] = [];
    const runner: ToolRunner = new ToolRunner({
      refs: { ready: () => Promise.resolve(), next: countingRefs() },
      policyGuard,
      phone: () => Promise.reject(new Error('not wanted')),
      directory: () => {
        void runner.stopEverything();
        return { phones: [], chosen: null, choose: () => undefined };
      },
      onRunning: () => undefined,
      masks: { mask: (call) => call },
      pictures: noPictures,
      gestures: { watch: () => () => undefined },
      onCall: ({ text }) => texts.push(text),
    });
    const caller = { agent: 'codex', chosenPhone: null, from: 'bridge' } as const;
    const { signal } = new AbortController();
    const onProgress = (): void => undefined;
    const toolCall = { ...caller, name: 'list_phones', arguments: {}, signal, onProgress };
    const { outcome, recorded } = await runner.runTool(toolCall);
    expect(outcome.isError).toBe(false);
    await recorded;
    expect(texts[0]).toMatch(/^note:no phone.*\nnote:the user has stopped everything in/);
  });

  it('resolves at once if nothing runs', async () => {
    const { runner, call } = await setUp();
    await runner.stopEverything();
    expect((await call('press_home')).isError).toBe(false);
  });
});

describe('a phone that the agent chose', () => {
  it('is the only one that is used', async () => {
    const { call, serial, touches, middle, session, usb } = await setUp();
    expect((await call('tap', { ...middle }, { chosenPhone: serial })).isError).toBe(false);
    const count = touches.length;
    const elsewhere =
      'The phone OTHER that you chose with use_phone is not connected to any open console. list_phones lists the connected ones; choose one with use_phone.';
    expect((await call('tap', { ...middle }, { chosenPhone: 'OTHER' })).text).toBe(elsewhere);
    usb.unplug();
    await expect.poll(() => session.status.state).toBe('lost');
    expect((await call('tap', { ...middle }, { chosenPhone: serial })).text).toMatch(
      /was disconnected.*Plug it in again/,
    );
    await session.disconnect();
    expect((await call('tap', { ...middle }, { chosenPhone: 'OTHER' })).text).toBe(elsewhere);
    expect((await call('tap', { ...middle })).text).toMatch(/^No phone is connected\./);
    expect(touches).toHaveLength(count);
  });

  it('or that its token is for, is the only one that it reaches or sees', async () => {
    const { call, serial, touches, middle, session } = await setUp();
    const model = heldPhone(session.status)?.model ?? '';
    const own = { limits: { grade: 'all', phone: { serial, model } } } as const;
    expect((await call('tap', { ...middle }, own)).isError).toBe(false);
    expect((await call('list_phones', {}, own)).text).toContain(
      `note:your token is only for the phone ${serial}\n`,
    );
    expect((await call('use_phone', { serial }, own)).text).toContain('Your calls now reach');
    const count = touches.length;
    const other = { limits: { grade: 'all', phone: { serial: 'OTHER', model: 'Pixel' } } } as const;
    const elsewhere =
      "This agent's token is only for the phone Pixel (serial OTHER). Nothing was done. list_phones shows whether it is connected; if not, ask the user to connect it. Only the user can make a token for another phone.";
    const steps = [{ tool: 'press_home' }];
    for (const [name, args] of [
      ['tap', { ...middle }],
      ['get_screen_tree', {}],
      ['run_steps', { steps }],
    ] as const)
      expect((await call(name, args, other)).text).toBe(elsewhere);
    expect((await call('use_phone', { serial }, other)).text).toBe(elsewhere);
    expect((await call('list_phones', {}, other)).text).toBe(
      'note:your calls fail: your token is only for the phone OTHER, which no open console has',
    );
    expect((await call('use_phone', {}, other)).text).toContain('Nothing has changed: your calls');
    await session.disconnect();
    expect((await call('tap', { ...middle }, other)).text).toBe(elsewhere);
    expect(touches).toHaveLength(count);
  });

  it('the error tells agents of the bridge which other consoles hold a phone', async () => {
    const { call, session, consoles } = await setUp();
    const phone = heldPhone(session.status);
    await session.disconnect();
    consoles.push({ name: 'console 2', phone, paused: false, isDefault: false });
    expect((await call('press_home')).text).toMatch(
      /^The console that your calls reach has no phone\. Another console has .*, console 2\):/,
    );
    // A call from a page can't be sent to another console.
    expect((await call('press_home', {}, { from: 'page' })).text).toMatch(/^No phone is connected/);
  });

  it('is not needed by phone directory tools', async () => {
    const { call, session, serial } = await setUp();
    expect((await call('list_phones')).text).toContain(serial);
    await session.disconnect();
    expect(await call('list_phones')).toMatchObject({
      isError: false,
      text: /no phone is connected/,
    });
    expect((await call('use_phone', { serial: 7 })).text).toMatch(/^Parameter 'serial' must be/);
  });
});

it('reads a captured screen, and says of other tools that no phone is behind it', async () => {
  const node = '<node class="A" package="com.app" text="Hello" bounds="[0,0][500,500]" />';
  const xml = `<hierarchy rotation="0">${node}</hierarchy>`;
  const capturedXml = new TextEncoder().encode(xml);
  harness = await createSlowRunnerHarness({ capturedXml });
  const { call, touches } = harness;
  expect((await call('get_screen_state')).text).toContain('Hello');
  expect((await call('list_phones')).isError).toBe(false);
  const steps = { steps: [{ tool: 'press_home' }] };
  for (const [name, args] of [
    ['tap', { x: 1, y: 1 }],
    ['get_device', {}],
    ['run_steps', steps],
  ] as const)
    expect(await call(name, args, { from: 'person' })).toMatchObject({
      isError: true,
      text: `The console shows a captured screen, opened from a file, with no phone behind it. \`${name}\` can't run there. Read the screen and look up its elements, or ask the user to connect a phone.`,
    });
  expect(touches).toEqual([]);
});

it('keeps refs apart: one agent cannot use those of another', async () => {
  const { call } = await setUp();
  const tree = await call('get_screen_tree', { compact: true }, { agent: 'one' });
  const ref = /^ *(e\d+) /m.exec(tree.text)?.[1] ?? '';
  const own = await call('get_element_details', { ids: [ref] }, { agent: 'one' });
  expect(own.text).not.toContain('not_found');
  const foreign = await call('get_element_details', { ids: [ref] }, { agent: 'other' });
  expect(foreign.text).toContain(`${ref}\tnot_found`);
  const otherTree = await call('get_screen_tree', { compact: true }, { agent: 'other' });
  expect(otherTree.text).not.toMatch(new RegExp(`^ *${ref} `, 'm'));
});

const doubtText = 'The call may or may not have run; look at the screen before you repeat it.';
const failed = (code: ErrorCode) => new HandsetError(code, 'It failed.', { hint: 'Do this.' });

function explained(code: ErrorCode, at: Partial<FailureContext>): string {
  return explainFailure(failed(code), { effect: 'act', hasStarted: true, stopped: false, ...at })
    .fullText;
}

it('says if a call that acts may or may not have acted', () => {
  expect(explained('phone-lost', {})).toBe(`It failed. ${doubtText} Do this.`);
  expect(explained('timeout', {})).toContain(doubtText);
  expect(explained('protocol', {})).toContain(doubtText);
  expect(explained('element-not-found', {})).toBe('It failed. Do this.');
  expect(explained('phone-lost', { effect: 'read' })).toBe('It failed. Do this.');
  expect(explained('phone-lost', { hasStarted: false })).toBe('It failed. Do this.');
});

it('says that the user stopped it, regardless of the error that this caused', () => {
  const stoppedText = 'The user stopped everything in the Handset console.';
  const hintText = 'Ask them before you continue.';
  expect(explained('phone-lost', { stopped: true })).toBe(
    `${stoppedText} ${doubtText} ${hintText}`,
  );
  const nothing = `${stoppedText} Nothing was done. ${hintText}`;
  expect(explained('cancelled', { stopped: true, hasStarted: false })).toBe(nothing);
  expect(explained('cancelled', { stopped: true, effect: 'read' })).toBe(nothing);
});
