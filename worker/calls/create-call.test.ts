import { afterEach, describe, expect, it } from 'vitest';
import { useDrivenClock } from '#core/testing/driven-clock.ts';
import type { PictureData } from '#core/link/messages.ts';
import { maskedText } from '#core/link/call.ts';
import { defaultPolicy } from '#core/link/policy.ts';
import { CallSecrets } from '#core/tools/shared/tool.ts';
import { createRunnerHarness, livePicture, type RunnerHarness } from './testing/harness.ts';
import type { ActiveCall } from './active-calls.ts';
import { createCall } from './create-call.ts';

useDrivenClock();

let harness: RunnerHarness | undefined;
afterEach(() => harness?.close());

function recorded(more: Partial<ActiveCall>) {
  const { signal } = new AbortController();
  const call: ActiveCall = {
    id: 1,
    name: 'tap',
    agent: 'codex',
    shownAgent: 'codex',
    from: 'bridge',
    chosenPhone: null,
    arguments: { x: 1 },
    argumentsJson: '{"x":1}',
    startedAtEpochMs: 5,
    signal,
    stopped: signal,
    onProgress: () => undefined,
    beginStage: () => undefined,
    allowed: null,
    isAskedAgain: false,
    askedMs: 0,
    refusalNote: null,
    hasStarted: true,
    secrets: new CallSecrets(undefined, {}),
    before: Promise.resolve(null),
    touch: null,
    ...more,
  };
  return createCall(
    call,
    { isError: false, texts: ['a', 'note:b'], notes: ['b'], pictures: [] },
    6,
  );
}

describe('a call that has ended', () => {
  it('joins the texts and contains the effect of the tool', async () => {
    expect(await recorded({})).toMatchObject({
      text: 'a\nnote:b',
      notes: ['b'],
      effect: 'act',
    });
    expect(await recorded({ name: 'made_up' })).toMatchObject({ effect: 'read' });
  });

  it('does not wait long for a picture', async () => {
    const before = new Promise<PictureData>(() => undefined);
    expect((await recorded({ before })).before).toBeNull();
  });
});

describe('real calls', () => {
  it('have the screens before and after, without delaying the caller', async () => {
    harness = await createRunnerHarness();
    const { call, afters, calls, middle } = harness;
    const { recorded } = await call('tap', { ...middle });
    expect(recorded.before).toBe(livePicture);
    await expect.poll(() => afters).toEqual([{ id: recorded.id, picture: livePicture }]);
    expect((await call('get_screen_tree')).recorded.before).toBe(livePicture);
    expect((await call('tap', { x: 'left' })).recorded.before).toBeNull();
    expect(calls.map(({ effect }) => effect)).toEqual(['act', 'read', 'act']);
  });

  it('contain neither clipboard text nor the text that a paused agent wanted to type', async () => {
    harness = await createRunnerHarness();
    const { call, policyGuard } = harness;
    const { recorded, text } = await call('set_clipboard', { text: 'from the bank' });
    expect(recorded.arguments).toEqual({ text: maskedText });
    expect(text).not.toContain('•');
    const got = await call('get_clipboard');
    expect(got.text).toContain('from the bank');
    expect(got.recorded.text).toBe('{"text":"•••"}');
    policyGuard.setPolicy({ ...defaultPolicy, paused: true });
    const paused = await call('input_text', { text: 'hunter2' });
    expect(paused.recorded.arguments).toEqual({ text: maskedText });
    // A later call must not show what an earlier one typed.
    const other = await call('made_up', { note: 'I sent: from the bank' });
    expect(JSON.stringify(other.recorded)).not.toContain('from the bank');
  });

  it('tell how a wait ended', async () => {
    harness = await createRunnerHarness();
    const { recorded } = await harness.call('wait_for_element', {
      by: 'text',
      value: 'nowhere to be found',
      timeout: 100,
    });
    expect(recorded).toMatchObject({ isError: false, wait: { isMet: false } });
    expect(recorded.wait?.elapsedMs).toBeGreaterThanOrEqual(100);
  });

  it('name only an argument that the phone itself refused', async () => {
    harness = await createRunnerHarness();
    const { call, middle } = harness;
    const beyond = { ...middle, y: 99_999 };
    const { recorded } = await call('tap', beyond);
    expect(recorded.refusedArgument).toEqual(['y']);
    const paths = [
      [
        { ...middle, time: 0 },
        { ...beyond, time: 10 },
      ],
    ];
    const drawn = await call('custom_gesture', { paths });
    expect(drawn.recorded.refusedArgument).toEqual(['paths', 0, 1, 'y']);
    expect((await call('tap', { x: 'left' })).recorded).toHaveProperty(
      'refusedArgument',
      undefined,
    );
  });

  it("distinguish the user's refusal from a failure", async () => {
    harness = await createRunnerHarness();
    const { call, policyGuard } = harness;
    expect((await call('tap', { x: 'left' })).recorded).toHaveProperty('refused', undefined);
    policyGuard.setPolicy({ ...defaultPolicy, paused: true });
    expect((await call('press_home')).recorded).toMatchObject({ isError: true, refused: 'paused' });
    const rules = { look: 'allow', act: 'allow', risk: 'off' } as const;
    policyGuard.setPolicy({ ...defaultPolicy, allTools: true, rules });
    const clearData = { package_id: 'com.handset.notes' };
    expect((await call('clear_app_data', clearData)).recorded.refused).toBe('risk');
  });
});
