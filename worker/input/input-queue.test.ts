import { describe, expect, it } from 'vitest';
import type { UserInputEvent } from '#core/link/live.ts';
import { InputQueue } from './input-queue.ts';

type Phase = 'down' | 'move' | 'up';
const touch = (action: Phase, finger: number, x: number): UserInputEvent => ({
  kind: 'touch',
  action,
  finger,
  x,
  y: 0.5,
});
const text = (typed: string): UserInputEvent => ({ kind: 'text', text: typed });
const neverAborts = new AbortController().signal;

/** The inputs that remain in the queue, in order, abbreviated. */
function remaining(...inputs: readonly UserInputEvent[]): string {
  const queue = new InputQueue();
  inputs.forEach((input, i) => void queue.enqueue(input, i));
  const tokens: string[] = [];
  for (let next = queue.dequeue(); next !== undefined; next = queue.dequeue()) {
    const { input } = next;
    if (input.kind === 'touch') tokens.push(`${input.action}${input.finger}@${input.x}`);
    else if (input.kind === 'text') tokens.push(input.text);
    else if (input.kind === 'wheel') tokens.push(`wheel${input.down}`);
    else tokens.push(input.kind);
  }
  return tokens.join(' ');
}

describe('waiting input', () => {
  it('keeps its order', () => {
    expect(remaining(touch('down', 0, 0.1), touch('up', 0, 0.1), text('a'))).toBe(
      'down0@0.1 up0@0.1 a',
    );
  });

  it('merges moves of a finger, but never its down and up', () => {
    const first = [touch('down', 0, 0.1), touch('move', 0, 0.2), touch('move', 0, 0.3)];
    const second = [touch('up', 0, 0.3), touch('down', 0, 0.8), touch('move', 0, 0.9)];
    expect(remaining(...first, ...second)).toBe('down0@0.1 move0@0.3 up0@0.3 down0@0.8 move0@0.9');
  });

  it('merges the moves of each finger separately', () => {
    const moves = [touch('move', 0, 0.2), touch('move', 1, 0.8), touch('move', 0, 0.3)];
    expect(remaining(...moves, touch('move', 1, 0.7))).toBe('move0@0.3 move1@0.7');
    expect(remaining(...moves, touch('up', 1, 0.7), touch('move', 0, 0.4))).toBe(
      'move0@0.3 move1@0.8 up1@0.7 move0@0.4',
    );
  });

  it('merges letters and wheel turns, but not across another key', () => {
    const wheel = (down: number): UserInputEvent => ({ kind: 'wheel', x: 0, y: 0, right: 0, down });
    const back: UserInputEvent = { kind: 'button', button: 'back' };
    expect(remaining(text('G'), text('rü'), back, text('ß'))).toBe('Grü button ß');
    expect(remaining(wheel(1), wheel(0.5), back, wheel(-1))).toBe('wheel1.5 button wheel-1');
  });

  it('settles every merged input', async () => {
    const queue = new InputQueue();
    const answers = [queue.enqueue(text('a'), 0), queue.enqueue(text('b'), 1)];
    const rejected = queue.enqueue({ kind: 'copy', how: 'copy' }, 2);
    queue.dequeue()?.resolve(null);
    expect(await Promise.all(answers)).toEqual([null, null]);
    queue.rejectAll(new Error('gone'));
    await expect(rejected).rejects.toThrow('gone');
    expect(queue.isEmpty).toBe(true);
  });

  it('wakes its reader on new input, after the time, and on abort', async () => {
    const queue = new InputQueue();
    const waiting = queue.waitForInput(60_000, neverAborts);
    void queue.enqueue(text('a'), 0);
    await waiting;
    queue.dequeue();
    await queue.waitForInput(1, neverAborts);
    const ended = new AbortController();
    const waitingAborted = queue.waitForInput(60_000, ended.signal);
    ended.abort();
    await waitingAborted;
    expect(queue.isEmpty).toBe(true);
  });
});
