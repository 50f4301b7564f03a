/** Elements under the keyboard, in an app that does not make room for it. */
import { expect, test } from 'vitest';
import type { FaultName } from '#core/demo-phone/options.ts';
import { centerOf, type PhoneUnderTest } from '#core/demo-phone/testing/phone-under-test.ts';
import { useDrivenClock } from '#core/testing/driven-clock.ts';
import { openPhone } from '../phones.ts';

useDrivenClock();

/** With the element reader, and with dumps alone. */
const methods: readonly (readonly FaultName[])[] = [[], ['no-reader']];

/** A form whose second field lies under the keyboard. */
async function openForm(faults: readonly FaultName[]): Promise<PhoneUnderTest> {
  const phone = await openPhone({
    android: 14,
    faults: [...faults, 'keyboard-covers', 'landscape'],
    activity: 'com.handset.notes/.SignInActivity',
  });
  await phone.call('set_text', { selector: '@email', text: 'me@example.com' });
  return phone;
}

const mailOf = async (phone: PhoneUnderTest): Promise<string> =>
  (await phone.rowWithResourceId('email')).text;

test.each(methods)('are marked, and not touched (%s)', async (...faults) => {
  const phone = await openForm(faults);
  const row = await phone.rowWithResourceId('password');
  expect(row.flags).toContain('covered');
  for (const tool of ['get_screen_tree', 'summarize_screen'])
    expect((await phone.call(tool)).text).toMatch(/"Password".*covered/);
  for (const [tool, args] of [
    ['click_element', { selector: '@password' }],
    ['long_click_element', { selector: '@password' }],
    ['drag', { from: '@password', to: '@sign_in_title' }],
  ] as const) {
    expect(await phone.expectError(tool, args)).toContain(
      'the keyboard covers all of it, so nothing was touched. Close the keyboard with press_back',
    );
  }
  expect(await mailOf(phone)).toBe('me@example.com');
  const tapped = await phone.call('tap', centerOf(row.bounds));
  const next = await phone.call('get_screen_state');
  expect(`${tapped.text}\n${next.text}`).toMatch(/note:the open keyboard took the touch at \(/);

  const { text } = await phone.call('scroll_to_element', { selector: '@password' });
  expect(text).toContain('note:the keyboard covered it and was closed first');
  expect((await phone.rowWithResourceId('password')).flags).not.toContain('covered');
  await phone.call('click_element', { selector: '@password' });
  expect((await phone.call('get_screen_tree')).text).toMatch(/@password \{[^}]*focused/);
});

test.each(methods)('come into view before text is set (%s)', async (...faults) => {
  const phone = await openForm(faults);
  const { text } = await phone.call('set_text', { selector: '@password', text: 'secret' });
  expect(text).toContain('note:the keyboard covered it and was closed first');
  expect(await mailOf(phone)).toBe('me@example.com');
  expect((await phone.rowWithResourceId('password')).text).toMatch(/^•+$/);
});
