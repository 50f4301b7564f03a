import { afterEach, describe, expect, it } from 'vitest';
import { useDrivenClock } from '#core/testing/driven-clock.ts';
import {
  faultsForBackend,
  fingersDown,
  centerOf,
  neverAborts,
  openNote,
} from '../adb/testing/harness.ts';
import { pause } from '../waits/deadline.ts';
import { closeInputHarness, finger, key, setUp } from './testing/input-harness.ts';

useDrivenClock();

afterEach(closeInputHarness);

const backends = ['scrcpy', 'shell'] as const;

describe.each(backends)('input by %s', (backend) => {
  const faults = faultsForBackend[backend];

  it('taps the element at the point', async () => {
    const harness = await setUp({ faults });
    const { userInput, world, events } = harness;
    world.startActivity('com.android.calculator2/.Calculator');
    const at = centerOf(harness, 'digit_7');
    await Promise.all([
      userInput.send(finger(harness, 'down', at)),
      userInput.send(finger(harness, 'up', at)),
    ]);
    expect(events.map(({ action, x, y }) => [action, x, y])).toEqual([
      ['down', at.x, at.y],
      ['up', at.x, at.y],
    ]);
    expect(harness.finger.get('formula').text).toBe('7');
  });

  it('types text, also without keys for it, and restores the clipboard', async () => {
    const harness = await setUp({ faults: [...faults, 'shell-clipboard'] });
    const read = openNote(harness);
    harness.world.clipboard = 'mine';
    const typed = ['G', 'r', 'ü', 'ß', 'e ', '😀'].map((text) =>
      harness.userInput.send({ kind: 'text', text }),
    );
    await Promise.all(typed);
    expect(read()).toBe('Grüße 😀');
    await expect.poll(() => harness.world.clipboard).toBe('mine');
  });

  it('sends keys, buttons and text in order', async () => {
    const harness = await setUp({ faults });
    const read = openNote(harness);
    const all = [
      harness.userInput.send({ kind: 'text', text: 'abc' }),
      harness.userInput.send(key('ArrowLeft', 'down')),
      harness.userInput.send(key('ArrowLeft', 'up')),
      harness.userInput.send({ kind: 'text', text: 'X' }),
      harness.userInput.send(key('Backspace', 'down')),
      harness.userInput.send(key('Backspace', 'up')),
      harness.userInput.send({ kind: 'text', text: 'Y' }),
    ];
    await Promise.all(all);
    expect(read()).toBe('abYc');
    await harness.userInput.send({ kind: 'button', button: 'home' });
    expect(harness.world.resumedActivity().packageName).toContain('launcher');
  });

  it('copies the selection', async () => {
    const harness = await setUp({ faults: [...faults, 'shell-clipboard'] });
    openNote(harness);
    await harness.userInput.send({ kind: 'text', text: 'Grüße' });
    await harness.userInput.send(key('KeyA', 'down', { ctrl: true }));
    await harness.userInput.send(key('KeyA', 'up', { ctrl: true }));
    expect(await harness.userInput.copySelection('copy')).toBe('Grüße');
    expect(harness.world.clipboard).toBe('Grüße');
  });

  it('copies nothing where nothing is selected, whatever the clipboard holds', async () => {
    const harness = await setUp({ faults: [...faults, 'shell-clipboard'] });
    openNote(harness);
    expect(await harness.userInput.copySelection('copy')).toBeNull();
    harness.world.clipboard = 'from before';
    expect(await harness.userInput.copySelection('copy')).toBeNull();
    expect(harness.world.clipboard).toBe('from before');
  });

  it('scrolls by the wheel', async () => {
    const harness = await setUp({ faults });
    harness.world.startActivity('com.android.settings/.Settings');
    const before = JSON.stringify(harness.world.hierarchy());
    await harness.userInput.send({ kind: 'wheel', x: 0.5, y: 0.6, right: 0, down: 3 });
    expect(JSON.stringify(harness.world.hierarchy())).not.toBe(before);
  });
});

