import { describe, expect, it, vi } from 'vitest';
import type { StreamedLogLine } from '../../core/commands/log-stream.ts';
import type { LogBatch } from '../../core/link/phone-log.ts';
import { LogBatches } from './log-batches.ts';
import { ProcessNames } from './process-names.ts';
import { ResumePosition } from './watch-log.ts';

const line = (change: Partial<StreamedLogLine> = {}): StreamedLogLine => ({
  ...{ time: '07-21 10:57:41.225', pid: 7, tid: 7, level: 'I', tag: 'T', text: 'x' },
  ...change,
});

describe('LogBatches', () => {
  it('sends lines in order, a thousand at a time', async () => {
    const sent: LogBatch[] = [];
    const batches = new LogBatches((batch) => sent.push(batch));
    batches.add(Array.from({ length: 2_500 }, () => ({ ...line(), process: null })));
    batches.addNames([{ pid: 7, name: 'a.b' }]);
    await expect.poll(() => sent).toHaveLength(3);
    expect(sent.map(({ lines }) => lines.length)).toEqual([1_000, 1_000, 500]);
    expect(sent.flatMap(({ lines }) => lines).at(-1)?.number).toBe(2_500);
    expect(sent.flatMap(({ named }) => named)).toEqual([{ pid: 7, name: 'a.b' }]);
  });

  it('drops the oldest lines of a flood, together with their numbers', () => {
    const sent: LogBatch[] = [];
    const batches = new LogBatches((batch) => sent.push(batch));
    for (let i = 0; i < 60; i++) {
      batches.add(Array.from({ length: 500 }, () => ({ ...line(), process: null })));
    }
    batches.end();
    const numbers = sent.flatMap(({ lines }) => lines.map(({ number }) => number));
    expect([numbers[0], numbers.at(-1), numbers.length]).toEqual([20_001, 30_000, 10_000]);
  });
});

describe('ProcessNames', () => {
  it('reads unknown names once, and reports them later', async () => {
    const read = vi.fn(() => Promise.resolve(new Map([[7, 'a.b']])));
    const named = vi.fn();
    const names = new ProcessNames(read, named);
    expect([names.nameOf(line()), names.nameOf(line({ pid: 8 }))]).toEqual([null, null]);
    await Promise.all([names.readMissing(), names.readMissing()]);
    expect(named.mock.calls).toEqual([[[{ pid: 7, name: 'a.b' }]]]);
    expect(names.nameOf(line())).toBe('a.b');
    // The process is gone; reading again would not help.
    names.nameOf(line({ pid: 8 }));
    await names.readMissing();
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('learns new processes from the log, also when an id is reused', () => {
    const named = vi.fn();
    const names = new ProcessNames(() => Promise.resolve(new Map()), named);
    const nameAfterLine = (text: string): string | null =>
      names.nameOf(line({ pid: 0, tag: 'ActivityManager', text }));
    expect(names.nameOf(line())).toBeNull();
    nameAfterLine('Start proc 7:com.a.b:push/u0a123 for service {com.a.b/.Push}');
    expect(named.mock.calls).toEqual([[[{ pid: 7, name: 'com.a.b:push' }]]]);
    nameAfterLine('Start proc 7:com.c/u0a99 for top-activity {com.c/.Main}');
    expect(names.nameOf(line())).toBe('com.c');
  });

  it('survives a phone that does not answer', async () => {
    const names = new ProcessNames(() => Promise.reject(new Error('no')), vi.fn());
    names.nameOf(line());
    await expect(names.readMissing()).resolves.toBeUndefined();
  });
});

describe('Resume', () => {
  const at = (time: string, text: string): StreamedLogLine => line({ time, text });

  it('starts with the last lines, and continues at the last time', () => {
    const resume = new ResumePosition();
    expect(resume.startPosition()).toEqual({ lastLines: 5_000 });
    const first = [at('1', 'a'), at('2', 'b'), at('2', 'c')];
    expect(resume.newLines(first)).toEqual(first);
    expect(resume.startPosition()).toEqual({ since: '2' });
    const again = [at('2', 'b'), at('2', 'c'), at('2', 'd'), at('3', 'e')];
    expect(resume.newLines(again).map(({ text }) => text)).toEqual(['d', 'e']);
    expect(resume.startPosition()).toEqual({ since: '3' });
  });

  it('keeps all lines of a log that was cleared meanwhile', () => {
    const resume = new ResumePosition();
    resume.startPosition();
    resume.newLines([at('2', 'a')]);
    resume.startPosition();
    expect(resume.newLines([at('3', 'b'), at('2', 'c')])).toHaveLength(2);
  });
});
