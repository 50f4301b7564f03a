import { beforeAll, describe, expect, it } from 'vitest';
import { Finger } from '../../android/testing/test-phone.ts';
import { bootPhone, type PhoneShell } from '../../testing/phone-shell.ts';

let phone: PhoneShell;
beforeAll(async () => {
  phone = await bootPhone();
});
const foregroundActivity = (): string => {
  const { packageName, activity } = phone.system.world.resumedActivity();
  return `${packageName}/${activity}`;
};

describe('am', () => {
  it('starts a component and prints the result', async () => {
    await phone.run('input keyevent 3');
    expect(await phone.stdoutOf('am start -W -n com.android.settings/.Settings')).toMatch(
      /^Starting: Intent \{ cmp=com\.android\.settings\/\.Settings \}\nStatus: ok\nLaunchState: (?:COLD|WARM)\nActivity: com\.android\.settings\/\.Settings\nTotalTime: \d+\nWaitTime: \d+\nComplete\n$/,
    );
    expect(foregroundActivity()).toBe('com.android.settings/com.android.settings.Settings');
    expect((await phone.run('am start -n com.android.settings/.Settings')).err).toBe(
      'Warning: Activity not started, intent has been delivered to currently running top-most instance.\n',
    );
  });

  it('starts by action, category and package', async () => {
    await phone.run('am start -a android.intent.action.MAIN -c android.intent.category.HOME');
    expect(foregroundActivity()).toContain('launcher');
    await phone.run(
      'am start -a android.intent.action.MAIN -c android.intent.category.LAUNCHER -p com.android.calculator2',
    );
    expect(foregroundActivity()).toContain('com.android.calculator2/');
    await phone.run('am start -a android.settings.SETTINGS');
    expect(foregroundActivity()).toContain('com.android.settings/');
    expect(await phone.run('am force-stop com.android.settings')).toMatchObject({
      out: '',
      err: '',
      code: 0,
    });
    expect(foregroundActivity()).not.toContain('com.android.settings/');
    expect((await phone.run('pidof com.android.settings')).code).toBe(1);
  });

  it.each([
    ['WIFI_SETTINGS', 'Settings$NetworkDashboardActivity'],
    ['BLUETOOTH_SETTINGS', 'Settings$ConnectedDeviceDashboardActivity'],
    ['DISPLAY_SETTINGS', 'Settings$DisplaySettingsActivity'],
    ['APPLICATION_SETTINGS', 'Settings$ManageApplicationsActivity'],
    ['DEVICE_INFO_SETTINGS', 'Settings$MyDeviceInfoActivity'],
    ['SOMETHING_ELSE_SETTINGS', 'Settings'],
  ])('opens the page of android.settings.%s', async (action, page) => {
    expect((await phone.run(`am start -a android.settings.${action}`)).code).toBe(0);
    expect(foregroundActivity()).toBe(`com.android.settings/com.android.settings.${page}`);
  });

  it.each([
    [
      'https://a.b/c',
      'org.chromium.webview_shell/org.chromium.webview_shell.WebViewBrowserActivity',
    ],
    ['tel:555-0104', 'com.android.dialer/com.android.dialer.DialtactsActivity'],
  ])('opens %s', async (link, activity) => {
    const view = `-a android.intent.action.VIEW -c android.intent.category.BROWSABLE -d ${link}`;
    expect((await phone.run(`am start ${view}`)).code).toBe(0);
    expect(foregroundActivity()).toBe(activity);
    const [packageName] = activity.split('/');
    expect(await phone.stdoutOf(`cmd package resolve-activity --brief ${view}`)).toContain(
      `\n${packageName}/`,
    );
    expect((await phone.run(`am start ${view} -p com.handset.notes`)).code).toBe(1);
    expect((await phone.run(`am start ${view} -c android.intent.category.HOME2`)).code).toBe(1);
  });

  it('gives the link to the app', async () => {
    await phone.run('am start -a android.intent.action.DIAL -d tel:555%2D0104');
    await phone.run('uiautomator dump /sdcard/a.xml');
    expect(await phone.stdoutOf('cat /sdcard/a.xml')).toContain('text="555-0104"');
  });

  it('lists the apps if several take a shared text', async () => {
    const share = `-a android.intent.action.SEND -t text/plain --es android.intent.extra.TEXT 'a; b'`;
    expect(await phone.stdoutOf(`cmd package resolve-activity --brief ${share}`)).toContain(
      '\nandroid/com.android.internal.app.ResolverActivity\n',
    );
    expect((await phone.run(`am start ${share}`)).code).toBe(0);
    expect(foregroundActivity()).toBe('android/com.android.internal.app.ResolverActivity');
    await phone.run('uiautomator dump /sdcard/a.xml');
    expect(await phone.stdoutOf('cat /sdcard/a.xml')).toMatch(/"Bluetooth".*"Notes"/);
    await phone.run(`am start ${share} -p com.handset.notes`);
    expect(foregroundActivity()).toBe('com.handset.notes/com.handset.notes.EditActivity');
    await phone.run('uiautomator dump /sdcard/a.xml');
    expect(await phone.stdoutOf('cat /sdcard/a.xml')).toContain('"a; b"');
  });

  it('prints the errors of ActivityManager', async () => {
    expect(await phone.run('am start -n com.none/.Main')).toMatchObject({
      out: 'Starting: Intent { cmp=com.none/.Main }\n',
      err: 'Error type 3\nError: Activity class {com.none/com.none.Main} does not exist.\n',
      code: 1,
    });
    expect(
      (await phone.run('am start -a android.intent.action.VIEW -d ftp://example.com/x?y')).err,
    ).toBe(
      'Error: Activity not started, unable to resolve Intent { act=android.intent.action.VIEW dat=ftp://example.com/... flg=0x10000000 }\n',
    );
  });
});

