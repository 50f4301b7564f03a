/** The bars of the apps' pages: titles, searches, tabs, and what the tabs show. */
import { expect, it } from 'vitest';
import { createTestPhone } from '../testing/test-phone.ts';

const messages = 'com.android.messaging/.ui.conversationlist.ConversationListActivity';
const phone = 'com.android.dialer/.DialtactsActivity';
const photos = 'com.android.gallery3d/.app.GalleryActivity';

it.each([
  ['Settings', 'com.android.settings/.Settings'],
  ['Network & internet', 'com.android.settings/.Settings$NetworkDashboardActivity'],
])('the title %s collapses into the bar and is never cut', async (title, activity) => {
  const { world, finger } = await createTestPhone({ activity });
  /** The darkest red in a line of the display, right of the back button and left of the avatar. */
  const darkestIn = async (line: 'middle' | 'bottom') => {
    const { top, bottom } = finger.get('collapsing_toolbar').bounds;
    const { size, rgba } = await world.pixels();
    const start = (line === 'middle' ? (top + bottom) / 2 : bottom) * size.width;
    const pixels = Array.from({ length: 580 }, (_, x) => rgba[(start + 200 + x) * 4] ?? 0);
    return Math.min(...pixels);
  };
  const plain = 0xeb;
  expect(finger.get('collapsing_toolbar').description).toBe(title);
  expect(await darkestIn('middle')).toBeGreaterThan(plain);
  for (let scroll = 0; scroll < 7; scroll++) {
    expect(finger.nodes().filter(({ text }) => text === title)).toHaveLength(1);
    expect(await darkestIn('bottom')).toBeGreaterThan(plain);
    finger.swipe([540, 1800], [540, 1770], 900);
  }
  finger.swipe([540, 1800], [540, 1600], 900);
  expect(finger.nodes().filter(({ text }) => text === title)).toHaveLength(0);
  expect(await darkestIn('middle')).toBe(0x1d);
});

it('conversations are searched by name and text', async () => {
  const { world, finger } = await createTestPhone({ activity: messages });
  finger.tap('Search');
  world.typeText('CAKE');
  expect(finger.find('Elif Kaya')).toBeDefined();
  expect(finger.find('Maya Lindqvist')).toBeUndefined();
  finger.tap('Clear query');
  world.typeText('nobody');
  expect(finger.get('empty').text).toBe('No results found');
  // The first hides the keyboard.
  world.pressKey(4);
  world.pressKey(4);
  expect(finger.find('Maya Lindqvist')).toBeDefined();
  expect(finger.find('search_src_text')).toBeUndefined();
});

it('a chat is started with a contact, and is on top once a message is sent', async () => {
  const { world, finger } = await createTestPhone({ activity: messages });
  const titles = () =>
    finger.nodes().flatMap(({ resourceId, text }) => (resourceId.endsWith('/title') ? [text] : []));
  const start = (name: string, message: string) => {
    finger.tap('Start chat');
    finger.tap(name);
    finger.tap('compose_message_text');
    world.typeText(message);
    finger.tap('Send message');
    finger.tap('Navigate up');
  };
  start('Noor Haddad', 'Hello Noor');
  expect(titles().slice(0, 2)).toEqual(['Noor Haddad', 'Maya Lindqvist']);
  start('Jonas Weber', 'On my way');
  expect(titles()).toHaveLength(5);
  expect(titles()[0]).toBe('Jonas Weber');
  finger.tap('Jonas Weber');
  expect(finger.find('Bike is ready, you can pick it up.')).toBeDefined();
});

it('files are searched by name', async () => {
  const { world, finger } = await createTestPhone({
    activity: 'com.android.documentsui/.files.FilesActivity',
  });
  finger.tap('Search');
  world.typeText('.pdf');
  expect(finger.find('Lease 2026.pdf')).toBeDefined();
  expect(finger.find('Documents')).toBeUndefined();
  finger.tap('Collapse');
  expect(finger.find('Documents')).toBeDefined();
});

it('the tabs of Phone show favorites, calls and contacts, those added too', async () => {
  const { world, finger } = await createTestPhone({ activity: phone });
  const selected = () =>
    finger.nodes().flatMap((node) => (node.selected ? [node.description] : []));
  expect(selected()).toEqual(['Recents']);
  expect(finger.find('Missed')).toBeDefined();
  finger.tap('tab_menu_contacts');
  expect(selected()).toEqual(['Contacts']);
  expect(finger.find('Amara Osei')).toBeDefined();
  finger.tap('Favorites');
  expect(finger.find('Amara Osei')).toBeUndefined();
  finger.tap('Maya Lindqvist');
  expect([selected(), finger.get('digits').text]).toEqual([['Keypad'], '555-0104']);
  expect(world.resumedActivity().packageName).toBe('com.android.dialer');
});

it('the keypad suggests contacts by number and by the letters of the name, or a new contact', async () => {
  const { world, finger } = await createTestPhone({ activity: phone });
  const dial = (digits: string) => {
    for (const digit of digits) finger.tap(`key_${digit}`);
  };
  finger.tap('Keypad');
  expect(finger.find('Missed')).toBeDefined();
  dial('6292');
  expect(finger.find('Maya Lindqvist')).toBeDefined();
  expect(finger.find('Noor Haddad')).toBeUndefined();
  dial('99');
  finger.tap('Create new contact');
  expect(finger.get('phone').text).toBe('629-299');
  finger.tap('name');
  world.typeText('Bo');
  finger.tap('editor_menu_save_button');
  expect(finger.find('Bo')).toBeDefined();
});

it('a picture taken by the camera is in its corner and in Photos', async () => {
  const { world, finger } = await createTestPhone({
    activity: 'com.android.camera2/.CameraLauncher',
  });
  expect(finger.get('rounded_thumbnail_view').description).toBe('Photo taken on November 20');
  finger.tap('Shutter');
  finger.tap('rounded_thumbnail_view');
  expect(finger.get('action_bar_title').text).toBe('November 20, 09:41');
  world.pressKey(4);
  expect(finger.find('Shutter')).toBeDefined();
  world.startActivity(photos);
  const thumbnails = () =>
    finger.nodes().filter(({ resourceId }) => resourceId.endsWith('/thumbnail')).length;
  expect([finger.get('date').text, thumbnails()]).toEqual(['Today', 13]);
  finger.tap('Collections');
  finger.tap('Favorites');
  expect(thumbnails()).toBe(4);
  world.pressKey(4);
  expect(finger.get('Camera')).toBeDefined();
  finger.tap('Search');
  finger.tap('search_src_text');
  world.typeText('09:41');
  expect(thumbnails()).toBe(1);
});
