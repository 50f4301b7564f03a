import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LatestRequest } from './latest-request.ts';

const workMs = 50;
const delayMs = 80;

describe('LatestRequest', () => {
  let queries: string[] = [];
  let signals: AbortSignal[] = [];
  const latestRequest = new LatestRequest(async (query: string, signal: AbortSignal) => {
    queries.push(query);
    signals.push(signal);
    await new Promise((resolve) => setTimeout(resolve, workMs));
    if (query === 'bad') throw new Error('bad');
    return query.toUpperCase();
  });

  beforeEach(() => {
    vi.useFakeTimers();
    queries = [];
    signals = [];
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  it('sends one request after the delay', async () => {
    const results = ['a', 'ab', 'abc'].map((query) => latestRequest.send(query, delayMs));
    await vi.runAllTimersAsync();
    expect(await Promise.all(results)).toEqual([null, null, 'ABC']);
    expect(queries).toEqual(['abc']);
  });

  it('aborts a running request', async () => {
    const first = latestRequest.send('a', 0);
    await vi.advanceTimersByTimeAsync(workMs / 2);
    const second = latestRequest.send('b', 0);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    await vi.runAllTimersAsync();
    expect(await Promise.all([first, second])).toEqual([null, 'B']);
  });

  it('rejects only for the latest request', async () => {
    const old = latestRequest.send('bad', 0);
    const fresh = latestRequest.send('bad', 0);
    const failure = expect(fresh).rejects.toThrow('bad');
    await vi.runAllTimersAsync();
    await failure;
    expect(await old).toBeNull();
  });

  it('resolves with null after cancel', async () => {
    const result = latestRequest.send('a', delayMs);
    latestRequest.cancel();
    await vi.runAllTimersAsync();
    expect([await result, queries]).toEqual([null, []]);
  });
});
