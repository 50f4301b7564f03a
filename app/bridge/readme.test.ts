import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** A file with names of its tests: `file.test.ts`: one; another. */
const NAMED = /`((?:e2e\/)?[a-z-]+\.(?:test|spec)\.ts)`: ([^`|]+)/g;

function read(path: string): Promise<string> {
  const folder = path.startsWith('e2e/') ? '../..' : '.';
  return readFile(join(import.meta.dirname, folder, path), 'utf8');
}

/** The rows of the table under a heading, without its head. */
function rowsUnder(readme: string, heading: string): string[] {
  const section = readme.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return section.split('\n').filter((line) => /^\| (?!-|Attack)/.test(line));
}

test('every attack names tests, and each of them is there', async () => {
  const rows = rowsUnder(await read('README.md'), 'What stops what');
  expect(rows.length).toBeGreaterThan(20);
  for (const row of rows) {
    const named = [...row.matchAll(NAMED)].map(([, file = '', names = '']) => ({ file, names }));
    expect([row, named.length]).not.toEqual([row, 0]);
    for (const { file, names } of named) {
      const source = await read(file);
      const all = names.replace(/[.\s]+$/, '').split('; ');
      const missing = all.filter((name) => !source.includes(name));
      expect([file, missing]).toEqual([file, []]);
    }
  }
});
