import { expect, it } from 'vitest';
import { HandsetError } from '../errors.ts';
import { setClipboard } from './device.ts';
import {
  executeTool,
  recordingPhone,
  refusalOf,
  argumentRefusal,
} from './testing/recording-phone.ts';

it.each([
  ['Grüße 👋\n', 9],
  ['', 0],
])('set_clipboard: passes %j to the phone and counts UTF-16 units', async (text, count) => {
  const phone = recordingPhone();
  expect(await executeTool(setClipboard, { text }, phone)).toEqual({
    texts: [`Clipboard set successfully (${count} characters)`],
  });
  expect(phone.calls).toEqual([['writeClipboard', text]]);
});

it('set_clipboard: rejects with the reason if it cannot be set', async () => {
  const error = new HandsetError('unsupported', 'No clipboard here.', { hint: 'Use scrcpy.' });
  await expect(
    executeTool(setClipboard, { text: 'a' }, recordingPhone({ error })),
  ).rejects.toMatchObject({
    code: 'unsupported',
    message: 'Clipboard set failed: No clipboard here.',
    hint: 'Use scrcpy.',
  });
});

it.each([
  [{}, "Missing required parameter: 'text'"],
  [{ text: 7 }, "Parameter 'text' must be a string, got: 7"],
  [{ text: null }, "Parameter 'text' must be a string, got: null"],
  [{ text: ['a'] }, "Parameter 'text' must be a string"],
  [
    { text: 'a\ud83d' },
    "Parameter 'text' must be well-formed Unicode: it holds half of a surrogate pair",
  ],
])('set_clipboard: refuses %j', async (args, message) => {
  expect(await refusalOf(setClipboard, args)).toEqual(argumentRefusal(message));
});
