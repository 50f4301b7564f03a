import fc from 'fast-check';
import type { Terminal as XtermTerminal } from '@xterm/xterm';
import { describe, expect, it } from 'vitest';
import { guardTerminal } from './terminal-guard.ts';

// The file for the browser works under Node, but has no types of its own.
const file = '@xterm/xterm/lib/xterm.mjs';
const { Terminal } = (await import(file)) as { Terminal: typeof XtermTerminal };

/** What a guarded terminal answers to these bytes, and whether it takes a title or makes a link. */
async function print(bytes: string | Uint8Array) {
  const terminal = new Terminal({
    cols: 80,
    rows: 24,
    scrollback: 100,
    allowProposedApi: true,
    logLevel: 'off',
  });
  guardTerminal(terminal);
  const answers: string[] = [];
  const titles: string[] = [];
  terminal.onData((data) => answers.push(data));
  terminal.onBinary((data) => answers.push(data));
  terminal.onTitleChange((title) => titles.push(title));
  await new Promise<void>((resolve) => terminal.write(bytes, resolve));
  const line = terminal.buffer.active.getLine(0)?.translateToString(true) ?? '';
  terminal.dispose();
  return { answers, titles, line };
}

// eslint-disable-next-line no-control-regex -- answers begin with a control character
const allowedAnswer = /^\x1b\[(?:\?1;2c|\d{1,3};\d{1,3}R)$/;

describe('a guarded terminal', () => {
  it.each([
    ['the title', '\x1b]0;owned\x07\x1b]2;owned\x1b\\\x1b]1;owned\x07\x1b[21t\x1b[20t'],
    ['the clipboard', '\x1b]52;c;cm0gLXJmIC8K\x07\x1b]52;c;?\x07'],
    ['a link', '\x1b]8;;https://example.com\x1b\\click\x1b]8;;\x1b\\'],
    ['colors', '\x1b]10;?\x07\x1b]11;?\x1b\\\x1b]12;?\x07\x1b]4;1;?\x07\x1b]104\x07'],
    ['settings', '\x1bP$qm\x1b\\\x1bP$q"p\x1b\\\x1bP+q544e\x1b\\\x1b[?25$p\x1b[4$p'],
    ['the window', '\x1b[14t\x1b[16t\x1b[18t\x1b[11t\x1b[13t\x1b[22;0t\x1b[8;999;999t'],
    ['states', '\x1b[5n\x1b[?6n\x1b[?15n\x1b[>c\x1b[=c\x1b[>q\x1b[0x\x05\x1bZ'],
    ['an image', '\x1b]1337;File=inline=1:QUJD\x07\x1bPq#0;2;0;0;0#0~~\x1b\\\x1b_Gf=32;QUJD\x1b\\'],
  ])('does not answer or obey: %s', async (_name, bytes) => {
    expect(await print(bytes)).toMatchObject({ answers: [], titles: [] });
  });

  it('tells the cursor and the kind of terminal, and draws', async () => {
    expect(await print('hi\x1b[6n\x1b[c\x1b[31m there')).toEqual({
      answers: ['\x1b[1;3R', '\x1b[?1;2c'],
      titles: [],
      line: 'hi there',
    });
  });

  it.each('IZLMSTb@PXABCDEFGHJK'.split(''))(
    'is not kept busy by a count: CSI %s',
    async (final) => {
      const start = performance.now();
      await print(`a\x1b[2147483647${final}`.repeat(20));
      expect(performance.now() - start).toBeLessThan(1_000);
    },
  );

  it('answers to no bytes with more than numbers', async () => {
    const number = fc.oneof(fc.nat(300), fc.constantFrom(2147483647, 4294967296), fc.constant(''));
    const text = fc.string({ unit: 'binary', maxLength: 8 });
    const parameters = fc.array(number, { maxLength: 4 }).map((each) => each.join(';'));
    const csi = fc
      .tuple(
        fc.constantFrom('', '?', '>', '=', '!', '<'),
        parameters,
        fc.constantFrom('', '$', ' ', '"', "'", '*', '!'),
        fc.integer({ min: 0x40, max: 0x7e }),
      )
      .map(
        ([prefix, all, middle, final]) =>
          `\x1b[${prefix}${all}${middle}${String.fromCharCode(final)}`,
      );
    const osc = fc
      .tuple(
        number,
        fc.oneof(text, fc.constantFrom('?', 'c;?', '1;?', ';https://a')),
        fc.constantFrom('\x07', '\x1b\\', '\x9c'),
      )
      .map(([id, data, end]) => `\x1b]${id};${data}${end}`);
    const dcs = fc
      .tuple(fc.constantFrom('$q', '+q', '>|', 'q', '!|'), text)
      .map(([kind, data]) => `\x1bP${kind}${data}\x1b\\`);
    const escape = fc.tuple(fc.constantFrom('', '(', '#', '%'), fc.string({ maxLength: 1 }));
    const part = fc.oneof(
      text,
      csi,
      osc,
      dcs,
      escape.map((each) => `\x1b${each.join('')}`),
    );
    const sequence = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''));
    const bytes = fc.uint8Array({ maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(fc.oneof(sequence, bytes), async (printed) => {
        const { answers, titles } = await print(printed);
        expect(answers.filter((answer) => !allowedAnswer.test(answer))).toEqual([]);
        expect(titles).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});
