import { describe, expect, it } from 'vitest';
import { Turns } from './turns.ts';

const never = new AbortController().signal;

/** A piece of work that ends when told to, and writes down when it began and ended. */
function work(log: string[], name: string): { run(): Promise<void>; end(): void } {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  return {
    end: () => {
      end();
    },
    run: async () => {
      log.push(`${name} begins`);
      await ended;
      log.push(`${name} ends`);
    },
  };
}

describe('Turns', () => {
  it('runs one at a time, in order, also after a failure', async () => {
    const turns = new Turns();
    const log: string[] = [];
    const [a, b] = [work(log, 'a'), work(log, 'b')];
    const failed = expect(turns.take(never, () => Promise.reject(new Error('no')))).rejects.toThrow(
      'no',
    );
    const both = [turns.take(never, a.run), turns.take(never, b.run)];
    b.end();
    a.end();
    await Promise.all([failed, ...both]);
    expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
  });
  it('a turn that is given up rejects at once and lets nobody overtake', async () => {
    const turns = new Turns();
    const log: string[] = [];
    const abort = new AbortController();
    const [a, b, c] = [work(log, 'a'), work(log, 'b'), work(log, 'c')];
    const first = turns.take(never, a.run);
    const second = turns.take(abort.signal, b.run);
    const third = turns.take(never, c.run);
    abort.abort();
    await expect(second).rejects.toMatchObject({ code: 'cancelled' });
    await Promise.resolve();
    expect(log).toEqual(['a begins']);
    a.end();
    c.end();
    await Promise.all([first, third]);
    expect(log).toEqual(['a begins', 'a ends', 'c begins', 'c ends']);
  });
});
