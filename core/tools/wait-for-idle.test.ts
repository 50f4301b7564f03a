import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HandsetError } from '../errors.ts';
import { callTool } from './testing/call-tool.ts';
import { ModelPhone, node } from './testing/model-phone.ts';
import { waitForIdle } from './wait.ts';

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
