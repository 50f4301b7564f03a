/** The console with Google's adbd, which serves FunctionFS itself, behind Chromium's own WebUSB and Linux's USB. */
import { execFileSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { adbdRoot, prepareAdbdRoot } from '#core/testing/real-adbd.ts';
import type { Agent } from '../agents.ts';
import {
  call,
  endInPacket,
  expect,
  expectPhone,
  filesFolder,
  openConsole,
  sendAndFetch,
  sha256,
  sharePhone,
  takeByAdb,
  test,
  writeRandomFile,
} from './fixtures.ts';
import { createAdbd, createDemoPhone } from './gadget.ts';

/** This adbd names no model, so its USB name stands for it. */
const connected = 'Pixel';
const onPhone = join(adbdRoot, 'sdcard/Download');

test.beforeAll(() => execFileSync('sh', ['-c', `${prepareAdbdRoot}\nmkdir -p ${onPhone}`]));

const shared = sharePhone(createAdbd);

/** It answers. */
async function expectAnswer(agent: Agent): Promise<void> {
  await expectPhone(shared.page, connected);
  expect(await call(agent, 'list_files', { path: '/sdcard' })).toContain('Download');
}

test('connects, runs commands, and files of 0 B to 20 MB stay unchanged', async ({ agent }) => {
  await expectAnswer(agent);
  const command = agent.call('run_shell', { command: 'echo out; echo err >&2; exit 3' });
  const question = shared.page.getByTestId('question');
  await question.getByRole('button', { name: 'Allow once' }).click();
  expect((await command).text).toContain('out');
  for (const bytes of [0, 1, 512, 65_536, 65_537, 20_000_000]) {
    const name = `${bytes}.bin`;
    await writeRandomFile(name, bytes);
    await sendAndFetch(agent, name);
    expect(await sha256(join(onPhone, name))).toBe(await sha256(join(filesFolder, name)));
  }
});

test('comes back each time that it is plugged in again', async ({ agent }) => {
  const { page, phone } = shared;
  for (let times = 0; times < 10; times += 1) {
    phone.unplug();
    await expectPhone(page, /disconnected$/);
    phone.plug();
    await expectAnswer(agent);
  }
});

test('leaves no half file where it is unplugged in the middle', async ({ agent }) => {
  const { page, phone } = shared;
  await writeRandomFile('cut.bin', 20_000_000);
  const sending = agent.call('send_file', { file: 'cut.bin' });
  await expect.poll(() => readdir(onPhone)).toContain('cut.bin');
  phone.unplug();
  expect(await sending).toMatchObject({ isError: true });
  await expect.poll(() => readdir(onPhone)).not.toContain('cut.bin');
  phone.plug();
  await expectPhone(page, connected);
  await sendAndFetch(agent, 'cut.bin');
});

test('connects after each of many reloads, whatever runs', async ({ agent }) => {
  await writeRandomFile('reloads.bin', 8_000_000);
  for (const delayMs of [0, 150, 500]) {
    for (const [tool, args] of [
      ['fetch_file', { path: '/sdcard/Download/20000000.bin', save_as: `${delayMs}.bin` }],
      ['send_file', { file: 'reloads.bin' }],
    ] as const) {
      const running = agent.call(tool, args);
      await pause(delayMs);
      await shared.page.reload();
      await running;
      await expectAnswer(agent);
    }
  }
});

test('connects after a page that ended in the middle of a packet', async ({ agent }) => {
  await endInPacket(shared.page);
  await expectAnswer(agent);
});

test('connects once adb does not use it any more', async ({ agent }) => {
  await takeByAdb(shared.page);
  await expectAnswer(agent);
});

test('is one of two phones, each in its tab', async ({ bridge, agent, keep }) => {
  const { page, phone } = shared;
  keep(createDemoPhone(1)).plug();
  const other = await openConsole(page.context(), bridge.url);
  await expectPhone(other, 'Handset 14 · Android 14');
  phone.unplug();
  await expectPhone(page, /disconnected$/);
  await expectPhone(other, 'Handset 14 · Android 14');
  phone.plug();
  await expectPhone(page, connected);
  await other.close();
  await expectAnswer(agent);
});

test('a call ends while it does not answer, and later calls work', async ({ agent }) => {
  await expectAnswer(agent);
  shared.phone.freeze();
  expect(await agent.call('list_files', { path: '/sdcard' })).toMatchObject({ isError: true });
  shared.phone.thaw();
  await expectAnswer(agent);
});
