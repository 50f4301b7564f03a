import { describe, expect, it } from 'vitest';
import type { CommandOutput } from './command.ts';
import { listAppNames, listPackages, parseAppNames, startActivity } from './apps.ts';

const output = (stdout: string, stderr = '', exitCode: number | null = 0): CommandOutput => ({
  stdout: new TextEncoder().encode(stdout),
  stderr,
  exitCode,
});

describe('listPackages', () => {
  const printed = `package:android
package:com.android.settings
package:com.example.notes
package:com.example.notes
handset-added
package:com.example.notes
handset-launchers
3 activities found:
  Activity #0:
    priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true
    com.android.settings/.Settings
  Activity #1:
    priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true
    com.example.notes/com.example.other.Main$Inner
  Activity #2:
    priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true
    com.example.notes/.Second
handset-processes
  PID NAME
    1 init
 1200 com.android.settings
 4200 com.example.notes:sync
`;
  it.each([printed, printed.replaceAll('\n', '\r\n')])('reads what the phone prints', (text) => {
    expect(listPackages.parse(output(text))).toEqual([
      {
        packageName: 'android',
        name: null,
        launcherActivity: null,
        isSystem: true,
        isRunning: false,
      },
      {
        packageName: 'com.android.settings',
        name: null,
        launcherActivity: 'com.android.settings/.Settings',
        isSystem: true,
        isRunning: true,
      },
      {
        packageName: 'com.example.notes',
        name: null,
        launcherActivity: 'com.example.notes/com.example.other.Main$Inner',
        isSystem: false,
        isRunning: true,
      },
    ]);
  });

  it('rejects with the message of the phone when it lists nothing', () => {
    const failed = output(
      'handset-added\nhandset-launchers\n',
      "cmd: Can't find service: package\n",
    );
    expect(() => listPackages.parse(failed)).toThrow(
      "Couldn't list the apps; the phone said: cmd: Can't find service: package.",
    );
  });
});

describe('startActivity', () => {
  const start = (activity: string, fresh = false) => startActivity({ activity, fresh });

  it('starts as a launcher does, after a stop if asked', () => {
    const user = `u=$(am get-current-user 2>/dev/null | grep -E '^[0-9]+$') || u=0; `;
    const display = '$([ "$(getprop ro.build.version.sdk)" -ge 29 ] && echo --display 0)';
    const intent =
      '-a android.intent.action.MAIN -c android.intent.category.LAUNCHER -f 270532608 -n';
    expect(start('com.a/.B').line.text).toBe(
      `${user}am start ${display} --user $u ${intent} 'com.a/.B'`,
    );
    expect(start('com.a/.B', true).line.text).toBe(
      `${user}am force-stop --user $u 'com.a'; am start ${display} --user $u ${intent} 'com.a/.B'`,
    );
    expect(start(`com.a/.B'; reboot`).line.text).toContain(`'com.a/.B'\\''; reboot'`);
  });

  it('takes a warning for no error', () => {
    const warning =
      'Warning: Activity not started, its current task has been brought to the front\n';
    expect(start('com.a/.B').parse(output('Starting: Intent { }\n', warning))).toBeNull();
  });

  it.each([
    [
      'Error type 3\nError: Activity class {com.a/com.a.B} does not exist.\n',
      'Activity class {com.a/com.a.B} does not exist',
    ],
    [
      '\nException occurred while executing:\njava.lang.SecurityException: Permission Denial: starting Intent\n\tat android\n',
      'Permission Denial: starting Intent',
    ],
    [
      'Error: Activity not started, not allowed for the given user.\n',
      'Activity not started, not allowed for the given user',
    ],
  ])('rejects with the error of the phone', (stderr, message) => {
    expect(() => start('com.a/.B').parse(output('Starting: Intent { }\n', stderr, 255))).toThrow(
      `Couldn't open com.a; the phone said: ${message}.`,
    );
    expect(() => start('com.a/.B').parse(output(`Starting: x\n${stderr}`, '', null))).toThrow(
      message,
    );
  });

  it('a user who may not open apps is not told to unlock the phone', () => {
    const refused = output('', 'Error: Activity not started, not allowed for the given user.\n', 1);
    expect(() => start('com.a/.B').parse(refused)).toThrow(
      expect.objectContaining({ hint: expect.stringContaining('another user') as string }),
    );
  });
});

describe('the names in the list of the scrcpy server', () => {
  const list = (...lines: string[]): string =>
    `[server] INFO: Device: [a] b c (Android 14)\n[server] INFO: List of apps:\n${lines.join('\n')}\n`;

  it('are read by package, long ones too', () => {
    const long = 'A name that is longer than thirty columns';
    expect([
      ...parseAppNames(
        list(
          ' * Camera                         com.android.camera2',
          ' - My  App 2 - x y.z              com.example.app',
          ` - ${long}`,
          `${' '.repeat(34)}com.example.long`,
          ' - 日本語                            jp.example.app',
        ),
      ),
    ]).toEqual([
      ['com.android.camera2', 'Camera'],
      ['com.example.app', 'My  App 2 - x y.z'],
      ['com.example.long', long],
      ['jp.example.app', '日本語'],
    ]);
  });

  it('are dropped for a package that is named twice: a name may hold line ends', () => {
    const names = parseAppNames(
      list(
        ' - Bank                           com.bank',
        ' - Game',
        ' - Bank update                    com.bank',
        '                                  com.game',
        ' - Notes                          com.notes',
      ),
    );
    expect([...names]).toEqual([['com.notes', 'Notes']]);
  });

  it('are no names when the server did not run', () => {
    const command = listAppNames({ jarPath: '/data/local/tmp/a.jar', version: '3.3.3' });
    expect(command.line.text).toBe(
      `CLASSPATH='/data/local/tmp/a.jar' app_process / com.genymobile.scrcpy.Server '3.3.3' list_apps=true log_level=info`,
    );
    expect(() => command.parse(output('', 'Killed \n', 137))).toThrow(
      "The scrcpy server couldn't list the apps; it said: Killed.",
    );
  });
});
