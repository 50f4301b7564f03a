import { afterEach, describe, expect, it } from 'vitest';
import { useDrivenClock } from '#core/testing/driven-clock.ts';
import { walk } from '#core/screen/screen.ts';
import { defaultPolicy } from '#core/link/policy.ts';
import { type RunnerHarness, asksBeforeActing, createRunnerHarness } from './testing/harness.ts';
import { pause } from '../waits/deadline.ts';

useDrivenClock();

let harness: RunnerHarness | undefined;
afterEach(() => harness?.close());

/** A policy that asks about everything, and a phone that shows its settings. */
async function setUpAskFirst(
  ...faults: Parameters<typeof createRunnerHarness>
): Promise<RunnerHarness> {
  harness = await createRunnerHarness(...faults);
  harness.world.startActivity('com.android.settings/.Settings');
  harness.policyGuard.setPolicy(asksBeforeActing);
  return harness;
}

/** The touch preview of the only question, which is then refused. */
async function previewOf(
  { call, questions, policyGuard }: RunnerHarness,
  name: string,
  args: object,
) {
  const answer = call(name, args);
  await expect.poll(questions).toHaveLength(1);
  const [question] = questions();
  policyGuard.answer(question?.id ?? 0, 'no');
  await answer;
  return question?.touchPreview;
}

const size = { width: 1080, height: 2400 };

