import { describe, expect, it } from 'vitest';
import { androidVersions } from '../../options.ts';
import { createTestPhone, pinch, sendTouchEvents } from '../testing/test-phone.ts';
import { formatPhoneNumber } from './contacts.ts';
import fc from 'fast-check';
import { Calculator, evaluate, formatNumber } from './calculator.ts';

const photos = 'com.android.gallery3d/.app.GalleryActivity';
const clock = 'com.android.deskclock/.DeskClock';
const contacts = 'com.android.contacts/.activities.PeopleActivity';
const display = 'com.android.settings/.Settings$DisplaySettingsActivity';

it("the weather of the next days has their names by the phone's clock", async () => {
  const { finger } = await createTestPhone({
    activity: 'com.handset.weather/.MainActivity',
    now: () => new Date(2026, 11, 30, 9, 41).getTime(),
  });
  const days = finger.nodes().filter(({ resourceId }) => resourceId.endsWith('/day'));
  expect(days.map(({ text }) => text)).toEqual([
    'Today',
    'Thursday',
    'Friday',
    'Saturday',
    'Sunday',
  ]);
});

describe.each(androidVersions)('on Android %i', (android) => {
  it('a contact is added with a formatted number', async () => {
    const { world, finger } = await createTestPhone({ android, activity: contacts });
    finger.tap('Create new contact');
    expect(world.resumedActivity().activity).toBe(
      'com.android.contacts.activities.ContactEditorActivity',
    );
    finger.tap('name');
    world.typeText('Bo Berg');
    world.pressKey(66);
    world.typeText('5551234567');
    expect(finger.get('phone')).toMatchObject({ text: '555-123-4567', focused: true });
    const ime = world.windows().find(({ kind }) => kind === 'ime');
    expect(finger.get('phone').bounds.bottom).toBeLessThanOrEqual(ime?.bounds.top ?? 0);
    finger.tap('editor_menu_save_button');
    expect(finger.find('Bo Berg')).toBeDefined();
    expect(finger.find('555-123-4567')).toBeDefined();
  });

  it('a note is copied with title and text', async () => {
    const { world, finger } = await createTestPhone({
      android,
      activity: 'com.handset.notes/.MainActivity',
    });
    finger.tap('Book list');
    finger.tap('Copy text');
    expect(world.clipboard).toBe('Book list\nThe Overstory\nA Psalm for the Wild-Built\nPiranesi');
    expect(world.resumedActivity().activity).toBe('com.handset.notes.EditActivity');
  });

  it('a choice at the end of a list is reached by scrolling, changed and shown', async () => {
    const { finger, world } = await createTestPhone({ android, activity: display });
    const { width, height } = world.screenSize;
    expect(finger.find('Screen saver')).toBeUndefined();
    finger.swipe([width / 2, height * 0.8], [width / 2, height * 0.2]);
    expect(finger.find('None')).toBeDefined();
    finger.tap('Screen saver');
    finger.tap('Photos');
    expect(finger.find('None')).toBeUndefined();
    expect(finger.find('Photos')).toBeDefined();
  });

  it('a photo is zoomed by a pinch', async () => {
    const { finger, world } = await createTestPhone({ android, activity: photos });
    finger.tap('Photo taken on November 18');
    expect(world.resumedActivity().activity).toBe('com.android.gallery3d.app.PhotoViewActivity');
    expect(finger.get('zoom').text).toBe('Zoom 100%');
    pinch(world, { x: 540, y: 900, from: 200, to: 500 });
    expect(finger.get('zoom').text).toBe('Zoom 250%');
    pinch(world, { x: 540, y: 900, from: 500, to: 250 });
    expect(finger.get('zoom').text).toBe('Zoom 125%');
    pinch(world, { x: 540, y: 900, from: 500, to: 100 });
    expect(finger.get('zoom').text).toBe('Zoom 100%');
    finger.tap('Navigate up');
    expect(world.resumedActivity().activity).toBe('com.android.gallery3d.app.GalleryActivity');
  });
});

