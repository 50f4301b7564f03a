import { z } from 'zod';
import { nameFailure } from './contract/system-action.ts';
import { wellFormedText } from './parameters/common.ts';
import { defineTool, observe } from './contract/tool.ts';

/** Puts a text where pasting takes it from. */
export const setClipboard = defineTool({
  name: 'set_clipboard',
  title: 'Set clipboard',
  description:
    "Replaces the phone's clipboard by a text, for the user or an app to paste. To fill a field use set_text or input_text.",
  input: z.strictObject({ text: wellFormedText('text').describe('May be empty.'), ...observe }),
  effect: 'act',
  maybeSecret: 'text',
  async run(phone, { text }, reply, signal) {
    await nameFailure('Clipboard set failed', phone.writeClipboard(text, signal));
    reply.text(`Clipboard set successfully (${text.length} characters)`);
  },
});
