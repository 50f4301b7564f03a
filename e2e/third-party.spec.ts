import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { notice, programs, readProgram } from '#app/build/third-party.mjs';

const folder = join(import.meta.dirname, '..', 'dist', 'third-party');

for (const { name } of programs) {
  test(`the built site has ${name}, unchanged, with its notice and licences`, async () => {
    test.skip(readProgram(name) === undefined, 'this checkout was built without network');
    const bytes = await readFile(join(folder, name));
    const sum = createHash('sha256').update(bytes).digest('hex');
    expect(notice).toContain(sum);
    expect(await readFile(join(folder, 'NOTICE.txt'), 'utf8')).toBe(notice);
    for (const [licence = ''] of notice.matchAll(/LICENSE-[\w.-]+\.txt/g))
      expect((await readFile(join(folder, licence), 'utf8')).length).toBeGreaterThan(5_000);
  });
}
