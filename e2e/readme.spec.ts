import { expect, test } from '@playwright/test';
import { readReadme } from './readme-tables.ts';

test('the README’s generated parts are up to date', async () => {
  const { text, rebuilt } = await readReadme();
  expect(text, 'Run `npm run readme`').toBe(rebuilt);
});
