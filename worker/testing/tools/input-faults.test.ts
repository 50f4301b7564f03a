/** Input on faulty phones: a failure is never silent, and never reported as success. */
import type { AndroidVersion, FaultName } from '#core/demo-phone/options.ts';
import { expect, test } from 'vitest';
import {
  centerOf,
  rowsOf,
  type PhoneUnderTest,
} from '#core/demo-phone/testing/phone-under-test.ts';
import { useDrivenClock } from '#core/testing/driven-clock.ts';
import { openPhone } from '../phones.ts';
import { elementWithResourceId } from './note-fields.ts';

useDrivenClock();

type ToolCall = readonly [tool: string, args: Record<string, unknown>];
type FaultTest = (phone: PhoneUnderTest) => Promise<void>;

/** Declares a test with the scrcpy server and one without, each if its Android version is given. */
function testFault(
  name: string,
  fault: FaultName,
  { scrcpy, shell }: { readonly scrcpy?: AndroidVersion; readonly shell?: AndroidVersion },
  faultTest: FaultTest,
): void {
  const declare = (android: AndroidVersion, faults: readonly FaultName[]): void => {
    test(`${fault}: ${name}, Android ${android}, ${faults.length > 1 ? 'shell' : 'scrcpy'}`, async () => {
      await faultTest(await openPhone({ android, faults }));
    });
  };
  if (scrcpy) declare(scrcpy, [fault]);
  if (shell) declare(shell, [fault, 'no-scrcpy']);
}

/** One call of every touch tool, for the home screen. */
async function touchCalls(phone: PhoneUnderTest): Promise<readonly ToolCall[]> {
  const { id, bounds } = await phone.rowWithText('Settings');
  const at = centerOf(bounds);
  const path = [
    { ...at, time: 0 },
    { ...at, time: 700 },
  ];
  return [
    ['tap', at],
    ['long_press', at],
    ['double_tap', at],
    ['swipe', { x1: at.x, y1: at.y, x2: at.x, y2: at.y - 900 }],
    ['scroll', { direction: 'down', amount: 'large' }],
    ['custom_gesture', { paths: [path] }],
    ['click_element', { element_id: id }],
    ['long_click_element', { element_id: id }],
    ...(phone.inputBackend === 'scrcpy'
      ? [['pinch', { center_x: at.x, center_y: at.y, scale: 2 }] as const]
      : []),
  ];
}

/** The screen's rows without the clock. */
async function rowsWithoutClock(phone: PhoneUnderTest): Promise<readonly string[]> {
  const rows = await phone.rows();
  return rows.filter(({ text }) => !/\d\d:\d\d/.test(text)).map(({ id, text }) => `${id} ${text}`);
}

const inputDenied =
  /^(?:\w+ button press failed: )?The phone refuses touches and keys over ADB: Inject[^.]* INJECT_EVENTS permission\. (?:This happened while [\w ]+\. )?In the developer options on the phone, turn on “USB debugging \(Security settings\)” \(Xiaomi, Redmi, POCO, vivo\) or “Disable permission monitoring” \(OnePlus, OPPO, realme\), then restart the phone\.$/;

const everyInput: FaultTest = async (phone) => {
  const before = await rowsWithoutClock(phone);
  const keys: readonly ToolCall[] = [
    ['press_back', {}],
    ['press_home', {}],
    ['press_recents', { observe: 'state' }],
  ];
  for (const calls of [await touchCalls(phone), keys]) {
    for (const [tool, args] of calls)
      expect(await phone.expectError(tool, args), tool).toMatch(inputDenied);
    expect(await rowsWithoutClock(phone)).toEqual(before);
  }
  // Opening panels does not need the permission.
  await phone.call('open_notifications');
  await phone.rowWithResourceId('notification_stack_scroller');
};
// The shell's error differs between the versions.
testFault('each input fails with the fix', 'input-denied', { scrcpy: 14, shell: 16 }, everyInput);
testFault('each input fails with the fix', 'input-denied', { shell: 8 }, everyInput);

