import { afterEach, describe, expect, it } from 'vitest';
import type { PersonInput } from '../../core/link/live.ts';
import type { TouchEvent } from '../../core/demo-phone/world.ts';
import {
  type Bench,
  type BenchOptions,
  faultsFor,
  fingersDown,
  middleOf,
  never,
  openBench,
  openNote,
  watchTouches,
} from '../adb/testing/bench.ts';
import { pause } from '../waits/deadline.ts';
import { Turns } from '../waits/turns.ts';
import { PersonHands } from './person-hands.ts';

interface Held extends Bench {
  readonly hands: PersonHands;
  readonly turns: Turns;
  readonly events: readonly TouchEvent[];
  readonly sent: { count: number };
}

let open: Held | undefined;
afterEach(async () => {
  await open?.hands.stop();
  await open?.connection.close();
});

async function hold(options: BenchOptions = {}): Promise<Held> {
  const bench = await openBench(options);
  const turns = new Turns();
  const sent = { count: 0 };
  const session = { connected: bench.phone, phone: () => Promise.resolve(bench.phone) };
  const hands = new PersonHands({
    session,
    inTurn: (_, signal, work) => turns.take(signal, work),
    onSent: () => {
      sent.count++;
    },
  });
  open = { ...bench, hands, turns, sent, events: watchTouches(bench) };
  return open;
}

type Touch = Extract<PersonInput, { kind: 'touch' }>;
const none = { shift: false, ctrl: false, alt: false, meta: false };
const key = (code: string, phase: 'down' | 'up', held = {}): PersonInput => {
  return { kind: 'key', code, phase, repeat: false, ...none, ...held };
};

/** A touch event at a device pixel. */
function finger(
  { world }: Bench,
  phase: Touch['phase'],
  at: { x: number; y: number },
  id = 0,
): Touch {
  const { width, height } = world.screenSize;
  return { kind: 'touch', phase, finger: id, x: (at.x + 0.5) / width, y: (at.y + 0.5) / height };
}

const ways = ['scrcpy', 'shell'] as const;

describe.each(ways)('input by %s', (way) => {
  const faults = faultsFor[way];

  it('taps the element at the point', async () => {
    const held = await hold({ faults });
    const { hands, world, events } = held;
    world.startActivity('com.android.calculator2/.Calculator');
    const at = middleOf(held, 'digit_7');
    await Promise.all([hands.send(finger(held, 'down', at)), hands.send(finger(held, 'up', at))]);
    expect(events.map(({ action, x, y }) => [action, x, y])).toEqual([
      ['down', at.x, at.y],
      ['up', at.x, at.y],
    ]);
    expect(held.finger.get('formula').text).toBe('7');
  });

  it('types text, also without keys for it, and restores the clipboard', async () => {
    const held = await hold({ faults: [...faults, 'shell-clipboard'] });
    const read = openNote(held);
    held.world.clipboard = 'mine';
    const typed = ['G', 'r', 'ü', 'ß', 'e ', '😀'].map((text) =>
      held.hands.send({ kind: 'text', text }),
    );
    await Promise.all(typed);
    expect(read()).toBe('Grüße 😀');
    await expect.poll(() => held.world.clipboard).toBe('mine');
  });

  it('sends keys, buttons and text in order', async () => {
    const held = await hold({ faults });
    const read = openNote(held);
    const all = [
      held.hands.send({ kind: 'text', text: 'abc' }),
      held.hands.send(key('ArrowLeft', 'down')),
      held.hands.send(key('ArrowLeft', 'up')),
      held.hands.send({ kind: 'text', text: 'X' }),
      held.hands.send(key('Backspace', 'down')),
      held.hands.send(key('Backspace', 'up')),
      held.hands.send({ kind: 'text', text: 'Y' }),
    ];
    await Promise.all(all);
    expect(read()).toBe('abYc');
    await held.hands.send({ kind: 'button', button: 'home' });
    expect(held.world.resumed().packageName).toContain('launcher');
  });

  it('copies the selection', async () => {
    const held = await hold({ faults: [...faults, 'shell-clipboard'] });
    openNote(held);
    await held.hands.send({ kind: 'text', text: 'Grüße' });
    await held.hands.send(key('KeyA', 'down', { ctrl: true }));
    await held.hands.send(key('KeyA', 'up', { ctrl: true }));
    expect(await held.hands.copySelection('copy')).toBe('Grüße');
    expect(held.world.clipboard).toBe('Grüße');
  });

  it('scrolls by the wheel', async () => {
    const held = await hold({ faults });
    held.world.startActivity('com.android.settings/.Settings');
    const before = JSON.stringify(held.world.hierarchy());
    await held.hands.send({ kind: 'wheel', x: 0.5, y: 0.6, right: 0, down: 3 });
    expect(JSON.stringify(held.world.hierarchy())).not.toBe(before);
  });
});

