import { expect } from 'vitest';
import {
  centerOf,
  rowsOf,
  type PhoneUnderTest,
  type ToolCases,
} from '#core/demo-phone/testing/phone-under-test.ts';

/** Returns the error text for a coordinate beyond this phone's screen. */
async function outOfBoundsMessages(
  phone: PhoneUnderTest,
): Promise<(name: string, axis: 'x' | 'y') => string> {
  const { width, height } = await phone.screenSize();
  return (name, axis) => {
    const limit = axis === 'x' ? width : height;
    return `${name} must be < ${limit} (the screen is ${width}x${height}), got: ${limit}.0`;
  };
}

/** Taps, long presses and swipes by coordinates. */
export const touchCases = {
  'tap opens an app, and can show its screen': async (phone) => {
    const { x, y } = centerOf((await phone.rowWithText('Calculator')).bounds);
    const { text } = await phone.call('tap', { x: x + 0.75, y, observe: 'state' });
    expect(text.split('\n')[0]).toBe(`Tap executed at (${x}, ${y})`);
    expect(text).toContain('\napp:com.android.calculator2 activity:.Calculator\n');
    expect(rowsOf(text).some((row) => row.text === '7')).toBe(true);
  },

  'points beyond the screen are refused with its size': async (phone) => {
    const { width: x, height: y } = await phone.screenSize();
    const beyond = await outOfBoundsMessages(phone);
    const message = (name: string): string =>
      beyond(`Parameter '${name}'`, name.startsWith('x') ? 'x' : 'y');
    expect(await phone.expectError('tap', { x, y: 0 })).toBe(message('x'));
    expect(await phone.expectError('tap', { x: 0, y })).toBe(message('y'));
    expect(await phone.expectError('long_press', { x, y: 9 })).toBe(message('x'));
    expect(await phone.expectError('double_tap', { x: 9, y })).toBe(message('y'));
    expect(await phone.expectError('swipe', { x1: 9, y1: y, x2: 9, y2: 9 })).toBe(message('y1'));
    expect(await phone.expectError('swipe', { x1: 9, y1: 9, x2: x, y2: 9 })).toBe(message('x2'));
    expect(await phone.expectError('pinch', { center_x: x, center_y: 9, scale: 2 })).toBe(
      beyond("Parameter 'center_x'", 'x'),
    );
    const path = [
      { x: 9, y: 9, time: 0 },
      { x: 9, y, time: 300 },
    ];
    expect(await phone.expectError('custom_gesture', { paths: [path] })).toBe(
      beyond('Point at path[0][1].y', 'y'),
    );
    await phone.call('tap', { x: x - 1, y: Math.floor(y / 3) });
  },

  'long_press on an icon opens its menu, a short one the app': async (phone) => {
    const at = centerOf((await phone.rowWithText('Notes')).bounds);
    const { text } = await phone.call('long_press', at);
    expect(text).toBe(`Long press executed at (${at.x}, ${at.y}) for 1000ms`);
    await phone.clickText('App info');
    expect((await phone.rowWithResourceId('entity_header_title')).text).toBe('Notes');
    await phone.call('press_home');
    const short = await phone.call('long_press', { ...at, duration: 200 });
    expect(short.text).toBe(`Long press executed at (${at.x}, ${at.y}) for 200ms`);
    expect(await phone.foregroundActivity()).toBe('com.handset.notes/.MainActivity');
  },

  'long_press in a field selects the word': async (phone) => {
    await phone.open('Notes');
    await phone.clickText('Book list');
    const { left, top } = (await phone.rowWithResourceId('edit_title')).bounds;
    await phone.call('long_press', { x: left + 20, y: top + 60, duration: 700 });
    await phone.call('press_key', { key: 'DEL' });
    expect((await phone.rowWithResourceId('edit_title')).text).toMatch(/^ ?list$/);
  },

  'double_tap zooms a picture in and out': async (phone) => {
    await phone.open('Photos');
    const { id } = await phone.rowWithResourceId('thumbnail');
    await phone.call('click_element', { element_id: id });
    const zoom = async (): Promise<string> => (await phone.rowWithResourceId('zoom')).text;
    expect(await zoom()).toBe('Zoom 100%');
    const { text } = await phone.call('double_tap', { x: 500, y: 800.5 });
    expect(text).toBe('Double tap executed at (500, 800)');
    expect(await zoom()).toBe('Zoom 200%');
    await phone.call('double_tap', { x: 500, y: 800 });
    expect(await zoom()).toBe('Zoom 100%');
  },

  'swipe moves a slider': async (phone) => {
    await phone.call('open_quick_settings');
    const before = await screenshot(phone);
    const { left, right, top, bottom } = (await phone.rowWithResourceId('slider')).bounds;
    const y = Math.floor((top + bottom) / 2);
    const { text } = await phone.call('swipe', { x1: left + 40, y1: y, x2: right - 40, y2: y });
    expect(text).toBe(
      `Swipe executed from (${left + 40}, ${y}) to (${right - 40}, ${y}) over 300ms`,
    );
    expect(before.equals(await screenshot(phone))).toBe(false);
    await phone.rowWithResourceId('slider');
  },

  'swipe up from the dock opens the app drawer, down closes it': async (phone) => {
    const { x, y } = centerOf((await phone.rowWithResourceId('page_indicator')).bounds);
    const up = { x1: x, y1: y, x2: x, y2: y - 800, duration: 500 };
    const { text } = await phone.call('swipe', { ...up, observe: 'state' });
    expect(text.split('\n')[0]).toMatch(/ over 500ms$/);
    expect(rowsOf(text).some(({ resourceId }) => resourceId.endsWith(':id/apps_view'))).toBe(true);
    await phone.call('swipe', { x1: x, y1: 600, x2: x, y2: 1200 });
    await phone.rowWithResourceId('workspace');
  },
} satisfies ToolCases;

