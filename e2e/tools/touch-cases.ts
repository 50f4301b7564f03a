import { expect } from '../fixtures.ts';
import type { Cases } from './cases.ts';
import { type PhoneUnderTest, middleOf, rowsOf } from './phone-under-test.ts';

/** Returns the error text for a coordinate beyond this phone's screen. */
async function refusals(phone: PhoneUnderTest): Promise<(name: string, axis: 'x' | 'y') => string> {
  const { width, height } = await phone.size();
  return (name, axis) => {
    const limit = axis === 'x' ? width : height;
    return `${name} must be < ${limit} (the screen is ${width}x${height}), got: ${limit}.0`;
  };
}

/** Taps, long presses and swipes by coordinates. */
export const touchCases = {
  'tap opens an app, and can show its screen': async (phone) => {
    const { x, y } = middleOf((await phone.rowWith('Calculator')).bounds);
    const { text } = await phone.does('tap', { x: x + 0.75, y, observe: 'state' });
    expect(text.split('\n')[0]).toBe(`Tap executed at (${x}, ${y})`);
    expect(text).toContain('\napp:com.android.calculator2 activity:.Calculator\n');
    expect(rowsOf(text).some((row) => row.text === '7')).toBe(true);
  },

  'points beyond the screen are refused with its size': async (phone) => {
    const { width: x, height: y } = await phone.size();
    const beyond = await refusals(phone);
    const say = (name: string): string =>
      beyond(`Parameter '${name}'`, name.startsWith('x') ? 'x' : 'y');
    expect(await phone.fails('tap', { x, y: 0 })).toBe(say('x'));
    expect(await phone.fails('tap', { x: 0, y })).toBe(say('y'));
    expect(await phone.fails('long_press', { x, y: 9 })).toBe(say('x'));
    expect(await phone.fails('double_tap', { x: 9, y })).toBe(say('y'));
    expect(await phone.fails('swipe', { x1: 9, y1: y, x2: 9, y2: 9 })).toBe(say('y1'));
    expect(await phone.fails('swipe', { x1: 9, y1: 9, x2: x, y2: 9 })).toBe(say('x2'));
    expect(await phone.fails('pinch', { center_x: x, center_y: 9, scale: 2 })).toBe(
      beyond("Parameter 'center_x'", 'x'),
    );
    const path = [
      { x: 9, y: 9, time: 0 },
      { x: 9, y, time: 300 },
    ];
    expect(await phone.fails('custom_gesture', { paths: [path] })).toBe(
      beyond('Point at path[0][1].y', 'y'),
    );
    await phone.does('tap', { x: x - 1, y: Math.floor(y / 3) });
  },

  'long_press on an icon opens its menu, a short one the app': async (phone) => {
    const at = middleOf((await phone.rowWith('Notes')).bounds);
    const { text } = await phone.does('long_press', at);
    expect(text).toBe(`Long press executed at (${at.x}, ${at.y}) for 1000ms`);
    await phone.click('App info');
    expect((await phone.rowNamed('entity_header_title')).text).toBe('Notes');
    await phone.does('press_home');
    const short = await phone.does('long_press', { ...at, duration: 200 });
    expect(short.text).toBe(`Long press executed at (${at.x}, ${at.y}) for 200ms`);
    expect(await phone.front()).toBe('com.handset.notes/.MainActivity');
  },

  'long_press in a field selects the word': async (phone) => {
    await phone.open('Notes');
    await phone.click('Book list');
    const { left, top } = (await phone.rowNamed('edit_title')).bounds;
    await phone.does('long_press', { x: left + 20, y: top + 60, duration: 700 });
    await phone.does('press_key', { key: 'DEL' });
    expect((await phone.rowNamed('edit_title')).text).toMatch(/^ ?list$/);
  },

  'double_tap zooms a picture in and out': async (phone) => {
    await phone.open('Photos');
    const { id } = await phone.rowNamed('thumbnail');
    await phone.does('click_element', { element_id: id });
    const zoom = async (): Promise<string> => (await phone.rowNamed('zoom')).text;
    expect(await zoom()).toBe('Zoom 100%');
    const { text } = await phone.does('double_tap', { x: 500, y: 800.5 });
    expect(text).toBe('Double tap executed at (500, 800)');
    expect(await zoom()).toBe('Zoom 200%');
    await phone.does('double_tap', { x: 500, y: 800 });
    expect(await zoom()).toBe('Zoom 100%');
  },

  'swipe moves a slider': async (phone) => {
    await phone.does('open_quick_settings');
    const before = await screenshot(phone);
    const { left, right, top, bottom } = (await phone.rowNamed('slider')).bounds;
    const y = Math.floor((top + bottom) / 2);
    const { text } = await phone.does('swipe', { x1: left + 40, y1: y, x2: right - 40, y2: y });
    expect(text).toBe(
      `Swipe executed from (${left + 40}, ${y}) to (${right - 40}, ${y}) over 300ms`,
    );
    expect(before.equals(await screenshot(phone))).toBe(false);
    await phone.rowNamed('slider');
  },

  'swipe up from the dock opens the app drawer, down closes it': async (phone) => {
    const { x, y } = middleOf((await phone.rowNamed('page_indicator')).bounds);
    const up = { x1: x, y1: y, x2: x, y2: y - 800, duration: 500 };
    const { text } = await phone.does('swipe', { ...up, observe: 'state' });
    expect(text.split('\n')[0]).toMatch(/ over 500ms$/);
    expect(rowsOf(text).some(({ resourceId }) => resourceId.endsWith(':id/apps_view'))).toBe(true);
    await phone.does('swipe', { x1: x, y1: 600, x2: x, y2: 1200 });
    await phone.rowNamed('workspace');
  },
} satisfies Cases;

async function screenshot(phone: PhoneUnderTest): Promise<Buffer> {
  const { images } = await phone.does('get_screen_state', {
    include_screenshot: true,
    annotate: false,
  });
  return images[0]?.bytes ?? Buffer.of();
}
