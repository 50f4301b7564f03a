import { expect } from '../fixtures.ts';
import type { Cases } from './cases.ts';
import { type PhoneUnderTest, middleOf } from './phone-under-test.ts';

/** The errors for multi-finger and curved gestures when the scrcpy server cannot run. */
const oneFingerOnly =
  "Several fingers at once (pinch, two-finger gestures): not possible on this phone now. By the phone's own commands: input knows one finger only. It needs the scrcpy server, which can't run here: The scrcpy server does not start on this phone: Killed.";
const straightOnly =
  "One finger on a path that bends or changes its speed: not possible on this phone now. By the phone's own commands: input can only draw straight lines at an even speed. It needs the scrcpy server, which can't run here: The scrcpy server does not start on this phone: Killed.";

interface PathPoint {
  readonly x: number;
  readonly y: number;
  readonly time: number;
}

/** Opens a photo; returns its centre in device pixels. */
async function openPicture(phone: PhoneUnderTest): Promise<{ x: number; y: number }> {
  await phone.open('Photos');
  const { id } = await phone.rowNamed('thumbnail');
  await phone.does('click_element', { element_id: id });
  expect(await zoomOf(phone)).toBe(100);
  return middleOf((await phone.rowNamed('photo_view')).bounds);
}

/** The viewer's zoom level, in percent. */
async function zoomOf(phone: PhoneUnderTest): Promise<number> {
  return Number(/^Zoom (\d+)%$/.exec((await phone.rowNamed('zoom')).text)?.[1]);
}

/** Opens Settings; returns the top of the entry Notifications. */
async function openList(phone: PhoneUnderTest): Promise<number> {
  await phone.open('Settings');
  return await topOf(phone, 'Notifications');
}

async function topOf(phone: PhoneUnderTest, words: string): Promise<number> {
  return (await phone.rowWith(words)).bounds.top;
}

const play = (phone: PhoneUnderTest, ...paths: readonly PathPoint[][]) =>
  phone.agent.call('custom_gesture', { paths });

