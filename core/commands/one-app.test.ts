import { describe, expect, it } from 'vitest';
import { HandsetError } from '../errors.ts';
import { makersSwitches, type CommandOutput } from './command.ts';
import {
  clearPackageData,
  changePermission,
  forceStop,
  uninstallPackage,
  readApp,
  readAppLanguages,
  writeAppLanguages,
} from './one-app.ts';

const output = (stdout: string, stderr = ''): CommandOutput => ({
  stdout: new TextEncoder().encode(stdout),
  stderr,
  exitCode: 0,
});

/** Lines of a real dump that the command's grep keeps, with a second user and an updated app of the system. */
const dump = `user 10
  Package [com.a.b] (8f9cd2e):
    versionCode=1204 minSdk=26 targetSdk=34
    versionName=2.6.1 (beta)
    pkgFlags=[ SYSTEM HAS_CODE ALLOW_CLEAR_USER_DATA ALLOW_BACKUP ]
    privateFlags=[ PRIVATE_FLAG_ACTIVITIES_RESIZE_MODE_RESIZEABLE ]
    lastUpdateTime=2026-11-02 18:04:11
    requested permissions:
    install permissions:
      android.permission.INTERNET: granted=true
    User 0: ceDataInode=131 installed=true hidden=false suspended=false stopped=false enabled=0
      runtime permissions:
        android.permission.CAMERA: granted=true, flags=[ USER_SET]
    User 10: ceDataInode=977 installed=true hidden=false suspended=false stopped=true enabled=3
      runtime permissions:
        android.permission.CAMERA: granted=false, flags=[ USER_SENSITIVE_WHEN_GRANTED]
Hidden system packages:
  Package [com.a.b] (1a2b3c4):
    versionCode=900 minSdk=26 targetSdk=33
`;

const crashes = `--------- beginning of crash
2026-11-24 03:12:44.123  4247  4247 E AndroidRuntime: FATAL EXCEPTION: main
2026-11-24 03:12:44.123  4247  4247 E AndroidRuntime: Process: com.a.b, PID: 4247
2026-11-24 03:12:44.123  4247  4247 E AndroidRuntime: java.lang.IllegalStateException: one
2026-11-24 03:13:10.001  4247  4250 E AndroidRuntime: FATAL EXCEPTION: worker
2026-11-24 03:13:10.001  4247  4250 E AndroidRuntime: Process: com.a.b, PID: 4247
2026-11-24 03:13:10.001  4247  4250 E AndroidRuntime: java.lang.IllegalStateException: two
2026-11-24 03:13:10.001  4247  4250 E AndroidRuntime: \tat com.a.b.Main.run(Main.java:7)
2026-11-24 03:14:00.500  5120  5120 E AndroidRuntime: FATAL EXCEPTION: main
2026-11-24 03:14:00.500  5120  5120 E AndroidRuntime: Process: com.a.b.other, PID: 5120
`;

const printed = (memory: string): string =>
  `${dump}handset-processes\n4247\nhandset-memory\n${memory}\nhandset-crashes\n${crashes}`;

describe('readApp', () => {
  it.each([
    '        TOTAL    48214    30120     2012\n           TOTAL PSS:    48214            TOTAL RSS:   118204',
    '        TOTAL    48214    30120     2012\n               TOTAL:    48214       TOTAL SWAP PSS:        0',
    '        TOTAL    48214    30120     2012',
  ])('reads the version, the state for the user in front, memory and last crash', (memory) => {
    expect(readApp('com.a.b').parse(output(printed(memory)))).toEqual({
      versionName: '2.6.1 (beta)',
      versionCode: 1204,
      updated: '2026-11-02 18:04:11',
      isSystem: true,
      isEnabled: false,
      pids: [4247],
      memoryKb: 48_214,
      permissions: [
        { name: 'android.permission.CAMERA', isGranted: false, isRuntime: true },
        { name: 'android.permission.INTERNET', isGranted: true, isRuntime: false },
      ],
      lastCrash: {
        time: '2026-11-24 03:13:10.001',
        report:
          'FATAL EXCEPTION: worker\nProcess: com.a.b, PID: 4247\njava.lang.IllegalStateException: two\n\tat com.a.b.Main.run(Main.java:7)',
      },
    });
  });

  it('takes the permissions of a package with a shared user id from that', () => {
    const shared = `user 10
  Package [com.a.b] (1a2b3c):
    sharedUser=SharedUserSetting{cfee48 android.uid.phone/1001}
    versionCode=33 minSdk=33 targetSdk=33
    User 0: ceDataInode=1 installed=true hidden=false enabled=0
    User 10: ceDataInode=2 installed=true hidden=false enabled=0
Hidden system packages:
  Package [com.a.b] (4d5e6f):
    sharedUser=SharedUserSetting{cfee48 android.uid.phone/1001}
    User 0: ceDataInode=1 installed=true hidden=false enabled=0
  SharedUser [android.uid.phone] (cfee48):
    install permissions:
      android.permission.WRITE_SETTINGS: granted=true
    User 0:
      runtime permissions:
        android.permission.READ_SMS: granted=true, flags=[ SYSTEM_FIXED]
    User 10:
      runtime permissions:
        android.permission.READ_SMS: granted=false, flags=[ USER_SET]
`;
    const text = `${shared}handset-processes\nhandset-memory\nhandset-crashes\n`;
    const { versionCode, permissions } = readApp('com.a.b').parse(output(text));
    expect(versionCode).toBe(33);
    expect(permissions).toEqual([
      { name: 'android.permission.READ_SMS', isGranted: false, isRuntime: true },
      { name: 'android.permission.WRITE_SETTINGS', isGranted: true, isRuntime: false },
    ]);
  });

  it.each([
    'Unable to find package: com.a.b\n',
    dump.replaceAll('installed=true', 'installed=false'),
  ])('rejects for an app that this user does not have', (text) => {
    const missing = output(`${text}handset-processes\nhandset-memory\nhandset-crashes\n`);
    expect(() => readApp('com.a.b').parse(missing)).toThrow('com.a.b is not installed.');
  });
});

