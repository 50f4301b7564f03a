import { expect, it } from 'vitest';
import { answerForKey } from './answer-keys.ts';

const plain = {
  ...{ key: 'Enter', altKey: true, ctrlKey: false, metaKey: false, shiftKey: false },
  ...{ repeat: false, target: null },
};

it.each([
  [{}, 'once'],
  [{ key: 'Backspace' }, 'no'],
  [{ key: 'a' }, null],
  [{ altKey: false }, null],
  [{ repeat: true }, null],
  // Right Alt types characters on Windows, where it counts as Ctrl and Alt.
  [{ ctrlKey: true }, null],
  [{ shiftKey: true }, null],
  [{ metaKey: true }, null],
])('%j answers %j', (changes, answer) => {
  expect(answerForKey({ ...plain, ...changes })).toBe(answer);
});
