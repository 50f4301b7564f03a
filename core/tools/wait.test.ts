import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HandsetError } from '../errors.ts';
import { callTool } from './testing/call-tool.ts';
import { ModelPhone, node } from './testing/model-phone.ts';
import { waitForElement, waitForIdle } from './wait.ts';

const text = (texts: string): string =>
  node('it', { left: 0, top: 0, right: 9, bottom: 9 }, { attributes: `text="${texts}"` });

/** A phone whose screen shows each text from its time on. */
function phoneShowing(...texts: readonly (readonly [fromMs: number, says: string])[]): ModelPhone {
  const start = performance.now();
  return new ModelPhone({
    xml: () => text(texts.findLast(([fromMs]) => performance.now() - start >= fromMs)?.[1] ?? ''),
  });
}

const waitArguments = (value: string, timeout: number, gone?: boolean) => ({
  by: 'text',
  value,
  timeout,
  ...(gone === true && { gone }),
});

/** Runs all timers and returns the call's result. */
async function runTimersUntil<Result>(call: Promise<Result>): Promise<Result> {
  await vi.runAllTimersAsync();
  return await call;
}

describe('wait_for_element', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('returns at once if the element is there', async () => {
    const phone = phoneShowing([0, 'Result: 7']);
    const { data } = await runTimersUntil(
      callTool(waitForElement, phone, waitArguments('result', 1000)),
    );
    const { id } = phone.elementNamed('it');
    expect(data).toMatchObject({ found: true, elapsedMs: 0, attempts: 1 });
    expect(data?.['element']).toMatchObject({ id, text: 'Result: 7', contentDescription: null });
    expect(data).not.toHaveProperty('message');
    expect(phone.shown.recall(id)?.element.text).toBe('Result: 7');
  });
  it('returns soon after the element appears, and reports progress', async () => {
    const phone = phoneShowing([0, 'Wait'], [1000, 'Done']);
    const { data, progress } = await runTimersUntil(
      callTool(waitForElement, phone, waitArguments('Done', 9000)),
    );
    expect(data).toMatchObject({ found: true });
    expect(data?.['elapsedMs']).toBeGreaterThanOrEqual(1000);
    expect(data?.['elapsedMs']).toBeLessThanOrEqual(1200);
    expect(progress).toHaveLength(Number(data?.['attempts']) - 1);
    expect(progress[0]).toMatchObject({ total: 9000 });
  });
  it('reads the screen a last time at the deadline', async () => {
    const phone = phoneShowing([0, 'Wait'], [1000, 'Done']);
    const { data } = await runTimersUntil(
      callTool(waitForElement, phone, waitArguments('Done', 1000)),
    );
    expect(data).toMatchObject({ found: true, elapsedMs: 1000 });
  });
  it('returns a message after the timeout, not an error', async () => {
    const phone = phoneShowing([0, 'Wait']);
    const { data, code } = await runTimersUntil(
      callTool(waitForElement, phone, waitArguments('Done', 1000)),
    );
    expect(code).toBeUndefined();
    expect(data).toMatchObject({
      found: false,
      elapsedMs: 1000,
      message:
        "Operation timed out after 1000ms waiting for element (by=text, value='Done'). Retry if the operation is long-running.",
    });
    expect(data).not.toHaveProperty('element');
  });
  it('waits until the element is gone', async () => {
    const phone = phoneShowing([0, 'Wait'], [500, 'Done']);
    const { data } = await runTimersUntil(
      callTool(waitForElement, phone, waitArguments('Wait', 9000, true)),
    );
    expect(data).toMatchObject({ found: false });
    expect(data).not.toHaveProperty('message');
    const late = await runTimersUntil(
      callTool(waitForElement, phone, waitArguments('Done', 300, true)),
    );
    expect(late.data).toMatchObject({ found: true, element: { text: 'Done' } });
    expect(late.data?.['message']).toContain('element to be gone');
  });
  it('continues after a failed reading, and reports the failure of the last one', async () => {
    const failure = (): HandsetError => new HandsetError('dump-failed', 'No root.');
    const phone = phoneShowing([0, 'Done']);
    phone.failures.push(failure(), failure());
    const { data } = await runTimersUntil(
      callTool(waitForElement, phone, waitArguments('Done', 1000)),
    );
    expect(data).toMatchObject({ found: true, attempts: 3 });
    phone.failures.push(...Array.from({ length: 50 }, failure));
    const late = await runTimersUntil(
      callTool(waitForElement, phone, waitArguments('Done', 1000, true)),
    );
    expect(late.data?.['reason']).toMatch(/The last reading failed: No root\.$/);
  });
  it('waits until a selector matches', async () => {
    const phone = phoneShowing([0, 'Wait'], [1000, 'Done']);
    const wait = { selector: '@it:text("Done")', timeout: 9000 };
    const { data, progress } = await runTimersUntil(callTool(waitForElement, phone, wait));
    expect(data).toMatchObject({ found: true, element: { text: 'Done' } });
    expect(data).not.toHaveProperty('matches');
    expect(progress[0]?.message).toBe('Waiting for element (selector=@it:text("Done")), attempt 1');
  });
  it('returns the first of several matches and their number', async () => {
    const phone = new ModelPhone({ xml: () => text('one') + text('two') });
    const { data } = await runTimersUntil(
      callTool(waitForElement, phone, { selector: '@it', timeout: 1 }),
    );
    expect(data).toMatchObject({ found: true, element: { text: 'one' }, matches: 2 });
    const both = await runTimersUntil(callTool(waitForElement, phone, waitArguments('o', 1)));
    expect(both.data).toMatchObject({ element: { text: 'one' }, matches: 2 });
  });
  it('waits until a selector matches nothing', async () => {
    const phone = phoneShowing([0, 'Wait'], [1000, 'Done']);
    const gone = { selector: ':text("Wait")', timeout: 9000, gone: true };
    const { data } = await runTimersUntil(callTool(waitForElement, phone, gone));
    expect(data).toMatchObject({ found: false });
    expect(data?.['elapsedMs']).toBeGreaterThanOrEqual(1000);
    expect(data).not.toHaveProperty('element');
  });
  const toggle = (attributes: string, name = 'Wi-Fi'): string =>
    node(
      name,
      { left: 0, top: 0, right: 9, bottom: 9 },
      { attributes: `class="Switch" ${attributes}` },
    );
  const on = 'checkable="true" checked="true"';
  const off = 'checkable="true" checked="false"';
  const loading = 'enabled="false" checkable="true"';

  it.each([
    ['checked', off, on],
    ['unchecked', on, off],
    ['enabled', loading, off],
    ['Disabled', off, loading],
    ['selected', off, 'selected="true"'],
    ['unselected', 'selected="true"', off],
    ['focused', off, 'focused="true"'],
    ['unfocused', 'focused="true"', on],
    ['expanded', 'expanded="false"', 'expanded="true"'],
    ['collapsed', 'expanded="true"', 'expanded="false"'],
    ['visible', 'visible-to-user="false"', on],
  ])('waits until the element is %s', async (state, before, after) => {
    const start = performance.now();
    const xml = () => toggle(performance.now() - start < 1000 ? before : after);
    const wait = { selector: 'Switch', timeout: 5000, state };
    const { data, progress } = await runTimersUntil(
      callTool(waitForElement, new ModelPhone({ xml }), wait),
    );
    expect(data).toMatchObject({ found: true });
    expect(data?.['elapsedMs']).toBeGreaterThanOrEqual(1000);
    expect(progress[0]?.message).toBe(
      `Waiting for element to be ${state.toLowerCase()} (selector=Switch), attempt 1`,
    );
  });
  it('waits until one of several has the state, and returns that one', async () => {
    const phone = new ModelPhone({ xml: () => toggle(off, 'one') + toggle(on, 'two') });
    const { data } = await runTimersUntil(
      callTool(waitForElement, phone, { selector: 'Switch', timeout: 1, state: 'checked' }),
    );
    expect(data).toMatchObject({
      found: true,
      element: { resourceId: 'com.model:id/two', checked: true },
    });
    expect(data).not.toHaveProperty('matches');
  });
  it('shows the element in its other state after the timeout', async () => {
    const phone = new ModelPhone({ xml: () => toggle(off) });
    const wait = { by: 'class_name', value: 'switch', timeout: 300, state: 'checked' };
    const { data } = await runTimersUntil(callTool(waitForElement, phone, wait));
    expect(data).toMatchObject({ found: false, element: { checked: false } });
    expect(data?.['message']).toBe(
      `Operation timed out after 300ms waiting for element to be checked (by=class_name, value='switch'). Retry if the operation is long-running.`,
    );
    expect(data?.['reason']).toBe('1 element on the screen is not checked: e1 Switch @Wi-Fi.');
    expect(phone.shown.recall('e1')).toBeDefined();
    const both = new ModelPhone({ xml: () => text('Wi-Fi') + text('Wi-Fi') });
    const title = { by: 'text', value: 'Wi-Fi', timeout: 1, state: 'unchecked' };
    const late = await runTimersUntil(callTool(waitForElement, both, title));
    expect(late.data).toMatchObject({ found: false, matches: 2 });
    expect(late.data?.['reason']).toMatch(
      /2 elements on the screen are not unchecked: e1 View "Wi-Fi", …\. This element is not checkable\. Name the switch or checkbox beside it, as in Switch:near\("…"\)\.$/,
    );
  });
  it.each(['expanded', 'collapsed'])(
    'says that a dump does not report what is %s',
    async (state) => {
      const wait = { selector: 'Switch', timeout: 1, state };
      const withoutState = new ModelPhone({ xml: () => toggle('', 'one') });
      const { data } = await runTimersUntil(callTool(waitForElement, withoutState, wait));
      expect(data).toMatchObject({ found: false });
      expect(data?.['reason']).toContain(
        `is not ${state}: e1 Switch @one. The phone does not report whether this element is expanded. Wait instead for an element`,
      );
      const withOtherState = new ModelPhone({
        xml: () => toggle(`expanded="${state !== 'expanded'}"`),
      });
      const late = await runTimersUntil(callTool(waitForElement, withOtherState, wait));
      expect(late.data?.['reason']).not.toContain('does not report');
    },
  );
  it.each([
    [
      { gone: true, state: 'checked' },
      "Only one of 'gone' and 'state' may be given, not both: an element that is gone has no state",
    ],
    [
      { state: 'on' },
      "Parameter 'state' must be one of: enabled, disabled, checked, unchecked, selected, unselected, focused, unfocused, expanded, collapsed, visible. Got: 'on'",
    ],
  ])('refuses %j', async (args, message) => {
    const wait = { selector: 'Switch', timeout: 1, ...args };
    expect((await callTool(waitForElement, phoneShowing(), wait)).answer).toBe(message);
  });
  it('names the elements nearest to the selector after the timeout', async () => {
    const wait = { selector: ':text("Dome")', timeout: 100 };
    const { data } = await runTimersUntil(
      callTool(waitForElement, phoneShowing([0, 'Done']), wait),
    );
    expect(data?.['message']).toMatch(
      /^Operation timed out after 100ms waiting for element \(selector=:text\("Dome"\)\)\. Retry if /,
    );
    expect(data?.['reason']).toMatch(/^Nearest: e1 View "Done" is /);
  });
  it('ends if the phone is lost or the call is cancelled', async () => {
    const phone = phoneShowing([0, 'Wait']);
    phone.failures.push(new HandsetError('phone-lost', 'gone'));
    expect(
      (await runTimersUntil(callTool(waitForElement, phone, waitArguments('a', 1000)))).code,
    ).toBe('phone-lost');
    const cancel = new AbortController();
    setTimeout(() => {
      cancel.abort();
    }, 400);
    const call = callTool(waitForElement, phone, waitArguments('Done', 9000), cancel.signal);
    const start = performance.now();
    await vi.advanceTimersByTimeAsync(400);
    expect((await call).code).toBe('cancelled');
    expect(performance.now() - start).toBe(400);
  });
  it('abandons a reading that hangs', async () => {
    // AbortSignal.timeout ignores the fake timers.
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
      const controller = new AbortController();
      setTimeout(() => {
        controller.abort();
      }, milliseconds);
      return controller.signal;
    });
    const phone = phoneShowing([0, 'Wait']);
    phone.readHierarchy = (signal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          reject(new HandsetError('cancelled', 'The reading was given up.'));
        });
      });
    const { data } = await runTimersUntil(
      callTool(waitForElement, phone, waitArguments('Done', 1000)),
    );
    timeout.mockRestore();
    expect(data).toMatchObject({ found: false, elapsedMs: 6000, attempts: 1 });
    expect(data?.['reason']).toMatch(/The screen couldn't be read in time\.$/);
  });
  it.each([0, 30_001])('refuses a timeout of %i', async (timeout) => {
    const { answer } = await callTool(waitForElement, phoneShowing(), waitArguments('a', timeout));
    expect(answer).toBe(`Timeout must be between 1 and 30000 ms, got: ${timeout}`);
  });
});

