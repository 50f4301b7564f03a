import { describe, expect, it } from 'vitest';
import type { PersonInput } from '../../core/link/live.ts';
import { HandsQueue } from './hands-queue.ts';

type Phase = 'down' | 'move' | 'up';
const touch = (phase: Phase, finger: number, x: number): PersonInput => ({
  kind: 'touch',
  phase,
  finger,
  x,
  y: 0.5,
});
const text = (typed: string): PersonInput => ({ kind: 'text', text: typed });
const never = new AbortController().signal;

/** The inputs that remain in the queue, in order, abbreviated. */
function left(...inputs: readonly PersonInput[]): string {
  const queue = new HandsQueue();
  inputs.forEach((input, i) => void queue.add(input, i));
  const words: string[] = [];
  for (let next = queue.take(); next !== undefined; next = queue.take()) {
    const { input } = next;
    if (input.kind === 'touch') words.push(`${input.phase}${input.finger}@${input.x}`);
    else if (input.kind === 'text') words.push(input.text);
    else if (input.kind === 'wheel') words.push(`wheel${input.down}`);
    else words.push(input.kind);
  }
  return words.join(' ');
}

describe('waiting input', () => {
  it('keeps its order', () => {
    expect(left(touch('down', 0, 0.1), touch('up', 0, 0.1), text('a'))).toBe('down0@0.1 up0@0.1 a');
  });

  it('merges moves of a finger, but never its down and up', () => {
    const first = [touch('down', 0, 0.1), touch('move', 0, 0.2), touch('move', 0, 0.3)];
    const second = [touch('up', 0, 0.3), touch('down', 0, 0.8), touch('move', 0, 0.9)];
    expect(left(...first, ...second)).toBe('down0@0.1 move0@0.3 up0@0.3 down0@0.8 move0@0.9');
  });

  it('merges the moves of each finger separately', () => {
    const moves = [touch('move', 0, 0.2), touch('move', 1, 0.8), touch('move', 0, 0.3)];
    expect(left(...moves, touch('move', 1, 0.7))).toBe('move0@0.3 move1@0.7');
    expect(left(...moves, touch('up', 1, 0.7), touch('move', 0, 0.4))).toBe(
      'move0@0.3 move1@0.8 up1@0.7 move0@0.4',
    );
  });

  it('merges letters and wheel turns, but not across another key', () => {
    const wheel = (down: number): PersonInput => ({ kind: 'wheel', x: 0, y: 0, right: 0, down });
    const back: PersonInput = { kind: 'button', button: 'back' };
    expect(left(text('G'), text('rü'), back, text('ß'))).toBe('Grü button ß');
    expect(left(wheel(1), wheel(0.5), back, wheel(-1))).toBe('wheel1.5 button wheel-1');
  });

  it('settles every merged input', async () => {
    const queue = new HandsQueue();
    const answers = [queue.add(text('a'), 0), queue.add(text('b'), 1)];
    const refused = queue.add({ kind: 'copy', how: 'copy' }, 2);
    queue.take()?.resolve(null);
    expect(await Promise.all(answers)).toEqual([null, null]);
    queue.rejectAll(new Error('gone'));
    await expect(refused).rejects.toThrow('gone');
    expect(queue.isEmpty).toBe(true);
  });

  it('wakes its reader on new input, after the time, and on abort', async () => {
    const queue = new HandsQueue();
    const waiting = queue.somethingOr(60_000, never);
    void queue.add(text('a'), 0);
    await waiting;
    queue.take();
    await queue.somethingOr(1, never);
    const ended = new AbortController();
    const given = queue.somethingOr(60_000, ended.signal);
    ended.abort();
    await given;
    expect(queue.isEmpty).toBe(true);
  });
});