it('any text is one word of the line', () => {
  const hostile = `a'; reboot; $(id) "`;
  const word = `'a'\\''; reboot; $(id) "'`;
  const change = { packageName: 'com.a', permission: hostile, grant: true };
  for (const { line } of [
    readApp(hostile),
    forceStop(hostile),
    clearPackageData(hostile),
    uninstallPackage(hostile),
    changePermission(change),
  ]) {
    expect(line.text).toContain(word);
    expect(line.text.replaceAll(word, '')).not.toMatch(/reboot|\$\(id\)/);
  }
});

describe('changes', () => {
  it.each([
    ['Failed\n', '', 'Failed'],
    [
      '',
      "\nException occurred while executing 'clear':\njava.lang.SecurityException: PID 12 does not have permission android.permission.CLEAR_APP_USER_DATA to clear data of package com.a\n\tat a.b(C.java:1)\n",
      'PID 12 does not have permission android.permission.CLEAR_APP_USER_DATA to clear data of package com.a',
    ],
  ])('clearAppData: rejects with the reason of the phone', (stdout, stderr, reason) => {
    const failed = output(`${stdout}handset-after\n`, stderr);
    expect(() => clearPackageData('com.a').parse(failed)).toThrow(
      expect.objectContaining({
        message: `Couldn't clear the data of com.a; the phone said: ${reason}.`,
        hint: reason.includes('permission')
          ? makersSwitches
          : (expect.stringContaining('Settings > Apps > Storage') as string),
      }),
    );
  });

  it('a refused permission names the switches of makers only if ADB lacks a permission itself', () => {
    const change = { packageName: 'com.a', permission: 'android.permission.CAMERA', grant: true };
    const hintFor = (exception: string): string | undefined => {
      const stderr = `\nException occurred while executing 'grant':\n${exception}\n`;
      try {
        changePermission(change).parse(output('handset-after\n', stderr));
      } catch (error) {
        if (error instanceof HandsetError) return error.hint;
      }
      return undefined;
    };
    expect(
      hintFor(
        'java.lang.SecurityException: grantRuntimePermission: Neither user 2000 nor current process has android.permission.GRANT_RUNTIME_PERMISSIONS.',
      ),
    ).toBe(makersSwitches);
    expect(
      hintFor(
        'java.lang.SecurityException: Package com.a has not requested permission android.permission.CAMERA',
      ),
    ).toContain('get_app lists');
  });

  it('uninstallApp: an app of the system loses its updates only', () => {
    const { parse } = uninstallPackage('com.a');
    expect(parse(output('Success\nhandset-after\n'))).toBe('uninstalled');
    expect(parse(output('Success\nhandset-after\npackage:/system/a.apk\n'))).toBe(
      'updates-removed',
    );
    expect(() =>
      parse(output('Failure [DELETE_FAILED_DEVICE_POLICY_MANAGER]\nhandset-after\n')),
    ).toThrow('the phone said: DELETE_FAILED_DEVICE_POLICY_MANAGER.');
    expect(() => parse(output('handset-missing\n'))).toThrow('com.a is not installed.');
    // For one user, Android would remove the app itself.
    expect(uninstallPackage('com.a').line.text).toContain(
      `list packages -3 --user $u 'com.a' | grep -qxF package:'com.a' && w="--user $u"; pm uninstall $w 'com.a'`,
    );
  });
});

describe('the languages of an app', () => {
  it.each([
    ['Locales for com.a for user 0 are [de-DE,en]\n', 'de-DE,en'],
    ['Locales for com.a for user 0 are []\n', ''],
  ])('reads %j', (text, tags) => {
    expect(readAppLanguages('com.a').parse(output(text))).toBe(tags);
  });

  it('rejects for an unknown app with what the phone said', () => {
    expect(() =>
      readAppLanguages('com.a').parse(output('Unknown package com.a for userId 0\n')),
    ).toThrow('the phone said: Unknown package com.a for userId 0.');
  });

  it('quotes every text', () => {
    expect(writeAppLanguages('com.a; reboot', '$(reboot)').line.text).toBe(
      "cmd locale set-app-locales 'com.a; reboot' --locales '$(reboot)'",
    );
    expect(writeAppLanguages('com.a', '').line.text).toBe("cmd locale set-app-locales 'com.a'");
  });
});
