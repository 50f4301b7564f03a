import { beforeEach, describe, expect, it } from 'vitest';
import { androidVersions } from '../../options.ts';
import { bootPhone, type PhoneShell } from '../../testing/phone-shell.ts';
import type { DisplayTouchEvent } from '../../world.ts';

/** Records all touch events from now on; gestures are recorded as single events. */
function recordTouches({ system }: PhoneShell): DisplayTouchEvent[] {
  const events: DisplayTouchEvent[] = [];
  const { world } = system;
  const touchEvent = world.injectTouchEvent.bind(world);
  world.injectTouchEvent = (event) => {
    events.push(event);
    touchEvent(event);
  };
  return events;
}

const describeEvents = (events: readonly DisplayTouchEvent[]): string =>
  events.map(({ action, x, y }) => `${action} ${x},${y}`).join('; ');

describe('events of input', () => {
  let phone: PhoneShell;
  let events: DisplayTouchEvent[];
  beforeEach(async () => {
    phone = await bootPhone();
    events = recordTouches(phone);
  });

  it('a tap is down and up with the same time', async () => {
    await phone.run('input tap 10.5 20');
    expect(describeEvents(events)).toBe('down 10.5,20; up 10.5,20');
    expect(events[0]?.timeMs).toBe(events[1]?.timeMs);
  });

  it('motionevent sends each event as it comes', async () => {
    await phone.run('input motionevent DOWN 1 2');
    expect(describeEvents(events)).toBe('down 1,2');
    await phone.run('input motionevent move 3 4; input motionevent CANCEL');
    expect(describeEvents(events)).toBe('down 1,2; move 3,4; cancel 0,0');
    expect((await phone.run('input motionevent HOVER 1 2')).err).toContain(
      'java.lang.IllegalArgumentException: Unknown action: HOVER\n',
    );
  });

  it('two processes at a time make a double tap', async () => {
    const startedAt = Date.now();
    const result = await phone.run('input tap 9 9 & sleep 0.15; input tap 9 9; wait');
    expect(result).toMatchObject({ out: '', err: '', code: 0 });
    expect(describeEvents(events)).toBe('down 9,9; up 9,9; down 9,9; up 9,9');
    const [first, , second] = events;
    const apart = (second?.timeMs ?? 0) - (first?.timeMs ?? 0);
    expect(apart).toBeGreaterThanOrEqual(145);
    expect(apart).toBeLessThan(Date.now() - startedAt + 1);
  });

  it.each(androidVersions)(
    'Android %i refuses all of them with the fault input-denied',
    async (android) => {
      const other = await bootPhone({ android, faults: ['input-denied'] });
      const refusedEvents = recordTouches(other);
      const lines = ['tap 1 1', 'swipe 1 1 2 2', 'draganddrop 1 1 2 2', 'keyevent 3', 'text a'];
      if (android >= 11) lines.push('motionevent DOWN 1 1');
      if (android >= 14) lines.push('keycombination 113 29');
      for (const line of lines) {
        const result = await other.run(`input ${line}`);
        expect(result.err).toContain('java.lang.SecurityException: Injecting ');
        expect(result.code).not.toBe(0);
      }
      expect(refusedEvents).toEqual([]);
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
    const events = recordTouches(phone);
    const leave = new AbortController();
    const result = phone.run('input swipe 100 900 100 500 200', { signal: leave.signal });
    while (events.length < 3) await new Promise((resolve) => setTimeout(resolve, 5));
    leave.abort();
    expect((await result).code).toBe(129);
    while (events.at(-1)?.action !== 'up') await new Promise((resolve) => setTimeout(resolve, 5));
    const down = events[0];
    const up = events.at(-1);
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
