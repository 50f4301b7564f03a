import { describe, expect, it } from 'vitest';
import { useDrivenClock } from '#core/testing/driven-clock.ts';
import { HandsetError } from '../errors.ts';
import {
  dismissKeyboard,
  lockScreen,
  openNotifications,
  openQuickSettings,
  pressBack,
  pressHome,
  pressKey,
  pressRecents,
  wakeScreen,
} from './keys.ts';
import { callTool } from './testing/call-tool.ts';
import { FormModel } from './testing/screen-models.ts';
import { ModelPhone } from './testing/model-phone.ts';
import {
  argumentRefusal,
  executeTool,
  recordingPhone,
  refusalOf,
} from './testing/recording-phone.ts';

useDrivenClock();

describe('press_key', () => {
  it.each(['ENTER', 'enter', 'Del', 'TAB', 'space'])('presses %s in a field', async (key) => {
    const phone = new ModelPhone(new FormModel({ focused: true }));
    const { answer } = await callTool(pressKey, phone, { key });
    expect(answer).toBe(`Key '${key.toUpperCase()}' pressed successfully`);
    expect(phone.log).toEqual([key.toUpperCase()]);
  });
  it.each(['BACK', 'home'])('presses %s without reading the screen', async (key) => {
    const phone = new ModelPhone(new FormModel());
    phone.failures.push(new HandsetError('dump-failed', 'no root'));
    const { answer } = await callTool(pressKey, phone, { key });
    expect(answer).toBe(`Key '${key.toUpperCase()}' pressed successfully`);
    expect(phone.failures).toHaveLength(1);
  });
  it.each([
    ['ENTER', 'No focused element found for ENTER key.'],
    ['DEL', 'No focused editable element found for DEL key.'],
    ['TAB', 'No focused editable element found for key input.'],
    ['SPACE', 'No focused editable element found for key input.'],
  ])('fails for %s if nothing suitable has the focus', async (key, message) => {
    const phone = new ModelPhone(new FormModel());
    const { answer, code } = await callTool(pressKey, phone, { key });
    expect(answer.startsWith(message)).toBe(true);
    expect(code).toBe('element-not-found');
    expect(phone.log).toEqual([]);
  });
  it('lists the allowed keys in the error for an unknown one, those of the reference first', async () => {
    for (const key of ['NO_SUCH', 'ENTER; reboot', '$(reboot)', 'constructor', '66', '']) {
      const { answer, code } = await callTool(pressKey, new ModelPhone(new FormModel()), { key });
      const start = `Invalid key: '${key}'. Allowed values: ENTER, BACK, DEL, HOME, TAB, SPACE, `;
      expect(answer.slice(0, start.length)).toBe(start);
      expect(code).toBe('invalid-argument');
    }
  });
  it.each(['DPAD_LEFT', 'escape', 'Volume_Up', 'A', '0', 'F12', 'PASTE', 'APP_SWITCH'])(
    'presses %s wherever the focus is',
    async (key) => {
      const phone = new ModelPhone(new FormModel());
      phone.failures.push(new HandsetError('dump-failed', 'no root'));
      const { answer } = await callTool(pressKey, phone, { key });
      expect(answer).toBe(`Key '${key.toUpperCase()}' pressed successfully`);
      expect(phone.log).toEqual([key.toUpperCase()]);
    },
  );
  it('holds modifiers, and then needs no focused field', async () => {
    const phone = new ModelPhone(new FormModel());
    const args = { key: 'tab', modifiers: ['SHIFT', 'ctrl'] };
    const { answer } = await callTool(pressKey, phone, args);
    expect(answer).toBe("Key 'Ctrl+Shift+TAB' pressed successfully");
    expect(phone.log).toEqual(['shift+ctrl+TAB']);
    await callTool(pressKey, phone, { key: 'A', modifiers: null });
    expect(phone.log.at(-1)).toBe('A');
  });
  it.each([
    [['hyper'], "Parameter 'modifiers' must be one of: ctrl, shift, alt. Got: 'hyper'"],
    [['ctrl', 7], 'modifiers'],
    ['ctrl', "Parameter 'modifiers' must be an array"],
  ])('refuses the modifiers %j', async (modifiers, message) => {
    const phone = new ModelPhone(new FormModel());
    const { answer, code } = await callTool(pressKey, phone, { key: 'A', modifiers });
    expect([code, answer]).toEqual(['invalid-argument', expect.stringContaining(message)]);
    expect(phone.log).toEqual([]);
  });
  it('names the key in the error', async () => {
    const model = new FormModel();
    const phone = new ModelPhone(model);
    model.key = () => {
      throw new HandsetError('input-denied', 'The phone refuses.', { hint: 'Allow it.' });
    };
    const { answer } = await callTool(pressKey, phone, { key: 'BACK' });
    expect(answer).toBe('BACK key failed: The phone refuses. Allow it.');
  });
});

