import { describe, expect, it } from 'vitest';
import { parseFocus, readFocus } from '#core/commands/screen.ts';
import { parseDisplay, readKeyboard } from '#core/commands/display.ts';
import { androidVersions } from '../../options.ts';
import { bootPhone } from '../../testing/phone-shell.ts';

const settings = 'am start -n com.android.settings/.Settings';

describe('the foreground app', () => {
  const windowLine =
    /mCurrentFocus=Window\{[0-9a-f]+ u0 com\.android\.settings\/com\.android\.settings\.Settings\}/;
  const records = {
    8: /mFocusedApp=AppWindowToken\{[0-9a-f]+ token=Token\{[0-9a-f]+ ActivityRecord\{[0-9a-f]+ u0 com\.android\.settings\/\.Settings t\d+\}\}\}/,
    11: /mFocusedApp=ActivityRecord\{[0-9a-f]+ u0 com\.android\.settings\/\.Settings t\d+\}/,
    14: /mFocusedApp=ActivityRecord\{[0-9a-f]+ u0 com\.android\.settings\/\.Settings\} t\d+\}/,
    16: /mFocusedApp=ActivityRecord\{[0-9a-f]+ u0 com\.android\.settings\/\.Settings t\d+\}/,
  };

  it.each(androidVersions)('is in the section where Android %i prints it', async (android) => {
    const phone = await bootPhone({ android });
    await phone.run(settings);
    const whole = await phone.stdoutOf('dumpsys window');
    expect(whole).toMatch(windowLine);
    expect(whole).toMatch(records[android]);
    const inWindows = (await phone.stdoutOf('dumpsys window windows')).includes('mCurrentFocus=');
    const inDisplays = (await phone.stdoutOf('dumpsys window displays')).includes('mCurrentFocus=');
    expect([inWindows, inDisplays]).toEqual(android === 8 ? [true, false] : [false, true]);
  });

  it.each([
    [8, ['mResumedActivity']],
    [11, ['mResumedActivity', 'ResumedActivity']],
    [14, ['topResumedActivity', 'ResumedActivity']],
    [16, ['topResumedActivity', 'ResumedActivity']],
  ] as const)('is in the activities dump of Android %i', async (android, names) => {
    const phone = await bootPhone({ android });
    await phone.run(settings);
    const dump = await phone.stdoutOf('dumpsys activity activities');
    expect(dump.match(/[a-zA-Z]*ResumedActivity(?=[:=])/g)).toEqual(names);
  });

  it.each(androidVersions)(
    'is found by the product on Android %i, also with several displays',
    async (android) => {
      for (const faults of [[], ['multi-display']] as const) {
        const phone = await bootPhone({ android, faults });
        await phone.run(settings);
        const answer = await phone.stdoutOf(readFocus.line.text);
        expect(parseFocus(answer)).toEqual({
          packageName: 'com.android.settings',
          activity: '.Settings',
        });
        const shown =
          /\* Task\{.* visible=true.* mode=fullscreen.*\n *\* ActivityRecord\{.*settings/;
        expect(shown.test(answer)).toBe(android >= 11);
        const focuses = (await phone.stdoutOf('dumpsys window')).match(/mCurrentFocus=\w+/g) ?? [];
        expect(focuses).toEqual([
          ...faults.flatMap(() => ['mCurrentFocus=null', 'mCurrentFocus=null']),
          'mCurrentFocus=Window',
        ]);
      }
    },
  );
});

describe('flags of a window', () => {
  it.each([
    [8, /fl=#81812100/],
    [14, /fl=SECURE /],
  ] as const)('secure on Android %i', async (android, line) => {
    const phone = await bootPhone({ android, faults: ['secure-window'] });
    await phone.run(settings);
    expect(await phone.stdoutOf('dumpsys window windows')).toMatch(line);
    const open = await bootPhone({ android });
    await open.run(settings);
    expect(await open.stdoutOf('dumpsys window windows')).not.toMatch(line);
  });
});

describe('size and rotation', () => {
  it('follow wm and settings', async () => {
    const phone = await bootPhone();
    expect(await phone.stdoutOf('wm size; wm density')).toBe(
      'Physical size: 1080x2400\nPhysical density: 420\n',
    );
    await phone.run('wm size 720x1600; wm density 280');
    const both = await phone.stdoutOf('wm size; wm density');
    expect(both).toBe(
      'Physical size: 1080x2400\nOverride size: 720x1600\nPhysical density: 420\nOverride density: 280\n',
    );
    expect(parseDisplay(both)).toEqual({ naturalSize: { width: 720, height: 1600 }, density: 280 });
    expect(await phone.stdoutOf('dumpsys window displays')).toContain(
      'init=1080x2400 420dpi base=720x1600 280dpi cur=720x1600',
    );
    await phone.run('wm size reset; wm density reset');
    expect(await phone.stdoutOf('wm size')).toBe('Physical size: 1080x2400\n');
    await phone.run(
      'settings put system accelerometer_rotation 0; settings put system user_rotation 1',
    );
    expect(phone.system.world.rotation).toBe(1);
    expect(await phone.stdoutOf('dumpsys window displays')).toMatch(
      /cur=2400x1080 [\s\S]*mRotation=1/,
    );
    expect(await phone.stdoutOf('uiautomator dump /dev/tty')).toContain('<hierarchy rotation="1">');
    await phone.run('settings put system accelerometer_rotation 1');
    expect(phone.system.world.rotation).toBe(0);
    expect(await phone.stdoutOf('settings get system user_rotation')).toBe('1\n');
    expect(await phone.run('wm size 5')).toMatchObject({ err: 'Error: bad size 5\n', code: 255 });
    expect(await phone.run('wm density 5')).toMatchObject({
      err: 'Error: density must be >= 72\n',
      code: 255,
    });
  });

  it.each(androidVersions)(
    'dumpsys window displays of Android %i prints the current size',
    async (android) => {
      const line = 'dumpsys window displays | grep -E "init=.* rng="';
      const upright = await bootPhone({ android });
      const { width, height } = upright.system.world.physicalSize;
      const dpi = upright.system.world.physicalDensity;
      expect(await upright.stdoutOf(line)).toMatch(
        new RegExp(
          `\\binit=${width}x${height} ${dpi}dpi cur=${width}x${height} app=\\d+x\\d+ rng=`,
        ),
      );
      const turned = await bootPhone({ android, faults: ['landscape', 'override-size'] });
      expect(await turned.stdoutOf(line)).toMatch(
        new RegExp(`\\binit=${width}x${height} ${dpi}dpi base=720x1600 280dpi cur=1600x720 app=`),
      );
    },
  );

  it.each([
    [8, true],
    [11, true],
    [14, false],
    [16, false],
  ] as const)('dumpsys input of Android %i has SurfaceOrientation: %s', async (android, has) => {
    const phone = await bootPhone({ android, faults: ['landscape'] });
    const text = await phone.stdoutOf('dumpsys input');
    expect(text.includes('      SurfaceOrientation: 1\n')).toBe(has);
    expect(text).toMatch(
      /Viewport INTERNAL: displayId=0, uniqueId=local:\d+, (?:port=0, )?orientation=1, logicalFrame=\[0, 0, \d+, \d+\]/,
    );
  });
});

describe('the keyboard', () => {
  it.each([
    [8, 'mShowRequested=%s mShowExplicitlyRequested=false mShowForced=false mInputShown=%s'],
    [11, 'mShowRequested=%s mShowExplicitlyRequested=false mShowForced=false mInputShown=%s'],
    [14, 'mInputShown=%s'],
    [16, 'mInputShown=%s'],
  ] as const)('is reported by input_method of Android %i', async (android, line) => {
    const phone = await bootPhone({ android });
    const shown = (): Promise<string> => phone.stdoutOf('dumpsys input_method | grep mInputShown');
    expect(await shown()).toBe(`  ${line.replaceAll('%s', 'false')}\n`);
    expect(await phone.stdoutOf('dumpsys input_method')).toContain('  mServedView=null\n');
    await phone.run('am start -n com.handset.notes/.SignInActivity');
    const { world } = phone.system;
    const found = async () =>
      readKeyboard.parse({
        stdout: new TextEncoder().encode(await phone.stdoutOf(readKeyboard.line.text)),
        stderr: '',
        exitCode: 0,
      });
    expect(await found()).toBeNull();
    const find = (node = world.hierarchy()): typeof node | undefined =>
      node.className === 'android.widget.EditText'
        ? node
        : node.children.map((child) => find(child)).find(Boolean);
    const { left = 0, top = 0 } = find()?.bounds ?? {};
    await phone.run(`input tap ${left + 20} ${top + 20}`);
    expect(await shown()).toBe(`  ${line.replaceAll('%s', 'true')}\n`);
    const dump = await phone.stdoutOf('dumpsys input_method');
    expect(dump).toMatch(/^ {2}mServedView=android\.widget\.EditText\{/m);
    expect(dump).toMatch(/^ {2}mCurFocusedWindow=android\.os\.BinderProxy@[0-9a-f]+$/m);
    expect(await found()).toEqual(world.windows().find(({ kind }) => kind === 'ime')?.bounds);
    await phone.run('input keyevent BACK');
    expect(await shown()).toContain('mInputShown=false');
    expect(await found()).toBeNull();
  });
});

describe('other services', () => {
  it('print what tools read', async () => {
    const phone = await bootPhone();
    expect(await phone.stdoutOf('dumpsys power')).toMatch(
      /mWakefulness=Awake[\s\S]*Display Power: state=ON/,
    );
    await phone.run('input keyevent KEYCODE_SLEEP');
    expect(await phone.stdoutOf('dumpsys power')).toMatch(
      /mWakefulness=Asleep[\s\S]*Display Power: state=OFF/,
    );
    const newest = await bootPhone({ android: 16 });
    await newest.run('input keyevent KEYCODE_SLEEP');
    expect(await newest.stdoutOf('dumpsys power')).toMatch(/mWakefulness=Dozing\n/);
    const dark = await bootPhone({ faults: ['screen-off'] });
    expect(await dark.stdoutOf('dumpsys power | grep -E "mWakefulness=|Display Power"')).toBe(
      '  mWakefulness=Asleep\nDisplay Power: state=OFF\n',
    );
    await phone.run('input keyevent KEYCODE_WAKEUP');
    expect(await phone.stdoutOf('dumpsys battery | grep level')).toBe('  level: 82\n');
    expect(await phone.stdoutOf('dumpsys input_method')).toContain('mInputShown=false');
    expect(await phone.stdoutOf('dumpsys package com.android.settings')).toMatch(
      /Package \[com\.android\.settings\] \([0-9a-f]+\):[\s\S]*versionName=/,
    );
    expect(await phone.stdoutOf('dumpsys -l')).toMatch(
      /^Currently running services:\n {2}SurfaceFlinger\n/,
    );
    expect(await phone.run('dumpsys nothing')).toMatchObject({
      err: "Can't find service: nothing\n",
    });
  });
});
