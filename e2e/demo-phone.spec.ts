import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from '@playwright/test';
import { startDemoPhone } from './adb-client.ts';
import { readDemoPhoneArguments, UsageError } from './demo-options.ts';
import { freePort } from './free-port.ts';

/** Runs the program until it exits; returns its stderr and exit code. */
async function runDemoPhone(
  ...options: string[]
): Promise<{ stderrText: string; exitCode: unknown }> {
  const script = new URL('demo-phone.ts', import.meta.url).pathname;
  const args = ['--import', import.meta.resolve('tsx'), script, ...options];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const exited: Promise<unknown[]> = once(child, 'exit');
  const [stderrText, [exitCode]] = await Promise.all([text(child.stderr), exited]);
  return { stderrText, exitCode };
}

const invalidOptions: readonly (readonly [options: string, said: string])[] = [
  ['--port 0', '--port must be a whole number from 1 to 65535; got: 0'],
  ['--port 7e3', '--port must be a whole number from 1 to 65535; got: 7e3'],
  ['--port 5555', '--port 5555: adb lists whatever listens on 5555 to 5585 as an emulator'],
  ['--android 9', '--android knows 8, 11, 14, 16; got: 9'],
  ['--faults slow,flat', '--faults knows no-idle, dump-killed,'],
  ['--faults usb-busy', 'usb-busy is a fault of the USB port; over TCP there is none.'],
  ['--latency much', '--latency knows none, real; got: much'],
  ['--screen nowhere.xml', 'Cannot read nowhere.xml.'],
  ['--screenshot a.png', '--screenshot needs --screen: the dump of the same screen.'],
  ['--colour blue', "Unknown option '--colour'"],
];
test('each invalid option gets its own message', { tag: '@more' }, async () => {
  for (const [options, expected] of invalidOptions) {
    const reading = readDemoPhoneArguments(options.split(' '));
    await expect(reading, options).rejects.toThrow(UsageError);
    await expect(reading, options).rejects.toThrow(expected);
  }
  const { stderrText, exitCode } = await runDemoPhone('--colour', 'blue');
  expect(stderrText).toContain("Unknown option '--colour'");
  expect(stderrText).toContain('Usage: npm run demo-phone');
  expect(exitCode).toBe(2);
});

test('names a port that is in use', { tag: '@more' }, async () => {
  const port = await freePort();
  const server = createServer().listen(port, '127.0.0.1');
  const { stderrText, exitCode } = await runDemoPhone('--port', `${port}`);
  server.close();
  expect(stderrText).toBe(`Port ${port} is taken. Choose another with --port.\n`);
  expect(exitCode).toBe(2);
});

test('exits on Ctrl-C', { tag: '@more' }, async () => {
  const phone = await startDemoPhone();
  expect(await phone.stop('SIGINT')).toBe(0);
});
