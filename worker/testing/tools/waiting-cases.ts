import { type ProgressNotification } from '#core/mcp/testing/agent.ts';
import { expect } from 'vitest';
import type { ToolCases } from '#core/demo-phone/testing/phone-under-test.ts';

const settings = { by: 'text', value: 'network & INTER', timeout: 10_000 };

const timeoutMessage = (timeout: number, args: string) =>
  `Operation timed out after ${timeout}ms waiting for ${args}. Retry if the operation is long-running.`;

export const waitingCases = {
  'wait_for_element finds a present element at once, by each attribute': async (phone) => {
    await phone.open('Settings');
    const title = await phone.rowWithText('Network & internet');
    const { data, text } = await phone.call('wait_for_element', settings);
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
      const found = await phone.call('wait_for_element', { by, value, timeout: 1 });
      expect(found.data).toMatchObject({ found: true, attempts: 1 });
    }
    await phone.call('press_home');
    const by = { by: 'content_desc', value: 'degrees, partly', timeout: 1 };
    expect((await phone.call('wait_for_element', by)).data).toMatchObject({ found: true });
  },

  'wait_for_element finds a later element, reports progress and returns a valid id': async (
    phone,
  ) => {
    const notifications: ProgressNotification[] = [];
    const onprogress = (progress: ProgressNotification): void => void notifications.push(progress);
    const waiting = phone.call('wait_for_element', settings, { onprogress });
    await expect.poll(() => notifications.length).toBeGreaterThan(1);
    await phone.open('Settings');
    const { data } = await waiting;
    expect(data).toMatchObject({ found: true, element: { text: 'Network & internet' } });
    expect(Number(data?.['attempts'])).toBeGreaterThan(notifications.length - 1);
    expect(notifications[0]).toMatchObject({
      total: settings.timeout,
      message: `Waiting for element (by=text, value='network & INTER'), attempt 1`,
    });
    const done = notifications.map(({ progress }) => progress);
    expect(done).toEqual(done.toSorted((a, b) => a - b));
    await phone.clickText('Network & internet');
    expect(await phone.foregroundActivity()).toBe('com.android.settings/.SubSettings');
  },

  'wait_for_element: a timeout is a normal result': async (phone) => {
    // Time for two readings on a busy machine.
    const timeoutMs = 1500;
    const args = { by: 'text', value: 'nowhere', timeout: timeoutMs };
    const { data } = await phone.call('wait_for_element', args);
    expect(data).toMatchObject({
      found: false,
      message: timeoutMessage(timeoutMs, `element (by=text, value='nowhere')`),
    });
    expect(data).not.toHaveProperty('element');
    expect(Number(data?.['elapsedMs'])).toBeGreaterThanOrEqual(timeoutMs);
    expect(Number(data?.['attempts'])).toBeGreaterThanOrEqual(2);
  },

  'wait_for_element waits until an element is gone': async (phone) => {
    await phone.open('Notes');
    const args = { by: 'resource_id', value: ':id/fab_new_note', gone: true };
    const still = await phone.call('wait_for_element', { ...args, timeout: 400 });
    expect(still.data).toMatchObject({
      found: true,
      element: { contentDescription: 'New note' },
      message: timeoutMessage(400, `element to be gone (by=resource_id, value=':id/fab_new_note')`),
    });
    const waiting = phone.call('wait_for_element', { ...args, timeout: 10_000 });
    await phone.call('press_home');
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
      await phone.call('press_home');
      expect(performance.now() - start).toBeLessThan(5000);
    }
  },

  // Where the phone tells of changes, a screen that has rested for half a second already is idle at once.
  'wait_for_idle: an unchanged screen is idle': async (phone) => {
    const { data, text } = await phone.call('wait_for_idle', { timeout: 10_000 });
    expect(JSON.parse(text)).toEqual({ message: 'UI is idle', elapsedMs: data?.['elapsedMs'] });
  },
} satisfies ToolCases;

/** For the fault momentum: lists keep moving after a fling. */
export const movingCases = {
  'wait_for_idle waits for the end of a fling': async (phone) => {
    await phone.open('Settings');
    const { bottom, left, right } = (await phone.rowWithResourceId('recycler_view')).bounds;
    const x = Math.round((left + right) / 2);
    await phone.call('swipe', { x1: x, y1: bottom - 200, x2: x, y2: bottom - 900, duration: 80 });
    expect((await phone.call('wait_for_idle', { timeout: 10_000 })).data).toMatchObject({
      message: 'UI is idle',
    });
    expect(await phone.rows()).toEqual(await phone.rows());
  },
} satisfies ToolCases;

/** For the fault no-idle: the screen never stops changing. */
export const restlessCases = {
  'wait_for_idle times out on a screen that never stops changing': async (phone) => {
    const { data, text } = await phone.call('wait_for_idle', { timeout: 1500 });
    expect(text.startsWith(timeoutMessage(1500, 'UI idle'))).toBe(true);
    expect(data).toMatchObject({ message: text });
  },
} satisfies ToolCases;