/** A phone whose screen counts up every 100 ms until it stops. */
function phoneMovingUntil(stopMs: number): ModelPhone {
  const start = performance.now();
  return new ModelPhone({
    xml: () => {
      const count = Math.floor(Math.min(performance.now() - start, stopMs) / 100);
      const bounds = { left: 0, top: 0, right: 9, bottom: 9 };
      return node('it', bounds, { attributes: `text="${count}"` });
    },
  });
}

async function runUntilIdle<Result>(call: Promise<Result>): Promise<Result> {
  await vi.runAllTimersAsync();
  return await call;
}

describe('wait_for_idle', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('needs half a second without changes', async () => {
    const { answer, data } = await runUntilIdle(
      callTool(waitForIdle, phoneMovingUntil(0), { timeout: 5000 }),
    );
    expect(answer).toBe(`{"message":"UI is idle","elapsedMs":${Number(data?.['elapsedMs'])}}`);
    expect(data?.['elapsedMs']).toBeGreaterThanOrEqual(500);
    expect(data?.['elapsedMs']).toBeLessThanOrEqual(700);
  });
  it('waits until the screen stops changing', async () => {
    const phone = phoneMovingUntil(2000);
    const { data, progress } = await runUntilIdle(callTool(waitForIdle, phone, { timeout: 5000 }));
    expect(data?.['elapsedMs']).toBeGreaterThanOrEqual(2400);
    expect(data?.['elapsedMs']).toBeLessThanOrEqual(2900);
    expect(progress.length).toBeGreaterThan(10);
  });
  it('returns a message after the timeout, not an error', async () => {
    const { answer, data, code } = await runUntilIdle(
      callTool(waitForIdle, phoneMovingUntil(99_999), { timeout: 1000 }),
    );
    const message =
      'Operation timed out after 1000ms waiting for UI idle. Retry if the operation is long-running.';
    expect(code).toBeUndefined();
    expect(answer).toBe(message);
    expect(data).toEqual({ message, elapsedMs: 1000 });
  });
  it('starts over after a failed reading', async () => {
    const phone = phoneMovingUntil(0);
    const read = phone.readHierarchy.bind(phone);
    let readings = 0;
    phone.readHierarchy = (signal) => {
      if (++readings % 3 === 0) phone.failures.push(new HandsetError('dump-failed', 'No root.'));
      return read(signal);
    };
    const { data } = await runUntilIdle(callTool(waitForIdle, phone, { timeout: 2000 }));
    expect(data?.['message']).toMatch(/^Operation timed out/);
  });
  it('does not consider a screen idle that never settled', async () => {
    const phone = phoneMovingUntil(0);
    const read = phone.readHierarchy.bind(phone);
    phone.readHierarchy = async (signal) => ({ ...(await read(signal)), settled: false });
    const { data } = await runUntilIdle(callTool(waitForIdle, phone, { timeout: 2000 }));
    expect(data?.['message']).toMatch(/^Operation timed out/);
  });
  it('is idle at once if the live picture is still', async () => {
    const phone = phoneMovingUntil(0);
    phone.stillMs = 800;
    const { data } = await runUntilIdle(callTool(waitForIdle, phone, { timeout: 5000 }));
    expect(data).toEqual({ message: 'UI is idle', elapsedMs: 0 });
  });
  it.each([
    ['a picture that always moves', 0],
    ['a picture that has just come to rest', 400],
  ])('relies on the elements with %s', async (_, stillMs) => {
    const phone = phoneMovingUntil(0);
    phone.stillMs = stillMs;
    const { data } = await runUntilIdle(callTool(waitForIdle, phone, { timeout: 5000 }));
    expect(data?.['message']).toBe('UI is idle');
    expect(data?.['elapsedMs']).toBeGreaterThanOrEqual(500);
  });
  it('is not idle with a still picture if the elements never settled', async () => {
    const phone = phoneMovingUntil(0);
    phone.stillMs = 9_000;
    const read = phone.readHierarchy.bind(phone);
    phone.readHierarchy = async (signal) => ({ ...(await read(signal)), settled: false });
    const { data } = await runUntilIdle(callTool(waitForIdle, phone, { timeout: 1000 }));
    expect(data?.['message']).toMatch(/^Operation timed out/);
  });
  it('ends if the phone is lost', async () => {
    const phone = phoneMovingUntil(0);
    phone.failures.push(new HandsetError('phone-lost', 'gone'));
    expect((await runUntilIdle(callTool(waitForIdle, phone, { timeout: 5000 }))).code).toBe(
      'phone-lost',
    );
  });
});
