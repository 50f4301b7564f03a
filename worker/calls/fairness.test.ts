import { afterEach, describe, expect, it } from 'vitest';
import { useDrivenClock } from '#core/testing/driven-clock.ts';
import { type RunnerHarness, createRunnerHarness } from './testing/harness.ts';
import { neverAborts } from '../adb/testing/harness.ts';
import { pause } from '../waits/deadline.ts';
import { maxAgents, maxCalls } from './active-calls.ts';

useDrivenClock();

let harness: RunnerHarness | undefined;
afterEach(() => harness?.close());

async function setUp(): Promise<RunnerHarness> {
  harness = await createRunnerHarness();
  return harness;
}

const limitMessage =
  'This agent has 64 calls running or waiting, the most allowed at once. Nothing was done. Wait for their replies before you call again.';

describe('calls that act', () => {
  it("rotate among the agents of the shared token as one, ports and the user's input", async () => {
    const { call, runner, session, running, touches } = await setUp();
    const startedTaps = (): readonly number[] =>
      touches.filter(({ action }) => action === 'down').map(({ x }) => x);
    const tap = (x: number, more?: Parameters<RunnerHarness['call']>[2]) =>
      call('tap', { x, y: 900 }, more);
    const press = new AbortController();
    const { signal } = press;
    const all = [call('long_press', { x: 100, y: 900, duration: 30_000 }, { signal })];
    await expect.poll(startedTaps).toEqual([100]);
    all.push(tap(101), tap(102));
    for (const x of [200, 201]) all.push(tap(x, { agent: 'claude' }));
    for (const port of [3, 4]) all.push(tap(100 * port, { from: 'page', port }));
    all.push(tap(500, { agent: 'you', from: 'person' }));
    await expect.poll(running).toHaveLength(8);
    let tapsBeforeInput: readonly number[] = [];
    const userInput = async (): Promise<void> =>
      await Promise.resolve(void (tapsBeforeInput = startedTaps()));
    const inputDone = runner.runInputExclusive(
      await session.phone(neverAborts),
      neverAborts,
      userInput,
    );
    press.abort();
    await Promise.all([...all, inputDone]);
    expect(startedTaps()).toEqual([100, 300, 500, 200, 400, 101, 201, 102]);
    expect(tapsBeforeInput).toEqual([100, 300, 500, 200, 400]);
  });

  it('of an agent with a token of its own wait for one other, however many names that has', async () => {
    const { call, running, touches } = await setUp();
    const press = new AbortController();
    const { signal } = press;
    const all = [call('long_press', { x: 100, y: 900, duration: 30_000 }, { signal })];
    await expect.poll(() => touches.length).toBeGreaterThan(0);
    const tap = (x: number, more: Parameters<RunnerHarness['call']>[2]) =>
      call('tap', { x, y: 900 }, more);
    for (let at = 1; at < maxAgents; at++) all.push(tap(100 + at, { agent: `name-${at}` }));
    const limits = { grade: 'all', phone: null } as const;
    for (const x of [501, 502]) all.push(tap(x, { agent: 'mine', limits }));
    // Beside the most names that the shared token may have at once.
    for (const x of [601, 602]) all.push(tap(x, { agent: 'other', limits }));
    await expect.poll(running).toHaveLength(maxAgents + 4);
    press.abort();
    await Promise.all(all);
    const taps = touches.filter(({ action }) => action === 'down').map(({ x }) => x);
    expect(taps.slice(0, 7)).toEqual([100, 501, 601, 101, 502, 602, 102]);
  });
});

describe('reading', () => {
  it('waiting calls share one dump, which begins after their requests', async () => {
    const { call, session, world } = await setUp();
    const phone = await session.phone(neverAborts);
    let dumps = 0;
    phone.onHierarchy(() => dumps++);
    const first = phone.readHierarchy(neverAborts);
    await new Promise((resolve) => setTimeout(resolve));
    world.startActivity('com.android.settings/.Settings');
    const states = Array.from({ length: 10 }, (_, at) =>
      call('get_screen_state', {}, { agent: `agent-${at % 3}` }),
    );
    const texts = await Promise.all(states.map(async (state) => (await state).text));
    await first;
    expect(dumps).toBe(2);
    for (const text of texts) expect(text).toContain('app:com.android.settings');
  });

  it('a wait does not block other calls, and unshared readings take turns', async () => {
    const { call, running } = await setUp();
    const gone = new AbortController();
    const many = { agent: 'codex', signal: gone.signal };
    const wait = { by: 'text', value: 'Nowhere', timeout: 30_000 };
    const waits = Array.from({ length: 4 }, () => call('wait_for_element', wait, many));
    let logs = 0;
    const floods = Array.from({ length: 60 }, async () => {
      await call('get_device_logs', {}, many);
      logs++;
    });
    expect(running()).toHaveLength(maxCalls);
    expect(await call('get_device_logs', {}, { agent: 'claude' })).toMatchObject({
      isError: false,
    });
    expect(logs).toBeLessThan(20);
    expect(await call('get_screen_tree', {}, { agent: 'claude' })).toMatchObject({
      isError: false,
    });
    gone.abort();
    await Promise.all([...waits, ...floods]);
  });
});

