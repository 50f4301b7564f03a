import { describe, expect, it } from 'vitest';
import { installApp, scanMedia } from './files.ts';
import { HandsetError } from '../errors.ts';

it('scanMedia encodes all special characters of the path in the URI', () => {
  const { line } = scanMedia(["/sdcard/Download/it's 50%; #1?.txt"]);
  expect(line.text).toBe(
    `[ "$(getprop ro.build.version.sdk)" -ge 30 ] || { am broadcast -a android.intent.action.MEDIA_SCANNER_SCAN_FILE -d 'file:///sdcard/Download/it'\\''s%2050%25%3B%20%231%3F.txt'; }`,
  );
});

const parse = (stdout: string, stderr = '', exitCode: number | null = 1): string =>
  installApp({ path: '/data/local/tmp/x.apk', name: 'My app.apk' }).parse({
    stdout: new TextEncoder().encode(stdout),
    stderr,
    exitCode,
  });

function failure(stdout: string, stderr = ''): HandsetError {
  try {
    parse(stdout, stderr);
  } catch (error) {
    if (error instanceof HandsetError) return error;
  }
  throw new Error('did not fail');
}

it('installApp quotes the path, and installs for the user in front only', () => {
  const { line } = installApp({ path: "/data/local/tmp/it's.apk", name: 'x' });
  expect(line.text).toMatch(/^u=\$\(am get-current-user /);
  expect(line.text).toContain(
    String.raw`; pm install -r -t --user $u '/data/local/tmp/it'\''s.apk'`,
  );
});

it.each(['Success\n', '\tpkg: /data/local/tmp/a.apk\r\nSuccess\r\n'])(
  'installApp accepts %j',
  (shownHint) => {
    expect(parse(shownHint, '', 0)).toBe('Success');
  },
);

describe('a failure of installApp', () => {
  // Real outputs from bug reports.
  it.each([
    [
      'Failure [INSTALL_FAILED_USER_RESTRICTED: Install canceled by user]\n',
      'INSTALL_FAILED_USER_RESTRICTED: Install canceled by user',
      'Install via USB',
    ],
    [
      'Failure [INSTALL_FAILED_UPDATE_INCOMPATIBLE: Existing package com.a.b signatures do not match newer version; ignoring!]\n',
      'INSTALL_FAILED_UPDATE_INCOMPATIBLE: Existing package com.a.b signatures do not match newer version; ignoring!',
      'another key',
    ],
    [
      'Failure [INSTALL_FAILED_VERSION_DOWNGRADE: Downgrade detected: Update version code 34 is older than current 35]',
      'INSTALL_FAILED_VERSION_DOWNGRADE: Downgrade detected: Update version code 34 is older than current 35',
      'newer version of this app',
    ],
    [
      'Failure [INSTALL_FAILED_NO_MATCHING_ABIS: Failed to extract native libraries, res=-113]',
      'INSTALL_FAILED_NO_MATCHING_ABIS: Failed to extract native libraries, res=-113',
      'processor',
    ],
    [
      'Failure [INSTALL_FAILED_INSUFFICIENT_STORAGE: Failed to override installation location]',
      'INSTALL_FAILED_INSUFFICIENT_STORAGE: Failed to override installation location',
      'Free some space',
    ],
    [
      '\tpkg: /data/local/tmp/a.apk\nFailure [INSTALL_FAILED_OLDER_SDK]\n',
      'INSTALL_FAILED_OLDER_SDK',
      'newer version of Android',
    ],
  ])('%s', (stdout, reason, hint) => {
    const { code, message, hint: shownHint } = failure(stdout);
    expect([code, message]).toEqual([
      'command-failed',
      `Couldn't install the app; the phone said: ${reason}.`,
    ]);
    expect(shownHint).toContain(hint);
  });

  it('may be a Java exception', () => {
    const reason = 'Error: Failed to parse APK file: /data/local/tmp/x.apk';
    const { message, hint } = failure(
      '',
      `${reason}\n\nException occurred while executing:\njava.lang.IllegalArgumentException: ${reason}\n\tat com.android.server.pm.PackageManagerShellCommand.setParamsSize(PackageManagerShellCommand.java:338)\n`,
    );
    expect(message).toBe(
      "Couldn't install the app; the phone said: Error: Failed to parse APK file: My app.apk.",
    );
    expect(hint).toContain('damaged');
  });

  it('names the file as the computer does, in an address too', () => {
    const { message } = failure(
      'Failure [Failed to parse file:///data/local/tmp/x.apk: no manifest]\n',
    );
    expect(message).toContain('said: Failed to parse My app.apk: no manifest.');
  });

  it('may be an unknown message', () => {
    expect(failure('', 'cmd: Failure calling service package: Broken pipe (32)\n')).toMatchObject({
      message:
        "Couldn't install the app; the phone said: cmd: Failure calling service package: Broken pipe (32).",
      hint: undefined,
    });
    expect(failure('').message).toContain('nothing (exit code 1)');
  });
});
