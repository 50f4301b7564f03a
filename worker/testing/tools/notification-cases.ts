/** Notifications: listed, opened and dismissed, as an agent does it. */
import { expect } from 'vitest';
import type { PhoneUnderTest, ToolCases } from '#core/demo-phone/testing/phone-under-test.ts';

/** The ids of the notifications with these titles, by title. */
async function idsByTitle(phone: PhoneUnderTest): Promise<ReadonlyMap<string, string>> {
  const { data } = await phone.call('list_notifications');
  // As the output schema of the tool has it.
  const { notifications } = data as {
    notifications: readonly { notification_id: string; title: string }[];
  };
  return new Map(notifications.map(({ title, notification_id: id }) => [title, id]));
}

export const notificationCases = {
  'list_notifications: who, what and when': async (phone) => {
    const { text, data } = await phone.call('list_notifications');
    expect(text).toMatch(
      /^notification_id\tpackage_id\ttitle\ttext\tposted\tclearable\tactions\n0\|com\.handset\.notes\|\d+\|null\|\d+\tcom\.handset\.notes\tReminder: Groceries\tOat milk, sourdough, tomatoes, basil\t20\d\d-/,
    );
    expect(data).toMatchObject({
      notifications: [{}, {}, {}, { package_id: 'android', clearable: false, actions: [] }],
    });
    expect(text.includes('note:')).toBe(phone.android < 12);
  },

  'open_notification: opens what it is about': async (phone) => {
    const id = (await idsByTitle(phone)).get('One year ago today');
    const { text } = await phone.call('open_notification', { notification_id: id });
    expect(text).toContain(
      'Tapped the notification "One year ago today" of com.android.gallery3d.',
    );
    expect(await phone.foregroundActivity()).toContain('com.android.gallery3d/');
  },

  'dismiss_notification: is gone; one that its app keeps, and one that is gone, are refused':
    async (phone) => {
      const ids = await idsByTitle(phone);
      const notification_id = ids.get('Reminder: Groceries');
      const before = await phone.foregroundActivity();
      expect((await phone.call('dismiss_notification', { notification_id })).text).toContain(
        'Dismissed the notification "Reminder: Groceries" of com.handset.notes.',
      );
      expect(await phone.foregroundActivity()).toBe(before);
      expect((await idsByTitle(phone)).has('Reminder: Groceries')).toBe(false);
      for (const tool of ['dismiss_notification', 'open_notification'])
        expect(await phone.expectError(tool, { notification_id })).toContain('has no notification');
      const kept = { notification_id: ids.get('USB debugging connected') };
      expect(await phone.expectError('dismiss_notification', kept)).toContain(
        "can't be dismissed: its app keeps it",
      );
    },
} as const satisfies ToolCases;
