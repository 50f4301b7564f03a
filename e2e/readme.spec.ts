import { expect, test } from '@playwright/test';
import { readReadme } from './readme-tables.ts';

test('the README shows clients, tools, ways and faults as they are', async () => {
  const { text, made } = await readReadme();
  expect(text, 'Run `npm run readme`').toBe(made);
});
