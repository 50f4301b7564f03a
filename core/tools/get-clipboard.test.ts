import { expect, it } from 'vitest';
import { HandsetError } from '../errors.ts';
import { getClipboard } from './device.ts';
import {
  executeTool,
  recordingPhone,
  refusalOf,
  argumentRefusal,
} from './testing/recording-phone.ts';

it.each([['Grüße 👋\n2'], [''], [null]])('get_clipboard: returns %j unchanged', async (text) => {
  const phone = recordingPhone({ clipboard: text });
  expect(await executeTool(getClipboard, {}, phone)).toEqual({ texts: [], data: { text } });
  expect(phone.calls).toEqual([['readClipboard']]);
});

it('get_clipboard: returns a long text in parts without splitting a surrogate pair', async () => {
  const text = `${'a'.repeat(14_999)}\u{1f600}${'b'.repeat(20_000)}`;
  let read = '';
  let next: unknown = 0;
  while (typeof next === 'number') {
    const { data } = await executeTool(
      getClipboard,
      { offset: next },
      recordingPhone({ clipboard: text }),
    );
    const part = data?.['text'];
    expect(part).not.toMatch(/\p{Surrogate}/u);
    read += typeof part === 'string' ? part : '';
    next = data?.['next_offset'];
  }
  expect(read).toBe(text);
});

it('get_clipboard: rejects with the reason if it cannot be read', async () => {
  const error = new HandsetError('unsupported', 'No clipboard here.', { hint: 'Use scrcpy.' });
  await expect(executeTool(getClipboard, {}, recordingPhone({ error }))).rejects.toMatchObject({
    code: 'unsupported',
    message: 'Clipboard access failed: No clipboard here.',
    hint: 'Use scrcpy.',
  });
});

it('get_clipboard: refuses an unknown parameter', async () => {
  expect(await refusalOf(getClipboard, { observe: 'state' })).toEqual(
    argumentRefusal("Unknown parameter: 'observe'. get_clipboard takes: offset"),
  );
});