it('press_back: presses Back', async () => {
  const phone = recordingPhone();
  expect(await executeTool(pressBack, {}, phone)).toEqual({
    texts: ['Back button press executed successfully'],
  });
  expect(phone.calls).toEqual([['pressKey', 'BACK']]);
});

it("press_back: rejects with the phone's code and hint", async () => {
  const error = new HandsetError('input-denied', 'The phone said no.', { hint: 'Ask again.' });
  await expect(executeTool(pressBack, {}, recordingPhone({ error }))).rejects.toMatchObject({
    code: 'input-denied',
    message: 'Back button press failed: The phone said no.',
    hint: 'Ask again.',
  });
});

it.each([
  [{ times: 2 }, "Unknown parameter: 'times'. press_back takes: observe"],
  [{ observe: true }, "Parameter 'observe' must be a string, got: true"],
  [
    { observe: 'picture' },
    "Parameter 'observe' must be one of: none, state, compact, diff. Got: 'picture'",
  ],
])('press_back: refuses %j', async (args, message) => {
  expect(await refusalOf(pressBack, args)).toEqual(argumentRefusal(message));
});

it('press_home: presses Home', async () => {
  const phone = recordingPhone();
  expect(await executeTool(pressHome, {}, phone)).toEqual({
    texts: ['Home button press executed successfully'],
  });
  expect(phone.calls).toEqual([['pressKey', 'HOME']]);
});

it("press_home: rejects with the phone's code and hint", async () => {
  const error = new HandsetError('input-denied', 'The phone said no.', { hint: 'Ask again.' });
  await expect(executeTool(pressHome, {}, recordingPhone({ error }))).rejects.toMatchObject({
    code: 'input-denied',
    message: 'Home button press failed: The phone said no.',
    hint: 'Ask again.',
  });
});

it.each([
  [{ times: 2 }, "Unknown parameter: 'times'. press_home takes: observe"],
  [{ observe: true }, "Parameter 'observe' must be a string, got: true"],
  [
    { observe: 'picture' },
    "Parameter 'observe' must be one of: none, state, compact, diff. Got: 'picture'",
  ],
])('press_home: refuses %j', async (args, message) => {
  expect(await refusalOf(pressHome, args)).toEqual(argumentRefusal(message));
});

it('press_recents: presses Recents', async () => {
  const phone = recordingPhone();
  expect(await executeTool(pressRecents, {}, phone)).toEqual({
    texts: ['Recents button press executed successfully'],
  });
  expect(phone.calls).toEqual([['pressKey', 'APP_SWITCH']]);
});

it("press_recents: rejects with the phone's code and hint", async () => {
  const error = new HandsetError('unsupported', 'The phone said no.', { hint: 'Ask again.' });
  await expect(executeTool(pressRecents, {}, recordingPhone({ error }))).rejects.toMatchObject({
    code: 'unsupported',
    message: 'Recents button press failed: The phone said no.',
    hint: 'Ask again.',
  });
});

