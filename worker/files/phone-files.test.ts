import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deleteFiles, deleteGroups, makeFolder, renameFile } from '#core/commands/files.ts';
import type { Command } from '#core/commands/command.ts';
import type { AndroidVersion, FaultName } from '#core/demo-phone/options.ts';
import { type PhoneFile, pathIn } from '#core/phone/files.ts';
import { useDrivenClock } from '#core/testing/driven-clock.ts';
import { type PhoneHarness, createPhoneHarness, neverAborts } from '../adb/testing/harness.ts';
import { runCommand } from '../adb/transport/run-command.ts';
import { fetchFile, listFolder } from './phone-files.ts';
import { sendFile } from './transfers.ts';

let harness: PhoneHarness;
afterEach(() => harness.connection.close());

const list = async (path: string): Promise<readonly PhoneFile[]> =>
  (await listFolder(harness.connection, path, neverAborts)).files;
const named = async (folder: string, name: string): Promise<PhoneFile | undefined> =>
  (await list(folder)).find((file) => file.name === name);
const run = <Result>(command: Command<Result>): Promise<Result> =>
  runCommand(harness.connection, command, neverAborts);
const textOf = async (path: string, signal = neverAborts): Promise<string> => {
  const { stream } = await fetchFile(harness.connection, path, signal);
  return await new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).text();
};
const send = (path: string, content: BlobPart): Promise<void> =>
  sendFile(
    harness.connection,
    { path, outgoing: { file: new File([content], 'x'), onProgress: () => undefined } },
    neverAborts,
  );

/** adbd with version 2 of everything, without that of lists, and without any. */
const phones: readonly (readonly [AndroidVersion, readonly FaultName[]])[] = [
  [14, []],
  [8, []],
  [8, ['no-shell-v2']],
];

describe.each(phones)('Android %i %j', (android, faults) => {
  useDrivenClock();
  beforeEach(async () => {
    harness = await createPhoneHarness({ android, faults });
  });

  it('lists files, folders and what links lead to', async () => {
    expect(await named('/sdcard', 'DCIM')).toMatchObject({ kind: 'folder', isLink: false });
    expect(await named('/sdcard/Documents', 'Packing list.txt')).toEqual({
      name: 'Packing list.txt',
      kind: 'file',
      isLink: false,
      sizeBytes: 62,
      modifiedEpochMs: Date.parse('2026-11-12T08:30:00Z'),
      problem: null,
    });
    const link = { isLink: true, problem: null };
    expect(await named('/', 'sdcard')).toMatchObject({ ...link, kind: 'folder', sizeBytes: null });
    const hasStat2 = faults.length === 0;
    const sizeBytes = hasStat2 ? 90 : null;
    expect(await named('/etc', 'mtab')).toMatchObject({ ...link, kind: 'file', sizeBytes });
    expect(await textOf('/etc/mtab')).toMatch(/^tmpfs .*\n/);
    if (hasStat2)
      expect(await named('/', 'bugreports')).toMatchObject({
        kind: 'other',
        problem: 'The link leads to nothing that ADB may read',
      });
    const hidden = await named('/', 'metadata');
    expect(hidden?.problem).toBe(android === 14 ? 'Permission denied' : undefined);
    const { has32BitSizes } = await listFolder(harness.connection, '/sdcard', neverAborts);
    expect(has32BitSizes).toBe(android < 11);
  });

  it('tells an empty folder from one that it may not read', async () => {
    expect(await list('/sdcard/Alarms')).toEqual([]);
    const refusal = (path: string): Promise<unknown> => list(path).catch((error: unknown) => error);
    expect(await refusal('/data')).toMatchObject({
      code: 'command-failed',
      message: 'The phone refused listing /data: Permission denied.',
    });
    expect(await refusal('/sdcard/none')).toMatchObject({
      message: 'The phone refused listing /sdcard/none: No such file or directory.',
    });
    expect(await refusal('/proc/version')).toMatchObject({
      message: 'The phone refused listing /proc/version: Not a directory.',
    });
  });

  it('fetches only files, exactly, and says why it can’t', async () => {
    const content = crypto.getRandomValues(new Uint8Array(60_000));
    await send('/sdcard/f', new Blob(Array.from({ length: 50 }, () => content)));
    const { stream, sizeBytes } = await fetchFile(harness.connection, '/sdcard/f', neverAborts);
    expect(sizeBytes).toBe(3_000_000);
    const received = await new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).bytes();
    expect(received.length).toBe(3_000_000);
    expect(received.subarray(-60_000)).toEqual(content);
    await expect(textOf('/sdcard')).rejects.toMatchObject({
      message: 'The phone refused reading /sdcard: Is a directory.',
    });
    await expect(textOf('/data/app')).rejects.toThrow(/Is a directory|Permission denied/);
    await expect(textOf('/dev/null')).rejects.toThrow(/Not a regular file/);
  });

  it('notices that a file changes while it is fetched', async () => {
    await send('/sdcard/log', 'x'.repeat(900_000));
    const { stream } = await fetchFile(harness.connection, '/sdcard/log', neverAborts);
    const reader = stream.getReader();
    await reader.read();
    await run(deleteFiles(['/sdcard/log']));
    await send('/sdcard/log', 'y');
    const readAll = async (): Promise<void> => {
      while (!(await reader.read()).done);
    };
    await expect(readAll()).rejects.toThrow(/has changed while it was read|No such file/);
  });

  it('stops when it is cancelled, and leaves nothing open', async () => {
    await send('/sdcard/large', new Uint8Array(4_000_000));
    const cancellation = new AbortController();
    const { stream } = await fetchFile(harness.connection, '/sdcard/large', cancellation.signal);
    const reader = stream.getReader();
    await reader.read();
    cancellation.abort();
    const readAll = async (): Promise<void> => {
      while (!(await reader.read()).done);
    };
    await expect(readAll()).rejects.toMatchObject({ code: 'cancelled' });
    expect(await list('/sdcard/Alarms')).toEqual([]);
  });

  it('makes, renames and deletes, and says what the phone refuses', async () => {
    await run(makeFolder('/sdcard/new'));
    await send('/sdcard/new/a', 'a');
    await send('/sdcard/b', 'b');
    const message = (command: Command<unknown>): Promise<unknown> =>
      run(command).catch((error: unknown) => (error instanceof Error ? error.message : error));
    expect(await message(makeFolder('/sdcard/new'))).toBe(
      'The phone refused making /sdcard/new: File exists.',
    );
    expect(await message(renameFile('/sdcard/b', '/sdcard/new'))).toBe(
      'The phone refused renaming to /sdcard/new: File exists.',
    );
    expect(await message(renameFile('/sdcard/none', '/sdcard/x'))).toMatch(/No such file/);
    expect(await message(makeFolder('/system/x'))).toMatch(/Read-only file system/);
    expect(await run(deleteFiles(['/sdcard/new', '/system/build.prop', '/sdcard/none']))).toEqual([
      { path: '/system/build.prop', reason: 'Read-only file system' },
    ]);
    expect(await named('/sdcard', 'new')).toBeUndefined();
  });
});