describe('the touch preview of a question', () => {
  it('shows the gesture, in the current rotation', async () => {
    const opened = await setUpAskFirst();
    expect(opened.world.screenSize).toEqual(size);
    // The size is known from here on, even if the phone of a busy machine answers late.
    await opened.call('get_screen_tree');
    const [from, to] = [
      { x: 300, y: 900 },
      { x: 300, y: 600 },
    ] as const;
    const swipe = { x1: from.x, y1: from.y, x2: to.x, y2: to.y };
    expect(await previewOf(opened, 'swipe', swipe)).toEqual({
      kind: 'fingers',
      size,
      paths: [[from, to]],
      label: '',
    });
    // A point is named by the element there.
    expect(await previewOf(opened, 'tap', from)).toEqual({
      kind: 'fingers',
      size,
      paths: [[from]],
      label: 'Network & internet',
    });
    expect(await previewOf(opened, 'press_back', {})).toBeNull();
    // The tool itself will report that the point is outside.
    expect(await previewOf(opened, 'tap', { x: 5_000, y: 900 })).toBeNull();
    expect(opened.touches).toEqual([]);
  });

  it('shows the element as last read, without reading again', async () => {
    const opened = await setUpAskFirst();
    const { call, session } = opened;
    const selector = ':text("Network & internet")';
    await call('get_screen_tree');
    const phone = await session.phone(new AbortController().signal);
    const before = phone.lastHierarchy;
    const element = [...walk(before?.roots ?? [])].find(
      ({ text }) => text === 'Network & internet',
    );
    expect(element).toBeDefined();
    const preview = await previewOf(opened, 'click_element', { element_id: element?.id });
    expect(preview).toMatchObject({ kind: 'element', size, bounds: element?.bounds });
    expect(preview).toHaveProperty('name', 'TextView "Network & internet"');
    expect(preview).toHaveProperty('label', 'Network & internet');
    expect(preview).toHaveProperty('at.x');
    expect(await previewOf(opened, 'click_element', { selector })).toEqual(preview);
    expect(await previewOf(opened, 'click_element', { selector: 'TextView' })).toBeNull();
    expect(phone.lastHierarchy).toBe(before);
  });

  it('reads the elements if they have not been read', async () => {
    const opened = await setUpAskFirst();
    expect(await previewOf(opened, 'tap', { x: 300, y: 900 })).toMatchObject({
      label: 'Network & internet',
    });
  });

  it('is only the point if the elements cannot be read', async () => {
    const opened = await setUpAskFirst('null-root');
    expect(await previewOf(opened, 'tap', { x: 300, y: 900 })).toMatchObject({ label: '' });
  });

  it('stops reading the elements when the call is cancelled', async () => {
    const { call, runner, session, questions } = await setUpAskFirst();
    const phone = await session.phone(new AbortController().signal);
    let reading: AbortSignal | undefined;
    phone.readHierarchy = (signal) =>
      new Promise((_, reject) => {
        reading = signal;
        signal.addEventListener('abort', () => reject(new Error('given up')));
      });
    const answer = call('tap', { x: 300, y: 900 });
    await expect.poll(() => reading).toBeDefined();
    await runner.stopEverything();
    expect(await answer).toMatchObject({ isError: true });
    expect(reading?.aborted).toBe(true);
    // Not because of its own deadline.
    expect(String(reading?.reason)).not.toContain('TimeoutError');
    expect(questions()).toEqual([]);
  });

  it('names the app that a call is about', async () => {
    const { call, questions, policyGuard } = await setUpAskFirst();
    const answer = call('open_app', { package_id: 'com.android.settings' });
    await expect.poll(() => questions()[0]?.app).toBe('Settings');
    policyGuard.answer(questions()[0]?.id ?? 0, 'no');
    await answer;
  });

  it('says if the target is not on the screen', async () => {
    const { call, questions, policyGuard } = await setUpAskFirst();
    await call('get_screen_tree');
    const answer = call('click_element', { selector: ':text("Nowhere")' });
    await expect.poll(questions).toHaveLength(1);
    expect(questions()[0]).toMatchObject({ touchPreview: null, isTargetGone: true });
    policyGuard.answer(questions()[0]?.id ?? 0, 'no');
    await answer;
    // No field has the focus.
    const typing = call('input_text', { text: 'Hello' });
    await expect.poll(() => questions()[0]?.tool).toBe('input_text');
    expect(questions()[0]).toMatchObject({ touchPreview: null, isTargetGone: true });
    policyGuard.answer(questions()[0]?.id ?? 0, 'no');
    await typing;
  });

  it('is null if the elements belong to another rotation', async () => {
    const opened = await setUpAskFirst();
    await opened.call('get_screen_tree');
    const phone = await opened.session.phone(new AbortController().signal);
    const args = { selector: ':text("Network & internet")' };
    expect(await previewOf(opened, 'click_element', args)).toMatchObject({ kind: 'element' });
    const turned = { width: size.height, height: size.width };
    phone.readTouchArea = () => Promise.resolve({ size: turned, awake: true });
    // Questions share a pending reading of the size.
    await expect.poll(() => previewOf(opened, 'click_element', args)).toBeNull();
  });

  it('reads the size again if it is older than the elements, however slow the phone is', async () => {
    const { call, session, world, questions, policyGuard } = await setUpAskFirst();
    await call('get_screen_tree');
    const answer = call('tap', { x: 300, y: 900 });
    await expect.poll(() => questions()[0]?.touchPreview?.size).toEqual(size);
    const phone = await session.phone(new AbortController().signal);
    await phone.apps.nameOf('');
    world.rotation = 1;
    const readTouchArea = phone.readTouchArea.bind(phone);
    const before = [size];
    phone.readTouchArea = async (signal) => {
      const stale = before.shift();
      if (stale !== undefined) return { size: stale, awake: true };
      // Longer than a question waits for its first size.
      await pause(1_000, signal);
      signal.throwIfAborted();
      return await readTouchArea(signal);
    };
    await call('get_screen_tree');
    const turned = { width: size.height, height: size.width };
    await expect.poll(() => questions()[0]?.touchPreview?.size).toEqual(turned);
    policyGuard.answer(questions()[0]?.id ?? 0, 'no');
    await answer;
  });

  it('follows the screen while the question is open, and ends with the phone', async () => {
    const { call, world, questions, policyGuard, connectOther } = await setUpAskFirst();
    await call('get_screen_tree');
    const answer = call('click_element', { selector: ':text("Network & internet")' });
    await expect.poll(questions).toHaveLength(1);
    expect(questions()[0]?.touchPreview).toMatchObject({ kind: 'element' });
    world.startActivity('com.handset.notes/.SignInActivity');
    await call('get_screen_tree');
    // It still names the element that the agent asked for, and its app.
    const gone = {
      touchPreview: { label: 'Network & internet', bounds: null, at: null },
      app: questions()[0]?.app,
      isTargetGone: true,
    };
    await expect.poll(() => questions()[0]).toMatchObject(gone);
    world.startActivity('com.android.settings/.Settings');
    await call('get_screen_tree');
    await expect
      .poll(() => questions()[0])
      .toMatchObject({ isTargetGone: false, touchPreview: { at: {} } });
    // The element belongs to another phone.
    await connectOther();
    await expect.poll(() => questions()[0]).toMatchObject(gone);
    policyGuard.answer(questions()[0]?.id ?? 0, 'no');
    await answer;
  });

  it('asks again if the call targets another element by the time of the yes, and does not touch it', async () => {
    const { call, world, questions, policyGuard, isTouched, touches } = await setUpAskFirst();
    await call('get_screen_tree');
    const answer = call('click_element', { selector: '[clickable][0]' });
    await expect.poll(questions).toHaveLength(1);
    const [first] = questions();
    world.startActivity('com.handset.notes/.SignInActivity');
    policyGuard.answer(first?.id ?? 0, 'once');
    await expect.poll(() => questions()[0]?.isAskedAgain).toBe(true);
    const [second] = questions();
    expect(second?.touchPreview).not.toEqual(first?.touchPreview);
    expect(touches).toEqual([]);
    policyGuard.answer(second?.id ?? 0, 'once');
    expect(await answer).toMatchObject({ isError: false });
    await expect.poll(isTouched).toBe(false);
    expect(touches.map(({ action }) => action)).toEqual(['down', 'up']);
  });

  it('asks again if a tap at a point would hit another element, or a new one, by the time of the yes', async () => {
    const { call, world, questions, policyGuard, isTouched, touches } = await setUpAskFirst();
    const labels: unknown[] = [];
    const allow = async (isAskedAgain: boolean): Promise<void> => {
      await expect.poll(() => questions()[0]?.isAskedAgain).toBe(isAskedAgain);
      const [question] = questions();
      labels.push(question?.touchPreview);
      policyGuard.answer(question?.id ?? 0, 'once');
    };
    // On the second screen there is no element at this point.
    const point = { x: 300, y: 900 };
    const answer = call('tap', point);
    await expect.poll(questions).toHaveLength(1);
    world.startActivity('com.handset.notes/.SignInActivity');
    await allow(false);
    await expect.poll(() => questions()[0]?.isAskedAgain).toBe(true);
    world.startActivity('com.android.settings/.Settings');
    await allow(true);
    await expect
      .poll(() => questions()[0]?.touchPreview)
      .toMatchObject({ label: 'Network & internet' });
    expect(touches).toEqual([]);
    await allow(true);
    expect(await answer).toMatchObject({ isError: false });
    await expect.poll(isTouched).toBe(false);
    expect(touches.map(({ action }) => action)).toEqual(['down', 'up']);
    const named = (label: string): object => expect.objectContaining({ label }) as object;
    expect(labels).toEqual([named('Network & internet'), named(''), named('Network & internet')]);
  });

  it('asks again if asking was switched off and on while the preview was computed', async () => {
    const { call, policyGuard, questions, session, runner, isTouched } = await setUpAskFirst();
    await call('get_screen_tree');
    const { signal } = new AbortController();
    const phone = await session.phone(signal);
    const pendingReads: (() => void)[] = [];
    phone.readTouchArea = () =>
      new Promise((resolve) => pendingReads.push(() => resolve({ size, awake: true })));
    let endInput = (): void => undefined;
    const inputDone = runner.runInputExclusive(
      phone,
      signal,
      () => new Promise((resolve) => (endInput = resolve)),
    );
    const answer = call('tap', { x: 1, y: 2 });
    await expect.poll(() => pendingReads).toHaveLength(1);
    policyGuard.setPolicy(defaultPolicy);
    pendingReads[0]?.();
    // The call continues and waits for its turn.
    await new Promise((resolve) => setTimeout(resolve));
    policyGuard.setPolicy(asksBeforeActing);
    endInput();
    await inputDone;
    await expect.poll(() => pendingReads).toHaveLength(2);
    pendingReads[1]?.();
    await expect.poll(questions).toHaveLength(1);
    policyGuard.answer(questions()[0]?.id ?? 0, 'no');
    expect(await answer).toMatchObject({ isError: true });
    expect(isTouched()).toBe(false);
  });

  it('does not delay the question if the phone does not answer', async () => {
    const opened = await setUpAskFirst();
    const phone = await opened.session.phone(new AbortController().signal);
    phone.readTouchArea = (signal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('given up')));
      });
    expect(await previewOf(opened, 'tap', { x: 1, y: 2 })).toBeNull();
  });
});
