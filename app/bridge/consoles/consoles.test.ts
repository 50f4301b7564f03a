import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ConsolePhone } from '#core/relay/frames.ts';
import { CLOSE_CODES } from '#core/relay/limits.ts';
import { noConsoleError } from '../agents/mcp-endpoint.ts';
import {
  agentNamed,
  answeringConsole,
  FakeConsole,
  neverAborts,
  newConsoles,
  phone,
  setup,
  watchPromise,
} from '../testing/consoles.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The default console in the last list that this console received. */
function defaultConsoleOf({ lists }: FakeConsole): string | null {
  return lists.at(-1)?.find((console) => console.isDefault)?.name ?? null;
}

describe('names and limits', () => {
  test('each tab is named when it first comes, and keeps its name', () => {
    const consoles = newConsoles();
    const first = new FakeConsole(consoles, 'a');
    expect([first.name, new FakeConsole(consoles, 'b').name]).toEqual(['console 1', 'console 2']);
    first.leave();
    expect(new FakeConsole(consoles, 'c').name).toBe('console 3');
    expect(new FakeConsole(consoles, 'a').name).toBe('console 1');
    expect(consoles.list.map(({ name }) => name)).toEqual(['console 1', 'console 2', 'console 3']);
  });

  test('a new socket of the same tab replaces the old one and keeps its name', () => {
    const consoles = newConsoles();
    const old = new FakeConsole(consoles, 'a').holdPhone(phone('P'));
    const other = new FakeConsole(consoles, 'b');
    const returned = new FakeConsole(consoles, 'a');
    expect([old.closed, other.closed, returned.closed]).toEqual([[CLOSE_CODES.replaced], [], []]);
    expect(defaultConsoleOf(other)).toBe('console 1');
    old.leave();
    expect(consoles.list).toMatchObject([{ name: 'console 1', phone: null }, {}]);
    expect(
      answeringConsole(consoles.consoleFor(agentNamed('local')), [old, other, returned])?.name,
    ).toBe('console 1');
    expect(returned.requests).toHaveLength(1);
  });

  test('the ninth console is turned away, until another leaves; a tab that comes back is not', () => {
    const consoles = newConsoles();
    const fakeConsoles = Array.from(
      { length: 8 },
      (_, index) => new FakeConsole(consoles, `tab ${index}`),
    );
    const ninth = new FakeConsole(consoles, 'ninth');
    expect([ninth.closed, ninth.welcomes]).toEqual([[CLOSE_CODES.tooMany], []]);
    expect(new FakeConsole(consoles, 'tab 3').name).toBe('console 4');
    fakeConsoles[7]?.leave();
    expect(new FakeConsole(consoles, 'ninth').name).toBe('console 9');
  });

  test('the oldest closed tabs are forgotten; no name is given twice', () => {
    const consoles = newConsoles();
    const first = new FakeConsole(consoles, 'first');
    for (let count = 2; count <= 64; count++) new FakeConsole(consoles, `tab ${count}`).leave();
    vi.advanceTimersByTime(4_000);
    new FakeConsole(consoles, 'tab 65').leave();
    expect(new FakeConsole(consoles, 'tab 3').name).toBe('console 3');
    expect(new FakeConsole(consoles, 'tab 2').name).toBe('console 66');
    first.leave();
    expect(new FakeConsole(consoles, 'first').name).toBe('console 1');
  });

  test('a wrong secret is refused, and takes no name', () => {
    const consoles = newConsoles();
    const refused = new FakeConsole(consoles, 'a', { secret: 'wrong' });
    expect([refused.closed, consoles.list]).toEqual([[CLOSE_CODES.secretRefused], []]);
    expect(new FakeConsole(consoles, 'b').name).toBe('console 1');
  });

  test('a page of another origin does not get the token', () => {
    const consoles = newConsoles();
    expect(new FakeConsole(consoles, 'a').welcomes[0]?.setup).toEqual(setup);
    expect(new FakeConsole(consoles, 'b', { isOwn: false }).welcomes[0]?.setup).toBeNull();
  });
});

