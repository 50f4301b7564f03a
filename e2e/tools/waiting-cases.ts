import { type HeardProgress } from '../agents.ts';
import { expect } from '../fixtures.ts';
import type { Cases } from './cases.ts';

const settings = { by: 'text', value: 'network & INTER', timeout: 10_000 };

const ranOut = (timeout: number, what: string) =>
  `Operation timed out after ${timeout}ms waiting for ${what}. Retry if the operation is long-running.`;

export const waitingCases = {
  'wait_for_element finds a present element at once, by each attribute': async (phone) => {
    await phone.open('Settings');
    const title = await phone.rowWith('Network & internet');
    const { data, text } = await phone.does('wait_for_element', settings);
    expect(JSON.parse(text)).toEqual(data);
    expect(data).toMatchObject({
      found: true,
      attempts: 1,
      element: {
        id: title.id,
        text: 'Network & internet',
        resourceId: 'android:id/title',
        className: 'android.widget.TextView',
        bounds: title.bounds,
        clickable: false,
        enabled: true,
      },
    });
    expect(data).not.toHaveProperty('message');
    for (const [by, value] of [
      ['resource_id', 'RECYCLER_VIEW'],
      ['class_name', 'recyclerview'],
    ] as const) {
      const found = await phone.does('wait_for_element', { by, value, timeout: 1 });
      expect(found.data).toMatchObject({ found: true, attempts: 1 });
    }
    await phone.does('press_home');
    const by = { by: 'content_desc', value: 'degrees, partly', timeout: 1 };
    expect((await phone.does('wait_for_element', by)).data).toMatchObject({ found: true });
  },

  'wait_for_element finds a later element, reports progress and returns a valid id': async (
    phone,
  ) => {
    const heard: HeardProgress[] = [];
    const onprogress = (progress: HeardProgress): void => void heard.push(progress);
    const waiting = phone.does('wait_for_element', settings, { onprogress });
    await expect.poll(() => heard.length).toBeGreaterThan(1);
    await phone.open('Settings');
    const { data } = await waiting;
    expect(data).toMatchObject({ found: true, element: { text: 'Network & internet' } });
    expect(Number(data?.['attempts'])).toBeGreaterThan(heard.length - 1);
    expect(heard[0]).toMatchObject({
      total: settings.timeout,
      message: `Waiting for element (by=text, value='network & INTER'), attempt 1`,
    });
    const done = heard.map(({ progress }) => progress);
    expect(done).toEqual(done.toSorted((a, b) => a - b));
    await phone.click('Network & internet');
    expect(await phone.front()).toBe('com.android.settings/.SubSettings');
  },

  'wait_for_element: a timeout is a normal result': async (phone) => {
    const what = { by: 'text', value: 'nowhere', timeout: 600 };
    const { data } = await phone.does('wait_for_element', what);
    expect(data).toMatchObject({
      found: false,
      message: ranOut(600, `element (by=text, value='nowhere')`),
    });
    expect(data).not.toHaveProperty('element');
    expect(Number(data?.['elapsedMs'])).toBeGreaterThanOrEqual(600);
    expect(Number(data?.['attempts'])).toBeGreaterThanOrEqual(2);
  },

  'wait_for_element waits until an element is gone': async (phone) => {
    await phone.open('Notes');
    const what = { by: 'resource_id', value: ':id/fab_new_note', gone: true };
    const still = await phone.does('wait_for_element', { ...what, timeout: 400 });
    expect(still.data).toMatchObject({
      found: true,
      element: { contentDescription: 'New note' },
      message: ranOut(400, `element to be gone (by=resource_id, value=':id/fab_new_note')`),
    });
    const waiting = phone.does('wait_for_element', { ...what, timeout: 10_000 });
    await phone.does('press_home');
    const { data } = await waiting;
    expect(data).toMatchObject({ found: false });
    expect(data).not.toHaveProperty('message');
    expect(data).not.toHaveProperty('element');
  },

  'a cancelled wait ends at once': async (phone) => {
    for (const [tool, args] of [
      ['wait_for_element', { by: 'text', value: 'nowhere', timeout: 30_000 }],
      ['wait_for_idle', { timeout: 30_000 }],
    ] as const) {
      const caller = new AbortController();
      const call = phone.agent.call(tool, args, { signal: caller.signal });
      caller.abort(new Error('changed my mind'));
      await expect(call).rejects.toThrow('changed my mind');
      const start = performance.now();
      await phone.does('press_home');
      expect(performance.now() - start).toBeLessThan(5000);
    }
  },

  'wait_for_idle: an unchanged screen is idle after half a second': async (phone) => {
    const { data, text } = await phone.does('wait_for_idle', { timeout: 10_000 });
    expect(JSON.parse(text)).toEqual({ message: 'UI is idle', elapsedMs: data?.['elapsedMs'] });
    expect(Number(data?.['elapsedMs'])).toBeGreaterThanOrEqual(500);
  },

  'wait_for_idle: a timeout below half a second always expires': async (phone) => {
    const { data, text } = await phone.does('wait_for_idle', { timeout: 100 });
    expect(text).toBe(ranOut(100, 'UI idle'));
    expect(data).toMatchObject({ message: text });
  },
} satisfies Cases;

/** For the fault momentum: lists keep moving after a fling. */
export const movingCases = {
  'wait_for_idle waits for the end of a fling': async (phone) => {
    await phone.open('Settings');
    const { bottom, left, right } = (await phone.rowNamed('recycler_view')).bounds;
    const x = Math.round((left + right) / 2);
    await phone.does('swipe', { x1: x, y1: bottom - 200, x2: x, y2: bottom - 900, duration: 80 });
    expect((await phone.does('wait_for_idle', { timeout: 10_000 })).data).toMatchObject({
      message: 'UI is idle',
    });
    expect(await phone.rows()).toEqual(await phone.rows());
  },
} satisfies Cases;

/** For the fault no-idle: the screen never stops changing. */
export const restlessCases = {
  'wait_for_idle times out on a screen that never stops changing': async (phone) => {
    const { data, text } = await phone.does('wait_for_idle', { timeout: 1500 });
    expect(text.startsWith(ranOut(1500, 'UI idle'))).toBe(true);
    expect(data).toMatchObject({ message: text });
  },
} satisfies Cases;
