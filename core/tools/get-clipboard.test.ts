import { expect, it } from 'vitest';
import { HandsetError } from '../errors.ts';
import { getClipboard } from './get-clipboard.ts';
import { call, recordingPhone, refusal, refused } from './testing/recording-phone.ts';

it.each([['Grüße 👋\n2'], [''], [null]])('gives %j as it is', async (text) => {
  const phone = recordingPhone({ clipboard: text });
  expect(await call(getClipboard, {}, phone)).toEqual({ texts: [], data: { text } });
  expect(phone.asked).toEqual([['readClipboard']]);
});

it('says why it could not be read', async () => {
  const error = new HandsetError('unsupported', 'No clipboard here.', { hint: 'Use scrcpy.' });
  await expect(call(getClipboard, {}, recordingPhone({ error }))).rejects.toMatchObject({
    code: 'unsupported',
    message: 'Clipboard access failed: No clipboard here.',
    hint: 'Use scrcpy.',
  });
});

it('refuses what it does not know', async () => {
  expect(await refusal(getClipboard, { observe: 'state' })).toEqual(
    refused("Unknown parameter: 'observe'. get_clipboard takes: no parameters"),
  );
});
