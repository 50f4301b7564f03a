import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { androidVersions } from '../../options.ts';
import { type ApkOptions, buildApk, buildZip } from '../../testing/build-apk.ts';
import { bootPhone, type PhoneShell } from '../../testing/phone-shell.ts';
import { readBinaryXml, readZip } from './apk.ts';

const path = '/data/local/tmp/a.apk';
const app = { packageName: 'com.example.app', versionName: '3.5' } as const;

function put(phone: PhoneShell, file: Uint8Array | string, filePath = path): void {
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file.slice();
  phone.system.files.write(filePath, bytes);
}

async function installOn(
  phone: PhoneShell,
  wish: ApkOptions,
  options = '-r',
): Promise<readonly [string, number]> {
  put(phone, buildApk(wish));
  const { out, code } = await phone.run(`pm install ${options} ${path}`);
  return [out, code];
}

describe.each(androidVersions)('Android %i', (android) => {
  it('installs an app, lists it, and uninstalls it', async () => {
    const phone = await bootPhone({ android });
    expect(await installOn(phone, app)).toEqual(['Success\n', 0]);
    expect(await phone.stdoutOf('pm list packages -3 example')).toBe('package:com.example.app\n');
    expect(await phone.stdoutOf('pm path com.example.app')).toMatch(
      /^package:\/data\/app\/.*base\.apk/,
    );
    expect(await phone.stdoutOf('pm uninstall com.example.app')).toBe('Success\n');
    expect(await phone.stdoutOf('pm list packages example')).toBe('');
    expect(await phone.run('pm uninstall com.example.app')).toMatchObject({
      out: 'Failure [DELETE_FAILED_INTERNAL_ERROR]\n',
      code: 1,
    });
  });

  it('reports that a file is not an APK', async () => {
    const phone = await bootPhone({ android });
    put(phone, 'Hello');
    const byPath = await phone.run(`pm install ${path}`);
    expect(byPath).toMatchObject({ out: '', code: 255 });
    expect(byPath.err).toContain(
      `java.lang.IllegalArgumentException: Error: Failed to parse APK file: ${path}`,
    );
    const streamed = await phone.run('cmd package install -S 5', { stdin: 'Hello' });
    expect(streamed).toMatchObject({ err: '', code: 1 });
    expect(streamed.out).toMatch(
      /^Failure \[INSTALL_PARSE_FAILED_NOT_APK: Failed to parse \/data\/app\/vmdl\d+\.tmp\/base\.apk/,
    );
  });
});

describe('an app is refused', () => {
  it('with the name of one that came with the phone', async () => {
    const phone = await bootPhone();
    expect(await installOn(phone, { ...app, packageName: 'com.android.settings' })).toEqual([
      'Failure [INSTALL_FAILED_UPDATE_INCOMPATIBLE: Existing package com.android.settings signatures do not match newer version; ignoring!]\n',
      1,
    ]);
  });

  it('all of them, with the fault install-blocked', async () => {
    const phone = await bootPhone({ faults: ['install-blocked'] });
    expect(await installOn(phone, app)).toEqual([
      'Failure [INSTALL_FAILED_USER_RESTRICTED: Install canceled by user]\n',
      1,
    ]);
  });

  it('when the file cannot be read or parsed', async () => {
    const phone = await bootPhone();
    put(phone, buildApk(app), '/sdcard/Download/a.apk');
    const { err, code } = await phone.run('pm install /sdcard/Download/a.apk');
    expect([err.split('\n')[0], code]).toEqual([
      'Error: Unable to open file: /sdcard/Download/a.apk',
      255,
    ]);
    expect(await phone.run('pm install -r')).toMatchObject({
      out: 'Error: must either specify a package size or an APK file\n',
      code: 1,
    });
    put(phone, buildZip({ 'readme.txt': 'no manifest' }));
    expect(await phone.stdoutOf(`pm install ${path}`)).toMatch(
      /^Failure \[INSTALL_PARSE_FAILED_UNEXPECTED_EXCEPTION: .*: AndroidManifest\.xml\]\n$/,
    );
    put(phone, buildZip({ 'AndroidManifest.xml': '<manifest package="a.b"/>' }));
    expect(await phone.stdoutOf(`pm install ${path}`)).toContain('UNEXPECTED_EXCEPTION');
    put(phone, buildApk(app).subarray(0, 300));
    expect((await phone.run(`pm install ${path}`)).code).toBe(255);
  });
});

describe('the readers', () => {
  it('decompress deflated files', async () => {
    const text = 'x'.repeat(5_000);
    const packed = deflateRawSync(Buffer.from(text));
    const zip = buildZip({ 'a.txt': packed });
    // The compression method is in the directory, ten bytes after its signature.
    const directory = Buffer.from(zip).indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
    zip[directory + 10] = 8;
    const [entry] = readZip(zip) ?? [];
    expect(Buffer.from((await entry?.read()) ?? []).toString()).toBe(text);
    zip.fill(0xff, 35, 40);
    await expect(readZip(zip)?.[0]?.read()).rejects.toThrow();
  });

  it('find attributes by resource id', () => {
    const [manifest] = readZip(buildApk(app)) ?? [];
    return expect(
      manifest?.read().then((bytes) => readBinaryXml(bytes)[0]?.attributes.get(0x0101021c)),
    ).resolves.toBe('3.5');
  });
});
