import { describe, expect, it } from 'vitest';
import { sizeLabel } from './strings.ts';
import { dragKind, transferKind, unsupportedFileError } from './transfers.svelte.ts';

const apk = 'application/vnd.android.package-archive';

it.each([
  ['app.apk', 'install', null],
  ['App 2.APK', 'install', null],
  ['app.apk.txt', 'copy', null],
  ['photo.jpg', 'copy', null],
  ['apk', 'copy', null],
  ['app.apks', 'install', 'Phones can’t install .apks files directly.'],
  ['app.XAPK', 'install', 'Phones can’t install .xapk files directly.'],
  ['app.aab', 'install', 'Phones can’t install .aab files directly.'],
] as const)('%s', (name, kind, refusal) => {
  expect(transferKind(name)).toBe(kind);
  expect(unsupportedFileError(name)?.message ?? null).toBe(refusal);
});

describe('dragKind', () => {
  it.each([
    [[apk], 'install'],
    [[apk, apk], 'install'],
    [['image/png'], 'copy'],
    [['image/png', apk], 'either'],
    [[''], 'either'],
  ] as const)('%j', (types, kind) => {
    expect(dragKind(types)).toBe(kind);
  });
});

it.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1_400, '1.4 KB'],
  [250_000, '250 KB'],
  [2_400_000_000, '2.4 GB'],
  [5e13, '50000 GB'],
])('%d', (bytes, label) => {
  expect(sizeLabel(bytes)).toBe(label);
});
