/** Answers that differ by Android version or maker, and what common programs ask, as phones and Android's sources answer. */
import { expect, it } from 'vitest';
import type { AndroidVersion, FaultName } from '../options.ts';
import { bootPhone } from '../testing/phone-shell.ts';

const missing = 'am start -n com.handset.notes/.Missing';
const doesNotExist =
  'Error type 3\nError: Activity class {com.handset.notes/com.handset.notes.Missing} does not exist.\n';
const toTop =
  'Warning: Activity not started, intent has been delivered to currently running top-most instance.\n';
const startTwice =
  'am start -n com.handset.notes/.MainActivity >/dev/null; am start -W -n com.handset.notes/.MainActivity';
const restricted = ['adb-restricted'] as const;
const lacksSettings =
  'Permission denial: writing to settings requires:android.permission.WRITE_SECURE_SETTINGS';
const twoSims = 'mobile_data1=1\nmobile_data2=1\nmobile_data=1\nmulti_sim_data_call=1\n';

interface Answer {
  /** What stdout contains. */
  readonly out?: string;
  /** What stderr contains; nothing if absent. */
  readonly err?: string;
  readonly code?: number;
}

type Case = readonly [
  android: AndroidVersion,
  line: string,
  answer: Answer,
  faults?: readonly FaultName[],
];

