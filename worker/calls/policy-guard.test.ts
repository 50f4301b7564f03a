import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerDeadlineMs } from '#core/link/messages.ts';
import { defaultPolicy, type AgentPolicy } from '#core/link/policy.ts';
import type { AgentGrade } from '#core/relay/agent-tokens.ts';
import { tools } from '#core/tools/registry.ts';
import { PolicyGuard } from './policy-guard.ts';
import { createGuard, toolOf } from './testing/guard-harness.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const asksBeforeActing: AgentPolicy = {
  ...defaultPolicy,
  rules: { ...defaultPolicy.rules, act: 'ask' },
};
/** The tools that are offered by default. */
const names = tools.flatMap(({ name, onlyWithAllTools }) =>
  onlyWithAllTools === true ? [] : [name],
);

const codex = { agent: 'codex', from: 'bridge' } as const;

/** Runs all pending callbacks without advancing time. */
async function settled(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0);
}

describe("an agent's own token", () => {
  const tap = toolOf('tap');
  const withGrade = (grade: AgentGrade) =>
    ({ ...codex, chosenPhone: null, limits: { grade, phone: null } }) as const;
  const allowsAll = { look: 'allow', act: 'allow', risk: 'allow' } as const;

  it('that is read-only hides and refuses what acts, whatever the rules', () => {
    const { guard } = createGuard({ rules: allowsAll, toolRules: { tap: 'allow' } });
    const reader = withGrade('read');
    const refused =
      "This agent's token is read-only, and `tap` acts on the phone. Nothing was done.";
    expect(() => guard.assertAllowed(tap, null, reader)).toThrow(refused);
    expect(() => guard.assertAllowed(toolOf('get_screen_tree'), null, reader)).not.toThrow();
    expect(guard.isOffered('tap', reader)).toBe(false);
    expect(guard.isOffered('get_screen_tree', reader)).toBe(true);
    expect(guard.isOffered('tap', withGrade('ask'))).toBe(true);
    expect(() => guard.assertAllowed(tap, null, codex)).not.toThrow();
  });

  it('asks, whatever the rules allow, but never less than they do', () => {
    const { guard } = createGuard({ rules: allowsAll, toolRules: { press_home: 'allow' } });
    const asks = (grade: AgentGrade, risk: string | null = null, name = 'tap'): boolean =>
      guard.needsPermission(withGrade(grade), toolOf(name), risk);
    expect(asks('ask')).toBe(true);
    expect(asks('ask', null, 'press_home')).toBe(true);
    expect(asks('ask', null, 'get_screen_tree')).toBe(false);
    expect(asks('ask-if-risky')).toBe(false);
    expect(asks('ask-if-risky', 'It deletes.')).toBe(true);
    expect(asks('all', 'It deletes.')).toBe(false);
    guard.setPolicy(asksBeforeActing);
    expect(asks('all')).toBe(true);
    guard.setPolicy({ ...defaultPolicy, rules: { ...allowsAll, look: 'off', act: 'off' } });
    for (const name of ['tap', 'get_screen_tree'])
      expect(() => guard.assertAllowed(toolOf(name), null, withGrade('all'))).toThrow(/The user/);
  });

  it('that asks can’t be lifted by trust, and lends nobody its trust', async () => {
    const { guard, questions, requestPermission } = createGuard(asksBeforeActing);
    requestPermission('tap', { limits: { grade: 'ask', phone: null } });
    await settled();
    expect(questions()[0]).toMatchObject({ agent: 'codex', grants: null });
    guard.answer(questions()[0]?.id ?? 0, 'agent');
    requestPermission('tap', { limits: { grade: 'all', phone: null } });
    await settled();
    guard.answer(questions()[0]?.id ?? 0, 'agent');
    await settled();
    expect(guard.needsPermission(withGrade('all'), tap, null)).toBe(false);
    expect(guard.needsPermission(withGrade('ask'), tap, null)).toBe(true);
    // The same name with the shared token, after the own one was revoked.
    expect(guard.needsPermission({ ...codex, chosenPhone: null }, tap, null)).toBe(true);
    guard.revokeTrust(codex);
    expect(guard.needsPermission(withGrade('all'), tap, null)).toBe(true);
  });
});

