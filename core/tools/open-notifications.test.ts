import { expect, it } from 'vitest';
import { HandsetError } from '../errors.ts';
import { openNotifications } from './keys.ts';
import {
  executeTool,
  recordingPhone,
  refusalOf,
  argumentRefusal,
} from './testing/recording-phone.ts';

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