describe('am with what apps keep to themselves', () => {
  const unexported = 'com.android.settings/.SubSettings';

  it('starts exported services only', async () => {
    expect(await phone.run('am startservice -n com.handset.notes/.SyncService')).toMatchObject({
      out: 'Starting service: Intent { cmp=com.handset.notes/.SyncService }\n',
      err: '',
      code: 0,
    });
    expect(
      await phone.run('am startservice -n com.android.deskclock/.timer.TimerService'),
    ).toMatchObject({
      err: expect.stringMatching(
        /^Error: Requires permission not exported from uid \d+\n$/,
      ) as string,
      code: 255,
    });
    expect(await phone.run('am startservice -n com.none/.S')).toMatchObject({
      err: 'Error: Not found; no service started.\n',
      code: 255,
    });
  });

  it('starts no activity that is not exported, and sends no broadcast of the system', async () => {
    expect(await phone.run(`am start -n ${unexported}`)).toMatchObject({
      err: expect.stringMatching(
        /^\nException occurred while executing 'start':\njava\.lang\.SecurityException: Permission Denial: starting Intent \{ flg=0x10000000 cmp=com\.android\.settings\/\.SubSettings \} from null \(pid=\d+, uid=2000\) not exported from uid \d+\n\tat /,
      ) as string,
      code: 255,
    });
    expect(await phone.run('am broadcast -a android.intent.action.BOOT_COMPLETED')).toMatchObject({
      out: '',
      err: expect.stringContaining(
        'java.lang.SecurityException: Permission Denial: not allowed to send broadcast android.intent.action.BOOT_COMPLETED from pid=',
      ) as string,
      code: 255,
    });
    const old = await bootPhone({ android: 8 });
    expect((await old.run(`am start -n ${unexported}`)).err).toMatch(
      /^Security exception: Permission Denial: /,
    );
    expect((await old.run('am broadcast -a x --ed a 1.5')).err).toContain('Unknown option: --ed');
  });

  it('prints type, flags and extras of an intent', async () => {
    expect(
      await phone.stdoutOf('am broadcast -a x.Y -t a/b -f -1879048192 --es a b --esn c --ed d 1.5'),
    ).toBe(
      'Broadcasting: Intent { act=x.Y typ=a/b flg=0x90400000 (has extras) }\nBroadcast completed: result=0\n',
    );
  });
});

