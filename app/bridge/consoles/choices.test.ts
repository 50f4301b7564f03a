import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { HeldPhone } from '../../../core/relay/frames.ts';
import { Sitter, answering, never, newConsoles, phone, watch } from '../testing/sitter.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the phone that an agent chose', () => {
  const choice = (serial: string, console: string) => ({ serial, console });

  /** Creates a default console without a phone, chosen by the user, and one console for each phone. The agent `local` has made this choice. */
  function withPhones(phones: readonly HeldPhone[], chosen: ReturnType<typeof choice>) {
    const consoles = newConsoles();
    const lead = new Sitter(consoles, 'lead');
    lead.end.lead();
    const others = phones.map((its, index) => new Sitter(consoles, `tab ${index}`).hold(its));
    lead.end.choose('local', chosen);
    const sitters = [lead, ...others];
    return { consoles, sitters, who: () => answering(consoles.serving('local'), sitters) };
  }

  const demo = phone('DEMO14', { kind: 'demo' });
  const lost = (its: HeldPhone): HeldPhone => ({ ...its, state: 'lost' });

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
    const { who } = withPhones(phones, chosen);
    expect(who()).toEqual({ name, chosenPhone: chosen.serial });
  });

  test('is the choice of that agent alone, until it gives it up', () => {
    const { consoles, sitters, who } = withPhones([phone('P')], choice('P', 'console 2'));
    const other = answering(consoles.serving('other'), sitters);
    expect(other).toEqual({ name: 'console 1', chosenPhone: null });
    sitters[1]?.end.choose('local', null);
    expect(who()).toEqual({ name: 'console 1', chosenPhone: null });
  });

  test('is waited for while its console reloads and finds it again', async () => {
    const { consoles, sitters } = withPhones([phone('P')], choice('P', 'console 2'));
    sitters[1]?.leave();
    const soon = watch(consoles.servingSoon('local', never));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(soon.result).toBe('waiting');
    const back = new Sitter(consoles, 'tab 0').hold(null);
    await vi.advanceTimersByTimeAsync(0);
    if (soon.result === 'waiting') throw new Error('It still waits.');
    expect(answering(soon.result, [back])).toEqual({ name: 'console 2', chosenPhone: 'P' });
    // It reconnected without its phone, so the default console answers from now on.
    await vi.advanceTimersByTimeAsync(8_000);
    expect(answering(consoles.serving('local'), sitters)?.name).toBe('console 1');
  });

  test('is forgotten for the agent that called longest ago, after 256 others', () => {
    const { consoles, sitters, who } = withPhones([phone('P')], choice('P', 'console 2'));
    const chosenAt = sitters[1];
    for (let at = 0; at < 255; at += 1)
      chosenAt?.end.choose(`agent ${at}`, choice('P', 'console 2'));
    expect(who()?.chosenPhone).toBe('P');
    chosenAt?.end.choose('one more', choice('P', 'console 2'));
    expect(who()?.chosenPhone).toBe('P');
    expect(answering(consoles.serving('agent 0'), sitters)?.chosenPhone).toBeNull();
    expect(answering(consoles.serving('agent 1'), sitters)?.chosenPhone).toBe('P');
  });
});