async function screenshot(phone: PhoneUnderTest): Promise<Buffer> {
  const { images } = await phone.call('get_screen_state', {
    include_screenshot: true,
    annotate: false,
  });
  return images[0]?.bytes ?? Buffer.of();
}

/** The errors for multi-finger and curved gestures when the scrcpy server cannot run. */
const oneFingerOnly =
  "Several fingers at once (pinch, two-finger gestures): not possible right now. The phone's own commands can't do it (input supports only one finger), and the scrcpy server isn't running: The scrcpy server doesn't start on this phone: Killed.";
const straightOnly =
  "One finger on a path that bends or changes its speed: not possible right now. The phone's own commands can't do it (input can only draw straight lines at a constant speed), and the scrcpy server isn't running: The scrcpy server doesn't start on this phone: Killed.";

interface PathPoint {
  readonly x: number;
  readonly y: number;
  readonly time: number;
}

/** Opens a photo; returns its centre in device pixels. */
async function openPicture(phone: PhoneUnderTest): Promise<{ x: number; y: number }> {
  await phone.open('Photos');
  const { id } = await phone.rowWithResourceId('thumbnail');
  await phone.call('click_element', { element_id: id });
  expect(await zoomOf(phone)).toBe(100);
  return centerOf((await phone.rowWithResourceId('photo_view')).bounds);
}

/** The viewer's zoom level, in percent. */
async function zoomOf(phone: PhoneUnderTest): Promise<number> {
  return Number(/^Zoom (\d+)%$/.exec((await phone.rowWithResourceId('zoom')).text)?.[1]);
}

/** Opens Settings; returns the top of the entry Notifications. */
async function openList(phone: PhoneUnderTest): Promise<number> {
  await phone.open('Settings');
  return await topOf(phone, 'Notifications');
}

async function topOf(phone: PhoneUnderTest, label: string): Promise<number> {
  return (await phone.rowWithText(label)).bounds.top;
}

const customGesture = (phone: PhoneUnderTest, ...paths: readonly PathPoint[][]) =>
  phone.agent.call('custom_gesture', { paths });