it.each([
  [{ times: 2 }, "Unknown parameter: 'times'. press_recents takes: observe"],
  [{ observe: true }, "Parameter 'observe' must be a string, got: true"],
  [
    { observe: 'picture' },
    "Parameter 'observe' must be one of: none, state, compact, diff. Got: 'picture'",
  ],
])('press_recents: refuses %j', async (args, message) => {
  expect(await refusalOf(pressRecents, args)).toEqual(argumentRefusal(message));
});

it('open_notifications: opens the notifications', async () => {
  const phone = recordingPhone();
  expect(await executeTool(openNotifications, {}, phone)).toEqual({
    texts: ['Open notifications executed successfully'],
  });
  expect(phone.calls).toEqual([['openPanel', 'notifications']]);
});

it("open_notifications: rejects with the phone's code and hint", async () => {
  const error = new HandsetError('command-failed', 'The phone said no.', { hint: 'Ask again.' });
  await expect(executeTool(openNotifications, {}, recordingPhone({ error }))).rejects.toMatchObject(
    {
      code: 'command-failed',
      message: 'Open notifications failed: The phone said no.',
      hint: 'Ask again.',
    },
  );
});

it.each([
  [{ times: 2 }, "Unknown parameter: 'times'. open_notifications takes: observe"],
  [{ observe: true }, "Parameter 'observe' must be a string, got: true"],
  [
    { observe: 'picture' },
    "Parameter 'observe' must be one of: none, state, compact, diff. Got: 'picture'",
  ],
])('open_notifications: refuses %j', async (args, message) => {
  expect(await refusalOf(openNotifications, args)).toEqual(argumentRefusal(message));
});

it('open_quick_settings: opens the quick settings', async () => {
  const phone = recordingPhone();
  expect(await executeTool(openQuickSettings, {}, phone)).toEqual({
    texts: ['Open quick settings executed successfully'],
  });
  expect(phone.calls).toEqual([['openPanel', 'quick-settings']]);
});

it("open_quick_settings: rejects with the phone's code and hint", async () => {
  const error = new HandsetError('phone-lost', 'The phone said no.', { hint: 'Ask again.' });
  await expect(executeTool(openQuickSettings, {}, recordingPhone({ error }))).rejects.toMatchObject(
    {
      code: 'phone-lost',
      message: 'Open quick settings failed: The phone said no.',
      hint: 'Ask again.',
    },
  );
});

it.each([
  [{ times: 2 }, "Unknown parameter: 'times'. open_quick_settings takes: observe"],
  [{ observe: true }, "Parameter 'observe' must be a string, got: true"],
  [
    { observe: 'picture' },
    "Parameter 'observe' must be one of: none, state, compact, diff. Got: 'picture'",
  ],
])('open_quick_settings: refuses %j', async (args, message) => {
  expect(await refusalOf(openQuickSettings, args)).toEqual(argumentRefusal(message));
});

const keyboard = { left: 0, top: 1200, right: 1000, bottom: 2000 };

