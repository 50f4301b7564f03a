import { expect, it } from 'vitest';
import { HandsetError } from '../errors.ts';
import { pressHome } from './keys.ts';
import {
  executeTool,
  recordingPhone,
  refusalOf,
  argumentRefusal,
} from './testing/recording-phone.ts';

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
