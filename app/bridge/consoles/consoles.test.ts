import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CLOSE } from '../../../core/relay/limits.ts';
import { noConsole } from '../agents/no-console.ts';
import { Sitter, answering, never, newConsoles, phone, setup, watch } from '../testing/sitter.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The default console in the last list that this console received. */
function leads({ lists }: Sitter): string | null {
  return lists.at(-1)?.find((console) => console.leads)?.name ?? null;
}

describe('names and limits', () => {
  test('each tab is named when it first comes, and keeps its name', () => {
    const consoles = newConsoles();
    const first = new Sitter(consoles, 'a');
    expect([first.name, new Sitter(consoles, 'b').name]).toEqual(['console 1', 'console 2']);
    first.leave();
    expect(new Sitter(consoles, 'c').name).toBe('console 3');
    expect(new Sitter(consoles, 'a').name).toBe('console 1');
    expect(consoles.list.map(({ name }) => name)).toEqual(['console 1', 'console 2', 'console 3']);
  });

  test('a new socket of the same tab replaces the old one and keeps its name', () => {
    const consoles = newConsoles();
    const old = new Sitter(consoles, 'a').hold(phone('P'));
    const other = new Sitter(consoles, 'b');
    const back = new Sitter(consoles, 'a');
    expect([old.closed, other.closed, back.closed]).toEqual([[CLOSE.replaced], [], []]);
    expect(leads(other)).toBe('console 1');
    old.leave();
    expect(consoles.list).toMatchObject([{ name: 'console 1', phone: null }, {}]);
    expect(answering(consoles.serving('local'), [old, other, back])?.name).toBe('console 1');
    expect(back.asked).toHaveLength(1);
  });

  test('the ninth console is turned away, until another leaves; a tab that comes back is not', () => {
    const consoles = newConsoles();
    const sitters = Array.from({ length: 8 }, (_, index) => new Sitter(consoles, `tab ${index}`));
    const ninth = new Sitter(consoles, 'ninth');
    expect([ninth.closed, ninth.welcomes]).toEqual([[CLOSE.tooMany], []]);
    expect(new Sitter(consoles, 'tab 3').name).toBe('console 4');
    sitters[7]?.leave();
    expect(new Sitter(consoles, 'ninth').name).toBe('console 9');
  });

  test('of tabs that have gone, the oldest are forgotten; no name is given twice', () => {
    const consoles = newConsoles();
    const first = new Sitter(consoles, 'first');
    for (let count = 2; count <= 64; count++) new Sitter(consoles, `tab ${count}`).leave();
    vi.advanceTimersByTime(4_000);
    new Sitter(consoles, 'tab 65').leave();
    expect(new Sitter(consoles, 'tab 3').name).toBe('console 3');
    expect(new Sitter(consoles, 'tab 2').name).toBe('console 66');
    first.leave();
    expect(new Sitter(consoles, 'first').name).toBe('console 1');
  });

  test('a wrong secret is turned away, and takes no name', () => {
    const consoles = newConsoles();
    const stranger = new Sitter(consoles, 'a', { secret: 'wrong' });
    expect([stranger.closed, consoles.list]).toEqual([[CLOSE.secretRefused], []]);
    expect(new Sitter(consoles, 'b').name).toBe('console 1');
  });

  test('a page of another origin is not told the token', () => {
    const consoles = newConsoles();
    expect(new Sitter(consoles, 'a').welcomes[0]?.setup).toEqual(setup);
    expect(new Sitter(consoles, 'b', { isOwn: false }).welcomes[0]?.setup).toBeNull();
  });
});

