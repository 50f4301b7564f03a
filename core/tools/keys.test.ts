import { describe, expect, it } from 'vitest';
import { HandsetError } from '../errors.ts';
import {
  openNotifications,
  openQuickSettings,
  pressBack,
  pressHome,
  pressKey,
  pressRecents,
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
  it('lists the allowed keys in the error for an unknown one', async () => {
    const { answer, code } = await callTool(pressKey, new ModelPhone(new FormModel()), {
      key: 'F1',
    });
    expect(answer).toBe("Invalid key: 'F1'. Allowed values: ENTER, BACK, DEL, HOME, TAB, SPACE");
    expect(code).toBe('invalid-argument');
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
    "Parameter 'observe' must be one of: none, state, tree, diff. Got: 'picture'",
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
    "Parameter 'observe' must be one of: none, state, tree, diff. Got: 'picture'",
  ],
])('press_home: refuses %j', async (args, message) => {
  expect(await refusalOf(pressHome, args)).toEqual(argumentRefusal(message));
});

it('press_recents: presses Recents', async () => {
  const phone = recordingPhone();
  expect(await executeTool(pressRecents, {}, phone)).toEqual({
    texts: ['Recents button press executed successfully'],
  });
  expect(phone.calls).toEqual([['pressKey', 'RECENTS']]);
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
    "Parameter 'observe' must be one of: none, state, tree, diff. Got: 'picture'",
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
    "Parameter 'observe' must be one of: none, state, tree, diff. Got: 'picture'",
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
    "Parameter 'observe' must be one of: none, state, tree, diff. Got: 'picture'",
  ],
])('open_quick_settings: refuses %j', async (args, message) => {
  expect(await refusalOf(openQuickSettings, args)).toEqual(argumentRefusal(message));
});
