import { expect } from '../fixtures.ts';
import type { ToolCases } from './cases.ts';
import { type PhoneUnderTest, centerOf, rowsOf } from './phone-under-test.ts';

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
