import { describe, expect, it } from 'vitest';
import type { PhoneFile } from '../phone/files.ts';
import { fetchFile, listFiles, sendFile } from './files.ts';
import { callTool } from './testing/call-tool.ts';
import { recordingPhone } from './testing/recording-phone.ts';

const aFile = (
  name: string,
  modifiedEpochMs: number,
  facts: Partial<PhoneFile> = {},
): PhoneFile => {
  const usual = { kind: 'file', isLink: false, sizeBytes: 1, problem: null } as const;
  return { name, modifiedEpochMs, ...usual, ...facts };
};

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('list_files', () => {
  it('lists the newest first, a name in one cell, and what the phone says nothing of', async () => {
    const folder = {
      path: '/sdcard',
      has32BitSizes: true,
      files: [
        aFile('old', 0),
        aFile('a\tb\nc', 2_000),
        aFile('secret', 1_000, { kind: 'other', sizeBytes: null, problem: 'Permission denied' }),
      ],
    };
    const { answer } = await callTool(listFiles, recordingPhone({ folder }));
    expect(answer.split('\n')).toEqual([
      'name\tkind\tsize\tmodified\tproblem',
      'a b c\tfile\t1\t1970-01-01T00:00:02Z\t-',
      'secret\tother\t-\t1970-01-01T00:00:01Z\tPermission denied',
      'old\tfile\t1\t1970-01-01T00:00:00Z\t-',
      'note:Sizes of files above 4 GB begin anew at 0 on this phone.',
    ]);
  });

  it('says how many of very many did not fit', async () => {
    const files = Array.from({ length: 2_000 }, (_, at) => aFile(`IMG_${at}.jpg`, at * 1_000));
    const folder = { path: '/sdcard/DCIM', has32BitSizes: false, files };
    const { answer } = await callTool(listFiles, recordingPhone({ folder }));
    expect(answer).toContain('IMG_1999.jpg');
    expect(answer).toMatch(/\nnote:\d+ older entries did not fit\.$/);
  });
});

describe('fetch_file', () => {
  const path = '/sdcard/ä b';
  it.each([
    ['text', bytesOf('hello'), undefined],
    ['a long text', bytesOf('x'.repeat(50_000)), 'text/plain'],
    ['a picture', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0), 'image/jpeg'],
    ['no UTF-8', Uint8Array.of(0xc3, 0x28), 'application/octet-stream'],
    ['a NUL', bytesOf('a\0b'), 'application/octet-stream'],
  ])('quotes text and attaches the rest: %s', async (_, fileBytes, mimeType) => {
    const { answer, files } = await callTool(fetchFile, recordingPhone({ fileBytes }), { path });
    const uri = 'phone://RECORDING/sdcard/%C3%A4%20b';
    expect(files).toEqual(mimeType === undefined ? [] : [{ uri, mimeType, bytes: fileBytes }]);
    const attached = `${path} (${fileBytes.length} bytes) is attached.`;
    expect(answer).toBe(mimeType === undefined ? `${path} (5 bytes):\nhello` : attached);
  });
});

describe('send_file', () => {
  it.each([
    [{}, 'Give one of: file, text, base64'],
    [{ text: 'a', base64: 'YQ==' }, 'Give one of: file, text, base64'],
    [{ text: 'a' }, 'text and base64 need a name'],
    [{ base64: '!', name: 'x' }, "Parameter 'base64' isn't valid Base64."],
    [{ text: 'x'.repeat(1_000_001), name: 'x' }, 'at most 1000000 can be sent in a call'],
    [{ file: 'x', folder: 'Download' }, "Parameter 'folder' must be an absolute path"],
  ])('refuses %j', async (args, message) => {
    const phone = recordingPhone();
    const { answer, code } = await callTool(sendFile, phone, args);
    expect(code).toBe('invalid-argument');
    expect(answer).toContain(message);
    expect(phone.calls).toEqual([]);
  });

  it('names a file of the computer as it is called there', async () => {
    const { answer } = await callTool(sendFile, recordingPhone(), { file: 'reports/a.txt' });
    expect(answer).toBe('Copied to /sdcard/Download/a.txt.');
  });
});