describe('too many calls', () => {
  it('under many names are refused, and block neither the user nor agents with calls', async () => {
    const { call, middle } = await setUp();
    const gone = new AbortController();
    const wait = { by: 'text', value: 'Nowhere', timeout: 30_000 };
    const as = (agent: string) => ({ agent, signal: gone.signal });
    const names = Array.from({ length: maxAgents }, (_, at) => `agent-${at}`);
    const waits = names.map((name) => call('wait_for_element', wait, as(name)));
    for (let extra = 0; extra < 20; extra++) {
      await expect(call('tap', { ...middle }, { agent: `more-${extra}` })).rejects.toMatchObject({
        code: 'too-many-calls',
        fullText:
          '8 other agents have calls running or waiting, the most allowed at once. Nothing was done. Try again in a moment.',
      });
    }
    for (const caller of [{ agent: 'agent-3' }, { agent: 'you', from: 'person' } as const])
      expect(await call('tap', { ...middle }, caller)).toMatchObject({ isError: false });
    gone.abort();
    await Promise.all(waits);
    expect(await call('tap', { ...middle }, { agent: 'more-0' })).toMatchObject({ isError: false });
  });

  it('of eight agents without pauses do not keep out a ninth', async () => {
    const { call, middle } = await setUp();
    const wait = { by: 'text', value: 'Nowhere', timeout: 30_000 };
    const begin = (agent: string) => {
      const gone = new AbortController();
      const ended = call('wait_for_element', wait, { agent, signal: gone.signal });
      return { gone, ended };
    };
    const names = Array.from({ length: maxAgents }, (_, at) => `agent-${at}`);
    const waits = names.map(begin);
    const tap = (agent: string) => call('tap', { ...middle }, { agent });
    const refused = { code: 'too-many-calls' };
    await expect(tap('ninth')).rejects.toMatchObject(refused);
    await expect(tap('tenth')).rejects.toMatchObject(refused);
    waits[0]?.gone.abort();
    await waits[0]?.ended;
    await expect(tap('agent-0')).rejects.toMatchObject(refused);
    await expect(tap('tenth')).rejects.toMatchObject(refused);
    expect(await tap('ninth')).toMatchObject({ isError: false });
    expect(await tap('tenth')).toMatchObject({ isError: false });
    // Agents that gave up do not keep others out for long.
    await expect(tap('ninth')).rejects.toMatchObject(refused);
    await pause(20_001, neverAborts);
    expect(await tap('ninth')).toMatchObject({ isError: false });
    for (const { gone } of waits) gone.abort();
    await Promise.all(waits.map(({ ended }) => ended));
  });

  it('of one caller are refused at once, and do not affect others', async () => {
    const { call, running, calls, middle } = await setUp();
    const gone = new AbortController();
    const wait = { by: 'text', value: 'Nowhere', timeout: 30_000 };
    const port = { from: 'page', agent: 'page', port: 1, signal: gone.signal } as const;
    const waits = Array.from({ length: maxCalls }, () => call('wait_for_element', wait, port));
    for (let extra = 0; extra < 3; extra++) {
      await expect(call('list_phones', {}, port)).rejects.toMatchObject({
        code: 'too-many-calls',
        fullText: limitMessage,
      });
    }
    expect(running()).toHaveLength(maxCalls);
    expect(calls).toEqual([]);
    for (const other of [{ ...port, port: 2 }, { agent: 'page' }, { from: 'page' } as const]) {
      expect(await call('tap', { ...middle }, { ...other, signal: neverAborts })).toMatchObject({
        isError: false,
      });
    }
    gone.abort();
    await Promise.all(waits);
    expect(await call('tap', { ...middle }, { ...port, signal: neverAborts })).toMatchObject({
      isError: false,
    });
  });
});
