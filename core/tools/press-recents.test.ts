import { expect, it } from 'vitest';
import { HandsetError } from '../errors.ts';
import { pressRecents } from './keys.ts';
import {
  executeTool,
  recordingPhone,
  refusalOf,
  argumentRefusal,
} from './testing/recording-phone.ts';

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
