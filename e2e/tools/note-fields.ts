/** The demo phone's note editor, whose fields are read in two ways: by the dump and by what the app copies. */
import { spellOut } from '../../core/unseen.ts';
import { expect } from '../fixtures.ts';
import type { PhoneUnderTest } from './phone-under-test.ts';

/** `edit_title` has one line, `edit_body` many. */
export type FieldName = 'edit_title' | 'edit_body';

interface Found {
  readonly id: string;
  readonly text: string;
}

export async function openNewNote(phone: PhoneUnderTest): Promise<void> {
  await phone.open('Notes');
  await phone.click('New note');
}

/** The one element whose resource id ends so, with its text as the dump has it. */
export async function elementNamed(phone: PhoneUnderTest, name: string): Promise<Found> {
  const { data } = await phone.does('find_elements', { by: 'resource_id', value: `:id/${name}` });
  // The tool's output schema, which the client has checked.
  const elements = data?.['elements'] as readonly Found[];
  const [only] = elements;
  if (only === undefined || elements.length > 1) throw new Error(`${elements.length} of ${name}`);
  return only;
}

/** Demands that the field shows the text, as agents read it, and that get_element_details says the same on one line. */
export async function expectShown(
  phone: PhoneUnderTest,
  name: string,
  text: string,
): Promise<string> {
  const { id, text: shown } = await elementNamed(phone, name);
  const read = spellOut(text);
  expect(shown).toBe(read);
  const details = await phone.does('get_element_details', { ids: [id] });
  const cell = read.replaceAll(/[\t\n]/g, ' ').trim();
  expect(details.text).toBe(`id\ttext\tdesc\n${id}\t${cell}\t-`);
  return id;
}

/** Null where the phone does not say that there is a clip without text. */
export async function clipboardOf(phone: PhoneUnderTest): Promise<unknown> {
  return (await phone.does('get_clipboard')).data?.['text'];
}

const copyButtons = new WeakMap<PhoneUnderTest, string>();

/** What the app itself has in its fields, title and text joined by a line break: from its own copy action. */
export async function copiedNote(phone: PhoneUnderTest): Promise<unknown> {
  // Its id stays the same: it stands in the bar above the fields.
  const id = copyButtons.get(phone) ?? (await elementNamed(phone, 'action_copy')).id;
  copyButtons.set(phone, id);
  await phone.does('click_element', { element_id: id });
  return await clipboardOf(phone);
}
