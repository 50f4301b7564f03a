/** Phones that refuse input over ADB, such as Xiaomi's: each text tool names the setting to change. */
import { expect } from '../fixtures.ts';
import { test } from './cases.ts';
import { elementWithResourceId } from './note-fields.ts';

const textDenied =
  /^[^.]*The phone refuses touches and keys over ADB: .*INJECT_EVENTS.* On the phone, turn on Developer options > "USB debugging \(Security settings\)"/;

// Android's error message changed with version 12.
for (const android of [8, 14] as const) {
  for (const backendFaults of [[], ['no-scrcpy']] as const) {
    const backend = backendFaults.length === 0 ? 'scrcpy' : 'shell';
    test(`text is refused by Android ${android}, ${backend}`, async ({ openPhone }) => {
      const activity = 'com.handset.notes/.EditActivity';
      const faults = ['input-denied', ...backendFaults] as const;
      const phone = await openPhone({ android, faults, activity });
      const { id, text } = await elementWithResourceId(phone, 'edit_title');
      for (const [tool, args] of [
        ['set_text', { element_id: id, text: 'x' }],
        ['set_text', { element_id: id, text: '' }],
        ['input_text', { element_id: id, text: 'x' }],
        ['clear_text', { element_id: id }],
        ['press_key', { key: 'HOME' }],
        ['press_key', { key: 'BACK' }],
      ] as const) {
        expect(await phone.expectError(tool, args)).toMatch(textDenied);
      }
      expect(await elementWithResourceId(phone, 'edit_title')).toMatchObject({ id, text });
    });
  }
}
