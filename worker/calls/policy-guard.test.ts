import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HandsetError } from '#core/errors.ts';
import type { CallOrigin } from '#core/link/call.ts';
import type { AgentPolicy, PermissionRequest } from '#core/link/messages.ts';
import { tools } from '#core/tools/registry.ts';
import type { AnyTool, CallProgress } from '#core/tools/shared/tool.ts';
import { PolicyGuard, answerDeadlineMs } from './policy-guard.ts';
import { ActiveCalls } from './active-calls.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const allAllowed: AgentPolicy = {
  paused: false,
  readOnly: false,
  askFirst: false,
  switchedOff: [],
};
const names = tools.map(({ name }) => name);

function toolOf(name: string): AnyTool {
  const tool = tools.find((candidate) => candidate.name === name);
  if (tool === undefined) throw new Error(`no ${name}`);
  return tool;
}

interface GuardHarness {
  readonly guard: PolicyGuard;
  questions(): readonly PermissionRequest[];
  toolListChanges(): number;
  /** Asks as the agent `codex` of the bridge by default; `outcome` is `waiting`, `yes` or the error. */
  requestPermission(
    name: string,
    by?: { readonly agent?: string; readonly way?: CallOrigin },
  ): PermissionAttempt;
}

interface PermissionAttempt {
  outcome: 'waiting' | 'yes' | HandsetError;
  readonly progress: readonly CallProgress[];
  cancel(): void;
}

function createGuard(policy: Partial<AgentPolicy> = {}): GuardHarness {
  let questions: readonly PermissionRequest[] = [];
  let changes = 0;
  const guard = new PolicyGuard({
    tools,
    onPermissionRequests: (now) => (questions = now),
    onToolListChange: () => changes++,
  });
  guard.setPolicy({ ...allAllowed, ...policy });
  const calls = new ActiveCalls(() => undefined);
  const requestPermission: GuardHarness['requestPermission'] = (
    name,
    { agent = 'codex', way = 'bridge' } = {},
  ) => {
    const abort = new AbortController();
    const progress: CallProgress[] = [];
    const attempt: PermissionAttempt = {
      outcome: 'waiting',
      progress,
      cancel: () => abort.abort(),
    };
    const tool = toolOf(name);
    const request = { tool, touchPreview: null, watchTouchPreview: () => () => undefined };
    const call = {
      ...{ agent, from: way, chosenPhone: null, name, arguments: { x: 1 } },
      signal: abort.signal,
      onProgress: (report: CallProgress) => void progress.push(report),
    };
    calls
      .runCall(call, (active) => guard.requestPermission(active, request))
      .then(
        () => (attempt.outcome = 'yes'),
        (error: unknown) => {
          if (error instanceof HandsetError) attempt.outcome = error;
        },
      );
    return attempt;
  };
  return { guard, requestPermission, questions: () => questions, toolListChanges: () => changes };
}

/** Runs all callbacks that wait for no time. */
async function settled(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0);
}

describe('what is switched off', () => {
  it('allows list_phones while agents are paused', () => {
    const { guard } = createGuard({ paused: true, switchedOff: ['use_phone'] });
    expect(() => guard.assertAllowed(toolOf('list_phones'))).not.toThrow();
    expect(() => guard.assertAllowed(toolOf('use_phone'))).toThrow(/switched the tool/);
    expect(() => guard.assertAllowed(toolOf('get_screen_tree'))).toThrow(/paused/);
  });

  it('is everything that reaches the phone, until the page has sent its policy', () => {
    const guard = new PolicyGuard({
      tools,
      onPermissionRequests: () => undefined,
      onToolListChange: () => undefined,
    });
    expect(() => guard.assertAllowed(toolOf('get_screen_tree'))).toThrow(/paused/);
    guard.setPolicy(allAllowed);
    guard.assertAllowed(toolOf('get_screen_tree'));
  });

  it('is neither listed nor allowed; pausing hides no tool', () => {
    const { guard, toolListChanges } = createGuard();
    expect(names.filter((name) => !guard.isOffered(name))).toEqual([]);
    guard.setPolicy({ ...allAllowed, paused: true });
    expect(names.every((name) => guard.isOffered(name))).toBe(true);
    expect(toolListChanges()).toBe(0);
    expect(() => guard.assertAllowed(toolOf('get_screen_state'))).toThrow(
      'The person has paused agents in the Handset console. Nothing was done.',
    );
    guard.setPolicy({ ...allAllowed, switchedOff: ['get_device_logs'] });
    expect(guard.isOffered('get_device_logs')).toBe(false);
    expect(() => guard.assertAllowed(toolOf('get_device_logs'))).toThrow(
      'The person has switched the tool `get_device_logs` off in the Handset console. Nothing was done.',
    );
    expect(toolListChanges()).toBe(1);
    guard.setPolicy({ ...allAllowed, askFirst: true, switchedOff: ['get_device_logs'] });
    expect(toolListChanges()).toBe(1);
  });

  it('read-only leaves the tools that read, and none that acts', () => {
    const { guard, toolListChanges } = createGuard({ readOnly: true });
    const offered = tools.filter(({ name }) => guard.isOffered(name));
    expect(new Set(offered.map(({ effect }) => effect))).toEqual(new Set(['read']));
    expect(offered).toHaveLength(tools.filter(({ effect }) => effect === 'read').length);
    expect(toolListChanges()).toBe(1);
    expect(() => guard.assertAllowed(toolOf('tap'))).toThrow(
      'The person has set the Handset console to read-only, and the tool `tap` acts on the phone. Nothing was done.',
    );
    guard.assertAllowed(toolOf('get_screen_state'));
  });
});