testFault('touches are refused', 'screen-off', { scrcpy: 14, shell: 11 }, async (phone) => {
  const before = await rowsWithoutClock(phone);
  for (const [tool, args] of await touchCalls(phone)) {
    expect(await phone.expectError(tool, args), tool).toBe(
      "The phone's display is off, so its screen does not react to touches; nothing was sent. press_key WAKEUP turns it on; if the phone is locked then, ask the user to unlock it.",
    );
  }
  expect(await rowsWithoutClock(phone)).toEqual(before);
  const off =
    'note:The display is off, and touches do nothing: press_key WAKEUP turns it on; if the phone is locked then, ask the user to unlock it.';
  for (const [tool, args] of [
    ['get_screen_tree', { compact: true }],
    ['get_screen_state', {}],
    ['summarize_screen', {}],
  ] as const)
    expect((await phone.call(tool, args)).text).toContain(`\n${off}`);
  for (const [tool, args] of [
    ['diff_screen', {}],
    ['press_back', { observe: 'diff' }],
    ['open_app', { package_id: 'com.handset.notes', observe: 'diff' }],
    // With as many rows the diff is the compact tree, which has the note itself.
    ['open_app', { package_id: 'com.android.contacts', observe: 'diff' }],
  ] as const)
    expect((await phone.call(tool, args)).text.split(`\n${off}`), tool).toHaveLength(2);
  // Switching the display changes no element, so the readings around it are alike.
  for (const key of ['WAKEUP', 'SLEEP', 'WAKEUP']) {
    const pressed = await phone.call('press_key', { key, observe: 'compact' });
    const tree = await phone.call('get_screen_tree', { compact: true });
    const notes = key === 'SLEEP' ? [`\n${off}`] : [];
    for (const { text } of [pressed, tree])
      expect(text.match(/\nnote:.*/g) ?? [], key).toEqual(notes);
  }
});

/** Presses Home until a call fails; returns its error, or null if none of 12 presses fails. */
async function pressUntilServerEnds(phone: PhoneUnderTest): Promise<string | null> {
  for (let presses = 0; presses < 12; presses++) {
    const { isError, text } = await phone.agent.call('press_home');
    if (isError) return text;
  }
  return null;
}

const serverEnded = (doing: string): RegExp =>
  new RegExp(
    `The scrcpy server on the phone ended \\(Killed\\)\\. This happened while ${doing}\\. It may or may not have happened: look at the screen before you call again\\. The next call starts the server again\\.$`,
  );

testFault('the next call works', 'scrcpy-dies', { scrcpy: 14 }, async (phone) => {
  expect(await pressUntilServerEnds(phone)).toMatch(serverEnded('pressing HOME'));
  await phone.call('press_recents');
  expect(await phone.foregroundActivity()).toMatch(/RecentsActivity$/);
  // After repeated ends the shell is used instead. On a slow machine an end may come after its call's answer.
  const secondEnd = await pressUntilServerEnds(phone);
  if (secondEnd !== null) expect(secondEnd).toMatch(serverEnded('pressing HOME'));
  for (const app of ['Calculator', 'Settings', 'Clock']) await phone.open(app);
  expect(await phone.foregroundActivity()).toBe('com.android.deskclock/.DeskClock');
  expect(await phone.expectError('pinch', { center_x: 500, center_y: 900, scale: 2 })).toMatch(
    /^Several fingers at once .* and the scrcpy server isn't running: The scrcpy server on the phone ended \(Killed\)\.$/,
  );
});

testFault('no finger stays down', 'scrcpy-dies', { scrcpy: 11 }, async (phone) => {
  const { x, y } = centerOf((await phone.rowWithResourceId('page_indicator')).bounds);
  const swipe = { x1: x, y1: y, x2: x, y2: y - 900, duration: 2_000 };
  expect(await phone.expectError('swipe', swipe)).toMatch(serverEnded('performing the gesture'));
  await phone.call('press_home');
  await phone.call('tap', centerOf((await phone.rowWithText('Calculator')).bounds));
  expect(await phone.foregroundActivity()).toBe('com.android.calculator2/.Calculator');
});