describe('through the scrcpy server', () => {
  it('several fingers are down at once, and agents wait until the last one is up', async () => {
    const harness = await setUp();
    const { userInput, turns, events } = harness;
    const a = { x: 300, y: 900 };
    const b = { x: 700, y: 1400 };
    await userInput.send(finger(harness, 'down', a));
    await userInput.send(finger(harness, 'down', b, 1));
    await expect.poll(() => fingersDown(events)).toEqual([0, 1]);
    let others = 0;
    const other = turns.runExclusive(neverAborts, async () => {
      others = fingersDown(events).length;
      await Promise.resolve();
    });
    await userInput.send(finger(harness, 'move', { x: 200, y: 800 }));
    await userInput.send(finger(harness, 'up', { x: 200, y: 800 }));
    await userInput.send(finger(harness, 'up', b, 1));
    await other;
    expect([others, fingersDown(events)]).toEqual([0, []]);
  });

  it('waits for an agent’s turn, with its moves merged and its long press as long', async () => {
    const harness = await setUp();
    const { userInput, turns, events } = harness;
    await userInput.send({ kind: 'button', button: 'home' });
    let endAgentTurn = (): void => undefined;
    const agent = turns.runExclusive(
      neverAborts,
      () => new Promise<void>((resolve) => (endAgentTurn = resolve)),
    );
    const at = { x: 400, y: 500 };
    const sent = [userInput.send(finger(harness, 'down', at))];
    for (let x = 401; x < 440; x++)
      sent.push(userInput.send(finger(harness, 'move', { x, y: 500 })));
    await pause(300, neverAborts);
    sent.push(userInput.send(finger(harness, 'up', { x: 439, y: 500 })));
    expect(events).toEqual([]);
    endAgentTurn();
    await Promise.all([...sent, agent]);
    expect(events.map(({ action, x }) => [action, x])).toEqual([
      ['down', 400],
      ['move', 439],
      ['up', 439],
    ]);
    const [down, , up] = events;
    expect((up?.timeMs ?? 0) - (down?.timeMs ?? 0)).toBeGreaterThan(250);
  });

  it('rejects what waited too long for an agent', async () => {
    const harness = await setUp();
    const ended = new AbortController();
    const agent = harness.turns.runExclusive(neverAborts, () => pause(60_000, ended.signal));
    const at = { x: 400, y: 500 };
    await expect(harness.userInput.send(finger(harness, 'down', at))).rejects.toMatchObject({
      code: 'timeout',
      message: "An agent's call has been using the phone for 3 s, so your input wasn't sent.",
    });
    ended.abort();
    await agent;
    // An up event without a down is ignored.
    await harness.userInput.send(finger(harness, 'up', at));
    expect(harness.events).toEqual([]);
  });

  it('lifts everything on stop and on cancel', async () => {
    const harness = await setUp();
    const { userInput, events, turns } = harness;
    const at = { x: 400, y: 500 };
    for (const end of [
      () => userInput.stop(),
      () => userInput.send(finger(harness, 'cancel', at)),
    ]) {
      await userInput.send(finger(harness, 'down', at));
      await userInput.send(finger(harness, 'down', { x: 600, y: 700 }, 3));
      await expect.poll(() => fingersDown(events)).toHaveLength(2);
      await end();
      await expect.poll(() => fingersDown(events)).toEqual([]);
      await turns.runExclusive(neverAborts, () => Promise.resolve());
    }
    expect(harness.sent.count).toBe(4);
  });

  it('hits the right point after the phone was rotated', async () => {
    const harness = await setUp();
    const at = { kind: 'touch', finger: 0, x: 1, y: 1 } as const;
    const touch = async (): Promise<void> => {
      await harness.userInput.send({ ...at, action: 'down' });
      await harness.userInput.send({ ...at, action: 'up' });
    };
    // The size of the live picture has another scale; the phone is asked once.
    harness.userInput.setPictureSize({ width: 720, height: 1600 });
    await touch();
    harness.world.rotation = 1;
    harness.userInput.setPictureSize({ width: 1600, height: 720 });
    await touch();
    // Folding changes the picture's size.
    harness.world.rotation = 0;
    harness.world.overrideSize = { width: 1000, height: 1100 };
    harness.userInput.setPictureSize({ width: 1000, height: 1100 });
    await touch();
    // A smaller size of the same shape only restarts the picture.
    harness.world.overrideSize = { width: 500, height: 550 };
    harness.userInput.setPictureSize({ width: 1000, height: 1100 });
    await touch();
    harness.world.overrideSize = { width: 1000, height: 1100 };
    // Without a picture the phone is asked each time.
    harness.userInput.setPictureSize(null);
    harness.world.rotation = 1;
    await touch();
    const corners = harness.events.filter(({ action }) => action === 'down');
    expect(corners.map(({ x, y }) => [x, y])).toEqual([
      [1079, 2399],
      [2399, 1079],
      [999, 1099],
      [499, 549],
      [1099, 999],
    ]);
  });

  it('reports that the phone refuses it', async () => {
    const harness = await setUp({ faults: ['input-denied'] });
    const at = { x: 400, y: 500 };
    const down = harness.userInput.send(finger(harness, 'down', at));
    await expect(down).rejects.toMatchObject({ code: 'input-denied' });
  });

  it('reports that the phone drops it without a word', async () => {
    const harness = await setUp({ faults: ['input-ignored'] });
    const at = { x: 400, y: 500 };
    await harness.userInput.send(finger(harness, 'down', at));
    await expect(harness.userInput.send(finger(harness, 'up', at))).rejects.toMatchObject({
      code: 'input-denied',
      message: expect.stringContaining('its log says: Permission denied') as string,
    });
  });

  it('continues by the shell when the server ends in the middle', async () => {
    const harness = await setUp({ faults: ['scrcpy-dies'] });
    const at = { x: 400, y: 500 };
    const tried = Array.from({ length: 12 }, (_, i) => {
      return harness.userInput.send(finger(harness, i % 2 === 0 ? 'down' : 'up', at));
    });
    const ends = await Promise.allSettled(tried);
    expect(ends.some(({ status }) => status === 'rejected')).toBe(true);
    await harness.userInput.send({ kind: 'button', button: 'home' });
    expect(fingersDown(harness.events)).toEqual([]);
  });
});

