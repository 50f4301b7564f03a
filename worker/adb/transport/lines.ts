import type { ReadableStream } from '@yume-chan/stream-extra';
import { HandsetError } from '#core/errors.ts';

/**
 * The lines that a program prints, without their ends, as soon as each is whole; at the end of the stream also
 * what follows the last line end. Rejects with `protocol` at a line of more characters, and as the stream does.
 */
export async function* linesOf(
  stream: ReadableStream<Uint8Array>,
  maxLength: number,
): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  let pieces: string[] = [];
  let length = 0;
  const add = (piece: string): void => {
    length += piece.length;
    if (length > maxLength) {
      const message = `The program printed a line of more than ${maxLength} characters.`;
      throw new HandsetError('protocol', message, { hint: 'Restart the phone.' });
    }
    pieces.push(piece);
  };
  for await (const chunk of stream) {
    const parts = decoder.decode(chunk, { stream: true }).split('\n');
    const last = parts.pop() ?? '';
    for (const part of parts) {
      add(part);
      yield pieces.join('');
      pieces = [];
      length = 0;
    }
    add(last);
  }
  if (length > 0) yield pieces.join('');
}