describe('a photo', () => {
  async function openPhoto() {
    const phone = await createTestPhone({ activity: photos });
    phone.finger.tap('Photo taken on November 20');
    /** The x of the first pixel of the land's colour in row y, or -1. */
    const landAt = async (y: number) => {
      const { size, rgba } = await phone.world.pixels();
      const isLand = (x: number) => rgba[(y * size.width + x) * 4] === 0x7b;
      return Array.from({ length: size.width }, (_, x) => x).find(isLand) ?? -1;
    };
    return { ...phone, landAt, zoom: () => phone.finger.get('zoom').text };
  }
  const at = { x: 540, y: 1200 };

  it('stays under the fingers while it is zoomed', async () => {
    const { world, landAt, zoom } = await openPhoto();
    const edge = await landAt(at.y);
    expect(edge).toBeGreaterThan(50);
    pinch(world, { x: edge, y: at.y, from: 200, to: 600 });
    expect(zoom()).toBe('Zoom 300%');
    // The fingers of this pinch move one after the other.
    expect(Math.abs((await landAt(at.y)) - edge)).toBeLessThanOrEqual(12);
  });

  it('is zoomed in and out by double taps, not by two slow taps', async () => {
    const { world, zoom } = await openPhoto();
    const tap = (startMs: number) =>
      sendTouchEvents(world, [
        ['down', at.x, at.y, startMs],
        ['up', at.x, at.y, startMs + 40],
      ]);
    tap(0);
    tap(400);
    expect(zoom()).toBe('Zoom 100%');
    tap(1000);
    tap(1140);
    expect(zoom()).toBe('Zoom 200%');
    // A third tap starts a new double tap.
    tap(1300);
    expect(zoom()).toBe('Zoom 200%');
    tap(1440);
    expect(zoom()).toBe('Zoom 100%');
    world.injectGesture([{ ...at, timeMs: 0 }]);
    world.injectGesture([{ ...at, timeMs: 0 }]);
    expect(zoom()).toBe('Zoom 200%');
  });

  it('is zoomed eight times at most', async () => {
    const { world, zoom } = await openPhoto();
    for (let turn = 0; turn < 3; turn++) pinch(world, { ...at, from: 100, to: 900 });
    expect(zoom()).toBe('Zoom 800%');
  });
});

it.each([
  ['', ''],
  ['555', '555'],
  ['5551', '555-1'],
  ['5551234', '555-1234'],
  ['55512345', '555-123-45'],
  ['5551234567', '555-123-4567'],
  ['15551234567', '1-555-123-4567'],
  ['555123456789', '555123456789'],
  ['+353 1 234', '+3531234'],
  ['*31#', '*31#'],
  ['55a5 12-34', '555-1234'],
])('formats %s as %s', (typed, expected) => {
  expect(formatPhoneNumber(typed)).toBe(expected);
});

it('the stopwatch redraws while it runs, and not when it is paused', async () => {
  const { world, finger } = await createTestPhone({ activity: clock });
  finger.tap('Stopwatch');
  const time = () => finger.get('stopwatch_time_text').text;
  expect([time(), world.isAnimating]).toEqual(['0:00.00', false]);
  let frames = 0;
  world.onChange(() => frames++);
  finger.tap('stopwatch_start');
  expect(world.isAnimating).toBe(true);
  await expect.poll(() => frames).toBeGreaterThan(10);
  expect(finger.get('stopwatch_start').text).toBe('Pause');
  finger.tap('stopwatch_start');
  await world.whenIdle(new AbortController().signal);
  const stopped = frames;
  const paused = time();
  expect(paused).toMatch(/^0:0\d\.\d\d$/);
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect([frames, time(), world.isAnimating]).toEqual([stopped, paused, false]);
  finger.tap('stopwatch_reset');
  expect(time()).toBe('0:00.00');
});

it('the stopwatch runs behind another app and with the display off, but does not redraw there', async () => {
  const { world, finger } = await createTestPhone({ activity: clock });
  finger.tap('Stopwatch');
  finger.tap('stopwatch_start');
  const whenIdle = () => world.whenIdle(new AbortController().signal);
  world.displayOn = false;
  await whenIdle();
  world.displayOn = true;
  expect(world.isAnimating).toBe(true);
  world.startActivity('com.android.settings/.Settings');
  await whenIdle();
  expect(world.startActivity(clock)).toBe(true);
  expect(world.isAnimating).toBe(true);
  expect(finger.get('stopwatch_time_text').text).not.toBe('0:00.00');
});