const cases: readonly Case[] = [
  [8, missing, { err: doesNotExist }],
  [11, missing, { err: doesNotExist }],
  [16, missing, { err: doesNotExist, code: 1 }],
  [14, startTwice, { out: `${toTop}Status: ok\nLaunchState: UNKNOWN (0)\n` }],
  [14, `${startTwice} | grep TotalTime`, { out: 'TotalTime: 0\n' }],
  [11, `${startTwice} | grep -c TotalTime`, { out: '0\n', code: 1 }],
  [11, 'pm clear com.nowhere', { err: 'Failed\n', code: 1 }],
  [
    11,
    'cmd uimode night foo',
    { err: "Error: mode must be 'yes', 'no', or 'auto', or 'custom'\n", code: 255 },
  ],
  [14, 'cmd uimode night foo', { err: "'custom_schedule', or 'custom_bedtime'\n", code: 255 }],
  [14, 'media volume --stream 3 --get', { out: '[V] will get volume\n[V] volume is 8 in range' }],
  [11, 'settings list global | grep -E "mobile_data|sim_data"', { out: 'mobile_data=1\n' }],
  [14, 'settings list global | grep -E "mobile_data|sim_data"', { out: twoSims }],
  [14, 'svc data disable; settings get global mobile_data1', { out: '0\n' }],
  [14, 'svc data disable; settings get global mobile_data', { out: '1\n' }],
  [8, 'settings get secure location_mode', { out: 'null\n' }],
  [11, 'settings get secure location_mode', { out: '3\n' }],
  [
    8,
    'settings put system font_scale 2',
    { err: `Security exception: ${lacksSettings}\n\njava.lang.SecurityException: `, code: 255 },
    restricted,
  ],
  [
    14,
    'settings put system font_scale 2',
    {
      err: `\nException occurred while executing 'put':\njava.lang.SecurityException: ${lacksSettings}\n\tat `,
      code: 255,
    },
    restricted,
  ],
  [
    14,
    'pm clear com.handset.notes',
    { err: 'does not have permission android.permission.CLEAR_APP_USER_DATA', code: 255 },
    restricted,
  ],
  [
    14,
    'pm grant com.handset.notes android.permission.CAMERA',
    { err: 'nor current process has android.permission.GRANT_RUNTIME_PERMISSIONS', code: 255 },
    restricted,
  ],
  [
    14,
    'dumpsys package com.android.phone | grep -E "sharedUser=|: granted=true$"',
    { out: '/1001}\n      android.permission.INTERNET: granted=true\n' },
  ],
  [
    14,
    'dumpsys package com.android.phone | tail -n 8',
    {
      out: '    User 0:\n      runtime permissions:\n        android.permission.CALL_PHONE: granted=true',
    },
  ],
  [11, 'svc bluetooth disable; settings get global bluetooth_on', { out: '0\n' }],
  [
    16,
    'svc bluetooth disable; settings get global bluetooth_on',
    { out: 'BluetoothShellCommand: Exec disable\ndisable: Success\n0\n' },
  ],
  [
    11,
    'dumpsys window displays | grep mode=pinned',
    { out: ' visible=true type=standard mode=pinned ' },
    ['picture-in-picture'],
  ],
  [
    14,
    'screenrecord /sdcard/a.mp4; ls /sdcard/a.mp4',
    {
      out: '/sdcard/a.mp4\n',
      err: 'ERROR: unable to create video/avc codec instance\nWARNING: failed at 1080x2400, retrying at 720x1280\nERROR: ',
    },
  ],
  [
    14,
    'screenrecord --bit-rate 4M --size 720x1280 --time-limit 0 /nowhere/a.mp4',
    { err: "Unable to open '/nowhere/a.mp4': No such file or directory\n", code: 1 },
  ],
  [14, 'screenrecord --help', { err: 'Android screenrecord v1.3.  Records' }],
  [14, 'screenrecord', { err: 'Must specify output file (see --help).\n', code: 2 }],
  [
    14,
    'screenrecord --bit-rate 9 a',
    { err: 'Bit rate 9bps outside acceptable range [100000,200000000]\n', code: 2 },
  ],
  // The real adb's logcat.
  [14, 'export ANDROID_LOG_TAGS="a b"; exec echo "$ANDROID_LOG_TAGS"', { out: 'a b\n' }],
  [14, 'pm list packages | grep -cx package:android', { out: '1\n' }],
  [14, 'id', { out: 'uid=2000(shell) gid=2000(shell) groups=2000(shell),' }],
  [14, 'id -u; whoami', { out: '2000\nshell\n' }],
  [14, 'pgrep -f "([[:blank:]]|^)com\\.android\\.systemui([[:blank:]]|$)"', { out: '1650\n' }],
  [14, 'pgrep com.nowhere', { code: 1 }],
  [14, 'which nothing', { code: 1 }],
  [14, 'echo -n abc | md5sum', { out: '900150983cd24fb0d6963f7d28e17f72  -\n' }],
  [
    14,
    'monkey -p com.handset.notes -c android.intent.category.LAUNCHER 1; dumpsys window | grep mFocusedApp',
    { out: 'Events injected: 1\n' },
  ],
  [14, 'monkey -p com.nowhere 1', { err: '** No activities found to run', code: 252 }],
  [
    14,
    'cmd package query-activities -a android.intent.action.MAIN -c android.intent.category.LAUNCHER',
    { out: '\n    ActivityInfo:\n      name=' },
  ],
  [14, 'ime list -s', { out: 'com.android.inputmethod.latin/.LatinIME\n' }],
  [
    14,
    'ime set a/.B',
    { err: 'Unknown input method a/.B cannot be selected for user #0\n', code: 255 },
  ],
  [
    14,
    'content insert --uri content://settings/system --bind name:s:user_rotation --bind value:i:1; settings get system user_rotation; content query --uri content://settings/system --where "name=\'user_rotation\'"',
    { out: '1\nRow: 0 _id=1, name=user_rotation, value=1\n' },
  ],
  [14, 'content query --uri content://sms', { err: 'Could not find provider: sms\n' }],
];

for (const [android, line, { out = '', err = '', code = 0 }, faults = []] of cases) {
  it(`Android ${android}: ${line}`, async () => {
    const phone = await bootPhone({ android, faults });
    const result = await phone.run(line);
    expect(result.out).toContain(out);
    if (err === '') expect(result.err).toBe('');
    else expect(result.err).toContain(err);
    expect(result.code).toBe(code);
  });
}