describe('pm and cmd package', () => {
  it('list, find and resolve', async () => {
    expect(await phone.stdoutOf('pm list packages settings')).toBe(
      'package:com.android.providers.settings\npackage:com.android.settings\n',
    );
    expect(await phone.stdoutOf('pm list packages -U com.android.systemui')).toMatch(
      /^package:com\.android\.systemui uid:10\d\d\d\n$/,
    );
    expect(await phone.stdoutOf('pm list packages -3')).toMatch(
      /^(?:package:com\.handset\.\w+\n)+$/,
    );
    expect(await phone.stdoutOf('pm list packages -f com.android.settings')).toBe(
      'package:/system/app/com.android.settings/com.android.settings.apk=com.android.settings\n',
    );
    expect(await phone.stdoutOf('pm path com.android.settings')).toBe(
      'package:/system/app/com.android.settings/com.android.settings.apk\n',
    );
    expect(await phone.run('pm path com.none')).toMatchObject({ out: '', code: 1 });
    expect(await phone.stdoutOf('cmd package resolve-activity --brief com.android.settings')).toBe(
      'priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true\ncom.android.settings/.Settings\n',
    );
    expect(await phone.stdoutOf('cmd package resolve-activity --brief com.none')).toBe(
      'No activity found\n',
    );
  });
});

describe('cmd', () => {
  it('opens and closes the panels', async () => {
    const focus = (): Promise<string> => phone.stdoutOf('dumpsys window | grep mCurrentFocus');
    await phone.run('cmd statusbar expand-notifications');
    expect(await focus()).toMatch(/u0 NotificationShade\}/);
    await phone.run('cmd statusbar collapse');
    expect(await focus()).not.toMatch(/NotificationShade/);
  });

  it('has no clipboard for the shell', async () => {
    expect(await phone.run('cmd clipboard get text')).toMatchObject({
      out: '',
      err: 'No shell command implementation.\n',
      code: 0,
    });
    expect(await phone.run('cmd clipboard set text a')).toMatchObject({ out: '', code: 0 });
    expect(phone.system.world.clipboard).toBeNull();
    expect(await phone.run('cmd nothing')).toMatchObject({
      err: "cmd: Can't find service: nothing\n",
      code: 20,
    });
  });
});

it('the fault shell-clipboard gives the shell a clipboard', async () => {
  const other = await bootPhone({ faults: ['shell-clipboard'] });
  expect(await other.stdoutOf('cmd clipboard get text')).toBe('\n');
  await other.run(`cmd clipboard set text 'Grüße, 世界' and  more`);
  expect(other.system.world.clipboard).toBe('Grüße, 世界 and more');
  expect(await other.run('cmd clipboard get text')).toMatchObject({
    out: 'Grüße, 世界 and more\n',
    err: '',
    code: 0,
  });
  await other.run("cmd clipboard set text 'two\nlines'");
  expect(await other.stdoutOf('cmd clipboard get text')).toBe('two\nlines\n');
  expect((await other.run('cmd clipboard clear')).code).toBe(255);
});

describe('settings', () => {
  it('gets, puts, lists and deletes', async () => {
    expect(await phone.stdoutOf('settings get global nothing')).toBe('null\n');
    expect(await phone.run('settings put global a "b c"')).toMatchObject({
      out: '',
      err: '',
      code: 0,
    });
    expect(await phone.stdoutOf('settings get global a; settings list global | grep ^a=')).toBe(
      'b c\na=b c\n',
    );
    expect(await phone.stdoutOf('settings delete global a; settings get global a')).toBe(
      'Deleted 1 rows\nnull\n',
    );
    expect((await phone.run('settings get nowhere a')).code).toBe(255);
  });

  it('has no reset, which changes nothing', async () => {
    const before = await phone.stdoutOf('settings list secure');
    expect(await phone.run('settings reset secure default_input_method')).toMatchObject({
      out: '',
      err: 'Invalid command: reset\n',
      code: 255,
    });
    expect(await phone.stdoutOf('settings list secure')).toBe(before);
  });
});

describe('getprop', () => {
  it.each([
    [8, '8.1.0', '27'],
    [11, '11', '30'],
    [14, '14', '34'],
    [16, '16', '36'],
  ] as const)('Android %i', async (android, release, sdk) => {
    const other = await bootPhone({ android });
    expect(
      await other.stdoutOf(
        'getprop ro.build.version.release; getprop ro.build.version.sdk; getprop none; getprop none x',
      ),
    ).toBe(`${release}\n${sdk}\n\nx\n`);
    const lines = (await other.stdoutOf('getprop')).trim().split('\n');
    expect(lines).toContain(`[ro.build.version.sdk]: [${sdk}]`);
    expect(lines).toEqual(lines.toSorted());
    expect(lines.every((line) => /^\[[\w.-]+\]: \[.*\]$/.test(line))).toBe(true);
  });
});

