import { describe, expect, it } from 'vitest';
import { HandsetError } from '#core/errors.ts';
import { pause, withLimits } from './deadline.ts';

const neverSettles = (): Promise<never> => new Promise(() => undefined);
const limits = (overrides: object = {}): Parameters<typeof withLimits>[0] => ({
  signal: new AbortController().signal,
  lost: new AbortController().signal,
  deadlineMs: 5_000,
  purpose: 'reading',
  ...overrides,
});

describe('withLimits', () => {
  it('passes results and errors through', async () => {
    await expect(withLimits(limits(), () => Promise.resolve(7))).resolves.toBe(7);
    const error = new HandsetError('command-failed', 'own');
    await expect(withLimits(limits(), () => Promise.reject(error))).rejects.toBe(error);
  });
  it('rejects at the deadline and aborts the signal of the work', async () => {
    let workSignal: AbortSignal | undefined;
    const work = (signal: AbortSignal): Promise<never> => {
      workSignal = signal;
      return neverSettles();
    };
    await expect(withLimits(limits({ deadlineMs: 20 }), work)).rejects.toMatchObject({
      code: 'timeout',
      message: "The phone didn't finish reading within 0.02 s.",
    });
    expect(workSignal?.aborted).toBe(true);
  });
  it('rejects with cancelled when the caller aborts', async () => {
    const abort = new AbortController();
    const work = withLimits(limits({ signal: abort.signal }), neverSettles);
    abort.abort();
    await expect(work).rejects.toMatchObject({ code: 'cancelled' });
  });
  it('rejects with the reason of the lost phone', async () => {
    const lost = new AbortController();
    const work = withLimits(limits({ lost: lost.signal }), neverSettles);
    lost.abort(new HandsetError('phone-lost', 'P was disconnected.', { hint: 'Plug it in.' }));
    await expect(work).rejects.toMatchObject({
      code: 'phone-lost',
      message: 'P was disconnected. This happened while reading.',
      hint: 'Plug it in.',
    });
  });
  it('reports a failed transfer as phone-lost when the phone turns out to be gone', async () => {
    const lost = new AbortController();
    const work = withLimits(limits({ lost: lost.signal }), async () => {
      await pause(1, new AbortController().signal);
      throw new DOMException('A transfer error has occurred.', 'NetworkError');
    });
    setTimeout(() => lost.abort(new HandsetError('phone-lost', 'Gone.')), 50);
    await expect(work).rejects.toMatchObject({ code: 'phone-lost' });
  });
  it('passes on an error that is not ours while the phone is connected', async () => {
    const error = new Error('broken pipe');
    await expect(withLimits(limits(), () => Promise.reject(error))).rejects.toBe(error);
  });
  it('rejects with phone-lost when the phone is lost and the work then rejects', async () => {
    const lost = new AbortController();
    const work = withLimits(limits({ lost: lost.signal }), async (signal) => {
      await pause(10_000, signal);
      throw new Error('broken pipe');
    });
    lost.abort(new HandsetError('phone-lost', 'Gone.'));
    await expect(work).rejects.toMatchObject({ code: 'phone-lost' });
  });
});

describe('pause', () => {
  it('ends early when aborted', async () => {
    const start = performance.now();
    await pause(60_000, AbortSignal.timeout(10));
    expect(performance.now() - start).toBeLessThan(5_000);
  });
});