describe('dismiss_keyboard', () => {
  it('presses Back once if a keyboard is open, and names it', async () => {
    const model = new FormModel({ focused: true });
    const phone = new ModelPhone(model);
    phone.keyboard = keyboard;
    model.key = () => (phone.keyboard = null);
    const { answer } = await callTool(dismissKeyboard, phone);
    expect(answer).toBe('Keyboard dismissed\nkeyboard:com.keys/.Keyboard');
    expect(phone.log).toEqual(['BACK']);
  });
  it('presses nothing if none is open', async () => {
    const phone = new ModelPhone(new FormModel({ focused: true }));
    expect((await callTool(dismissKeyboard, phone)).answer).toBe('No keyboard was open');
    phone.inputMethod = { id: 'com.keys/.Keyboard', shown: true };
    expect((await callTool(dismissKeyboard, phone)).notes).toEqual([
      expect.stringMatching(/^note:Android says that com\.keys\/\.Keyboard is shown, but/),
    ]);
    expect(phone.log).toEqual([]);
  });
  it('presses Back once more if something else closed first, and says if it stays open', async () => {
    const model = new FormModel({ focused: true });
    const phone = new ModelPhone(model);
    phone.keyboard = keyboard;
    model.key = () => (phone.keyboard = phone.log.length > 1 ? null : keyboard);
    expect((await callTool(dismissKeyboard, phone)).answer).toMatch(/^Keyboard dismissed/);
    expect(phone.log).toEqual(['BACK', 'BACK']);
    phone.keyboard = keyboard;
    model.key = () => undefined;
    const { answer, code } = await callTool(dismissKeyboard, phone);
    expect(code).toBe('action-failed');
    expect(answer).toMatch(/^The keyboard com\.keys\/\.Keyboard stayed open/);
    expect(phone.log).toHaveLength(4);
  });
  it('does not take a keyboard for closed where the phone does not say', async () => {
    const phone = new ModelPhone(new FormModel({ focused: true }));
    const silent = (): Promise<never> =>
      Promise.reject(new HandsetError('timeout', 'The phone says nothing.'));
    phone.readKeyboard = silent;
    expect((await callTool(dismissKeyboard, phone)).code).toBe('timeout');
    const readings = [() => Promise.resolve(keyboard)];
    phone.readKeyboard = () => (readings.pop() ?? silent)();
    expect((await callTool(dismissKeyboard, phone)).answer).toMatch(
      /^Back was pressed, but the phone does not say whether the keyboard com\.keys\/\.Keyboard closed/,
    );
    expect(phone.log).toEqual(['BACK']);
  });
});

/** A phone whose display obeys the keys for it. */
function phoneWithDisplay(): ModelPhone {
  const model = new FormModel();
  const phone = new ModelPhone(model);
  model.key = (key) => (phone.awake = key === 'WAKEUP');
  return phone;
}

describe('wake_screen and lock_screen', () => {
  it('turn the display on and off, and press nothing if it already is', async () => {
    const phone = phoneWithDisplay();
    expect((await callTool(wakeScreen, phone)).answer).toBe('Display was already on');
    expect((await callTool(lockScreen, phone)).answer).toBe(
      'Display turned off\nlocked:no, the phone has no lock screen, or shows it only later',
    );
    phone.lock = { showing: true, locked: true };
    expect((await callTool(lockScreen, phone)).answer).toBe('Display was already off\nlocked:yes');
    expect(await callTool(wakeScreen, phone)).toMatchObject({
      answer: 'Display turned on',
      notes: ['note:the lock screen is shown; the user has to unlock the phone'],
    });
    expect(phone.log).toEqual(['SLEEP', 'WAKEUP']);
  });
  it('say what the phone does not report', async () => {
    const phone = phoneWithDisplay();
    phone.lock = null;
    phone.readAwake = () => Promise.resolve(null);
    const { answer, notes } = await callTool(lockScreen, phone);
    expect(answer).toMatch(/^sent, not verified: .* does not report whether its display is on$/);
    expect(notes).toEqual(['note:the phone does not report whether it is locked']);
  });
  it('do not say that the display did not obey where the phone stops reporting it', async () => {
    const phone = phoneWithDisplay();
    const states = [true];
    phone.readAwake = () => Promise.resolve(states.pop() ?? null);
    expect((await callTool(lockScreen, phone)).answer).toMatch(/^sent, not verified: /);
    expect(phone.log).toEqual(['SLEEP']);
  });
  it('fail if the display does not obey, and say what opens without a PIN', async () => {
    const phone = new ModelPhone(new FormModel());
    const { answer, code } = await callTool(lockScreen, phone);
    expect([code, answer]).toEqual([
      'action-failed',
      'The display did not turn off, although the key was pressed. Ask the user to look at the phone.',
    ]);
    phone.awake = false;
    phone.lock = { showing: true, locked: false };
    expect((await callTool(lockScreen, phone)).answer).toBe(
      'Display was already off\nlocked:no, the lock screen opens without a PIN',
    );
  });
});
