import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { notice, readScrcpyServer, version } from '#app/build/scrcpy-server.mjs';

const folder = join(import.meta.dirname, '..', 'dist', 'third-party');

test('the built site has the scrcpy server, unchanged, and its notice', async () => {
  test.skip(readScrcpyServer() === undefined, 'this checkout was built without network');
  const bytes = await readFile(join(folder, `scrcpy-server-${version}.jar`));
  const sum = createHash('sha256').update(bytes).digest('hex');
  expect(notice).toContain(sum);
  expect(await readFile(join(folder, 'NOTICE.txt'), 'utf8')).toBe(notice);
});
