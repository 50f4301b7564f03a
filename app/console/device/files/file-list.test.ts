import { describe, expect, it } from 'vitest';
import type { PhoneFile } from '#core/phone/files.ts';
import {
  decodeText,
  folderOf,
  foldersTo,
  mediaType,
  nameObstacle,
  shownName,
  sortFiles,
  typedPath,
} from './file-list.ts';

const file = (name: string, kind: PhoneFile['kind'], sizeBytes: number): PhoneFile => {
  return { name, kind, sizeBytes, isLink: false, modifiedEpochMs: -sizeBytes, problem: null };
};

it('sorts folders first, numbers as numbers, and equal ones by name', () => {
  const files = [file('b10', 'file', 1), file('b9', 'file', 1), file('c', 'file', 5)].concat(
    file('z', 'folder', 0),
    file('a', 'folder', 0),
  );
  const names = (key: 'name' | 'size' | 'changed', isDescending: boolean): string =>
    sortFiles(files, { key, isDescending })
      .map(({ name }) => name)
      .join(' ');
  expect(names('name', false)).toBe('a z b9 b10 c');
  expect(names('name', true)).toBe('z a c b10 b9');
  expect(names('size', true)).toBe('a z c b9 b10');
  expect(names('changed', false)).toBe('a z c b9 b10');
});

it.each([
  ['/sdcard//DCIM/./x/../', '/sdcard/DCIM'],
  ['Music', '/sdcard/Music'],
  ['../../..', '/'],
  ['', '/sdcard'],
])('typedPath(%j)', (text, path) => {
  expect(typedPath(text, '/sdcard')).toBe(path);
});

it('names the folders on the way', () => {
  expect(foldersTo('/sdcard/DCIM').map(({ path }) => path)).toEqual([
    '/',
    '/sdcard',
    '/sdcard/DCIM',
  ]);
  expect([folderOf('/sdcard/DCIM'), folderOf('/sdcard'), folderOf('/')]).toEqual([
    '/sdcard',
    '/',
    '/',
  ]);
});

it('spells out what a name hides', () => {
  expect(shownName('a\n\u202eb')).toBe('a‹U+000A›‹U+202E›b');
  expect(
    ['', ' ', '.', '..', 'a/b', 'a\0', '-rf', 'a\\b'].map((name) => nameObstacle(name) === null),
  ).toEqual([false, false, false, false, false, false, true, true]);
});

it('knows media by the extension, and no documents', () => {
  expect(['a.JPG', 'b.svg', 'c.html', 'd.pdf', 'jpg', 'e.mp4.txt'].map(mediaType)).toEqual([
    'image/jpeg',
    'image/svg+xml',
    null,
    null,
    'image/jpeg',
    null,
  ]);
});

describe('decodeText', () => {
  const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
  it.each([
    [encode('Grüße'), 'Grüße', 'UTF-8'],
    [encode('cut 世').subarray(0, -1), 'cut ', 'UTF-8'],
    [Uint8Array.of(0x47, 0xfc), 'Gü', 'windows-1252'],
    [Uint8Array.of(0xff, 0xfe, 0x61, 0), 'a', 'utf-16le'],
  ])('%j', (bytes, text, encoding) => {
    expect(decodeText(bytes)).toEqual({ text, encoding });
  });

  it('is null for what is no text', () => {
    expect(decodeText(Uint8Array.of(0x61, 0))).toBeNull();
  });
});
