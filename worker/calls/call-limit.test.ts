import { expect, it } from 'vitest';
import { CallLimit } from './call-limit.ts';

/** Calls that run until they are told to end. */
function open() {
  const limit = new CallLimit();
  const ends: (() => void)[] = [];
  const work = (): Promise<void> => new Promise((resolve) => ends.push(resolve));
  return { limit, ends, work };
}

it('all ports of one name together have a limit above that of each', async () => {
  const { limit, ends, work } = open();
  const from = (port: number, agent = 'a') => limit.run({ agent, from: 'page', port }, work);
  const running = [1, 2, 3, 4].flatMap((port) => Array.from({ length: 64 }, () => from(port)));
  await expect(from(5)).rejects.toMatchObject({
    code: 'too-many-calls',
    message:
      'The ports of this agent have 256 calls running or waiting already, the most that are allowed at once. Nothing was done.',
  });
  running.push(from(6, 'b'), limit.run({ agent: 'a', from: 'bridge' }, work));
  ends[0]?.();
  await running[0];
  // Its own port is full no more, and neither is the name.
  running.push(from(1));
  await expect(from(1)).rejects.toMatchObject({ message: /^This agent has 64 calls/ });
  for (const end of ends) end();
  await Promise.all(running);
});

it('a call that fails makes room too', async () => {
  const { limit } = open();
  const call = { agent: 'a', from: 'bridge' } as const;
  for (let count = 0; count < 65; count++) {
    const failing = limit.run(call, () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
  }
});