describe('the list of open consoles', () => {
  test('every change is sent to all of them, and no list twice in a row', () => {
    const consoles = newConsoles();
    const first = new FakeConsole(consoles, 'a').holdPhone(phone('O')).holdPhone(null);
    const second = new FakeConsole(consoles, 'b').holdPhone(null);
    expect([first.lists.length, second.lists.length]).toEqual([4, 1]);
    second.holdPhone(phone('P')).holdPhone(phone('P'));
    second.end.makeDefault();
    second.end.makeDefault();
    second.end.sendState({ phone: phone('P', { state: 'lost' }), paused: true });
    expect([first.lists.length, second.lists.length]).toEqual([7, 4]);
    const empty = { phone: null, paused: false };
    expect(first.lists.at(-1)).toEqual([
      { name: 'console 1', ...empty, isDefault: false },
      { name: 'console 2', phone: phone('P', { state: 'lost' }), paused: true, isDefault: true },
    ]);
    expect(second.lists.at(-1)).toEqual(first.lists.at(-1));
    first.leave();
    expect(second.lists.at(-1)).toMatchObject([{ name: 'console 2' }]);
  });
});

describe('the default console', () => {
  test('is the first one, also when another connects', () => {
    const consoles = newConsoles();
    const first = new FakeConsole(consoles, 'a').holdPhone(phone('O')).holdPhone(null);
    const second = new FakeConsole(consoles, 'b').holdPhone(phone('P'));
    expect([defaultConsoleOf(first), defaultConsoleOf(second)]).toEqual(['console 1', 'console 1']);
    const pending = answeringConsole(consoles.consoleFor(agentNamed('local')), [first, second]);
    expect(pending).toEqual({ name: 'console 1', chosenPhone: null });
  });

  test('one that never had a phone is the default until another has one', () => {
    const consoles = newConsoles();
    const empty = new FakeConsole(consoles, 'a');
    const second = new FakeConsole(consoles, 'b').holdPhone(phone('P'));
    new FakeConsole(consoles, 'c').holdPhone(phone('Q'));
    expect([defaultConsoleOf(empty), defaultConsoleOf(second)]).toEqual(['console 2', 'console 2']);
  });

  test('one without a phone stays the default if the user chose it', () => {
    const consoles = newConsoles();
    const empty = new FakeConsole(consoles, 'a');
    empty.end.makeDefault();
    const second = new FakeConsole(consoles, 'b').holdPhone(phone('P'));
    expect(defaultConsoleOf(second)).toBe('console 1');
  });

  test('is the one that the user chooses', () => {
    const consoles = newConsoles();
    const first = new FakeConsole(consoles, 'a');
    const second = new FakeConsole(consoles, 'b');
    second.end.makeDefault();
    expect([defaultConsoleOf(first), defaultConsoleOf(second)]).toEqual(['console 2', 'console 2']);
    expect(answeringConsole(consoles.consoleFor(agentNamed('x')), [first, second])?.name).toBe(
      'console 2',
    );
  });

  test('stays the default while it reloads, and a call waits for it', async () => {
    const consoles = newConsoles();
    const first = new FakeConsole(consoles, 'a');
    const second = new FakeConsole(consoles, 'b');
    first.leave();
    expect(defaultConsoleOf(second)).toBeNull();
    const pending = watchPromise(consoles.consoleForAfterReload(agentNamed('local'), neverAborts));
    await vi.advanceTimersByTimeAsync(3_900);
    expect(pending.result).toBe('waiting');
    const returned = new FakeConsole(consoles, 'a');
    await vi.advanceTimersByTimeAsync(0);
    if (pending.result === 'waiting') throw new Error('It still waits.');
    expect(answeringConsole(pending.result, [second, returned])?.name).toBe('console 1');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(defaultConsoleOf(second)).toBe('console 1');
  });

  test('is replaced for good by the oldest open console when it stays away', async () => {
    const consoles = newConsoles();
    const first = new FakeConsole(consoles, 'a');
    const second = new FakeConsole(consoles, 'b');
    const third = new FakeConsole(consoles, 'c');
    first.leave();
    const pending = watchPromise(consoles.consoleForAfterReload(agentNamed('local'), neverAborts));
    await vi.advanceTimersByTimeAsync(4_000);
    expect(defaultConsoleOf(third)).toBe('console 2');
    if (pending.result === 'waiting') throw new Error('It still waits.');
    expect(answeringConsole(pending.result, [second, third])?.name).toBe('console 2');
    expect(defaultConsoleOf(new FakeConsole(consoles, 'a'))).toBe('console 2');
  });

  test('is again the tab that the user chose when that reconnects', async () => {
    const consoles = newConsoles();
    const first = new FakeConsole(consoles, 'a');
    const second = new FakeConsole(consoles, 'b');
    second.end.makeDefault();
    second.leave();
    await vi.advanceTimersByTimeAsync(4_000);
    expect(defaultConsoleOf(first)).toBe('console 1');
    expect(defaultConsoleOf(new FakeConsole(consoles, 'b'))).toBe('console 2');
  });

  test('is the next to connect when all have gone', async () => {
    const consoles = newConsoles();
    new FakeConsole(consoles, 'a').leave();
    await vi.advanceTimersByTimeAsync(4_000);
    expect(consoles.consoleFor(agentNamed('local'))).toBeNull();
    expect(defaultConsoleOf(new FakeConsole(consoles, 'b'))).toBe('console 2');
  });

  test('the error of a call names the remedy while a console hangs', async () => {
    const consoles = newConsoles();
    const first = new FakeConsole(consoles, 'a');
    const errorText = (): string => noConsoleError('ADDRESS', consoles).fullText;
    expect(errorText()).toContain('No Handset console is open. Open ADDRESS');
    first.hangs = true;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(first.closed).toEqual([CLOSE_CODES.silent]);
    expect(errorText()).toBe(
      'The Handset console does not answer. Nothing was done. Ask the user to click Stop in the console, which restarts it, or, if it is closed, to open ADDRESS in Chrome. Then call again.',
    );
    new FakeConsole(consoles, 'a').leave();
    expect(errorText()).toContain('No Handset console is open.');
  });

  test('while it reloads, another console answers what all answer alike', () => {
    const consoles = newConsoles();
    const first = new FakeConsole(consoles, 'a');
    const second = new FakeConsole(consoles, 'b');
    first.leave();
    expect(consoles.consoleFor(agentNamed('local'))).toBeNull();
    expect(answeringConsole(consoles.anyConsoleFor(agentNamed('local')), [second])?.name).toBe(
      'console 2',
    );
  });
});

