import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { withTables } from './readme-tables.ts';

test('the README shows the tools and the faults as they are', async () => {
  const readme = await readFile(join(import.meta.dirname, '..', 'README.md'), 'utf8');
  const tidy = (text: string): string => text.replace(/-{3,}/g, '---').replace(/ +/g, ' ');
  expect(tidy(readme), 'Run `npm run readme`').toBe(tidy(withTables(readme)));
});
