import { beforeEach, describe, expect, it } from 'vitest';
import { createNodeCanvas } from '../../../../e2e/node-canvas.ts';
import { androidVersions } from '../../options.ts';
import { bootWith, type PhoneShell } from '../../testing/phone-shell.ts';
import type { TouchEvent } from '../../world.ts';

const bootPhone = bootWith(createNodeCanvas());

/** Records all touch events from now on; gestures are recorded as single events. */
function record({ system }: PhoneShell): TouchEvent[] {
  const events: TouchEvent[] = [];
  const { world } = system;
  const touchEvent = world.touchEvent.bind(world);
  world.touchEvent = (event) => {
    events.push(event);
    touchEvent(event);
  };
  return events;
}

const told = (events: readonly TouchEvent[]): string =>
  events.map(({ action, x, y }) => `${action} ${x},${y}`).join('; ');

describe('events of input', () => {
  let phone: PhoneShell;
  let events: TouchEvent[];
  beforeEach(async () => {
    phone = await bootPhone();
    events = record(phone);
  });

  it('a tap is down and up with the same time', async () => {
    await phone.run('input tap 10.5 20');
    expect(told(events)).toBe('down 10.5,20; up 10.5,20');
    expect(events[0]?.timeMs).toBe(events[1]?.timeMs);
  });

  it('motionevent sends each event as it comes', async () => {
    await phone.run('input motionevent DOWN 1 2');
    expect(told(events)).toBe('down 1,2');
    await phone.run('input motionevent move 3 4; input motionevent CANCEL');
    expect(told(events)).toBe('down 1,2; move 3,4; cancel 0,0');
    expect((await phone.run('input motionevent HOVER 1 2')).err).toContain(
      'java.lang.IllegalArgumentException: Unknown action: HOVER\n',
    );
  });

  it('two processes at a time make a double tap', async () => {
    const startedAt = Date.now();
    const ran = await phone.run('input tap 9 9 & sleep 0.15; input tap 9 9; wait');
    expect(ran).toMatchObject({ out: '', err: '', code: 0 });
    expect(told(events)).toBe('down 9,9; up 9,9; down 9,9; up 9,9');
    const [first, , second] = events;
    const apart = (second?.timeMs ?? 0) - (first?.timeMs ?? 0);
    expect(apart).toBeGreaterThanOrEqual(145);
    expect(apart).toBeLessThan(Date.now() - startedAt + 1);
  });

  it.each(androidVersions)(
    'Android %i refuses all of them with the fault input-denied',
    async (android) => {
      const other = await bootPhone({ android, faults: ['input-denied'] });
      const seen = record(other);
      const lines = ['tap 1 1', 'swipe 1 1 2 2', 'draganddrop 1 1 2 2', 'keyevent 3', 'text a'];
      if (android >= 11) lines.push('motionevent DOWN 1 1');
      if (android >= 14) lines.push('keycombination 113 29');
      for (const line of lines) {
        const ran = await other.run(`input ${line}`);
        expect(ran.err).toContain('java.lang.SecurityException: Injecting ');
        expect(ran.code).not.toBe(0);
      }
      expect(seen).toEqual([]);
      // Malformed arguments are reported before anything is injected.
      expect((await other.run('input tap x 1')).err).toContain(
        'Invalid arguments for command: tap',
      );
    },
  );
});

describe('on a phone with real latency', () => {
  it('a swipe is injected in real time, to the end even if the host disconnects', async () => {
    const phone = await bootPhone({ latency: 'real' });
    const events = record(phone);
    const leave = new AbortController();
    const ran = phone.run('input swipe 100 900 100 500 200', { signal: leave.signal });
    while (events.length < 3) await new Promise((resolve) => setTimeout(resolve, 5));
    leave.abort();
    expect((await ran).code).toBe(129);
    while (events.at(-1)?.action !== 'up') await new Promise((resolve) => setTimeout(resolve, 5));
    const [down, up] = [events[0], events.at(-1)];
    expect([down?.action, down?.y, up?.y]).toEqual(['down', 900, 500]);
    expect((up?.timeMs ?? 0) - (down?.timeMs ?? 0)).toBeGreaterThanOrEqual(198);
    const heights = events.map(({ y }) => y);
    expect(heights).toEqual(heights.toSorted((a, b) => b - a));
    expect(events.length).toBeGreaterThan(6);
  });

  it('a text is typed letter by letter', async () => {
    const phone = await bootPhone({ latency: 'real' });
    const typed: string[] = [];
    phone.system.world.typeText = (text) => void typed.push(text);
    await phone.run('input text a%sb');
    expect(typed).toEqual(['a', ' ', 'b']);
  });
});