/** Multi-finger gestures, and one-finger gestures on any path. */
export const gestureCases = {
  'pinch zooms in and out with two fingers, or says why it cannot': async (phone) => {
    const { x, y } = await openPicture(phone);
    const pinch = { center_x: x, center_y: y };
    if (phone.way === 'shell') {
      expect(await phone.fails('pinch', { ...pinch, scale: 2 })).toBe(oneFingerOnly);
      expect(await phone.fails('pinch', { ...pinch, scale: 0.5 })).toBe(oneFingerOnly);
      expect(await zoomOf(phone)).toBe(100);
      return;
    }
    const grown = await phone.does('pinch', { ...pinch, scale: 2.5, duration: 400 });
    expect(grown.text).toBe(`Pinch (zoom in) executed at (${x}, ${y}) with scale 2.5 over 400ms`);
    expect(await zoomOf(phone)).toBe(250);
    const shrunk = await phone.does('pinch', { ...pinch, scale: 0.6 });
    expect(shrunk.text).toBe(`Pinch (zoom out) executed at (${x}, ${y}) with scale 0.6 over 300ms`);
    expect(await zoomOf(phone)).toBe(150);
  },

  'pinch by 1 does nothing and says so': async (phone) => {
    const { x, y } = await openPicture(phone);
    const { text } = await phone.does('pinch', { center_x: x, center_y: y, scale: 1 });
    expect(text).toBe(`Pinch (none (no-op)) executed at (${x}, ${y}) with scale 1.0 over 300ms`);
    expect(await zoomOf(phone)).toBe(100);
  },

  'custom_gesture with two fingers': async (phone) => {
    const { x, y } = await openPicture(phone);
    const finger = (side: -1 | 1): PathPoint[] => [
      { x, y: y + side * 100, time: 0 },
      { x, y: y + side * 150, time: 200 },
      { x, y: y + side * 300, time: 300 },
    ];
    const answer = await play(phone, finger(-1), finger(1));
    if (phone.way === 'shell') {
      expect(answer).toMatchObject({ isError: true, text: oneFingerOnly });
      expect(await zoomOf(phone)).toBe(100);
      return;
    }
    expect(answer.text).toBe('Custom gesture executed with 2 path(s), total 6 point(s)');
    expect(await zoomOf(phone)).toBe(300);
  },

  'custom_gesture along a path that turns back': async (phone) => {
    const top = await openList(phone);
    const { width, height } = await phone.size();
    const [x, y] = [width / 2, Math.floor(height * 0.75)];
    const answer = await play(phone, [
      { x, y, time: 0 },
      { x, y: y - 400, time: 200 },
      { x, y: y - 400, time: 400 },
      { x, y: y - 150, time: 600 },
    ]);
    const moved = top - (await topOf(phone, 'Notifications'));
    if (phone.way === 'shell') {
      expect(answer).toMatchObject({ isError: true, text: straightOnly });
      expect(moved).toBe(0);
      return;
    }
    expect(answer.text).toBe('Custom gesture executed with 1 path(s), total 4 point(s)');
    // The touch slop: the first pixels of a drag do not scroll.
    expect(moved).toBeGreaterThan(100);
    expect(moved).toBeLessThanOrEqual(150);
  },

  'custom_gesture along a straight line at an even speed, with both backends': async (phone) => {
    const top = await openList(phone);
    const { width, height } = await phone.size();
    const [x, y] = [width / 2, Math.floor(height * 0.75)];
    const line = [0, 1, 2, 3].map((i) => ({ x, y: y - 100 * i, time: 200 * i }));
    const answer = await play(phone, line);
    expect(answer).toMatchObject({
      isError: false,
      text: 'Custom gesture executed with 1 path(s), total 4 point(s)',
    });
    const moved = top - (await topOf(phone, 'Notifications'));
    expect(moved).toBeGreaterThan(250);
    expect(moved).toBeLessThanOrEqual(300);
  },

  'custom_gesture pauses as long as its times say': async (phone) => {
    const at = middleOf((await phone.rowWith('Notes')).bounds);
    const answer = await play(phone, [
      { ...at, time: 0 },
      { ...at, time: 900 },
      { x: at.x, y: at.y - 700, time: 1000 },
    ]);
    if (phone.way === 'shell') {
      expect(answer).toMatchObject({ isError: true, text: straightOnly });
    } else {
      // At an even speed the same path would have opened the drawer.
      expect(answer.isError, answer.text).toBe(false);
      expect(await phone.shows('App info')).toBe(true);
    }
    await phone.does('press_home');
    const rest = await play(phone, [
      { ...at, time: 0 },
      { ...at, time: 900 },
    ]);
    expect(rest.isError, rest.text).toBe(false);
    expect(await phone.shows('App info')).toBe(true);
  },

  'scroll reveals content in the given direction': async (phone) => {
    const top = await openList(phone);
    const { height } = await phone.size();
    const { text } = await phone.does('scroll', { direction: 'down', amount: 'small' });
    expect(text).toBe('Scroll down (small) executed');
    const moved = top - (await topOf(phone, 'Notifications'));
    expect(moved).toBeGreaterThan(height * 0.2);
    expect(moved).toBeLessThanOrEqual(height * 0.25);
    expect((await phone.does('scroll', { direction: 'DOWN' })).text).toBe(
      'Scroll down (medium) executed',
    );
    expect(await phone.shows('Network & internet')).toBe(false);
    await phone.does('scroll', { direction: 'up', amount: 'large' });
    await phone.does('scroll', { direction: 'up', amount: 'large' });
    expect(await topOf(phone, 'Notifications')).toBe(top);
  },

  'scroll works horizontally': async (phone) => {
    for (const app of ['Settings', 'Clock', 'Notes', 'Calculator']) await phone.open(app);
    await phone.does('press_recents');
    const leftOf = async (app: string): Promise<number> => (await phone.rowWith(app)).bounds.left;
    const before = await leftOf('Notes');
    const { text } = await phone.does('scroll', { direction: 'right', amount: 'small' });
    expect(text).toBe('Scroll right (small) executed');
    expect(await leftOf('Notes')).toBeLessThan(before);
    await phone.does('scroll', { direction: 'left', amount: 'large' });
    expect(await leftOf('Notes')).toBe(before);
    await phone.does('scroll', { direction: 'right', amount: 'large' });
    await phone.does('scroll', { direction: 'right', amount: 'large' });
    expect(await phone.shows('Settings')).toBe(true);
    expect(await phone.shows('Calculator')).toBe(false);
  },
} satisfies Cases;
