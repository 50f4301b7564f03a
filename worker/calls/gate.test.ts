import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HandsetError } from '../../core/errors.ts';
import type { CallerWay } from '../../core/link/call.ts';
import type { Controls, Question } from '../../core/link/messages.ts';
import { tools } from '../../core/tools/registry.ts';
import type { AnyTool, Progress } from '../../core/tools/shared/tool.ts';
import { Gate, answerDeadlineMs } from './gate.ts';
import { RunningCalls } from './running-calls.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const free: Controls = { paused: false, readOnly: false, askFirst: false, switchedOff: [] };
const names = tools.map(({ name }) => name);

function toolOf(name: string): AnyTool {
  const tool = tools.find((candidate) => candidate.name === name);
  if (tool === undefined) throw new Error(`no ${name}`);
  return tool;
}

interface Bench {
  readonly gate: Gate;
  questions(): readonly Question[];
  timesOffered(): number;
  /** Asks as the agent `codex` of the bridge by default; `outcome` is `waiting`, `yes` or the error. */
  ask(name: string, by?: { readonly agent?: string; readonly way?: CallerWay }): Asked;
}

interface Asked {
  outcome: 'waiting' | 'yes' | HandsetError;
  readonly progress: readonly Progress[];
  cancel(): void;
}

function setUp(controls: Partial<Controls> = {}): Bench {
  let questions: readonly Question[] = [];
  let offered = 0;
  const gate = new Gate({
    tools,
    onQuestions: (now) => (questions = now),
    onOffered: () => offered++,
  });
  gate.set({ ...free, ...controls });
  const calls = new RunningCalls(() => undefined);
  const ask: Bench['ask'] = (name, { agent = 'codex', way = 'bridge' } = {}) => {
    const abort = new AbortController();
    const progress: Progress[] = [];
    const asked: Asked = { outcome: 'waiting', progress, cancel: () => abort.abort() };
    const tool = toolOf(name);
    const about = { tool, aim: null, followAim: () => () => undefined };
    const call = {
      ...{ agent, from: way, chosenPhone: null, name, arguments: { x: 1 } },
      signal: abort.signal,
      onProgress: (report: Progress) => void progress.push(report),
    };
    calls
      .run(call, (active) => gate.ask(active, about))
      .then(
        () => (asked.outcome = 'yes'),
        (error: unknown) => {
          if (error instanceof HandsetError) asked.outcome = error;
        },
      );
    return asked;
  };
  return { gate, ask, questions: () => questions, timesOffered: () => offered };
}

/** Runs all callbacks that wait for no time. */
async function settled(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0);
}

describe('what is switched off', () => {
  it('allows list_phones while agents are paused', () => {
    const { gate } = setUp({ paused: true, switchedOff: ['use_phone'] });
    expect(() => gate.check(toolOf('list_phones'))).not.toThrow();
    expect(() => gate.check(toolOf('use_phone'))).toThrow(/switched the tool/);
    expect(() => gate.check(toolOf('get_screen_tree'))).toThrow(/paused/);
  });

  it('is everything that reaches the phone, until the page has sent its policy', () => {
    const gate = new Gate({ tools, onQuestions: () => undefined, onOffered: () => undefined });
    expect(() => gate.check(toolOf('get_screen_tree'))).toThrow(/paused/);
    gate.set(free);
    gate.check(toolOf('get_screen_tree'));
  });

  it('is neither listed nor allowed; pausing hides no tool', () => {
    const { gate, timesOffered } = setUp();
    expect(names.filter((name) => !gate.isOffered(name))).toEqual([]);
    gate.set({ ...free, paused: true });
    expect(names.every((name) => gate.isOffered(name))).toBe(true);
    expect(timesOffered()).toBe(0);
    expect(() => gate.check(toolOf('get_screen_state'))).toThrow(
      'The person has paused agents in the Handset console. Nothing was done.',
    );
    gate.set({ ...free, switchedOff: ['get_device_logs'] });
    expect(gate.isOffered('get_device_logs')).toBe(false);
    expect(() => gate.check(toolOf('get_device_logs'))).toThrow(
      'The person has switched the tool `get_device_logs` off in the Handset console. Nothing was done.',
    );
    expect(timesOffered()).toBe(1);
    gate.set({ ...free, askFirst: true, switchedOff: ['get_device_logs'] });
    expect(timesOffered()).toBe(1);
  });

  it('read-only leaves the tools that read, and none that acts', () => {
    const { gate, timesOffered } = setUp({ readOnly: true });
    const offered = tools.filter(({ name }) => gate.isOffered(name));
    expect(new Set(offered.map(({ effect }) => effect))).toEqual(new Set(['read']));
    expect(offered).toHaveLength(tools.filter(({ effect }) => effect === 'read').length);
    expect(timesOffered()).toBe(1);
    expect(() => gate.check(toolOf('tap'))).toThrow(
      'The person has set the Handset console to read-only, and the tool `tap` acts on the phone. Nothing was done.',
    );
    gate.check(toolOf('get_screen_state'));
  });
});