describe('waiting', () => {
  test('ends when a console connects, and at the time limit', async () => {
    const consoles = newConsoles();
    const limits = { signal: neverAborts, limitMs: 20_000 };
    const timedOut = watchPromise(consoles.waitForConsole(agentNamed('local'), limits));
    await vi.advanceTimersByTimeAsync(19_999);
    expect(timedOut.result).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1);
    expect(timedOut.result).toBeNull();
    const pending = watchPromise(consoles.waitForConsole(agentNamed('local'), limits));
    new FakeConsole(consoles, 'a');
    await vi.advanceTimersByTimeAsync(0);
    expect(pending.result).toMatchObject({ chosenPhone: null });
  });

  test('ends when the client disconnects', async () => {
    const controller = new AbortController();
    const waiting = watchPromise(
      newConsoles().waitForConsole(agentNamed('local'), { signal: controller.signal }),
    );
    controller.abort();
    await vi.advanceTimersByTimeAsync(0);
    expect(waiting.result).toBeNull();
  });

  test('ends when the bridge stops, which accepts no more consoles', async () => {
    const consoles = newConsoles();
    const fakeConsole = new FakeConsole(consoles, 'a');
    consoles.close();
    expect(fakeConsole.closed).toEqual([CLOSE_CODES.goingAway]);
    const pending = watchPromise(consoles.consoleForAfterReload(agentNamed('local'), neverAborts));
    await vi.advanceTimersByTimeAsync(0);
    expect(pending.result).toBeNull();
    const late = new FakeConsole(consoles, 'b');
    expect(late.closed).toEqual([CLOSE_CODES.goingAway]);
    // The consoles' own timers end with their sockets, so any that remain are the bridge's.
    for (const { end } of [fakeConsole, late]) end.socketClosed();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('an open page reconnects to a new bridge in time', async () => {
    const consoles = newConsoles();
    const returns = watchPromise(consoles.consoleReturns());
    await vi.advanceTimersByTimeAsync(5_000);
    expect(returns.result).toBe('waiting');
    new FakeConsole(consoles, 'a');
    await vi.advanceTimersByTimeAsync(0);
    expect(returns.result).toBe(true);
  });

  test('after some seconds no page is expected to reconnect', async () => {
    const consoles = newConsoles();
    const first = watchPromise(consoles.consoleReturns());
    await vi.advanceTimersByTimeAsync(5_500);
    const second = watchPromise(consoles.consoleReturns());
    await vi.advanceTimersByTimeAsync(0);
    expect([first.result, second.result]).toEqual([false, false]);
  });
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the phone that an agent chose', () => {
  const choice = (serial: string, console: string) => ({ serial, console });

  /** Creates a default console without a phone, chosen by the user, and one console for each phone. The agent `local` has made this choice. */
  function createConsoles(phones: readonly ConsolePhone[], chosen: ReturnType<typeof choice>) {
    const consoles = newConsoles();
    const defaultConsole = new FakeConsole(consoles, 'default');
    defaultConsole.end.makeDefault();
    const phoneConsoles = phones.map((heldPhone, index) =>
      new FakeConsole(consoles, `tab ${index}`).holdPhone(heldPhone),
    );
    defaultConsole.end.sendPhoneChoice('local', chosen);
    const fakeConsoles = [defaultConsole, ...phoneConsoles];
    return {
      consoles,
      fakeConsoles,
      answeringConsoleOfLocal: () =>
        answeringConsole(consoles.consoleFor(agentNamed('local')), fakeConsoles),
    };
  }

  const demo = phone('DEMO14', { kind: 'demo' });
  const lost = (heldPhone: ConsolePhone): ConsolePhone => ({ ...heldPhone, state: 'lost' });

  test.each([
    ['the console it was chosen at', [demo, demo], choice('DEMO14', 'console 3'), 'console 3'],
    ['the one that holds it now', [phone('P'), phone('Q')], choice('Q', 'console 2'), 'console 3'],
    [
      'one where it is plugged in',
      [lost(phone('P')), phone('P')],
      choice('P', 'console 9'),
      'console 3',
    ],
    [
      'where it is, not where it was',
      [lost(phone('P')), phone('P')],
      choice('P', 'console 2'),
      'console 3',
    ],
    ['where it was, when nowhere else', [lost(phone('P'))], choice('P', 'console 2'), 'console 2'],
    [
      'its own demo phone, not its like',
      [lost(demo), demo],
      choice('DEMO14', 'console 2'),
      'console 2',
    ],
    ['a demo phone of its kind at least', [demo], choice('DEMO14', 'console 9'), 'console 2'],
    [
      'the default console, when none holds it',
      [phone('P')],
      choice('Q', 'console 2'),
      'console 1',
    ],
  ])('is answered by %s', (_, phones, chosen, name) => {
    const { answeringConsoleOfLocal } = createConsoles(phones, chosen);
    expect(answeringConsoleOfLocal()).toEqual({ name, chosenPhone: chosen.serial });
  });

  test('is the choice of that agent alone, until it gives it up', () => {
    const { consoles, fakeConsoles, answeringConsoleOfLocal } = createConsoles(
      [phone('P')],
      choice('P', 'console 2'),
    );
    const other = answeringConsole(consoles.consoleFor(agentNamed('other')), fakeConsoles);
    expect(other).toEqual({ name: 'console 1', chosenPhone: null });
    fakeConsoles[1]?.end.sendPhoneChoice('local', null);
    expect(answeringConsoleOfLocal()).toEqual({ name: 'console 1', chosenPhone: null });
  });

  test('is waited for while its console reloads and finds it again', async () => {
    const { consoles, fakeConsoles } = createConsoles([phone('P')], choice('P', 'console 2'));
    fakeConsoles[1]?.leave();
    const pending = watchPromise(consoles.consoleForAfterReload(agentNamed('local'), neverAborts));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(pending.result).toBe('waiting');
    const returned = new FakeConsole(consoles, 'tab 0').holdPhone(null);
    await vi.advanceTimersByTimeAsync(0);
    if (pending.result === 'waiting') throw new Error('It still waits.');
    expect(answeringConsole(pending.result, [returned])).toEqual({
      name: 'console 2',
      chosenPhone: 'P',
    });
    // It reconnected without its phone, so the default console answers from now on.
    await vi.advanceTimersByTimeAsync(8_000);
    expect(answeringConsole(consoles.consoleFor(agentNamed('local')), fakeConsoles)?.name).toBe(
      'console 1',
    );
  });

  test('is forgotten for the agent that called longest ago, after 256 others', () => {
    const { consoles, fakeConsoles, answeringConsoleOfLocal } = createConsoles(
      [phone('P')],
      choice('P', 'console 2'),
    );
    const chosenAt = fakeConsoles[1];
    for (let at = 0; at < 255; at += 1)
      chosenAt?.end.sendPhoneChoice(`agent ${at}`, choice('P', 'console 2'));
    expect(answeringConsoleOfLocal()?.chosenPhone).toBe('P');
    chosenAt?.end.sendPhoneChoice('one more', choice('P', 'console 2'));
    expect(answeringConsoleOfLocal()?.chosenPhone).toBe('P');
    expect(
      answeringConsole(consoles.consoleFor(agentNamed('agent 0')), fakeConsoles)?.chosenPhone,
    ).toBeNull();
    expect(
      answeringConsole(consoles.consoleFor(agentNamed('agent 1')), fakeConsoles)?.chosenPhone,
    ).toBe('P');
  });
});
