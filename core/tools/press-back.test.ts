import { expect, it } from 'vitest';
import { HandsetError } from '../errors.ts';
import { pressBack } from './keys.ts';
import {
  executeTool,
  recordingPhone,
  refusalOf,
  argumentRefusal,
} from './testing/recording-phone.ts';

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