testFault('what is shown has come to rest', 'momentum', { scrcpy: 14, shell: 8 }, async (phone) => {
  await phone.open('Settings');
  const { id } = await phone.rowWithText('Network & internet');
  const far = await phone.call('scroll', { direction: 'down', observe: 'state' });
  expect(await phone.rows()).toEqual(rowsOf(far.text));
  const back = await phone.call('scroll_to_element', { element_id: id, observe: 'state' });
  expect(back.text).toMatch(/^(?:Scrolled to element|Element) '/);
  expect(rowsOf(back.text).some(({ text }) => text === 'Network & internet')).toBe(true);
  await phone.clickText('Network & internet');
  expect(await phone.showsText('Wi-Fi')).toBe(true);
});

testFault('an entry far off is found', 'momentum', { scrcpy: 16, shell: 11 }, async (phone) => {
  await phone.open('Settings');
  for (let scrolls = 0; scrolls < 4; scrolls++) await phone.call('scroll', { direction: 'down' });
  const { id } = await phone.rowWithText('About phone');
  for (let scrolls = 0; scrolls < 4; scrolls++) await phone.call('scroll', { direction: 'up' });
  expect(await phone.showsText('About phone')).toBe(false);
  const { text } = await phone.call('scroll_to_element', { element_id: id });
  const now = /^Scrolled to element '(node_\w+)'/.exec(text)?.[1];
  await phone.call('click_element', { element_id: now });
  expect(await phone.showsText('Device name')).toBe(true);
});

const coordinates: FaultTest = async (phone) => {
  const { width, height } = await phone.screenSize();
  await phone.call('tap', centerOf((await phone.rowWithText('Calculator')).bounds));
  for (const digit of ['7', '9', '3']) {
    await phone.call('tap', centerOf((await phone.rowWithText(digit)).bounds));
  }
  expect((await phone.rowWithResourceId('formula')).text).toBe('793');
  expect(await phone.expectError('tap', { x: width, y: 0 })).toBe(
    `Parameter 'x' must be < ${width} (the screen is ${width}x${height}), got: ${width}.0`,
  );
  await phone.open('Settings');
  const { top } = (await phone.rowWithText('Connected devices')).bounds;
  await phone.call('scroll', { direction: 'down', amount: 'small' });
  const moved = top - (await phone.rowWithText('Connected devices')).bounds.top;
  expect(moved).toBeGreaterThan(height * 0.15);
  expect(moved).toBeLessThanOrEqual(height * 0.25);
  await phone.clickText('Connected devices');
  expect(await phone.showsText('Bluetooth')).toBe(true);
  await phone.open('Photos');
  await phone.call('click_element', {
    element_id: (await phone.rowWithResourceId('thumbnail')).id,
  });
  await phone.call('double_tap', { x: Math.floor(width * 0.7), y: Math.floor(height / 2) });
  expect((await phone.rowWithResourceId('zoom')).text).toBe('Zoom 200%');
  if (phone.inputBackend === 'shell') return;
  await phone.call('pinch', { center_x: width * 0.7, center_y: height / 2, scale: 1.5 });
  expect((await phone.rowWithResourceId('zoom')).text).toBe('Zoom 300%');
};

testFault('coordinates are those shown', 'landscape', { scrcpy: 16, shell: 8 }, async (phone) => {
  const { width, height } = await phone.screenSize();
  expect(width).toBeGreaterThan(height);
  await coordinates(phone);
});
testFault('coordinates are those set', 'override-size', { scrcpy: 14, shell: 11 }, coordinates);

// Phones that refuse input over ADB, such as Xiaomi's: each text tool names the setting to change.

const textDenied =
  /^[^.]*The phone refuses touches and keys over ADB: .*INJECT_EVENTS.* In the developer options on the phone, turn on “USB debugging \(Security settings\)”/;

// Android's error message changed with version 12.
for (const android of [8, 14] as const) {
  for (const backendFaults of [[], ['no-scrcpy']] as const) {
    const backend = backendFaults.length === 0 ? 'scrcpy' : 'shell';
    test(`text is refused by Android ${android}, ${backend}`, async () => {
      const activity = 'com.handset.notes/.EditActivity';
      const faults = ['input-denied', ...backendFaults] as const;
      const phone = await openPhone({ android, faults, activity });
      const { id, text } = await elementWithResourceId(phone, 'edit_title');
      for (const [tool, args] of [
        ['set_text', { element_id: id, text: 'x' }],
        ['set_text', { element_id: id, text: '' }],
        ['input_text', { element_id: id, text: 'x' }],
        ['clear_text', { element_id: id }],
        ['press_key', { key: 'HOME' }],
        ['press_key', { key: 'BACK' }],
      ] as const) {
        expect(await phone.expectError(tool, args)).toMatch(textDenied);
      }
      expect(await elementWithResourceId(phone, 'edit_title')).toMatchObject({ id, text });
    });
  }
}