describe('by the phone’s own commands', () => {
  const faults = ['no-scrcpy'] as const;

  it('a drawn stroke becomes a swipe, in its own time', async () => {
    const harness = await setUp({ faults, latency: 'real' });
    const { userInput, events } = harness;
    await userInput.send(finger(harness, 'down', { x: 500, y: 1500 }));
    await pause(60, neverAborts);
    await userInput.send(finger(harness, 'move', { x: 512, y: 1200 }));
    await pause(60, neverAborts);
    await userInput.send(finger(harness, 'up', { x: 505, y: 900 }));
    expect(events[0]).toMatchObject({ action: 'down', x: 500, y: 1500 });
    expect(events.at(-1)).toMatchObject({ action: 'up', x: 505, y: 900 });
  });

  it('rejects what is impossible, with the reason, before anything is touched', async () => {
    const harness = await setUp({ faults });
    const { userInput, events } = harness;
    await userInput.send(finger(harness, 'down', { x: 300, y: 900 }));
    await userInput.send(finger(harness, 'down', { x: 700, y: 900 }, 1));
    await userInput.send(finger(harness, 'up', { x: 100, y: 900 }));
    const last = userInput.send(finger(harness, 'up', { x: 900, y: 900 }, 1));
    await expect(last).rejects.toMatchObject({
      code: 'unsupported',
      message: /^Several fingers at once/ as never,
    });
    expect(events).toEqual([]);
  });
});
