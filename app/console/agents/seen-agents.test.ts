import { expect, it } from 'vitest';
import type { Call } from '#core/call.ts';
import type { ActiveCallInfo } from '#core/link/messages.ts';
import { byActivity, withCall, withContacts, withRunning } from './seen-agents.svelte.ts';
import { seenAgentStrings } from './strings.ts';

const call = (id: number, agent: string, overrides: Partial<Call> = {}): Call => ({
  id,
  agent,
  from: 'bridge',
  tool: 'tap',
  effect: 'act',
  arguments: {},
  startedAtEpochMs: id * 1000,
  durationMs: 5,
  isError: false,
  text: '',
  pictures: [],
  before: null,
  after: null,
  touch: null,
  droppedPictures: 0,
  ...overrides,
});
const runningCall = (id: number, agent: string): ActiveCallInfo => ({
  id,
  agent,
  from: 'bridge',
  tool: 'swipe',
  startedAtEpochMs: 0,
});

it('counts how calls ended per agent and keeps the last call without its content', () => {
  const failed = { isError: true };
  const refused = { isError: true, refused: true };
  const stopped = { isError: true, stopped: true };
  const records = [
    call(1, 'b'),
    call(2, 'a', refused),
    call(3, 'b', stopped),
    call(4, 'b', failed),
    call(5, 'b', { ...failed, stepOf: 4 }),
  ];
  const seen = records.reduce(withCall, []);
  const counts = seen.map((agent) => [agent.name, agent.calls, agent.failed, agent.refused]);
  expect(counts).toEqual([
    ['b', 3, 1, 0],
    ['a', 1, 0, 1],
  ]);
  expect(seen.map(({ stopped: count }) => count)).toEqual([1, 0]);
  expect(seen[1]?.last?.end).toBe('refused');
  expect(seen[0]?.last).toEqual({
    tool: 'tap',
    end: 'failed',
    startedAtEpochMs: 4000,
    durationMs: 5,
    ownMs: 5,
    wasPaused: false,
  });
});

it('tells calls that came while agents were paused from those that the user denied', () => {
  const [agent] = withCall([], call(1, 'a', { isError: true, refused: 'paused' }));
  expect(agent).toMatchObject({ calls: 1, refused: 0, paused: 1, last: { wasPaused: true } });
  if (agent?.last) {
    expect(seenAgentStrings.calls(agent)).toBe('1 call, 1 denied while paused');
    expect(seenAgentStrings.lastCall({ ...agent.last, title: 'Tap' })).toMatch(
      /^Tap · .* · denied while paused$/,
    );
  }
});

it('does not count a question without an answer as refused by the user', () => {
  const [agent] = withCall([], call(1, 'a', { isError: true, refused: 'unanswered' }));
  expect(agent).toMatchObject({ refused: 0, unanswered: 1, last: { end: 'unanswered' } });
});

it('adds active calls, also for an agent without an ended call', () => {
  const seen = withRunning(withCall([], call(1, 'a')), [
    runningCall(2, 'a'),
    runningCall(3, 'new'),
    runningCall(4, 'a'),
  ]);
  expect(
    seen.map(({ name, calls, running }) => [name, calls, running.map(({ id }) => id)]),
  ).toEqual([
    ['a', 1, [2, 4]],
    ['new', 0, [3]],
  ]);
});

it('distinguishes agents of one name by the origin of their calls', () => {
  const inPage = { ...call(2, 'a'), from: 'page' as const };
  const seen = withRunning([call(1, 'a'), inPage].reduce(withCall, []), [runningCall(3, 'a')]);
  expect(seen.map(({ name, from, running }) => [name, from, running.length])).toEqual([
    ['a', 'bridge', 1],
    ['a', 'page', 0],
  ]);
});

it('lists the most recently active agent first', () => {
  const ended = [call(1, 'a'), call(2, 'b'), call(3, 'c')].reduce(withCall, []);
  const names = (agents: Parameters<typeof byActivity>[0]) =>
    byActivity(agents).map(({ name }) => name);
  expect(names(ended)).toEqual(['c', 'b', 'a']);
  expect(names(withRunning(ended, [runningCall(4, 'a')]))).toEqual(['a', 'c', 'b']);
});

it('lists an agent that has connected and not called, by when it connected', () => {
  const contact = { agent: 'new', from: 'bridge', atEpochMs: 1500 } as const;
  const seen = withContacts([call(1, 'a'), call(2, 'b')].reduce(withCall, []), [contact]);
  expect(byActivity(seen).map(({ name, calls }) => [name, calls])).toEqual([
    ['b', 1],
    ['new', 0],
    ['a', 1],
  ]);
  expect(seen.at(-1)).toMatchObject({ last: null, contactAtEpochMs: 1500 });
});