describe('permissions, data and uninstallation', () => {
  const notes = 'com.handset.notes';

  it('are those of the version: POST_NOTIFICATIONS came with Android 13', async () => {
    const dump = async (shell: PhoneShell): Promise<string> =>
      shell.stdoutOf(`dumpsys package ${notes} | grep 'granted=.*flags'`);
    const other = await bootPhone();
    expect(await dump(other)).toBe(`        android.permission.CAMERA: granted=false, flags=[ ]
        android.permission.RECORD_AUDIO: granted=false, flags=[ ]
        android.permission.POST_NOTIFICATIONS: granted=false, flags=[ ]
`);
    expect(await dump(await bootPhone({ android: 11 }))).not.toContain('POST_NOTIFICATIONS');
    expect(await other.run(`pm grant --user 0 ${notes} android.permission.CAMERA`)).toMatchObject({
      out: '',
      err: '',
      code: 0,
    });
    expect(await dump(other)).toContain('CAMERA: granted=true, flags=[ USER_SET]');
    const refused = await other.run(`pm grant ${notes} android.permission.READ_SMS`);
    expect(refused.code).toBe(255);
    expect(refused.err).toContain(
      `Exception occurred while executing 'grant':\njava.lang.SecurityException: Package ${notes} has not requested permission android.permission.READ_SMS\n`,
    );
    await other.run(`pm clear ${notes}`);
    expect(await dump(other)).toContain('CAMERA: granted=false');
  });

  it.each([
    [8, 'com.android.packageinstaller', 'ALLOW', 'DENY'],
    [11, 'com.android.permissioncontroller', 'Only this time', 'Deny'],
    [14, 'com.android.permissioncontroller', 'While using the app', 'Don\u2019t allow'],
  ] as const)('Weather asks for its permission on Android %i', async (android, owner, yes, no) => {
    const other = await bootPhone({ android });
    const { world } = other.system;
    const start = 'am start -n com.handset.weather/.MainActivity';
    const inFront = () => world.resumedActivity().packageName;
    const finger = new Finger(world);
    const permission = () =>
      other.stdoutOf('dumpsys package com.handset.weather | grep "ACCESS_FINE_LOCATION: granted"');
    await other.run(start);
    expect(inFront()).toBe('com.handset.weather');
    await other.run('pm revoke com.handset.weather android.permission.ACCESS_FINE_LOCATION');
    expect(inFront()).toBe('com.android.launcher3');
    await other.run(start);
    expect(await other.stdoutOf('dumpsys window | grep mFocusedApp')).toContain(
      `${owner}/.permission.ui.GrantPermissionsActivity`,
    );
    expect(finger.get('permission_message').text).toBe(
      'Allow Weather to access this device\u2019s location?',
    );
    finger.tap(no);
    expect(inFront()).toBe('com.android.launcher3');
    expect(await permission()).toContain('granted=false');
    await other.run(start);
    world.pressKey(3);
    expect(inFront()).toBe('com.android.launcher3');
    await other.run(start);
    expect(inFront()).toBe(owner);
    finger.tap(yes);
    expect(inFront()).toBe('com.handset.weather');
    expect(await permission()).toContain('granted=true');
    await other.run('pm revoke com.handset.weather android.permission.ACCESS_FINE_LOCATION');
    await other.run('pm grant com.handset.weather android.permission.ACCESS_FINE_LOCATION');
    await other.run(start);
    expect(inFront()).toBe('com.handset.weather');
  });

  it('an uninstalled app has no icon, no package and no activity', async () => {
    const other = await bootPhone();
    const launchers =
      'cmd package query-activities --brief -a android.intent.action.MAIN -c android.intent.category.LAUNCHER';
    expect(await other.stdoutOf(`${launchers} | grep ${notes}`)).toBe(
      `    ${notes}/.MainActivity\n`,
    );
    expect(await other.stdoutOf(`pm uninstall ${notes}`)).toBe('Success\n');
    expect(await other.stdoutOf(`${launchers} | grep ${notes}`)).toBe('');
    expect((await other.run(`pm path ${notes}`)).code).toBe(1);
    expect((await other.run(`am start -n ${notes}/.MainActivity`)).code).toBe(1);
    expect(await other.stdoutOf('pm uninstall com.android.settings')).toBe(
      'Failure [DELETE_FAILED_INTERNAL_ERROR]\n',
    );
  });
});
