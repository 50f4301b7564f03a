import { expect, it } from 'vitest';
import { getScreenState } from './screen.ts';
import { callTool } from './testing/call-tool.ts';
import { ListModel } from './testing/list-model.ts';
import { ModelPhone } from './testing/model-phone.ts';

const withScreenshot = { include_screenshot: true };
const openList = (): ModelPhone => new ModelPhone(new ListModel({ peopleRows: ['One', 'Two'] }));

it('get_screen_state: notes that the picture may show another moment if another app came to the front', async () => {
  const phone = openList();
  phone.readFocus = () => Promise.resolve({ packageName: 'com.other', activity: '.Home' });
  const { notes } = await callTool(getScreenState, phone, withScreenshot);
  expect(notes).toEqual([
    'note:the picture may show another moment than the list: com.model/.Main was in front, then com.other/.Home. Call again before you act on it',
  ]);
  expect(phone.screenshots).toBe(2);
});

it('get_screen_state: adds no note if the same app is in front', async () => {
  const phone = openList();
  const { notes } = await callTool(getScreenState, phone, withScreenshot);
  expect(notes).toEqual([]);
  expect(phone.screenshots).toBe(1);
});
