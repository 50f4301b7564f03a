/** Over real USB to Google's adbd as it is on a phone: it lets in only who has a key that somebody has allowed. */
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { adbdRoot, prepareAdbdRoot } from '#core/testing/real-adbd.ts';
import { adbKeysLine } from '../console-page.ts';
import { call, expect, expectPhone, sharePhone, test } from './fixtures.ts';
import { createAdbd } from './gadget.ts';

/** Where Android keeps the keys that were allowed for good. */
const allowedKeys = join(adbdRoot, 'adb_keys');

test.beforeAll(() => {
  rmSync(allowedKeys, { force: true });
  execFileSync('sh', ['-c', prepareAdbdRoot]);
});

const shared = sharePhone(() => createAdbd({ asks: true }));

function replug(): void {
  shared.phone.unplug();
  shared.phone.plug();
}

test('waits while its key is not allowed, also after a reload, and says so', async ({ agent }) => {
  const { page } = shared;
  await expectPhone(page, 'Tap Allow on your phone');
  await page.reload();
  await expectPhone(page, 'Tap Allow on your phone');
  const { isError, text } = await agent.call('list_files', { path: '/sdcard' });
  expect(text).toContain('waiting for someone to tap Allow');
  expect(isError).toBe(true);
});

test('connects by its signature once the key is allowed, and asks again once it is not', async ({
  agent,
}) => {
  const { page } = shared;
  writeFileSync(allowedKeys, `${adbKeysLine()} handset@test\n`);
  replug();
  await expectPhone(page, 'Pixel');
  await call(agent, 'list_files', { path: '/sdcard' });
  await page.reload();
  await expectPhone(page, 'Pixel');
  rmSync(allowedKeys);
  replug();
  await expectPhone(page, 'Tap Allow on your phone');
});