describe('asking first', () => {
  it('asks only about calls that act', async () => {
    const { requestPermission, questions } = createGuard({ askFirst: true });
    const read = requestPermission('get_screen_state');
    const act = requestPermission('tap');
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
        touchPreview: null,
        deadlineEpochMs: Date.now() + answerDeadlineMs,
      },
    ]);
  });

  it('a yes holds for one call; the next is asked about again', async () => {
    const { guard, requestPermission, questions } = createGuard({ askFirst: true });
    const first = requestPermission('tap');
    const second = requestPermission('swipe');
    await settled();
    guard.answer(1, 'once');
    await settled();
    expect([first.outcome, second.outcome]).toEqual(['yes', 'waiting']);
    expect(questions().map(({ id }) => id)).toEqual([2]);
    guard.answer(1, 'agent');
    await settled();
    expect(requestPermission('tap').outcome).toBe('waiting');
  });

  it('a yes for an agent holds for its open and later calls, until asking is switched', async () => {
    const { guard, requestPermission, questions } = createGuard({ askFirst: true });
    const calls = [
      requestPermission('tap'),
      requestPermission('swipe'),
      requestPermission('tap', { agent: 'claude' }),
      // The same name with another origin is another agent.
      requestPermission('tap', { way: 'page' }),
    ];
    await settled();
    guard.answer(1, 'agent');
    await settled();
    expect(calls.map(({ outcome }) => outcome)).toEqual(['yes', 'yes', 'waiting', 'waiting']);
    const later = requestPermission('press_back');
    await settled();
    expect(later.outcome).toBe('yes');
    guard.setPolicy(allAllowed);
    guard.setPolicy({ ...allAllowed, askFirst: true });
    const again = requestPermission('press_back');
    await settled();
    expect(again.outcome).toBe('waiting');
    expect(questions().map(({ agent }) => agent)).toEqual(['claude', 'codex', 'codex']);
  });

  it('asks about a trusted name again when another bridge is joined', async () => {
    const { guard, requestPermission } = createGuard({ askFirst: true });
    requestPermission('tap');
    await settled();
    guard.answer(1, 'agent');
    await settled();
    guard.clearTrust();
    const call = requestPermission('tap');
    await settled();
    expect(call.outcome).toBe('waiting');
  });

  it('refuses on a no, and when no answer comes in time', async () => {
    const { guard, requestPermission, questions } = createGuard({ askFirst: true });
    const refused = requestPermission('tap');
    await settled();
    guard.answer(1, 'no');
    await settled();
    expect(refused.outcome).toMatchObject({
      code: 'not-allowed',
      message: 'The person said no to `tap` in the Handset console. Nothing was done.',
    });
    const silent = requestPermission('set_text');
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
    const { guard, requestPermission, questions } = createGuard({ askFirst: true });
    const call = requestPermission('tap');
    await settled();
    call.cancel();
    await settled();
    expect(call.outcome).toMatchObject({ code: 'cancelled' });
    expect(questions()).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
    guard.answer(1, 'once');
  });

  it('refuses waiting calls when the person pauses, sets read-only or switches the tool off', async () => {
    const { guard, requestPermission, questions } = createGuard({ askFirst: true });
    const calls = [requestPermission('tap'), requestPermission('swipe')];
    await settled();
    guard.setPolicy({ ...allAllowed, askFirst: true, switchedOff: ['swipe'] });
    await settled();
    expect(calls[0]?.outcome).toBe('waiting');
    expect(calls[1]?.outcome).toMatchObject({ code: 'switched-off' });
    guard.setPolicy({ ...allAllowed, askFirst: true, paused: true });
    await settled();
    expect(calls[0]?.outcome).toMatchObject({ code: 'paused' });
    expect(questions()).toEqual([]);
  });
});