describe('any name', () => {
  useDrivenClock();
  beforeEach(async () => {
    harness = await createPhoneHarness();
  });

  const name = fc
    .oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
      fc.string({
        unit: fc.constantFrom(...'a \'"\\\n\t$`-*?!(){}[]<>|&;#~=%:@,é😀\u202e'),
        minLength: 1,
        maxLength: 12,
      }),
      fc.constantFrom('-rf', '--', '-', '...', ' ', '\n', "'", 'DATA\u007f\u007f', 'a\nstays\n'),
    )
    .map((text) => text.replaceAll(/[/\0]|\p{Cs}/gu, '_'))
    .filter((text) => text !== '.' && text !== '..' && new TextEncoder().encode(text).length < 200);

  it('is listed, renamed, fetched and deleted as any other', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(name, name, async (before, after) => {
        const folder = '/sdcard/Music/of names';
        await run(makeFolder(folder));
        await send(pathIn(folder, before), before);
        expect((await list(folder)).map((file) => file.name)).toEqual([before]);
        if (before !== after) await run(renameFile(pathIn(folder, before), pathIn(folder, after)));
        expect((await list(folder)).map((file) => file.name)).toEqual([after]);
        expect(await textOf(pathIn(folder, after))).toBe(before);
        expect(await run(deleteFiles([pathIn(folder, after), folder]))).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('is not taken for a message of the sync service', async () => {
    const names = Array.from(
      { length: 16 },
      (_, at) => `${'x'.repeat(at)}DATA\u007f\u007f\u007f\u007f`,
    );
    for (const each of names) await send(pathIn('/sdcard/Alarms', each), '');
    expect((await list('/sdcard/Alarms')).map((file) => file.name).toSorted()).toEqual(
      names.toSorted(),
    );
  });

  it('is deleted in lines that every adbd takes', () => {
    const paths = fc.array(
      name.map((each) => pathIn('/sdcard', each)),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(paths, (all) => {
        const groups = deleteGroups(all);
        expect(groups.flat()).toEqual(all);
        for (const group of groups)
          if (group.length > 1) expect(deleteFiles(group).line.text.length).toBeLessThan(4_000);
      }),
    );
  });
});
