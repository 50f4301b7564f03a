import { describe, expect, it, vi } from 'vitest';
import type { StreamedLine } from '../../core/commands/log-stream.ts';
import type { LogBatch } from '../../core/link/phone-log.ts';
import { LogBatches } from './log-batches.ts';
import { ProcessNames } from './process-names.ts';
import { Resume } from './watch-log.ts';

const line = (change: Partial<StreamedLine> = {}): StreamedLine => ({
  ...{ time: '07-21 10:57:41.225', pid: 7, tid: 7, level: 'I', tag: 'T', text: 'x' },
  ...change,
});

describe('LogBatches', () => {
  it('sends lines in order, a thousand at a time', async () => {
    const told: LogBatch[] = [];
    const batches = new LogBatches((batch) => told.push(batch));
    batches.add(Array.from({ length: 2_500 }, () => ({ ...line(), process: null })));
    batches.name([{ pid: 7, name: 'a.b' }]);
    await expect.poll(() => told).toHaveLength(3);
    expect(told.map(({ lines }) => lines.length)).toEqual([1_000, 1_000, 500]);
    expect(told.flatMap(({ lines }) => lines).at(-1)?.number).toBe(2_500);
    expect(told.flatMap(({ named }) => named)).toEqual([{ pid: 7, name: 'a.b' }]);
  });

  it('drops the oldest lines of a flood, together with their numbers', () => {
    const told: LogBatch[] = [];
    const batches = new LogBatches((batch) => told.push(batch));
    for (let i = 0; i < 60; i++) {
      batches.add(Array.from({ length: 500 }, () => ({ ...line(), process: null })));
    }
    batches.end();
    const numbers = told.flatMap(({ lines }) => lines.map(({ number }) => number));
    expect([numbers[0], numbers.at(-1), numbers.length]).toEqual([20_001, 30_000, 10_000]);
  });
});

describe('ProcessNames', () => {
  it('reads unknown names once, and reports them later', async () => {
    const read = vi.fn(() => Promise.resolve(new Map([[7, 'a.b']])));
    const named = vi.fn();
    const names = new ProcessNames(read, named);
    expect([names.nameOf(line()), names.nameOf(line({ pid: 8 }))]).toEqual([null, null]);
    await Promise.all([names.ask(), names.ask()]);
    expect(named.mock.calls).toEqual([[[{ pid: 7, name: 'a.b' }]]]);
    expect(names.nameOf(line())).toBe('a.b');
    // The process is gone; reading again would not help.
    names.nameOf(line({ pid: 8 }));
    await names.ask();
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('learns new processes from the log, also when an id is reused', () => {
    const named = vi.fn();
    const names = new ProcessNames(() => Promise.resolve(new Map()), named);
    const tell = (text: string): string | null =>
      names.nameOf(line({ pid: 0, tag: 'ActivityManager', text }));
    expect(names.nameOf(line())).toBeNull();
    tell('Start proc 7:com.a.b:push/u0a123 for service {com.a.b/.Push}');
    expect(named.mock.calls).toEqual([[[{ pid: 7, name: 'com.a.b:push' }]]]);
    tell('Start proc 7:com.c/u0a99 for top-activity {com.c/.Main}');
    expect(names.nameOf(line())).toBe('com.c');
  });

  it('survives a phone that does not answer', async () => {
    const names = new ProcessNames(() => Promise.reject(new Error('no')), vi.fn());
    names.nameOf(line());
    await expect(names.ask()).resolves.toBeUndefined();
  });
});

describe('Resume', () => {
  const at = (time: string, text: string): StreamedLine => line({ time, text });

  it('starts with the last lines, and continues at the last time', () => {
    const resume = new Resume();
    expect(resume.start()).toEqual({ lastLines: 5_000 });
    const first = [at('1', 'a'), at('2', 'b'), at('2', 'c')];
    expect(resume.fresh(first)).toEqual(first);
    expect(resume.start()).toEqual({ since: '2' });
    const again = [at('2', 'b'), at('2', 'c'), at('2', 'd'), at('3', 'e')];
    expect(resume.fresh(again).map(({ text }) => text)).toEqual(['d', 'e']);
    expect(resume.start()).toEqual({ since: '3' });
  });

  it('keeps all lines of a log that was cleared meanwhile', () => {
    const resume = new Resume();
    resume.start();
    resume.fresh([at('2', 'a')]);
    resume.start();
    expect(resume.fresh([at('3', 'b'), at('2', 'c')])).toHaveLength(2);
  });
});