describe('asking first', () => {
  it('asks only about calls that act', async () => {
    const { ask, questions } = setUp({ askFirst: true });
    const read = ask('get_screen_state');
    const act = ask('tap');
    await settled();
    expect(read.outcome).toBe('yes');
    expect(act.outcome).toBe('waiting');
    expect(questions()).toEqual([
      {
        id: 1,
        agent: 'codex',
        from: 'bridge',
        tool: 'tap',
        argumentsJson: '{"x":1}',
        aim: null,
        deadlineEpochMs: Date.now() + answerDeadlineMs,
      },
    ]);
  });

  it('a yes holds for one call; the next is asked about again', async () => {
    const { gate, ask, questions } = setUp({ askFirst: true });
    const first = ask('tap');
    const second = ask('swipe');
    await settled();
    gate.answer(1, 'once');
    await settled();
    expect([first.outcome, second.outcome]).toEqual(['yes', 'waiting']);
    expect(questions().map(({ id }) => id)).toEqual([2]);
    gate.answer(1, 'agent');
    await settled();
    expect(ask('tap').outcome).toBe('waiting');
  });

  it('a yes for an agent holds for its open and later calls, until asking is switched', async () => {
    const { gate, ask, questions } = setUp({ askFirst: true });
    const calls = [
      ask('tap'),
      ask('swipe'),
      ask('tap', { agent: 'claude' }),
      // The same name with another origin is another agent.
      ask('tap', { way: 'page' }),
    ];
    await settled();
    gate.answer(1, 'agent');
    await settled();
    expect(calls.map(({ outcome }) => outcome)).toEqual(['yes', 'yes', 'waiting', 'waiting']);
    const later = ask('press_back');
    await settled();
    expect(later.outcome).toBe('yes');
    gate.set(free);
    gate.set({ ...free, askFirst: true });
    const again = ask('press_back');
    await settled();
    expect(again.outcome).toBe('waiting');
    expect(questions().map(({ agent }) => agent)).toEqual(['claude', 'codex', 'codex']);
  });

  it('asks about a trusted name again when another bridge is joined', async () => {
    const { gate, ask } = setUp({ askFirst: true });
    ask('tap');
    await settled();
    gate.answer(1, 'agent');
    await settled();
    gate.forgetTrust();
    const call = ask('tap');
    await settled();
    expect(call.outcome).toBe('waiting');
  });

  it('refuses on a no, and when no answer comes in time', async () => {
    const { gate, ask, questions } = setUp({ askFirst: true });
    const refused = ask('tap');
    await settled();
    gate.answer(1, 'no');
    await settled();
    expect(refused.outcome).toMatchObject({
      code: 'not-allowed',
      message: 'The person said no to `tap` in the Handset console. Nothing was done.',
    });
    const silent = ask('set_text');
    await vi.advanceTimersByTimeAsync(answerDeadlineMs - 1);
    expect(silent.outcome).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1);
    expect(silent.outcome).toMatchObject({
      code: 'not-allowed',
      message: 'Nobody answered in 45 s whether `set_text` may run. Nothing was done.',
    });
    expect(questions()).toEqual([]);
    const values = silent.progress.map(({ done }) => done);
    expect(values.slice(0, 3)).toEqual([0, 5_000, 10_000]);
    expect(values.at(-1)).toBeGreaterThanOrEqual(40_000);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('withdraws a question when its call is cancelled', async () => {
    const { gate, ask, questions } = setUp({ askFirst: true });
    const call = ask('tap');
    await settled();
    call.cancel();
    await settled();
    expect(call.outcome).toMatchObject({ code: 'cancelled' });
    expect(questions()).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
    gate.answer(1, 'once');
  });

  it('refuses waiting calls when the person pauses, sets read-only or switches the tool off', async () => {
    const { gate, ask, questions } = setUp({ askFirst: true });
    const calls = [ask('tap'), ask('swipe')];
    await settled();
    gate.set({ ...free, askFirst: true, switchedOff: ['swipe'] });
    await settled();
    expect(calls[0]?.outcome).toBe('waiting');
    expect(calls[1]?.outcome).toMatchObject({ code: 'switched-off' });
    gate.set({ ...free, askFirst: true, paused: true });
    await settled();
    expect(calls[0]?.outcome).toMatchObject({ code: 'paused' });
    expect(questions()).toEqual([]);
  });
});