describe('through the scrcpy server', () => {
  it('several fingers are down at once, and agents wait until the last one is up', async () => {
    const held = await hold();
    const { hands, turns, events } = held;
    const [a, b] = [
      { x: 300, y: 900 },
      { x: 700, y: 1400 },
    ];
    await hands.send(finger(held, 'down', a));
    await hands.send(finger(held, 'down', b, 1));
    await expect.poll(() => fingersDown(events)).toEqual([0, 1]);
    let others = 0;
    const other = turns.take(never, async () => {
      others = fingersDown(events).length;
      await Promise.resolve();
    });
    await hands.send(finger(held, 'move', { x: 200, y: 800 }));
    await hands.send(finger(held, 'up', { x: 200, y: 800 }));
    await hands.send(finger(held, 'up', b, 1));
    await other;
    expect([others, fingersDown(events)]).toEqual([0, []]);
  });

  it('waits for an agent’s turn, with its moves merged and its long press as long', async () => {
    const held = await hold();
    const { hands, turns, events } = held;
    await hands.send({ kind: 'button', button: 'home' });
    let free = (): void => undefined;
    const agent = turns.take(never, () => new Promise<void>((resolve) => (free = resolve)));
    const at = { x: 400, y: 500 };
    const sent = [hands.send(finger(held, 'down', at))];
    for (let x = 401; x < 440; x++) sent.push(hands.send(finger(held, 'move', { x, y: 500 })));
    await pause(300, never);
    sent.push(hands.send(finger(held, 'up', { x: 439, y: 500 })));
    expect(events).toEqual([]);
    free();
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
    const held = await hold();
    const ended = new AbortController();
    const agent = held.turns.take(never, () => pause(60_000, ended.signal));
    const at = { x: 400, y: 500 };
    await expect(held.hands.send(finger(held, 'down', at))).rejects.toMatchObject({
      code: 'timeout',
      message: "An agent's call has kept the phone for 3 s; what you did meanwhile was not sent.",
    });
    ended.abort();
    await agent;
    // An up event without a down is ignored.
    await held.hands.send(finger(held, 'up', at));
    expect(held.events).toEqual([]);
  });

  it('lifts everything on stop and on cancel', async () => {
    const held = await hold();
    const { hands, events, turns } = held;
    const at = { x: 400, y: 500 };
    for (const end of [() => hands.stop(), () => hands.send(finger(held, 'cancel', at))]) {
      await hands.send(finger(held, 'down', at));
      await hands.send(finger(held, 'down', { x: 600, y: 700 }, 3));
      await expect.poll(() => fingersDown(events)).toHaveLength(2);
      await end();
      await expect.poll(() => fingersDown(events)).toEqual([]);
      await turns.take(never, () => Promise.resolve());
    }
    expect(held.sent.count).toBe(4);
  });

  it('hits the right point after the phone was rotated', async () => {
    const held = await hold();
    const at = { kind: 'touch', finger: 0, x: 1, y: 1 } as const;
    const touch = async (): Promise<void> => {
      await held.hands.send({ ...at, phase: 'down' });
      await held.hands.send({ ...at, phase: 'up' });
    };
    // The size of the live picture has another scale; the phone is asked once.
    held.hands.pictureIs({ width: 720, height: 1600 });
    await touch();
    held.world.rotation = 1;
    held.hands.pictureIs({ width: 1600, height: 720 });
    await touch();
    // Folding changes the picture's size.
    held.world.rotation = 0;
    held.world.overrideSize = { width: 1000, height: 1100 };
    held.hands.pictureIs({ width: 1000, height: 1100 });
    await touch();
    // A smaller size of the same shape only restarts the picture.
    held.world.overrideSize = { width: 500, height: 550 };
    held.hands.pictureIs({ width: 1000, height: 1100 });
    await touch();
    held.world.overrideSize = { width: 1000, height: 1100 };
    // Without a picture the phone is asked each time.
    held.hands.pictureIs(null);
    held.world.rotation = 1;
    await touch();
    const corners = held.events.filter(({ action }) => action === 'down');
    expect(corners.map(({ x, y }) => [x, y])).toEqual([
      [1079, 2399],
      [2399, 1079],
      [999, 1099],
      [499, 549],
      [1099, 999],
    ]);
  });

  it('reports that the phone refuses it', async () => {
    const held = await hold({ faults: ['input-denied'] });
    const at = { x: 400, y: 500 };
    const down = held.hands.send(finger(held, 'down', at));
    await expect(down).rejects.toMatchObject({ code: 'input-denied' });
  });

  it('continues by the shell when the server ends in the middle', async () => {
    const held = await hold({ faults: ['scrcpy-dies'] });
    const at = { x: 400, y: 500 };
    const tried = Array.from({ length: 12 }, (_, i) => {
      return held.hands.send(finger(held, i % 2 === 0 ? 'down' : 'up', at));
    });
    const ends = await Promise.allSettled(tried);
    expect(ends.some(({ status }) => status === 'rejected')).toBe(true);
    await held.hands.send({ kind: 'button', button: 'home' });
    expect(fingersDown(held.events)).toEqual([]);
  });
});

describe('by the phone’s own commands', () => {
  const faults = ['no-scrcpy'] as const;

  it('a drawn stroke becomes a swipe, in its own time', async () => {
    const held = await hold({ faults, latency: 'real' });
    const { hands, events } = held;
    await hands.send(finger(held, 'down', { x: 500, y: 1500 }));
    await pause(60, never);
    await hands.send(finger(held, 'move', { x: 512, y: 1200 }));
    await pause(60, never);
    await hands.send(finger(held, 'up', { x: 505, y: 900 }));
    expect(events[0]).toMatchObject({ action: 'down', x: 500, y: 1500 });
    expect(events.at(-1)).toMatchObject({ action: 'up', x: 505, y: 900 });
  });

  it('rejects what is impossible, with the reason, before anything is touched', async () => {
    const held = await hold({ faults });
    const { hands, events } = held;
    await hands.send(finger(held, 'down', { x: 300, y: 900 }));
    await hands.send(finger(held, 'down', { x: 700, y: 900 }, 1));
    await hands.send(finger(held, 'up', { x: 100, y: 900 }));
    const last = hands.send(finger(held, 'up', { x: 900, y: 900 }, 1));
    await expect(last).rejects.toMatchObject({
      code: 'unsupported',
      message: /^Several fingers at once/ as never,
    });
    expect(events).toEqual([]);
  });
});
