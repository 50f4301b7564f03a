/** The screen that an agent gets from a phone with a fault, or the reason why it gets none. */
import { expect, test } from 'vitest';
import { type FaultName, faults } from '#core/demo-phone/options.ts';
import { expectedScreen, withoutSnapshot } from '#core/demo-phone/testing/expected-screen.ts';
import { activity, assertOutcome } from '#core/demo-phone/testing/fault-outcomes.ts';
import { useDrivenClock } from '#core/testing/driven-clock.ts';
import { openPhone } from '../phones.ts';

useDrivenClock();

for (const [name, description] of Object.entries(faults)) {
  // The keys are exactly the fault names.
  const fault = name as FaultName;
  test(`${fault}: ${description}`, async () => {
    const { agent } = await openPhone({ android: 14, faults: [fault], activity }, 'connecting');
    await assertOutcome(fault, agent);
    if (fault !== 'unplug-mid-transfer') return;
    // Calls work again after the phone is plugged in again, by themselves.
    const { text } = await expectedScreen({ android: 14, faults: new Set(), activity });
    const read = async () => withoutSnapshot((await agent.call('get_screen_state')).text);
    await expect.poll(read).toBe(text);
  });
}
