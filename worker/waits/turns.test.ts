import { describe, expect, it } from 'vitest';
import { Turns } from './turns.ts';

const never = new AbortController().signal;

/** Starts named pieces of work that last until `end` is called for them, and logs their starts and ends. */
function open(turns: Turns) {
  const log: string[] = [];
  const ends = new Map<string, () => void>();
  /** The name's first letter is the agent, a second one stands for a port. */
  const take = (name: string, signal = never): Promise<void> => {
    const work = async (): Promise<void> => {
      log.push(`${name} begins`);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      log.push(`${name} ends`);
    };
    const [, agent = '', port = ''] = /^([a-z])([a-z]?)/.exec(name) ?? [];
    return turns.take(signal, work, { agent, port: port.codePointAt(0) });
  };
  const end = async (name: string): Promise<void> => {
    await expect.poll(() => ends.has(name)).toBe(true);
    ends.get(name)?.();
    await expect.poll(() => log).toContain(`${name} ends`);
  };
  const begun = (): readonly string[] =>
    log.filter((line) => line.endsWith('begins')).map((line) => line.replace(' begins', ''));
  return { log, take, end, begun };
}

describe('Turns', () => {
  it('runs one at a time, those of one caller in order, also after a failure', async () => {
    const turns = new Turns();
    const { log, take, end } = open(turns);
    const failing = turns.take(never, () => Promise.reject(new Error('no')), { agent: 'a' });
    const failed = expect(failing).rejects.toThrow('no');
    const both = [take('a1'), take('a2')];
    await end('a1');
    await end('a2');
    await Promise.all([failed, ...both]);
    expect(log).toEqual(['a1 begins', 'a1 ends', 'a2 begins', 'a2 ends']);
  });

  it('a cancelled request rejects at once; those behind it still wait for what runs', async () => {
    const { log, take, end } = open(new Turns());
    const abort = new AbortController();
    const first = take('a1');
    const second = take('a2', abort.signal);
    const third = take('a3');
    abort.abort();
    await expect(second).rejects.toMatchObject({ code: 'cancelled' });
    await expect(take('a4', abort.signal)).rejects.toMatchObject({ code: 'cancelled' });
    expect(log).toEqual(['a1 begins']);
    await end('a1');
    await end('a3');
    await Promise.all([first, third]);
    expect(log).toEqual(['a1 begins', 'a1 ends', 'a3 begins', 'a3 ends']);
  });

  it('rotates among the callers, however many requests one has', async () => {
    const { take, end, begun } = open(new Turns());
    const all = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map((name) => take(name));
    await expect.poll(begun).toEqual(['a1']);
    await end('a1');
    await end('b1');
    all.push(take('d1'));
    await end('c1');
    for (const name of ['a2', 'b2', 'd1', 'a3']) await end(name);
    await Promise.all(all);
    expect(begun()).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'd1', 'a3']);
  });

  it('rotates among the ports of an agent, which together get the turns of one', async () => {
    const { take, end, begun } = open(new Turns());
    const names = ['ax1', 'ax2', 'ax3', 'ay1', 'az1', 'b1', 'b2', 'b3'];
    const all = names.map((name) => take(name));
    const order = ['ax1', 'b1', 'ay1', 'b2', 'az1', 'b3', 'ax2', 'ax3'];
    for (const name of order) await end(name);
    await Promise.all(all);
    expect(begun()).toEqual(order);
  });

  it('drops an agent from the rotation when all its requests are cancelled', async () => {
    const { take, end, begun } = open(new Turns());
    const abort = new AbortController();
    const a1 = take('a1');
    const gone = expect(take('b1', abort.signal)).rejects.toMatchObject({ code: 'cancelled' });
    const c1 = take('c1');
    abort.abort();
    await gone;
    const b2 = take('b2');
    for (const name of ['a1', 'c1', 'b2']) await end(name);
    await Promise.all([a1, c1, b2]);
    expect(begun()).toEqual(['a1', 'c1', 'b2']);
  });

  it('runs up to its limit at once, and gives a free slot to the next caller', async () => {
    const { take, end, begun } = open(new Turns(2));
    const all = ['a1', 'a2', 'a3', 'a4', 'b1'].map((name) => take(name));
    await expect.poll(begun).toEqual(['a1', 'a2']);
    await end('a2');
    await expect.poll(begun).toEqual(['a1', 'a2', 'b1']);
    for (const name of ['b1', 'a3', 'a1', 'a4']) await end(name);
    await Promise.all(all);
    expect(begun()).toEqual(['a1', 'a2', 'b1', 'a3', 'a4']);
  });
});
