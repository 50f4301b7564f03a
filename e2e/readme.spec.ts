import { readFile, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { readReadmes, root } from './readme-tables.ts';

/** A README that is read to its end. */
const maxCharacters = 15_000;

test('the READMEs’ generated parts are up to date', async () => {
  for (const { path, text, rebuilt } of await readReadmes()) {
    expect(text, `${path}: run \`npm run readme\``).toBe(rebuilt);
  }
});

test('the README is short, and links in Markdown files lead somewhere', async () => {
  const readme = await readFile(join(root, 'README.md'), 'utf8');
  expect(readme.length).toBeLessThan(maxCharacters);
  const broken: string[] = [];
  for (const file of await markdownFiles('.')) {
    const text = await readFile(join(root, file), 'utf8');
    for (const [, target = ''] of text.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)) {
      const [path = '', anchor] = target.split('#');
      const linked = path === '' ? join(root, file) : join(root, dirname(file), path);
      const exists = await stat(linked).catch(() => null);
      const headings = anchor === undefined ? [] : headingsOf(await readFile(linked, 'utf8'));
      if (exists === null || (anchor !== undefined && !headings.includes(anchor))) {
        broken.push(`${file}: ${target}`);
      }
    }
  }
  expect(broken).toEqual([]);
});

/** Our Markdown files below a folder, relative to the root. */
async function markdownFiles(folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  const files = entries.map(async (entry) => {
    const path = join(folder, entry.name);
    if (entry.isFile()) return path.endsWith('.md') ? [path] : [];
    const isOurs = entry.isDirectory() && !/^(?:node_modules|dist|\.(?!github))/.test(entry.name);
    return isOurs ? await markdownFiles(path) : [];
  });
  return (await Promise.all(files)).flat();
}

/** The anchors that GitHub gives to the headings. */
function headingsOf(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  );
}
