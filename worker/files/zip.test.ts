import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useDrivenClock } from '#core/testing/driven-clock.ts';
import { type PhoneHarness, createPhoneHarness, neverAborts } from '../adb/testing/harness.ts';
import { downloadName } from './file-names.ts';
import { CheckedReader } from './phone-files.ts';
import { ZipNames, findFiles, zipFiles } from './zip.ts';

useDrivenClock();
let harness: PhoneHarness;
beforeEach(async () => {
  harness = await createPhoneHarness();
});
afterEach(() => harness.connection.close());

async function shell(line: string): Promise<void> {
  await harness.connection.adb.subprocess.shellProtocol?.spawnWaitText(line);
}

/** The files in a ZIP file, by the list at its end. */
function unzip(zip: Buffer): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  let at = zip.readUInt32LE(zip.length - 6);
  for (let count = zip.readUInt16LE(zip.length - 12); count > 0; count--) {
    const size = zip.readUInt32LE(at + 20);
    const nameLength = zip.readUInt16LE(at + 28);
    const extraLength = zip.readUInt16LE(at + 30);
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    files.set(
      zip.toString('utf8', at + 46, at + 46 + nameLength),
      zip.toString('utf8', start, start + size),
    );
    at += 46 + nameLength + extraLength;
  }
  return files;
}

async function zipOf(...paths: readonly string[]) {
  const { files, failures: notFound } = await findFiles(harness.connection, paths, neverAborts);
  const failures = [...notFound];
  const reader = new CheckedReader(harness.connection, neverAborts);
  const chunks: Uint8Array[] = [];
  for await (const chunk of zipFiles(reader, { files, failures })) chunks.push(chunk);
  await reader.close();
  return { zip: unzip(Buffer.concat(chunks)), failures };
}

it('a folder becomes a ZIP file, with what is below it', async () => {
  await shell(
    "cd /sdcard/Music; mkdir -p 'a b/empty'; echo one > 'a b/über 世界.txt'; echo two > x",
  );
  const { zip, failures } = await zipOf('/sdcard/Music/a b', '/sdcard/Music/x');
  expect(Object.fromEntries(zip)).toEqual({
    'a b/': '',
    'a b/empty/': '',
    'a b/über 世界.txt': 'one\n',
    x: 'two\n',
  });
  expect(failures).toEqual([]);
});

it('names in a ZIP file can’t leave its folder, and none replaces another', async () => {
  await shell(
    String.raw`mkdir '/sdcard/z'; cd '/sdcard/z'; echo 1 > '..\..\evil.txt'; echo 2 > 'C:\x'; echo 3 > 'A'; echo 4 > 'a'; echo 5 > '...'`,
  );
  const { zip } = await zipOf('/sdcard/z');
  expect([...zip.keys()].toSorted()).toEqual(
    ['z/', 'z/.._.._evil.txt', 'z/A', 'z/C__x', 'z/a (1)', 'z/file'].toSorted(),
  );
});

it('what can’t be read is listed in the ZIP file and in the result', async () => {
  const { zip, failures } = await zipOf('/data', '/etc', '/dev/null', '/sdcard/none');
  expect(failures.map(({ path }) => path)).toEqual(['/dev/null', '/sdcard/none', '/data']);
  expect(zip.get('Not downloaded.txt')).toContain(
    '/data\n  The phone refused listing /data: Permission denied.\n',
  );
  expect(zip.get('etc/hosts')).toContain('localhost');
});

it('a file that goes while the ZIP file is written is listed, and the others are whole', async () => {
  await shell('mkdir /sdcard/q; cd /sdcard/q; echo 1 > a; echo 2 > b; echo 3 > c');
  const { files } = await findFiles(harness.connection, ['/sdcard/q'], neverAborts);
  await shell('rm /sdcard/q/b; echo longer > /sdcard/q/c');
  const failures: { path: string; reason: string }[] = [];
  const reader = new CheckedReader(harness.connection, neverAborts);
  const chunks: Uint8Array[] = [];
  for await (const chunk of zipFiles(reader, { files, failures })) chunks.push(chunk);
  const zip = unzip(Buffer.concat(chunks));
  expect([...zip.keys()]).toEqual(['q/', 'q/a', 'q/c', 'Not downloaded.txt']);
  expect(zip.get('q/a')).toBe('1\n');
  expect(failures).toMatchObject(
    [
      { path: '/sdcard/q/b', reason: /No such file/ },
      { path: '/sdcard/q/c', reason: /Only a part is in the ZIP file.*changed/ },
    ].map(({ path, reason }) => ({ path, reason: expect.stringMatching(reason) as unknown })),
  );
});

const anyName = fc.string({ unit: 'binary', minLength: 1, maxLength: 60 });

it('any name is one segment of a path in a ZIP file, and of its own', () => {
  fc.assert(
    fc.property(fc.array(anyName, { maxLength: 8 }), (names) => {
      const zipNames = new ZipNames();
      const paths = names.map((name) => zipNames.add('folder/', name));
      for (const path of paths) expect(path).toMatch(/^folder\/(?!\.{1,2}$)[^/\\\p{Cc}\p{Cs}]+$/u);
      expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(names.length);
    }),
  );
});

it.each([
  ['..\\..\\.profile', '_.._.profile'],
  ['.nomedia', 'nomedia'],
  ['...', 'file'],
  ['evil\u202egpj.exe', 'evil_gpj.exe'],
])('downloadName(%j)', (name, safe) => {
  expect(downloadName(name)).toBe(safe);
});