/** Multi-finger gestures, and one-finger gestures on any path. */
export const gestureCases = {
  'pinch zooms in and out with two fingers, or says why it cannot': async (phone) => {
    const { x, y } = await openPicture(phone);
    const pinch = { center_x: x, center_y: y };
    if (phone.inputBackend === 'shell') {
      expect(await phone.expectError('pinch', { ...pinch, scale: 2 })).toBe(oneFingerOnly);
      expect(await phone.expectError('pinch', { ...pinch, scale: 0.5 })).toBe(oneFingerOnly);
      expect(await zoomOf(phone)).toBe(100);
      return;
    }
    const grown = await phone.call('pinch', { ...pinch, scale: 2.5, duration: 400 });
    expect(grown.text).toBe(`Pinch (zoom in) executed at (${x}, ${y}) with scale 2.5 over 400ms`);
    expect(await zoomOf(phone)).toBe(250);
    const shrunk = await phone.call('pinch', { ...pinch, scale: 0.6 });
    expect(shrunk.text).toBe(`Pinch (zoom out) executed at (${x}, ${y}) with scale 0.6 over 300ms`);
    expect(await zoomOf(phone)).toBe(150);
  },

  'pinch by 1 does nothing and says so': async (phone) => {
    const { x, y } = await openPicture(phone);
    const { text } = await phone.call('pinch', { center_x: x, center_y: y, scale: 1 });
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
    const answer = await customGesture(phone, finger(-1), finger(1));
    if (phone.inputBackend === 'shell') {
      expect(answer).toMatchObject({ isError: true, text: oneFingerOnly });
      expect(await zoomOf(phone)).toBe(100);
      return;
    }
    expect(answer.text).toBe('Custom gesture executed with 2 path(s), total 6 point(s)');
    expect(await zoomOf(phone)).toBe(300);
  },

  'custom_gesture along a path that turns back': async (phone) => {
    const top = await openList(phone);
    const { width, height } = await phone.screenSize();
    const x = width / 2;
    const y = Math.floor(height * 0.75);
    const answer = await customGesture(phone, [
      { x, y, time: 0 },
      { x, y: y - 400, time: 200 },
      { x, y: y - 400, time: 400 },
      { x, y: y - 150, time: 600 },
    ]);
    const moved = top - (await topOf(phone, 'Notifications'));
    if (phone.inputBackend === 'shell') {
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
    const { width, height } = await phone.screenSize();
    const x = width / 2;
    const y = Math.floor(height * 0.75);
    const line = [0, 1, 2, 3].map((i) => ({ x, y: y - 100 * i, time: 200 * i }));
    const answer = await customGesture(phone, line);
    expect(answer).toMatchObject({
      isError: false,
      text: 'Custom gesture executed with 1 path(s), total 4 point(s)',
    });
    const moved = top - (await topOf(phone, 'Notifications'));
    expect(moved).toBeGreaterThan(250);
    expect(moved).toBeLessThanOrEqual(300);
  },

  'custom_gesture pauses as long as its times say': async (phone) => {
    const at = centerOf((await phone.rowWithText('Notes')).bounds);
    const answer = await customGesture(phone, [
      { ...at, time: 0 },
      { ...at, time: 900 },
      { x: at.x, y: at.y - 700, time: 1000 },
    ]);
    if (phone.inputBackend === 'shell') {
      expect(answer).toMatchObject({ isError: true, text: straightOnly });
    } else {
      // At an even speed the same path would have opened the drawer.
      expect(answer.isError, answer.text).toBe(false);
      expect(await phone.showsText('App info')).toBe(true);
    }
    await phone.call('press_home');
    const rest = await customGesture(phone, [
      { ...at, time: 0 },
      { ...at, time: 900 },
    ]);
    expect(rest.isError, rest.text).toBe(false);
    expect(await phone.showsText('App info')).toBe(true);
  },

  'scroll reveals content in the given direction': async (phone) => {
    const top = await openList(phone);
    const { height } = await phone.screenSize();
    const { text } = await phone.call('scroll', { direction: 'down', amount: 'small' });
    expect(text).toBe('Scroll down (small) executed');
    const moved = top - (await topOf(phone, 'Notifications'));
    expect(moved).toBeGreaterThan(height * 0.2);
    expect(moved).toBeLessThanOrEqual(height * 0.25);
    expect((await phone.call('scroll', { direction: 'DOWN' })).text).toBe(
      'Scroll down (medium) executed',
    );
    expect(await phone.showsText('Network & internet')).toBe(false);
    await phone.call('scroll', { direction: 'up', amount: 'large' });
    await phone.call('scroll', { direction: 'up', amount: 'large' });
    expect(await topOf(phone, 'Notifications')).toBe(top);
  },

  'scroll works horizontally': async (phone) => {
    for (const app of ['Settings', 'Clock', 'Notes', 'Calculator']) await phone.open(app);
    await phone.call('press_recents');
    const leftOf = async (app: string): Promise<number> =>
      (await phone.rowWithText(app)).bounds.left;
    const before = await leftOf('Notes');
    const { text } = await phone.call('scroll', { direction: 'right', amount: 'small' });
    expect(text).toBe('Scroll right (small) executed');
    expect(await leftOf('Notes')).toBeLessThan(before);
    await phone.call('scroll', { direction: 'left', amount: 'large' });
    expect(await leftOf('Notes')).toBe(before);
    await phone.call('scroll', { direction: 'right', amount: 'large' });
    await phone.call('scroll', { direction: 'right', amount: 'large' });
    expect(await phone.showsText('Settings')).toBe(true);
    expect(await phone.showsText('Calculator')).toBe(false);
  },
} satisfies ToolCases;
