/** A typical agent session, using only the tools. */
import {
  centerOf,
  otherAndroidVersions,
  rowsOf,
  type PhoneUnderTest,
  type ToolCases,
} from '#core/demo-phone/testing/phone-under-test.ts';
import { expect, test } from '../fixtures.ts';
import { testOn } from './phone-under-test.ts';

const note = 'Bread & butter, 2 × café\nسوق الأحد صباحًا\nשוק מחר ב־8:00\n👩🏽‍🌾🥕 100%s "$HOME"';

/** Changes a setting that is below the fold, and checks its summary. */
async function changeScreenSaver(phone: PhoneUnderTest): Promise<void> {
  await phone.open('Settings');
  await phone.clickText('Display & touch');
  const entry = { by: 'text', value: 'Screen saver' };
  for (let swipes = 0; swipes < 5; swipes++) {
    const { data } = await phone.call('wait_for_element', { ...entry, timeout: 1 });
    if (data?.['found'] === true) break;
    await phone.call('scroll', { direction: 'down', amount: 'large' });
  }
  const { id } = await phone.rowWithText('Screen saver');
  await phone.call('scroll_to_element', { element_id: id });
  const dialog = await phone.call('click_element', { element_id: id, observe: 'state' });
  const choice = rowsOf(dialog.text).find(({ text }) => text === 'Colors');
  const after = await phone.call('click_element', { element_id: choice?.id, observe: 'state' });
  const rows = rowsOf(after.text);
  const title = rows.findIndex(({ text }) => text === 'Screen saver');
  expect(rows[title + 1]).toMatchObject({ resourceId: 'android:id/summary', text: 'Colors' });
}

/** Writes a note, copies it with the app's action, saves it and finds it. */
async function writeNote(phone: PhoneUnderTest): Promise<void> {
  await phone.open('Notes');
  const { id: add } = await phone.rowWithText('New note');
  const form = await phone.call('click_element', { element_id: add, observe: 'state' });
  const [title, body] = rowsOf(form.text).filter(({ flags }) => flags.includes('edt'));
  await phone.call('set_text', { element_id: title?.id, text: 'Market' });
  await phone.call('press_key', { key: 'ENTER' });
  const typed = await phone.call('input_text', { text: note });
  expect(typed.text).toBe(`Text input completed (${note.length} characters)`);
  expect(body?.flags).toContain('edt');
  await phone.clickText('Copy text');
  const { data } = await phone.call('get_clipboard');
  expect(data).toEqual({ text: `Market\n${note}` });
  await phone.clickText('Save');
  const { data: saved } = await phone.call('find_elements', {
    by: 'text',
    value: 'Market',
    exact_match: true,
  });
  expect(saved?.['elements']).toHaveLength(1);
}

/** Zooms a photo in and out with two fingers. */
async function zoomPicture(phone: PhoneUnderTest): Promise<void> {
  await phone.open('Photos');
  const picture = await phone.row(({ description }) => description.startsWith('Photo taken on'));
  const view = await phone.call('click_element', { element_id: picture.id, observe: 'state' });
  const zoom = (text: string): string =>
    rowsOf(text).find(({ resourceId }) => resourceId === 'com.android.gallery3d:id/zoom')?.text ??
    text;
  expect(zoom(view.text)).toBe('Zoom 100%');
  const photo = await phone.rowWithResourceId('photo_view');
  const { x, y } = centerOf(photo.bounds);
  const center = { center_x: x, center_y: y };
  const larger = await phone.call('pinch', { ...center, scale: 2, observe: 'state' });
  expect(zoom(larger.text)).toBe('Zoom 200%');
  const smaller = await phone.call('pinch', { ...center, scale: 0.5, observe: 'state' });
  expect(zoom(smaller.text)).toBe('Zoom 100%');
}

const session: ToolCases = {
  'an agent changes a setting, writes a note and zooms a picture': async (phone) => {
    await changeScreenSaver(phone);
    await writeNote(phone);
    await zoomPicture(phone);
  },
};

testOn({ android: 14 }, session);
test.describe('on the other versions', { tag: '@more' }, () => {
  for (const android of otherAndroidVersions) testOn({ android }, session);
});
