import { describe, expect, it } from 'vitest';
import { TurnQueue } from './turn-queue.ts';

const neverAborts = new AbortController().signal;

/** Starts named pieces of work that last until `end` is called for them, and logs their starts and ends. */
function createLog(turns: TurnQueue) {
  const log: string[] = [];
  const ends = new Map<string, () => void>();
  /** The name's first letter is the agent, a second one stands for a port. */
  const runNamed = (name: string, signal = neverAborts): Promise<void> => {
    const work = async (): Promise<void> => {
      log.push(`${name} begins`);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      log.push(`${name} ends`);
    };
    const [, agent = '', port = ''] = /^([a-z])([a-z]?)/.exec(name) ?? [];
    return turns.runExclusive(signal, work, { agent, port: port.codePointAt(0) });
  };
  const end = async (name: string): Promise<void> => {
    await expect.poll(() => ends.has(name)).toBe(true);
    ends.get(name)?.();
    await expect.poll(() => log).toContain(`${name} ends`);
  };
  const started = (): readonly string[] =>
    log.filter((line) => line.endsWith('begins')).map((line) => line.replace(' begins', ''));
  return { log, runNamed, end, started };
}

describe('Turns', () => {
  it('runs one at a time, those of one caller in order, also after a failure', async () => {
    const turns = new TurnQueue();
    const { log, runNamed, end } = createLog(turns);
    const failing = turns.runExclusive(neverAborts, () => Promise.reject(new Error('no')), {
      agent: 'a',
    });
    const failed = expect(failing).rejects.toThrow('no');
    const both = [runNamed('a1'), runNamed('a2')];
    await end('a1');
    await end('a2');
    await Promise.all([failed, ...both]);
    expect(log).toEqual(['a1 begins', 'a1 ends', 'a2 begins', 'a2 ends']);
  });

  it('a cancelled request rejects at once; those behind it still wait for what runs', async () => {
    const { log, runNamed, end } = createLog(new TurnQueue());
    const abort = new AbortController();
    const first = runNamed('a1');
    const second = runNamed('a2', abort.signal);
    const third = runNamed('a3');
    abort.abort();
    await expect(second).rejects.toMatchObject({ code: 'cancelled' });
    await expect(runNamed('a4', abort.signal)).rejects.toMatchObject({ code: 'cancelled' });
    expect(log).toEqual(['a1 begins']);
    await end('a1');
    await end('a3');
    await Promise.all([first, third]);
    expect(log).toEqual(['a1 begins', 'a1 ends', 'a3 begins', 'a3 ends']);
  });

  it('rotates among the callers, however many requests one has', async () => {
    const { runNamed, end, started } = createLog(new TurnQueue());
    const all = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map((name) => runNamed(name));
    await expect.poll(started).toEqual(['a1']);
    await end('a1');
    await end('b1');
    all.push(runNamed('d1'));
    await end('c1');
    for (const name of ['a2', 'b2', 'd1', 'a3']) await end(name);
    await Promise.all(all);
    expect(started()).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'd1', 'a3']);
  });

  it('rotates among the ports of an agent, which together get the turns of one', async () => {
    const { runNamed, end, started } = createLog(new TurnQueue());
    const names = ['ax1', 'ax2', 'ax3', 'ay1', 'az1', 'b1', 'b2', 'b3'];
    const all = names.map((name) => runNamed(name));
    const order = ['ax1', 'b1', 'ay1', 'b2', 'az1', 'b3', 'ax2', 'ax3'];
    for (const name of order) await end(name);
    await Promise.all(all);
    expect(started()).toEqual(order);
  });

  it('drops an agent from the rotation when all its requests are cancelled', async () => {
    const { runNamed, end, started } = createLog(new TurnQueue());
    const abort = new AbortController();
    const a1 = runNamed('a1');
    const gone = expect(runNamed('b1', abort.signal)).rejects.toMatchObject({ code: 'cancelled' });
    const c1 = runNamed('c1');
    abort.abort();
    await gone;
    const b2 = runNamed('b2');
    for (const name of ['a1', 'c1', 'b2']) await end(name);
    await Promise.all([a1, c1, b2]);
    expect(started()).toEqual(['a1', 'c1', 'b2']);
  });

  it('runs up to its limit at once, and gives a free slot to the next caller', async () => {
    const { runNamed, end, started } = createLog(new TurnQueue(2));
    const all = ['a1', 'a2', 'a3', 'a4', 'b1'].map((name) => runNamed(name));
    await expect.poll(started).toEqual(['a1', 'a2']);
    await end('a2');
    await expect.poll(started).toEqual(['a1', 'a2', 'b1']);
    for (const name of ['b1', 'a3', 'a1', 'a4']) await end(name);
    await Promise.all(all);
    expect(started()).toEqual(['a1', 'a2', 'b1', 'a3', 'a4']);
  });
});
