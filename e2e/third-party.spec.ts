import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { programs, readProgram } from '#app/build/third-party.mjs';
import { expect, test } from './fixtures.ts';
import { startStaticHost } from './local-http.ts';

const folder = join(import.meta.dirname, '..', 'dist', 'third-party');
const readNotice = (): Promise<string> => readFile(join(folder, 'NOTICE.txt'), 'utf8');

for (const { name, sha256, license } of programs) {
  test(`the built site has ${name}, unchanged, with its notice`, async () => {
    test.skip(readProgram(name) === undefined, 'this checkout was built without network');
    const bytes = await readFile(join(folder, name));
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
    const notice = await readNotice();
    expect(notice).toContain(sha256);
    expect(notice).toContain(`\n${name} (${license})\n`);
  });
}

test('the built site has the licences of all that is bundled, and its page links to them', async ({
  page,
}) => {
  const host = await startStaticHost('/');
  try {
    await page.goto(`${host.origin}/`);
    await page.getByText('Help', { exact: true }).click();
    await page.getByRole('link', { name: 'Licenses' }).click();
    const shown = page.locator('pre');
    for (const name of ['svelte', 'zod', '@yume-chan/adb', '@fontsource/inter', 'mediabunny'])
      await expect(shown).toContainText(new RegExp(`^${name} \\d`, 'm'));
    for (const licence of ['SIL OPEN FONT LICENSE', 'Apache License', 'Mozilla Public License'])
      await expect(shown).toContainText(licence);
    // A package without a licence file of its own.
    await expect(shown).toContainText(/^@nodable\/entities .*\n[\s\S]*?^MIT License\n/m);
  } finally {
    host.close();
  }
});