describe('the list of open consoles', () => {
  test('every change is sent to all of them, and no list twice in a row', () => {
    const consoles = newConsoles();
    const first = new Sitter(consoles, 'a').hold(phone('O')).hold(null);
    const second = new Sitter(consoles, 'b').hold(null);
    expect([first.lists.length, second.lists.length]).toEqual([4, 1]);
    second.hold(phone('P')).hold(phone('P'));
    second.end.lead();
    second.end.lead();
    second.end.tellState({ phone: phone('P', { state: 'lost' }), paused: true });
    expect([first.lists.length, second.lists.length]).toEqual([7, 4]);
    const empty = { phone: null, paused: false };
    expect(first.lists.at(-1)).toEqual([
      { name: 'console 1', ...empty, leads: false },
      { name: 'console 2', phone: phone('P', { state: 'lost' }), paused: true, leads: true },
    ]);
    expect(second.lists.at(-1)).toEqual(first.lists.at(-1));
    first.leave();
    expect(second.lists.at(-1)).toMatchObject([{ name: 'console 2' }]);
  });
});

describe('the default console', () => {
  test('the first leads, and a new console does not take it', () => {
    const consoles = newConsoles();
    const first = new Sitter(consoles, 'a').hold(phone('O')).hold(null);
    const second = new Sitter(consoles, 'b').hold(phone('P'));
    expect([leads(first), leads(second)]).toEqual(['console 1', 'console 1']);
    const served = answering(consoles.serving('local'), [first, second]);
    expect(served).toEqual({ name: 'console 1', chosenPhone: null });
  });

  test('one that never had a phone is the default until another has one', () => {
    const consoles = newConsoles();
    const empty = new Sitter(consoles, 'a');
    const second = new Sitter(consoles, 'b').hold(phone('P'));
    new Sitter(consoles, 'c').hold(phone('Q'));
    expect([leads(empty), leads(second)]).toEqual(['console 2', 'console 2']);
  });

  test('one without a phone stays the default if the user chose it', () => {
    const consoles = newConsoles();
    const empty = new Sitter(consoles, 'a');
    empty.end.lead();
    const second = new Sitter(consoles, 'b').hold(phone('P'));
    expect(leads(second)).toBe('console 1');
  });

  test('is the one that the user chooses', () => {
    const consoles = newConsoles();
    const first = new Sitter(consoles, 'a');
    const second = new Sitter(consoles, 'b');
    second.end.lead();
    expect([leads(first), leads(second)]).toEqual(['console 2', 'console 2']);
    expect(answering(consoles.serving('x'), [first, second])?.name).toBe('console 2');
  });

  test('stays the default while it reloads, and a call waits for it', async () => {
    const consoles = newConsoles();
    const first = new Sitter(consoles, 'a');
    const second = new Sitter(consoles, 'b');
    first.leave();
    expect(leads(second)).toBeNull();
    const soon = watch(consoles.servingSoon('local', never));
    await vi.advanceTimersByTimeAsync(3_900);
    expect(soon.result).toBe('waiting');
    const back = new Sitter(consoles, 'a');
    await vi.advanceTimersByTimeAsync(0);
    if (soon.result === 'waiting') throw new Error('It still waits.');
    expect(answering(soon.result, [second, back])?.name).toBe('console 1');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(leads(second)).toBe('console 1');
  });

  test('is replaced for good by the oldest open console when it stays away', async () => {
    const consoles = newConsoles();
    const first = new Sitter(consoles, 'a');
    const second = new Sitter(consoles, 'b');
    const third = new Sitter(consoles, 'c');
    first.leave();
    const soon = watch(consoles.servingSoon('local', never));
    await vi.advanceTimersByTimeAsync(4_000);
    expect(leads(third)).toBe('console 2');
    if (soon.result === 'waiting') throw new Error('It still waits.');
    expect(answering(soon.result, [second, third])?.name).toBe('console 2');
    expect(leads(new Sitter(consoles, 'a'))).toBe('console 2');
  });

  test('is again the tab that the user chose when that reconnects', async () => {
    const consoles = newConsoles();
    const first = new Sitter(consoles, 'a');
    const second = new Sitter(consoles, 'b');
    second.end.lead();
    second.leave();
    await vi.advanceTimersByTimeAsync(4_000);
    expect(leads(first)).toBe('console 1');
    expect(leads(new Sitter(consoles, 'b'))).toBe('console 2');
  });

  test('is the next to connect when all have gone', async () => {
    const consoles = newConsoles();
    new Sitter(consoles, 'a').leave();
    await vi.advanceTimersByTimeAsync(4_000);
    expect(consoles.serving('local')).toBeNull();
    expect(leads(new Sitter(consoles, 'b'))).toBe('console 2');
  });

  test('the error of a call names the remedy while a console hangs', async () => {
    const consoles = newConsoles();
    const first = new Sitter(consoles, 'a');
    const told = (): string => noConsole('ADDRESS', consoles).fullText;
    expect(told()).toContain('No Handset console is open. Open ADDRESS');
    first.hangs = true;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(first.closed).toEqual([CLOSE.silent]);
    expect(told()).toBe(
      'The Handset console does not answer. Nothing was done. Ask the person to press Stop in the console, which starts it again; where it is closed, to open ADDRESS in Chrome. Then call again.',
    );
    new Sitter(consoles, 'a').leave();
    expect(told()).toContain('No Handset console is open.');
  });

  test('while it reloads, another console answers what all answer alike', () => {
    const consoles = newConsoles();
    const first = new Sitter(consoles, 'a');
    const second = new Sitter(consoles, 'b');
    first.leave();
    expect(consoles.serving('local')).toBeNull();
    expect(answering(consoles.any('local'), [second])?.name).toBe('console 2');
  });
});

