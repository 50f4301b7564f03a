import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing/bridge.ts';
import { fillFolders, openStream, read, write } from '../testing/files.ts';

/** A folder for files, and one that is none of its business. */
async function testFolder(): Promise<{ readonly root: string; readonly outside: string }> {
  const folders = { root: await temporaryFolder(), outside: await temporaryFolder() };
  await fillFolders(folders);
  return folders;
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text));

test('files of the folder are read, also by a link that stays inside', async () => {
  const { root } = await testFolder();
  const large = 'x'.repeat(700_000);
  await writeFile(join(root, 'large.txt'), large);
  expect(await read(root, 'reports/log.txt')).toBe('all is well');
  expect(await read(root, 'inside.txt')).toBe('all is well');
  expect(await read(root, 'large.txt')).toBe(large);
});

test('a new file is there when it is complete, in folders that are made for it', async () => {
  const { root } = await testFolder();
  const content = new Uint8Array(3_000_000).map((_, index) => index % 251);
  await write(root, 'new/deep/zürich 写真.bin', content);
  const written = await readFile(join(root, 'new/deep/zürich 写真.bin'));
  expect(written.equals(content)).toBe(true);
  expect(await readdir(join(root, 'new/deep'))).toEqual(['zürich 写真.bin']);
  await write(root, 'empty', new Uint8Array(0));
  expect(await readFile(join(root, 'empty'), 'utf8')).toBe('');
});

test('a file that is there is not replaced, and one that does not arrive whole leaves nothing', async () => {
  const { root } = await testFolder();
  const before = await readdir(root);
  await expect(write(root, 'reports/log.txt', bytesOf('new'))).rejects.toThrow('already there');
  expect(await read(root, 'reports/log.txt')).toBe('all is well');
  await expect(write(root, 'env.txt', bytesOf('new'))).rejects.toThrow('already there');
  await write(root, 'half.bin', bytesOf('half'), 8).catch(() => undefined);
  await expect(write(root, 'long.bin', bytesOf('longer'), 3)).rejects.toThrow(
    'longer than announced',
  );
  expect(await readdir(root)).toEqual(before);
});

test('the folders that a failed copy made are removed, unless another file is in them', async () => {
  const { root } = await testFolder();
  const fails = async (path: string): Promise<void> =>
    await expect(write(root, path, bytesOf('longer'), 3)).rejects.toThrow('longer than announced');
  const before = await readdir(root, { recursive: true });
  await fails('a/b/c/x.bin');
  await fails('reports/a/x.bin');
  expect(await readdir(root, { recursive: true })).toEqual(before);
  await mkdir(join(root, 'empty'));
  await fails('empty/x.bin');
  const { console, served } = openStream(root, { name: 'file-write', path: 'a/b/x.bin' });
  await expect.poll(() => readdir(join(root, 'a')).catch(() => [])).toEqual(['b']);
  await write(root, 'a/y.bin', bytesOf('y'));
  console.end();
  await served;
  expect((await readdir(root, { recursive: true })).toSorted()).toEqual(
    [...before, 'empty', 'a', 'a/y.bin'].toSorted(),
  );
});

test.each([
  '',
  '.',
  '..',
  '../secret.txt',
  'reports/../../secret.txt',
  '/etc/passwd',
  'reports//log.txt',
  'reports/',
  '.env',
  '.ssh/id',
  'reports/.x',
  String.raw`reports\log.txt`,
  'C:secret.txt',
  'log.txt::$DATA',
  'nul',
  'COM1.txt',
  'log.txt.',
  'log.txt ',
  'a\0b',
  'a\nb',
  'link.txt',
  'link/secret.txt',
  'env.txt',
])('%j is neither read nor written', async (path) => {
  const { root, outside } = await testFolder();
  const isLink = /link|env\.txt/.test(path);
  await expect(read(root, path)).rejects.toThrow('no name of a file in the folder');
  const writing = expect(write(root, isLink ? path.replace('secret', 'new') : path, bytesOf('x')));
  await writing.rejects.toThrow(/no name of a file in the folder|already there/);
  expect(await readdir(outside)).toEqual(['secret.txt']);
});

test('a path that is too long makes no folder', async () => {
  const { root } = await testFolder();
  const path = `${'a/'.repeat(10_000)}x`;
  await expect(write(root, path, bytesOf('x'))).rejects.toThrow('20001 characters is too long');
  expect(await readdir(root)).not.toContain('a');
});

test('without a folder, or with a wrong name, the reason names no path of the computer', async () => {
  const { root } = await testFolder();
  await expect(read(null, 'x')).rejects.toThrow('started without a folder for files');
  for (const path of ['no.txt', 'reports', 'reports/log.txt/x']) {
    const error: unknown = await read(root, path).catch((thrown: unknown) => thrown);
    expect(String(error)).not.toContain(root);
    expect(error).toBeInstanceOf(Error);
  }
});