function evaluateText(expression: string): string {
  const result = evaluate(
    expression.replaceAll('-', '\u2212').replaceAll('*', '\u00d7').replaceAll('/', '\u00f7'),
  );
  return result.kind === 'value' ? result.text : result.kind;
}

function press(...keys: readonly string[]): Calculator {
  const calculator = new Calculator();
  for (const key of keys) calculator.press(key);
  return calculator;
}

describe('evaluate', () => {
  it.each([
    ['2+3*4', '14'],
    ['(2+3)*4', '20'],
    ['2*(3+4', '14'],
    ['0.1+0.2', '0.3'],
    ['1/3', '0.333333333333'],
    ['8/4/2', '1'],
    ['5-8', '\u22123'],
    ['-3*-2', '6'],
    ['50%', '0.5'],
    ['200*10%', '20'],
    ['2(3+4)', '14'],
    ['7+', '7'],
    ['.5+.5', '1'],
    ['999999*999999', '999998000001'],
    ['1/0', 'divided-by-zero'],
    ['', 'empty'],
    ['2+)', 'bad'],
    ['1..2', 'bad'],
  ])('%s is %s', (expression, expected) => {
    expect(evaluateText(expression)).toBe(expected);
  });

  it('agrees with JavaScript on sums and products of whole numbers', () => {
    const number = fc.integer({ min: 0, max: 99 });
    const operator = fc.constantFrom('+', '-', '*');
    const expressions = fc.tuple(number, fc.array(fc.tuple(operator, number), { maxLength: 6 }));
    fc.assert(
      fc.property(expressions, ([first, rest]) => {
        const terms: number[] = [first];
        for (const [sign, value] of rest) {
          const last = terms.pop() ?? 0;
          if (sign === '*') terms.push(last * value);
          else terms.push(last, sign === '-' ? -value : value);
        }
        const expected = formatNumber(terms.reduce((sum, term) => sum + term, 0));
        const text = `${first}${rest.map(([sign, value]) => `${sign}${value}`).join('')}`;
        fc.pre(Math.abs(terms.reduce((sum, term) => sum + term, 0)) < 1e12);
        expect(evaluateText(text)).toBe(expected);
      }),
    );
  });

  it('shows a valid result for every sequence of keys', () => {
    const key = fc.constantFrom(
      '0',
      '5',
      '9',
      '.',
      '+',
      '\u2212',
      '\u00d7',
      '\u00f7',
      '%',
      '()',
      '=',
      'C',
      'del',
    );
    fc.assert(
      fc.property(fc.array(key, { maxLength: 30 }), (keys) => {
        const { formula, result } = press(...keys);
        expect(`${formula}${result}`).not.toMatch(/NaN|undefined|Infinity/);
      }),
    );
  });
});

describe('Calculator', () => {
  it('shows the result while typing and makes it the formula on =', () => {
    const calculator = press('1', '2', '\u00d7', '3');
    expect([calculator.formula, calculator.result]).toEqual(['12\u00d73', '36']);
    calculator.press('=');
    expect([calculator.formula, calculator.result]).toEqual(['36', '']);
  });

  it('continues with an operator after =, and starts a new formula with a digit', () => {
    expect(press('2', '+', '3', '=', '+', '1').formula).toBe('5+1');
    expect(press('2', '+', '3', '=', '7').formula).toBe('7');
  });

  it('replaces an operator, but allows a minus after \u00d7', () => {
    expect(press('2', '+', '\u00d7', '3').formula).toBe('2\u00d73');
    expect(press('2', '\u00d7', '\u2212', '3').result).toBe('\u22126');
  });

  it('opens and closes brackets', () => {
    expect(press('()', '1', '+', '2', '()', '\u00d7', '3').result).toBe('9');
  });

  it('shows why there is no result', () => {
    expect(press('1', '\u00f7', '0', '=').result).toBe('Can\u2019t divide by 0');
    expect(press('5', 'del', 'del', '=').result).toBe('');
  });
});
