import { expect, test } from 'vitest';
import type { Call } from '#core/call.ts';
import { WaitingCalls } from './waiting-calls.ts';

const call = (id: number): Call => ({ id }) as Partial<Call> as Call;

test('a call waits once, in its latest version, and new ones only as long as few wait', () => {
  const waiting = new WaitingCalls();
  const later = call(0);
  for (let id = 0; id < 200; id++) expect(waiting.put(`${id}`, call(id))).toBe('added');
  expect(waiting.put('200', call(200))).toBe('full');
  expect(waiting.put('0', later)).toBe('replaced');
  expect(waiting.take('0')).toBe(later);
  expect(waiting.take('0')).toBeUndefined();
  expect(waiting.put('200', call(200))).toBe('added');
});
