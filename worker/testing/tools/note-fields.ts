/** The fields of the demo phone's note editor, read in two ways: from a dump, and by the app's copy action. */
import { escapeInvisible } from '#core/text/invisible-characters.ts';
import { expect } from 'vitest';
import type { PhoneUnderTest } from '#core/demo-phone/testing/phone-under-test.ts';

/** `edit_title` is single-line, `edit_body` multi-line. */
export type FieldName = 'edit_title' | 'edit_body';

interface FoundElement {
  readonly id: string;
  readonly text: string;
}

export async function openNewNote(phone: PhoneUnderTest): Promise<void> {
  await phone.open('Notes');
  await phone.clickText('New note');
}

/** The only element with this resource id name, with its text from the dump. */
export async function elementWithResourceId(
  phone: PhoneUnderTest,
  name: string,
): Promise<FoundElement> {
  const { data } = await phone.call('find_elements', { by: 'resource_id', value: `:id/${name}` });
  // The client has checked the tool's output schema.
  const elements = data?.['elements'] as readonly FoundElement[];
  const [only] = elements;
  if (only === undefined || elements.length > 1) throw new Error(`${elements.length} of ${name}`);
  return only;
}

/** Expects that the field shows the text, and get_element_details the same on one line; returns the element's id. */
export async function expectFieldText(
  phone: PhoneUnderTest,
  name: string,
  text: string,
): Promise<string> {
  const { id, text: shown } = await elementWithResourceId(phone, name);
  const expected = escapeInvisible(text);
  expect(shown).toBe(expected);
  const details = await phone.call('get_element_details', { ids: [id] });
  const cell = expected.replaceAll(/[\t\n]/g, ' ').trim();
  expect(details.text).toBe(`id\ttext\tdesc\n${id}\t${cell}\t-`);
  return id;
}

/** The clipboard's text; null if it has none and the phone does not report an empty clip. */
export async function clipboardOf(phone: PhoneUnderTest): Promise<unknown> {
  return (await phone.call('get_clipboard')).data?.['text'];
}

const copyButtons = new WeakMap<PhoneUnderTest, string>();

/** Title and text as the app has them, joined by a line break: copied with the app's own action. */
export async function copiedNote(phone: PhoneUnderTest): Promise<unknown> {
  // The button's id is stable, since it is in the bar above the fields.
  const id = copyButtons.get(phone) ?? (await elementWithResourceId(phone, 'action_copy')).id;
  copyButtons.set(phone, id);
  await phone.call('click_element', { element_id: id });
  return await clipboardOf(phone);
}
