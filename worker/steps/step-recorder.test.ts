import { afterEach, describe, expect, it } from 'vitest';
import { maskedText } from '#core/link/call.ts';
import { useDrivenClock } from '#core/testing/driven-clock.ts';
import { readScreen } from '#core/tools/shared/read-screen.ts';
import { customGesture } from '#core/tools/touch.ts';
import { centerOf, neverAborts, openNote } from '../adb/testing/harness.ts';
import { pause } from '../waits/deadline.ts';
import {
  closeInputHarness,
  finger,
  key,
  setUp,
  type UserInputHarness,
} from '../input/testing/input-harness.ts';

useDrivenClock();

afterEach(closeInputHarness);
const done = Promise.resolve();

describe('recording', () => {
  /** The recorded steps, as `tool {arguments}`. */
  async function recordedBy(harness: UserInputHarness, act: () => Promise<void>) {
    await harness.recorder.setOn(true);
    await act();
    await harness.recorder.setOn(false);
    const inOrder = [...harness.records].sort((a, b) => a.id - b.id);
    return inOrder.map(({ tool, arguments: args }) => `${tool} ${JSON.stringify(args)}`);
  }

  /** Presses without waiting for the phone, as a person does. */
  async function press(harness: UserInputHarness, at: { x: number; y: number }) {
    await Promise.all([
      harness.userInput.send(finger(harness, 'down', at)),
      harness.userInput.send(finger(harness, 'up', at)),
    ]);
  }

  it('names pressed elements by their best selector, and uses a point if there is no element', async () => {
    const harness = await setUp();
    harness.world.startActivity('com.android.calculator2/.Calculator');
    const recorded = await recordedBy(harness, async () => {
      await press(harness, centerOf(harness, 'digit_7'));
      // Two taps as fast as a person's, even on a slow computer.
      await Promise.all([press(harness, { x: 30, y: 300 }), press(harness, { x: 40, y: 310 })]);
      await press(harness, centerOf(harness, 'digit_8'));
    });
    expect(recorded).toEqual([
      'click_element {"selector":"@digit_7"}',
      'double_tap {"x":30,"y":300}',
      'click_element {"selector":"@digit_8"}',
    ]);
    const [first] = harness.records;
    expect(first).toMatchObject({ agent: 'you', from: 'person', effect: 'act', isError: false });
    expect(first?.touch?.paths).toEqual([[centerOf(harness, 'digit_7')]]);
    expect(first?.touch?.bounds).not.toBeNull();
    expect(first?.touch?.packageName).toBe('com.android.calculator2');
  });

  it('names a row without a name of its own by the text in it', async () => {
    const harness = await setUp();
    harness.world.startActivity('com.android.settings/.Settings');
    const { x, y } = centerOf(harness, 'Battery');
    const recorded = await recordedBy(harness, () => press(harness, { x: x + 300, y }));
    expect(recorded).toEqual([String.raw`click_element {"selector":":text(\"Battery\")"}`]);
    // The whole row was pressed.
    const { left = 0, right = 0 } = harness.records[0]?.touch?.bounds ?? {};
    expect(right - left).toBeGreaterThan(900);
  });

  it('records the press of an app’s icon as opening the app, and no other way into an app', async () => {
    const harness = await setUp();
    const icon = centerOf(harness, 'Notes');
    const recorded = await recordedBy(harness, async () => {
      await press(harness, icon);
      await harness.userInput.send({ kind: 'button', button: 'home' });
      await harness.userInput.send(finger(harness, 'down', icon));
      await pause(800, neverAborts);
      await harness.userInput.send(finger(harness, 'up', icon));
      harness.phone.screenMayHaveChanged();
      await press(harness, centerOf(harness, 'App info'));
    });
    expect(recorded[0]).toBe('open_app {"package_id":"com.handset.notes"}');
    const opened = harness.records.find(({ tool }) => tool === 'open_app');
    expect(opened?.touch?.packageName).toBe('com.android.launcher3');
    expect(recorded[3]).toBe('click_element {"selector":"@bubble_text"}');
  });

  it('starts an app afresh that was left open, as a run of the steps does', async () => {
    const harness = await setUp();
    const { phone } = harness;
    const icon = centerOf(harness, 'Settings');
    harness.world.startActivity('com.android.settings/.Settings');
    await press(harness, centerOf(harness, 'Battery'));
    await harness.userInput.send({ kind: 'button', button: 'home' });
    const shownAfterIcon = async (usedApps: readonly string[]) => {
      await harness.recorder.setOn(true, { phone, usedApps });
      await press(harness, icon);
      await harness.recorder.setOn(false);
      const { activity } = await phone.readFocus(neverAborts);
      await harness.userInput.send({ kind: 'button', button: 'home' });
      return activity;
    };
    expect(await shownAfterIcon(['com.android.settings'])).not.toBe('.Settings');
    expect(await shownAfterIcon([])).toBe('.Settings');
  });

  it('identifies the element of each of several quick taps', async () => {
    const harness = await setUp();
    harness.world.startActivity('com.android.calculator2/.Calculator');
    const recorded = await recordedBy(harness, async () => {
      harness.phone.screenMayHaveChanged();
      const digits = ['digit_7', 'digit_8', 'digit_9'];
      await Promise.all(digits.map((digit) => press(harness, centerOf(harness, digit))));
    });
    expect(recorded).toEqual([
      'click_element {"selector":"@digit_7"}',
      'click_element {"selector":"@digit_8"}',
      'click_element {"selector":"@digit_9"}',
    ]);
  });

  it('records a text as one step, and each key and button as its own step', async () => {
    const harness = await setUp();
    openNote(harness);
    const recorded = await recordedBy(harness, async () => {
      for (const text of ['h', 'e', 'x']) await harness.userInput.send({ kind: 'text', text });
      await harness.userInput.send(key('Backspace', 'down'));
      await harness.userInput.send(key('Backspace', 'up'));
      await harness.userInput.send({ kind: 'text', text: 'llo' });
      await harness.userInput.send(key('Enter', 'down'));
      await harness.userInput.send(key('Enter', 'up'));
      await harness.userInput.send({ kind: 'button', button: 'home' });
      await harness.userInput.send({ kind: 'button', button: 'volume-up' });
    });
    expect(recorded).toEqual([
      expect.stringMatching(/^input_text \{"text":"hello","selector":".+"\}$/),
      'press_key {"key":"ENTER"}',
      'press_home {}',
      'press_key {"key":"VOLUME_UP"}',
    ]);
    expect(JSON.stringify(harness.records)).not.toContain(maskedText);
  });

  it('lists the texts that disappeared after the last touch', async () => {
    const harness = await setUp();
    harness.world.startActivity('com.handset.notes/com.handset.notes.SignInActivity');
    const texts = async () =>
      (await harness.recorder.goneTexts(neverAborts)).map(({ value }) => value);
    await recordedBy(harness, async () => {
      expect(await texts()).toEqual([]);
      await press(harness, centerOf(harness, 'password'));
      expect(await texts()).toEqual([]);
      harness.world.startActivity('com.android.calculator2/.Calculator');
      expect(await texts()).toContain('Sign in');
    });
  });

  it('records swipes and scrolling with the wheel', async () => {
    const harness = await setUp();
    // Later touches need not wait for the start of the scrcpy server.
    await harness.userInput.send(key('Enter', 'down'));
    await harness.userInput.send(key('Enter', 'up'));
    harness.world.startActivity('com.android.settings/.Settings');
    const recorded = await recordedBy(harness, async () => {
      await harness.userInput.send(finger(harness, 'down', { x: 500, y: 1800 }));
      await pause(60, neverAborts);
      await harness.userInput.send(finger(harness, 'move', { x: 500, y: 1300 }));
      await pause(60, neverAborts);
      await harness.userInput.send(finger(harness, 'up', { x: 500, y: 900 }));
      await harness.userInput.send({ kind: 'wheel', x: 0.5, y: 0.5, right: 0, down: 3 });
    });
    expect(recorded).toEqual([
      'swipe {"x1":500,"y1":1800,"x2":500,"y2":900,"duration":120}',
      expect.stringMatching(/^swipe \{"x1":540,"y1":1452,"x2":540,"y2":948,"duration":\d+\}$/),
    ]);
  });

  it('records quick turns of the wheel as one step', async () => {
    const { phone, recorder, records, world } = await setUp();
    await recorder.setOn(true);
    for (const down of [1, 2])
      recorder.wheel(phone, { x: 540, y: 1_200, right: 0, down, area: world.screenSize, done });
    await recorder.setOn(false);
    expect(records.map(({ tool, arguments: args }) => `${tool} ${JSON.stringify(args)}`)).toEqual([
      expect.stringMatching(/^swipe \{"x1":540,"y1":1459,"x2":540,"y2":941,"duration":\d+\}$/),
    ]);
  });

  it('masks a typed password', async () => {
    const harness = await setUp();
    harness.world.startActivity('com.handset.notes/com.handset.notes.SignInActivity');
    await recordedBy(harness, async () => {
      await press(harness, centerOf(harness, 'password'));
      await harness.userInput.send({ kind: 'text', text: 'hunter2' });
    });
    expect(harness.records.map(({ tool, arguments: args }) => [tool, args['text']])).toEqual([
      ['click_element', undefined],
      ['input_text', maskedText],
    ]);
  });

  it.each([
    ['email', false],
    ['password', true],
  ])(
    'records a text typed right after a tap on the %s for that field, before it has focus',
    async (id, isSecret) => {
      const harness = await setUp();
      harness.world.startActivity('com.handset.notes/com.handset.notes.SignInActivity');
      const { phone, recorder, world } = harness;
      const at = centerOf(harness, id);
      await recordedBy(harness, async () => {
        await recorder.beforeTouch(phone, { size: world.screenSize, at }, neverAborts);
        // The tap does not reach the phone, so its screen shows no focus.
        const finger = { finger: 0, ...at, area: world.screenSize };
        recorder.touch({ action: 'down', ...finger, atMs: 0 }, done);
        recorder.touch({ action: 'up', ...finger, atMs: 40 }, done);
        phone.screenMayHaveChanged();
        recorder.text(phone, 'milk', done);
      });
      const typed = harness.records.find(({ tool }) => tool === 'input_text');
      expect(typed).toMatchObject({
        isError: false,
        arguments: { text: isSecret ? maskedText : 'milk' },
      });
      if (!isSecret) expect(typed?.arguments['selector']).toBe(`@${id}`);
    },
  );

  it('records letters as one text when the phone takes longer than a pause to receive them', async () => {
    const harness = await setUp();
    harness.world.startActivity('com.handset.notes/com.handset.notes.SignInActivity');
    const { phone, recorder } = harness;
    const recorded = await recordedBy(harness, async () => {
      await press(harness, centerOf(harness, 'email'));
      const received = pause(2_000, neverAborts);
      recorder.text(phone, 'm', received);
      await received;
      recorder.text(phone, 'ilk', done);
      await pause(2_000, neverAborts);
      recorder.text(phone, ' and bread', done);
    });
    expect(recorded.slice(1)).toEqual([
      'input_text {"text":"milk","selector":"@email"}',
      'input_text {"text":" and bread","selector":"@email"}',
    ]);
  });

  it('never attributes a text typed after a key to the field that was tapped', async () => {
    const harness = await setUp();
    harness.world.startActivity('com.handset.notes/com.handset.notes.SignInActivity');
    const { phone, recorder, world } = harness;
    const at = centerOf(harness, 'email');
    await recordedBy(harness, async () => {
      await recorder.beforeTouch(phone, { size: world.screenSize, at }, neverAborts);
      const finger = { finger: 0, ...at, area: world.screenSize };
      recorder.touch({ action: 'down', ...finger, atMs: 0 }, done);
      recorder.touch({ action: 'up', ...finger, atMs: 40 }, done);
      phone.screenMayHaveChanged();
      recorder.key({ keyCode: 66, metaState: 0 }, done);
      recorder.text(phone, 'hunter2', done);
    });
    expect(JSON.stringify(harness.records)).not.toContain('hunter2');
  });

  it('never names a field for a text that another field received', async () => {
    const harness = await setUp();
    harness.world.startActivity('com.handset.notes/com.handset.notes.SignInActivity');
    const modifiers = { shift: false, ctrl: false, alt: false, meta: false };
    const tab = { kind: 'key', code: 'Tab', repeat: false, ...modifiers } as const;
    await recordedBy(harness, async () => {
      await press(harness, centerOf(harness, 'email'));
      await harness.userInput.send({ kind: 'text', text: 'me@example.org' });
      await harness.userInput.send({ ...tab, action: 'down' });
      await harness.userInput.send({ ...tab, action: 'up' });
      await harness.userInput.send({ kind: 'text', text: 'hunter2' });
    });
    const typed = harness.records.filter(({ tool }) => tool === 'input_text');
    const [first, second] = typed.map(({ arguments: args }) => JSON.stringify(args));
    expect(first).toContain('me@example.org');
    expect(first).not.toContain('password');
    expect(second).not.toContain('email');
  });

  it('records a failed step for a text that no field received, because no tool could type it', async () => {
    const harness = await setUp();
    harness.world.startActivity('com.handset.notes/com.handset.notes.SignInActivity');
    await recordedBy(harness, () => harness.userInput.send({ kind: 'text', text: 'lost' }));
    const [record] = harness.records;
    expect(record).toMatchObject({
      tool: 'input_text',
      isError: true,
      arguments: { text: maskedText },
    });
    expect(record?.text).toContain('No field had focus');
  });

  it('treats no text as a secret if the screen was known to have no field', async () => {
    const harness = await setUp();
    harness.world.startActivity('com.android.calculator2/.Calculator');
    for (const isKnown of [true, false]) {
      await recordedBy(harness, async () => {
        await readScreen(harness.phone, neverAborts);
        if (!isKnown) harness.phone.screenMayHaveChanged();
        await harness.userInput.send({ kind: 'text', text: 'lost' });
      });
    }
    expect(harness.records.map(({ arguments: args }) => args)).toEqual([
      { text: 'lost' },
      { text: maskedText },
    ]);
  });

  it('records nothing while it is off', async () => {
    const harness = await setUp();
    await press(harness, { x: 500, y: 900 });
    await harness.recorder.setOn(true);
    await harness.recorder.setOn(false);
    expect(harness.records).toEqual([]);
    // Recording is switched off while the elements below the finger are read.
    await harness.recorder.setOn(true);
    const reading = harness.recorder.beforeTouch(
      harness.phone,
      { size: harness.world.screenSize, at: { x: 500, y: 900 } },
      new AbortController().signal,
    );
    await harness.recorder.setOn(false);
    await reading;
    await press(harness, { x: 500, y: 900 });
    await harness.recorder.setOn(false);
    expect(harness.records).toEqual([]);
  });

  it('does not read the screen again for the second of two taps, unless it is elsewhere', async () => {
    const { phone, recorder, world } = await setUp();
    const { signal } = new AbortController();
    await recorder.setOn(true);
    await recorder.beforeTouch(phone, { size: world.screenSize, at: { x: 30, y: 300 } }, signal);
    const at = { finger: 0, x: 30, y: 300, area: world.screenSize };
    recorder.touch({ action: 'down', ...at, atMs: 0 }, done);
    recorder.touch({ action: 'up', ...at, atMs: 40 }, done);
    phone.screenMayHaveChanged();
    /** Whether a touch here is sent without waiting for a reading. */
    async function isReadyAtOnce(y: number): Promise<boolean> {
      let isReady = false;
      const on = { size: world.screenSize, at: { x: 30, y } };
      const ready = recorder.beforeTouch(phone, on, signal).then(() => (isReady = true));
      await Promise.resolve();
      const wasReady = isReady;
      await ready;
      return wasReady;
    }
    expect(await isReadyAtOnce(310)).toBe(true);
    expect(await isReadyAtOnce(900)).toBe(false);
    await recorder.setOn(false);
  });

  it('ignores a finger whose touch did not reach the phone', async () => {
    const harness = await setUp();
    const recorded = await recordedBy(harness, async () => {
      const { phone, recorder, world } = harness;
      await recorder.beforeTouch(
        phone,
        { size: world.screenSize, at: { x: 500, y: 900 } },
        neverAborts,
      );
      const at = { x: 500, y: 900, atMs: 0, area: world.screenSize };
      recorder.touch({ finger: 0, action: 'move', ...at }, done);
      recorder.touch({ finger: 0, action: 'up', ...at }, done);
    });
    expect(recorded).toEqual([]);
  });

  it('marks input that the phone refuses as failed, so that it is neither run nor exported', async () => {
    const harness = await setUp({ faults: ['no-scrcpy'] });
    const { userInput, faults } = harness;
    await recordedBy(harness, async () => {
      await press(harness, { x: 30, y: 300 });
      faults.add('input-denied');
      const refused = { code: 'input-denied' };
      const home = userInput.send({ kind: 'button', button: 'home' });
      await expect(home).rejects.toMatchObject(refused);
      await expect(userInput.send({ kind: 'text', text: 'hi' })).rejects.toMatchObject(refused);
      // A gesture that did not reach the phone at all is not recorded.
      await expect(press(harness, { x: 30, y: 900 })).rejects.toMatchObject(refused);
    });
    expect(harness.records.map(({ tool, isError }) => [tool, isError])).toEqual([
      ['tap', false],
      ['press_home', true],
      ['input_text', true],
    ]);
    expect(harness.records[1]?.text).toMatch(/\w/);
  });

  it('does not delay a moving finger while the screen is read', async () => {
    const harness = await setUp();
    harness.world.startActivity('com.android.settings/.Settings');
    const { phone, userInput, faults, events } = harness;
    const recorded = await recordedBy(harness, async () => {
      await press(harness, { x: 1_000, y: 2_300 });
      phone.screenMayHaveChanged();
      faults.add('slow');
      const before = events.length;
      const startMs = performance.now();
      const down = userInput.send(finger(harness, 'down', { x: 500, y: 1_800 }));
      // Small enough for a tap.
      const near = userInput.send(finger(harness, 'move', { x: 500, y: 1_795 }));
      await pause(50, neverAborts);
      expect(events).toHaveLength(before);
      const far = userInput.send(finger(harness, 'move', { x: 500, y: 1_600 }));
      await Promise.all([down, near, far]);
      // The reading takes three seconds; a touch waits for half of that.
      expect(performance.now() - startMs).toBeLessThan(1_000);
      await userInput.send(finger(harness, 'move', { x: 500, y: 1_400 }));
      await userInput.send(finger(harness, 'up', { x: 500, y: 1_300 }));
      expect(events.slice(before).map(({ y }) => y)).toEqual([1_800, 1_600, 1_400, 1_300]);
      faults.delete('slow');
    });
    expect(recorded.at(-1)).toMatch(/^swipe .*"y1":1800,.*"y2":1300/);
  });

  it('speeds up a gesture that is too long for custom_gesture', async () => {
    const { phone, recorder, records, world } = await setUp();
    await recorder.setOn(true);
    await recorder.beforeTouch(
      phone,
      { size: world.screenSize, at: { x: 500, y: 900 } },
      neverAborts,
    );
    const step = { finger: 0, area: world.screenSize };
    recorder.touch({ ...step, action: 'down', x: 500, y: 900, atMs: 0 }, done);
    for (let index = 1; index <= 90; index += 1)
      recorder.touch(
        { ...step, action: 'move', x: 500 + index, y: 900, atMs: 1_000 * index },
        done,
      );
    recorder.touch({ ...step, action: 'up', x: 590, y: 900, atMs: 90_000 }, done);
    await recorder.setOn(false);
    const [record] = records;
    const parsed = customGesture.input.parse(record?.arguments);
    expect(record?.tool).toBe('custom_gesture');
    const times = parsed.paths[0]?.map(({ time }) => time) ?? [];
    expect(times.at(-1)).toBeLessThanOrEqual(60_000);
    expect(new Set(times).size).toBe(times.length);
  });
});
