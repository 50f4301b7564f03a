import { describe, expect, test } from 'vitest';
import { FileError, createMemoryFiles } from './files.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (data: Uint8Array) => new TextDecoder().decode(data);

/** The errno with which an operation fails, or `none`. */
function errno(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof FileError) return error.errno;
    throw error;
  }
  return 'none';
}

test('the usual directories exist', () => {
  const files = createMemoryFiles();
  expect(files.list('/')).toEqual([
    ...['apex', 'bin', 'bugreports', 'data', 'dev', 'etc', 'metadata', 'mnt', 'proc', 'product'],
    ...['sdcard', 'storage', 'sys', 'system', 'vendor'],
  ]);
  expect(files.list('/sdcard')).toEqual([
    ...['Alarms', 'Android', 'Audiobooks', 'DCIM', 'Documents', 'Download', 'Movies', 'Music'],
    ...['Notifications', 'Pictures', 'Podcasts', 'Ringtones'],
  ]);
  expect(text(files.read('/proc/version'))).toMatch(/^Linux version \d/);
});

test('links, dots and doubled slashes lead to the same file', () => {
  const files = createMemoryFiles();
  files.write('/storage/emulated/0/Download/a', bytes('a'));
  for (const path of [
    '/sdcard/Download/a',
    '/mnt/sdcard//Download/./a',
    '/storage/self/primary/Music/../Download/a',
    '/../sdcard/Download/a',
  ]) {
    expect(text(files.read(path))).toBe('a');
  }
});

test('a link is seen as one only by lstat', () => {
  const files = createMemoryFiles();
  expect(files.lstat('/etc/mtab')).toMatchObject({ mode: 0o120777, size: 12 });
  expect(files.readLink('/system/etc/mtab')).toBe('/proc/mounts');
  expect(files.stat('/etc/mtab')).toMatchObject({ mode: 0o100644 });
  expect(files.lstat('/sdcard/')).toMatchObject({ mode: 0o042770 });
  expect([files.readLink('/sdcard/Music'), files.stat('/bugreports')]).toEqual([
    undefined,
    undefined,
  ]);
  expect(errno(() => files.lstat('/metadata'))).toBe('EACCES');
});

test('pieces are kept as they are given', () => {
  const files = createMemoryFiles();
  const pieces = [bytes('one'), bytes('two')];
  files.writePieces('/sdcard/f', pieces);
  expect(files.readPieces('/sdcard/f')).toBe(pieces);
  expect([text(files.read('/sdcard/f')), files.stat('/sdcard/f')?.size]).toEqual(['onetwo', 6]);
});

test('files and directories are renamed', () => {
  const files = createMemoryFiles();
  files.write('/sdcard/Music/f', bytes('f'));
  files.rename('/sdcard/Music', '/sdcard/Songs');
  expect(text(files.read('/sdcard/Songs/f'))).toBe('f');
  expect(files.stat('/sdcard/Music')).toBeUndefined();
  expect(errno(() => files.rename('/sdcard/Songs', '/sdcard/Songs/in itself'))).toBe('EINVAL');
});

test('written bytes can be read, and are not shared with callers', () => {
  const files = createMemoryFiles();
  const source = bytes('one');
  files.write('/data/local/tmp/f', source, { mode: 0o640, modifiedS: 12 });
  source.fill(0);
  files.read('/data/local/tmp/f').fill(1);
  expect(text(files.read('/data/local/tmp/f'))).toBe('one');
  expect(files.stat('/data/local/tmp/f')).toEqual({ mode: 0o100640, size: 3, modifiedS: 12 });
  files.write('/data/local/tmp/f', bytes('longer'));
  expect(files.stat('/data/local/tmp/f')).toMatchObject({ mode: 0o100640, size: 6 });
});

test('directories are created, and removed with their content', () => {
  const files = createMemoryFiles();
  files.makeDirectory('/sdcard/new');
  files.write('/sdcard/new/f', bytes(''));
  expect(files.stat('/sdcard/new')).toMatchObject({ mode: 0o042770 });
  files.remove('/sdcard/new');
  expect(files.stat('/sdcard/new/f')).toBeUndefined();
  expect(errno(() => files.read('/sdcard/new/f'))).toBe('ENOENT');
});

test('/dev/null discards writes and reads as empty', () => {
  const files = createMemoryFiles();
  files.write('/dev/null', bytes('gone'));
  expect(files.read('/dev/null')).toHaveLength(0);
  expect(files.stat('/dev/null')).toMatchObject({ mode: 0o020666, size: 0 });
});

test('files can be seeded where the shell may not write', () => {
  const files = createMemoryFiles({ '/system/build.prop': 'ro.product.model=Demo\n' });
  expect(text(files.read('/system/build.prop'))).toBe('ro.product.model=Demo\n');
});

describe('what the shell may not do', () => {
  const files = createMemoryFiles();
  test.each([
    ['EROFS', () => files.write('/system/x', bytes(''))],
    ['EROFS', () => files.write('/system/build.prop', bytes(''))],
    ['EROFS', () => files.remove('/system/build.prop')],
    ['EROFS', () => files.makeDirectory('/vendor/x')],
    ['EROFS', () => files.write('/x', bytes(''))],
    ['EACCES', () => files.list('/data')],
    ['EACCES', () => files.list('/data/data')],
    ['EACCES', () => files.list('/data/local')],
    ['EACCES', () => files.write('/data/x', bytes(''))],
    ['EACCES', () => files.write('/proc/version', bytes(''))],
    ['EISDIR', () => files.read('/sdcard')],
    ['EISDIR', () => files.write('/sdcard', bytes(''))],
    ['EISDIR', () => files.write('/', bytes(''))],
    ['ENOTDIR', () => files.list('/proc/version')],
    ['ENOTDIR', () => files.write('/proc/version/x', bytes(''))],
    ['EEXIST', () => files.makeDirectory('/sdcard/Download')],
    ['ENOENT', () => files.makeDirectory('/sdcard/a/b')],
    ['ENOENT', () => files.write('/sdcard/a/b', bytes(''))],
    ['ENOENT', () => files.list('/nowhere')],
    ['ENOENT', () => files.remove('/sdcard/nothing')],
    ['none', () => files.list('/data/local/tmp')],
  ])('%s (%#)', (expected, action) => {
    expect(errno(action)).toBe(expected);
  });
});