describe('waiting', () => {
  test('ends when a console connects, and at the time limit', async () => {
    const consoles = newConsoles();
    const limits = { signal: never, limitMs: 20_000 };
    const inVain = watch(consoles.servingWithin('local', limits));
    await vi.advanceTimersByTimeAsync(19_999);
    expect(inVain.result).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1);
    expect(inVain.result).toBeNull();
    const served = watch(consoles.servingWithin('local', limits));
    new Sitter(consoles, 'a');
    await vi.advanceTimersByTimeAsync(0);
    expect(served.result).toMatchObject({ chosenPhone: null });
  });

  test('ends when the client disconnects', async () => {
    const controller = new AbortController();
    const waiting = watch(newConsoles().servingWithin('local', { signal: controller.signal }));
    controller.abort();
    await vi.advanceTimersByTimeAsync(0);
    expect(waiting.result).toBeNull();
  });

  test('ends when the bridge stops, which accepts no more consoles', async () => {
    const consoles = newConsoles();
    const sitter = new Sitter(consoles, 'a');
    consoles.close();
    expect(sitter.closed).toEqual([CLOSE.goingAway]);
    const soon = watch(consoles.servingSoon('local', never));
    await vi.advanceTimersByTimeAsync(0);
    expect(soon.result).toBeNull();
    const late = new Sitter(consoles, 'b');
    expect(late.closed).toEqual([CLOSE.goingAway]);
    // The consoles' own timers end with their sockets, so any that remain are the bridge's.
    for (const { end } of [sitter, late]) end.lost();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('an open page reconnects to a new bridge in time', async () => {
    const consoles = newConsoles();
    const returns = watch(consoles.consoleReturns());
    await vi.advanceTimersByTimeAsync(5_000);
    expect(returns.result).toBe('waiting');
    new Sitter(consoles, 'a');
    await vi.advanceTimersByTimeAsync(0);
    expect(returns.result).toBe(true);
  });

  test('after some seconds no page is expected to reconnect', async () => {
    const consoles = newConsoles();
    const first = watch(consoles.consoleReturns());
    await vi.advanceTimersByTimeAsync(5_500);
    const second = watch(consoles.consoleReturns());
    await vi.advanceTimersByTimeAsync(0);
    expect([first.result, second.result]).toEqual([false, false]);
  });
});
