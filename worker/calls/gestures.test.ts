import { afterEach, describe, expect, it } from 'vitest';
import { doubleTapGesture } from '#core/gestures/build-gesture.ts';
import { useDrivenClock } from '#core/testing/driven-clock.ts';
import { pathsOf, strokesOn } from './gestures.ts';
import { type RunnerHarness, createRunnerHarness } from './testing/harness.ts';

useDrivenClock();

let harness: RunnerHarness | undefined;
afterEach(() => harness?.close());

const size = { width: 1080, height: 2400 };

describe('the gestures of calls', () => {
  it('are announced when they begin, with their caller, even during a call that reads', async () => {
    harness = await createRunnerHarness();
    const { call, gestures, failed, middle, touches } = harness;
    await Promise.all([
      call('tap', middle, { agent: 'claude' }),
      call('get_screen_tree', {}, { agent: 'reader' }),
    ]);
    await call('tap', middle, { agent: 'you', from: 'person' });
    expect(gestures.map(({ id, agent, from }) => [id, agent, from])).toEqual([
      [1, 'claude', 'bridge'],
      [2, 'you', 'person'],
    ]);
    const stroke = [
      { ...middle, timeMs: 0 },
      { ...middle, timeMs: 50 },
    ];
    expect(gestures[0]).toMatchObject({ size, strokes: [stroke] });
    expect(failed).toEqual([]);
    await expect.poll(() => touches).toHaveLength(4);
  });

  it('are reported as failed when they are stopped', async () => {
    harness = await createRunnerHarness();
    const { call, gestures, failed, runner, touches } = harness;
    const swiping = call('swipe', { x1: 500, y1: 1500, x2: 500, y2: 900, duration: 50_000 });
    await expect.poll(() => touches.length).toBeGreaterThan(0);
    expect(failed).toEqual([]);
    await runner.stopEverything();
    await swiping;
    expect(gestures.map(({ id }) => id)).toEqual([1]);
    expect(failed).toEqual([1]);
  });
});

const small = { width: 100, height: 200 };
const line = (points: number) =>
  Array.from({ length: points }, (_, i) => ({ x: (90 * i) / points, y: 5, timeMs: i }));

it('thins paths with very many points, and keeps their ends', () => {
  const strokes = Array.from({ length: 50 }, () => line(10_000));
  const [stroke, ...others] = strokesOn({ strokes }, small) ?? [];
  expect(others).toHaveLength(9);
  expect(stroke).toHaveLength(100);
  expect([stroke?.[0]?.timeMs, stroke?.at(-1)?.timeMs]).toEqual([0, 9_999]);
  expect(strokesOn({ strokes: [line(100)] }, small)).toEqual([line(100)]);
});

it.each([
  [100, 5],
  [5, 200],
  [-1, 5],
  [NaN, 5],
])('draws no path that leaves the screen at %j,%j', (x, y) => {
  expect(strokesOn({ strokes: [line(3), [{ x, y, timeMs: 0 }]] }, small)).toBeNull();
});

it('lists a point once if a finger stays or returns there', () => {
  const strokes = strokesOn(doubleTapGesture({ x: 3, y: 4 }), small) ?? [];
  expect(pathsOf(strokes)).toEqual([[{ x: 3, y: 4 }]]);
});

describe('a call that touched', () => {
  it('contains the path of a gesture and the target element', async () => {
    harness = await createRunnerHarness();
    const { call, middle, world } = harness;
    world.startActivity('com.handset.notes/.SignInActivity');
    const touchOf = async (name: string, args?: object) => (await call(name, args)).recorded.touch;
    // Nothing is known about the screen yet.
    expect(await touchOf('tap', middle)).toEqual({ size, paths: [[middle]], bounds: null });
    expect(await touchOf('get_screen_tree')).toBeNull();
    const selector = '@email';
    const clicked = await touchOf('click_element', { selector });
    const { left = 0, top = 0, right = 0, bottom = 0 } = clicked?.bounds ?? {};
    const { x = 0, y = 0 } = clicked?.paths[0]?.[0] ?? {};
    expect([left < x, x < right, top < y, y < bottom]).toEqual([true, true, true, true]);
    // The field already has focus and is not touched again.
    expect(await touchOf('set_text', { selector, text: 'a' })).toHaveProperty('bounds');
    expect(await touchOf('press_back')).toBeNull();
  });

  it('says that the element is a slider', async () => {
    harness = await createRunnerHarness();
    const { call, world } = harness;
    world.startActivity('com.android.settings/.Settings');
    await call('click_element', { selector: ':text("Display & touch")' });
    const { recorded } = await call('set_text', { selector: 'SeekBar', text: '30%' });
    expect(recorded.touch?.isSlider).toBe(true);
  });

  it('contains no gesture that the phone refused', async () => {
    harness = await createRunnerHarness();
    const { call, middle } = harness;
    expect((await call('tap', { ...middle, x: 99_999 })).recorded.touch).toBeNull();
  });
});
