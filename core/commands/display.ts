import { HandsetError } from '../errors.ts';
import type { Display } from '../phone.ts';
import { type Command, textOf } from './command.ts';

/** Reads the default display's size and density; an override wins over the physical value. */
export const readDisplay: Command<Display> = {
  purpose: 'reading the size of the display',
  line: 'wm size; wm density',
  deadlineMs: 10_000,
  parse: (output) => parseDisplay(textOf(output)),
};

/** Rejects with `command-failed` when a size or a density is missing. */
export function parseDisplay(text: string): Display {
  const size = /Override size: (\d+)x(\d+)/.exec(text) ?? /Physical size: (\d+)x(\d+)/.exec(text);
  const density = /Override density: (\d+)/.exec(text) ?? /Physical density: (\d+)/.exec(text);
  const width = Number(size?.[1]);
  const height = Number(size?.[2]);
  if (!(width > 0 && height > 0 && Number(density?.[1]) > 0)) {
    const said = text.trim().slice(0, 200) || 'nothing';
    throw new HandsetError('command-failed', `The phone did not tell its display size: ${said}.`, {
      hint: 'Try again; if it stays, restart the phone.',
    });
  }
  return { naturalSize: { width, height }, density: Number(density?.[1]) };
}
