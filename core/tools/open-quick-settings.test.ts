import { expect, it } from 'vitest';
import { HandsetError } from '../errors.ts';
import { openQuickSettings } from './keys.ts';
import {
  executeTool,
  recordingPhone,
  refusalOf,
  argumentRefusal,
} from './testing/recording-phone.ts';

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
