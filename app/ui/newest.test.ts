import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Newest } from './newest.ts';

const workMs = 50;
const pauseMs = 80;

describe('Newest', () => {
  let asked: string[] = [];
  let given: AbortSignal[] = [];
  const newest = new Newest(async (question: string, signal: AbortSignal) => {
    asked.push(question);
    given.push(signal);
    await new Promise((resolve) => setTimeout(resolve, workMs));
    if (question === 'bad') throw new Error('bad');
    return question.toUpperCase();
  });

  beforeEach(() => {
    vi.useFakeTimers();
    asked = [];
    given = [];
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  it('sends one request after the delay', async () => {
    const answers = ['a', 'ab', 'abc'].map((question) => newest.ask(question, pauseMs));
    await vi.runAllTimersAsync();
    expect(await Promise.all(answers)).toEqual([null, null, 'ABC']);
    expect(asked).toEqual(['abc']);
  });

  it('aborts a running request', async () => {
    const first = newest.ask('a', 0);
    await vi.advanceTimersByTimeAsync(workMs / 2);
    const second = newest.ask('b', 0);
    expect(given.map(({ aborted }) => aborted)).toEqual([true, false]);
    await vi.runAllTimersAsync();
    expect(await Promise.all([first, second])).toEqual([null, 'B']);
  });

  it('rejects only for the latest request', async () => {
    const old = newest.ask('bad', 0);
    const fresh = newest.ask('bad', 0);
    const failure = expect(fresh).rejects.toThrow('bad');
    await vi.runAllTimersAsync();
    await failure;
    expect(await old).toBeNull();
  });

  it('resolves with null after cancel', async () => {
    const answer = newest.ask('a', pauseMs);
    newest.cancel();
    await vi.runAllTimersAsync();
    expect([await answer, asked]).toEqual([null, []]);
  });
});