describe('tools that are switched off', () => {
  it('do not include list_phones while agents are paused', () => {
    const { guard } = createGuard({ paused: true, toolRules: { use_phone: 'off' } });
    expect(() => guard.assertAllowed(toolOf('list_phones'), null, codex)).not.toThrow();
    expect(() => guard.assertAllowed(toolOf('use_phone'), null, codex)).toThrow(
      /turned off the tool/,
    );
    expect(() => guard.assertAllowed(toolOf('get_screen_tree'), null, codex)).toThrow(/paused/);
  });

  it('include run_shell, until it has a rule of its own; then each call is asked about', () => {
    const { guard } = createGuard({ allTools: true });
    const shell = toolOf('run_shell');
    expect(guard.isOffered('run_shell')).toBe(false);
    expect(() => guard.assertAllowed(shell, 'It may.', codex)).toThrow(
      /is off until the user turns it on/,
    );
    guard.setPolicy({ ...defaultPolicy, toolRules: { run_shell: 'allow' } });
    expect(guard.isOffered('run_shell')).toBe(true);
    expect(guard.needsPermission({ ...codex, chosenPhone: null }, shell, 'It may.')).toBe(true);
  });

  it('are all that reach the phone, until the page has sent its policy', () => {
    const guard = new PolicyGuard({
      tools,
      onQuestions: () => undefined,
      onToolListChange: () => undefined,
    });
    expect(() => guard.assertAllowed(toolOf('get_screen_tree'), null, codex)).toThrow(/paused/);
    guard.setPolicy(defaultPolicy);
    guard.assertAllowed(toolOf('get_screen_tree'), null, codex);
  });

  it('are neither listed nor allowed, but pausing hides no tool', () => {
    const { guard, toolListChanges } = createGuard();
    expect(names.filter((name) => !guard.isOffered(name))).toEqual([]);
    guard.setPolicy({ ...defaultPolicy, paused: true });
    expect(names.every((name) => guard.isOffered(name))).toBe(true);
    expect(toolListChanges()).toBe(0);
    expect(() => guard.assertAllowed(toolOf('get_screen_state'), null, codex)).toThrow(
      'The user has paused agents in the Handset console. Nothing was done.',
    );
    guard.setPolicy({ ...defaultPolicy, toolRules: { get_device_logs: 'off' } });
    expect(guard.isOffered('get_device_logs')).toBe(false);
    expect(() => guard.assertAllowed(toolOf('get_device_logs'), null, codex)).toThrow(
      'The user has turned off the tool `get_device_logs` in the Handset console. Nothing was done.',
    );
    expect(toolListChanges()).toBe(1);
    guard.setPolicy({ ...asksBeforeActing, toolRules: { get_device_logs: 'off' } });
    expect(toolListChanges()).toBe(1);
  });

  it('are the acting ones under a read-only policy', () => {
    const { guard, toolListChanges } = createGuard({
      rules: { ...defaultPolicy.rules, act: 'off' },
    });
    const offered = tools.filter(({ name }) => guard.isOffered(name));
    expect(new Set(offered.map(({ effect }) => effect))).toEqual(new Set(['read']));
    expect(offered.map(({ name }) => name)).toEqual(
      tools.flatMap(({ name, effect }) =>
        effect === 'read' && names.includes(name) ? [name] : [],
      ),
    );
    expect(toolListChanges()).toBe(1);
    expect(() => guard.assertAllowed(toolOf('tap'), null, codex)).toThrow(
      'The user has given agents read-only access in the Handset console, and `tap` acts on the phone. Nothing was done.',
    );
    guard.assertAllowed(toolOf('get_screen_state'), null, codex);
  });
});

it('refuses every call of a blocked agent, including waiting ones, and no other calls', async () => {
  const { guard, requestPermission } = createGuard(asksBeforeActing);
  const own = requestPermission('tap');
  const other = requestPermission('tap', { agent: 'claude' });
  await settled();
  guard.setPolicy({ ...asksBeforeActing, blocked: [codex] });
  await settled();
  const refusal = 'The user has blocked this agent in the Handset console. Nothing was done.';
  expect(own.outcome).toMatchObject({ code: 'switched-off', rule: 'agent', message: refusal });
  expect(other.outcome).toBe('waiting');
  expect(() => guard.assertAllowed(toolOf('list_phones'), null, codex)).toThrow(refusal);
  guard.assertAllowed(toolOf('list_phones'), null, { ...codex, from: 'page' });
  guard.setPolicy(asksBeforeActing);
  guard.assertAllowed(toolOf('tap'), null, codex);
});

