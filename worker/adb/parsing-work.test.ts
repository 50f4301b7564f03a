import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { slowInputsOf, type TextParser } from '#core/testing/parsing-work.ts';
import { ProgramLog } from './transport/program-log.ts';
import { parsePhones } from './transport/server-phones.ts';

const readLog: TextParser = (text) => {
  const log = new ProgramLog();
  for (const line of text.split('\n')) log.addLine(`ERROR ${line}`);
  return [log.endReason, log.findError(/Could not create default video encoder for .*/)];
};

it.each<[string, TextParser, readonly string[]]>([
  [
    'the log of a program on the phone',
    readLog,
    ['transport/program-log.ts', 'scrcpy/video-session.ts'],
  ],
  ['the list of an adb server', parsePhones, ['transport/server-phones.ts']],
])('%s: the work grows no faster than the text', (_, parse, files) => {
  const sources = files.map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'));
  expect(slowInputsOf(parse, sources, ['', 'R5CT device model:'])).toEqual([]);
});
