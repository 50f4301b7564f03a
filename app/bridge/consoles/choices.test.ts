import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ConsolePhone } from '../../../core/relay/frames.ts';
import {
  FakeConsole,
  answeringConsole,
  neverAborts,
  newConsoles,
  phone,
  watchPromise,
} from '../testing/sitter.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the phone that an agent chose', () => {
  const choice = (serial: string, console: string) => ({ serial, console });

  /** Creates a default console without a phone, chosen by the user, and one console for each phone. The agent `local` has made this choice. */
  function createConsoles(phones: readonly ConsolePhone[], chosen: ReturnType<typeof choice>) {
    const consoles = newConsoles();
    const defaultConsole = new FakeConsole(consoles, 'lead');
    defaultConsole.end.makeDefault();
    const phoneConsoles = phones.map((heldPhone, index) =>
      new FakeConsole(consoles, `tab ${index}`).holdPhone(heldPhone),
    );
    defaultConsole.end.sendPhoneChoice('local', chosen);
    const fakeConsoles = [defaultConsole, ...phoneConsoles];
    return {
      consoles,
      sitters: fakeConsoles,
      answeringConsoleOfLocal: () => answeringConsole(consoles.consoleFor('local'), fakeConsoles),
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
    ['the lead, when nobody holds it', [phone('P')], choice('Q', 'console 2'), 'console 1'],
  ])('is answered by %s', (_, phones, chosen, name) => {
    const { answeringConsoleOfLocal } = createConsoles(phones, chosen);
    expect(answeringConsoleOfLocal()).toEqual({ name, chosenPhone: chosen.serial });
  });

  test('is the choice of that agent alone, until it gives it up', () => {
    const {
      consoles,
      sitters: fakeConsoles,
      answeringConsoleOfLocal,
    } = createConsoles([phone('P')], choice('P', 'console 2'));
    const other = answeringConsole(consoles.consoleFor('other'), fakeConsoles);
    expect(other).toEqual({ name: 'console 1', chosenPhone: null });
    fakeConsoles[1]?.end.sendPhoneChoice('local', null);
    expect(answeringConsoleOfLocal()).toEqual({ name: 'console 1', chosenPhone: null });
  });

  test('is waited for while its console reloads and finds it again', async () => {
    const { consoles, sitters: fakeConsoles } = createConsoles(
      [phone('P')],
      choice('P', 'console 2'),
    );
    fakeConsoles[1]?.leave();
    const pending = watchPromise(consoles.consoleForAfterReload('local', neverAborts));
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
    expect(answeringConsole(consoles.consoleFor('local'), fakeConsoles)?.name).toBe('console 1');
  });

  test('is forgotten for the agent that called longest ago, after 256 others', () => {
    const {
      consoles,
      sitters: fakeConsoles,
      answeringConsoleOfLocal,
    } = createConsoles([phone('P')], choice('P', 'console 2'));
    const chosenAt = fakeConsoles[1];
    for (let at = 0; at < 255; at += 1)
      chosenAt?.end.sendPhoneChoice(`agent ${at}`, choice('P', 'console 2'));
    expect(answeringConsoleOfLocal()?.chosenPhone).toBe('P');
    chosenAt?.end.sendPhoneChoice('one more', choice('P', 'console 2'));
    expect(answeringConsoleOfLocal()?.chosenPhone).toBe('P');
    expect(answeringConsole(consoles.consoleFor('agent 0'), fakeConsoles)?.chosenPhone).toBeNull();
    expect(answeringConsole(consoles.consoleFor('agent 1'), fakeConsoles)?.chosenPhone).toBe('P');
  });
});