describe('asking first', () => {
  it('asks only about calls that act', async () => {
    const { requestPermission, questions } = createGuard(asksBeforeActing);
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
        app: null,
        isTargetGone: false,
        deadlineEpochMs: Date.now() + answerDeadlineMs,
        risk: null,
        grants: 'act',
        isAskedAgain: false,
        callIds: [expect.any(Number)],
        plan: null,
      },
    ]);
  });

  it('a yes counts for one call; the user is asked about the next one again', async () => {
    const { guard, requestPermission, questions } = createGuard(asksBeforeActing);
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

  it('a yes for an agent counts for its open and later calls, until asking is switched', async () => {
    const { guard, requestPermission, questions } = createGuard(asksBeforeActing);
    const calls = [
      requestPermission('tap'),
      requestPermission('swipe'),
      requestPermission('tap', { agent: 'claude' }),
      // The same name with another origin is another agent.
      requestPermission('tap', { from: 'page' }),
    ];
    await settled();
    guard.answer(1, 'agent');
    await settled();
    expect(calls.map(({ outcome }) => outcome)).toEqual(['yes', 'yes', 'waiting', 'waiting']);
    const later = requestPermission('press_back');
    await settled();
    expect(later.outcome).toBe('yes');
    guard.setPolicy(defaultPolicy);
    guard.setPolicy(asksBeforeActing);
    const again = requestPermission('press_back');
    await settled();
    expect(again.outcome).toBe('waiting');
    expect(questions().map(({ agent }) => agent)).toEqual(['claude', 'codex', 'codex']);
  });

  it('a yes for reading does not cover actions, but a yes for actions covers reading', async () => {
    const { guard, requestPermission, questions } = createGuard({
      rules: { look: 'ask', act: 'ask', risk: 'ask' },
    });
    const ask = async (name: string): Promise<unknown> => {
      const call = requestPermission(name);
      await settled();
      return call.outcome;
    };
    const open = [requestPermission('get_screen_tree'), requestPermission('tap')];
    await settled();
    expect(questions().map(({ grants }) => grants)).toEqual(['look', 'act']);
    guard.answer(1, 'agent');
    await settled();
    expect(open.map(({ outcome }) => outcome)).toEqual(['yes', 'waiting']);
    expect([await ask('get_screen_state'), await ask('press_back')]).toEqual(['yes', 'waiting']);
    guard.answer(2, 'agent');
    expect([await ask('get_screen_state'), await ask('press_back')]).toEqual(['yes', 'yes']);
  });

  it("a tool's own rule asks about each call, even of a trusted agent, and grants no trust", async () => {
    const { guard, requestPermission, questions } = createGuard({
      ...asksBeforeActing,
      toolRules: { swipe: 'ask' },
    });
    const tap = requestPermission('tap');
    const swipe = requestPermission('swipe');
    await settled();
    expect(questions().map(({ grants }) => grants)).toEqual(['act', null]);
    guard.answer(2, 'agent');
    await settled();
    expect([tap.outcome, swipe.outcome]).toEqual(['waiting', 'yes']);
    guard.answer(1, 'agent');
    await settled();
    expect(tap.outcome).toBe('yes');
    const tapAgain = requestPermission('tap');
    const swipeAgain = requestPermission('swipe');
    await settled();
    expect([tapAgain.outcome, swipeAgain.outcome]).toEqual(['yes', 'waiting']);
  });

  it.each<[string, (guard: PolicyGuard) => void, string]>([
    [
      "a tool's new rule",
      (guard) => guard.setPolicy({ ...asksBeforeActing, toolRules: { swipe: 'off' } }),
      'waiting',
    ],
    ['a new bridge', (guard) => guard.clearTrust(), 'waiting'],
    ['a no more', (guard) => guard.revokeTrust({ agent: 'codex', from: 'bridge' }), 'waiting'],
    ["another's end", (guard) => guard.revokeTrust({ agent: 'codex', from: 'page' }), 'yes'],
  ])('trusts an agent until its trust ends: %s', async (_, change, outcome) => {
    const { guard, requestPermission } = createGuard(asksBeforeActing);
    requestPermission('tap');
    await settled();
    guard.answer(1, 'agent');
    await settled();
    change(guard);
    const call = requestPermission('tap');
    await settled();
    expect(call.outcome).toBe(outcome);
  });

  it('refuses on a no, and if there is no answer in time', async () => {
    const { guard, requestPermission, questions } = createGuard(asksBeforeActing);
    const refused = requestPermission('tap');
    await settled();
    guard.answer(1, 'no');
    await settled();
    expect(refused.outcome).toMatchObject({
      code: 'not-allowed',
      message: 'The user denied `tap` in the Handset console. Nothing was done.',
    });
    const silent = requestPermission('set_text');
    await vi.advanceTimersByTimeAsync(answerDeadlineMs - 1);
    expect(silent.outcome).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1);
    expect(silent.outcome).toMatchObject({
      code: 'not-answered',
      message: 'Nobody allowed or denied `set_text` within 45 s. Nothing was done.',
    });
    expect(questions()).toEqual([]);
    const values = silent.progress.map(({ done }) => done);
    expect(values.slice(0, 3)).toEqual([0, 5_000, 10_000]);
    expect(values.at(-1)).toBeGreaterThanOrEqual(40_000);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('starts the time of a question when the user sees it, within the time that its client may wait', async () => {
    const { guard, requestPermission, questions } = createGuard(asksBeforeActing);
    const secondsLeft = (): number =>
      ((questions()[0]?.deadlineEpochMs ?? NaN) - Date.now()) / 1000;
    const calls = [
      requestPermission('tap'),
      requestPermission('swipe'),
      requestPermission('pinch'),
    ];
    await vi.advanceTimersByTimeAsync(8_000);
    guard.answer(1, 'once');
    expect(secondsLeft()).toBe(45);
    await vi.advanceTimersByTimeAsync(44_000);
    expect(calls.map(({ outcome }) => outcome)).toEqual(['yes', 'waiting', 'waiting']);
    guard.answer(2, 'once');
    expect(secondsLeft()).toBe(3);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(calls[2]?.outcome).toMatchObject({
      code: 'not-answered',
      message: 'Nobody allowed or denied `pinch` within 55 s. Nothing was done.',
    });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('withdraws a question when its call is cancelled', async () => {
    const { guard, requestPermission, questions } = createGuard(asksBeforeActing);
    const call = requestPermission('tap');
    await settled();
    call.cancel();
    await settled();
    expect(call.outcome).toMatchObject({ code: 'cancelled' });
    expect(questions()).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
    guard.answer(1, 'once');
  });

  it('refuses waiting calls when the user pauses, sets read-only or switches the tool off', async () => {
    const { guard, requestPermission, questions } = createGuard(asksBeforeActing);
    const calls = [requestPermission('tap'), requestPermission('swipe')];
    await settled();
    guard.setPolicy({ ...asksBeforeActing, toolRules: { swipe: 'off' } });
    await settled();
    expect(calls[0]?.outcome).toBe('waiting');
    expect(calls[1]?.outcome).toMatchObject({ code: 'switched-off' });
    guard.setPolicy({ ...asksBeforeActing, paused: true });
    await settled();
    expect(calls[0]?.outcome).toMatchObject({ code: 'paused' });
    expect(questions()).toEqual([]);
  });
});

describe('risky calls', () => {
  const risk = 'Deletes all data of com.example.notes.';

  it('need permission by default, and the question says what they may lose', async () => {
    const { guard, requestPermission, questions } = createGuard();
    const plain = requestPermission('tap');
    const risky = requestPermission('tap', { risk });
    await settled();
    expect([plain.outcome, risky.outcome]).toEqual(['yes', 'waiting']);
    expect(questions().map((question) => question.risk)).toEqual([risk]);
    guard.answer(1, 'once');
    await settled();
    expect(risky.outcome).toBe('yes');
  });

  it('need permission one by one, even for a trusted agent', async () => {
    const { guard, requestPermission, questions } = createGuard(asksBeforeActing);
    const plain = requestPermission('tap');
    const risky = requestPermission('tap', { risk });
    await settled();
    guard.answer(1, 'agent');
    await settled();
    expect([plain.outcome, risky.outcome]).toEqual(['yes', 'waiting']);
    guard.answer(2, 'agent');
    await settled();
    expect(risky.outcome).toBe('yes');
    requestPermission('tap', { risk });
    await settled();
    expect(questions()).toHaveLength(1);
  });

  it('are refused with what they may lose if the user allows none', () => {
    const { guard } = createGuard({ rules: { ...defaultPolicy.rules, risk: 'off' } });
    expect(() => guard.assertAllowed(toolOf('tap'), null, codex)).not.toThrow();
    expect(() => guard.assertAllowed(toolOf('tap'), risk, codex)).toThrow(
      `The user has turned off risky calls (those that may delete data or have effects outside the phone) in the Handset console. This call to \`tap\` is risky: ${risk} Nothing was done.`,
    );
  });
});

describe('tools beyond the default ones', () => {
  const stopApp = toolOf('stop_app');

  it('are neither listed nor run, and the error says how to switch them on', () => {
    const { guard } = createGuard();
    expect(guard.isOffered('stop_app')).toBe(false);
    expect(() => guard.assertAllowed(stopApp, null, codex)).toThrow(
      expect.objectContaining({
        code: 'switched-off',
        message: 'The tool `stop_app` is not offered to agents. Nothing was done.',
        hint: 'Ask the user to turn on “Offer all tools” in the Agents panel of the Handset console, or to start the bridge with `--tools all`.',
      }),
    );
  });

  it.each([{ allTools: true }, { toolRules: { stop_app: 'allow' } }] as const)(
    'are offered with %j',
    (policy) => {
      const { guard, toolListChanges } = createGuard(policy);
      expect(toolListChanges()).toBe(1);
      expect(guard.isOffered('stop_app')).toBe(true);
      expect(() => guard.assertAllowed(stopApp, null, codex)).not.toThrow();
    },
  );

  it('are offered if the bridge was started to offer all tools', () => {
    const { guard, toolListChanges } = createGuard();
    guard.setBridgeOffersAll(true);
    expect(guard.isOffered('stop_app')).toBe(true);
    guard.setBridgeOffersAll(false);
    expect(guard.isOffered('stop_app')).toBe(false);
    expect(toolListChanges()).toBe(2);
  });
});
