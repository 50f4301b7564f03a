import { expect, it } from 'vitest';
import { runShell } from './shell.ts';
import { callTool } from './testing/call-tool.ts';
import { recordingPhone, refusalOf } from './testing/recording-phone.ts';

it('run_shell says how much of an output is missing, and shows invisible characters', async () => {
  const phone = recordingPhone();
  const stdout = { head: 'first\u202e', tail: 'last', missingBytes: 5 };
  const stderr = { head: '', tail: '', missingBytes: 0 };
  const { data } = await callTool(
    runShell,
    {
      ...phone,
      runShellLine: () => Promise.resolve({ exitCode: 3, stdout, stderr, timedOut: false }),
    },
    { command: 'ls' },
  );
  expect(data).toEqual({
    exit_code: 3,
    stdout: 'first\\u{202e}\n… 5 bytes …\nlast',
    stderr: '',
    timed_out: false,
    missing_bytes: 5,
  });
});

it.each(['', 'a\nb', 'a\0b', 'a\rb', 'x'.repeat(4_001)])(
  'run_shell refuses a command of no line, of several, or too long: %#',
  async (command) => {
    expect(await refusalOf(runShell, { command })).toMatchObject({
      code: 'invalid-argument',
      message: expect.stringContaining("Parameter 'command' must") as string,
      calls: [],
    });
  },
);
