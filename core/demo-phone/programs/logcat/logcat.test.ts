import { beforeEach, describe, expect, it } from 'vitest';
import { bootPhone, type PhoneShell } from '../../testing/phone-shell.ts';
import type { LogEntry } from '../../system.ts';

let phone: PhoneShell;
beforeEach(async () => {
  phone = await bootPhone();
});

const writeLog = (tag: string, message: string, more: Partial<LogEntry> = {}): void =>
  phone.system.log.write({
    buffer: 'main',
    pid: 4321,
    level: 'I',
    tag,
    message,
    ...more,
  });

describe('events that are logged', () => {
  it('activities that the shell starts', async () => {
    await phone.run('logcat -c; am start -n com.android.settings/.Settings');
    const text = await phone.stdoutOf('logcat -d -s ActivityTaskManager ActivityManager');
    expect(text).toMatch(
      /^--------- beginning of system\n\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} {2}1423 {2}1423 I ActivityTaskManager: START u0 \{flg=0x10000000 cmp=com\.android\.settings\/\.Settings\} with LAUNCH_MULTIPLE from uid 2000 \(BAL_ALLOW_PERMISSION\) result code=0\n.* I ActivityManager: Start proc \d+:com\.android\.settings\/1000 for top-activity \{com\.android\.settings\/\.Settings\}\n.* I ActivityTaskManager: Displayed com\.android\.settings\/\.Settings for user 0: \+312ms\n$/,
    );
    const old = await bootPhone({ android: 8 });
    await old.run('logcat -c; am start -n com.android.settings/.Settings');
    expect(await old.stdoutOf('logcat -d -v tag -s ActivityManager')).toMatch(
      /START u0 \{flg=0x10000000 cmp=com\.android\.settings\/\.Settings\} from uid 2000 on display 0\n[^]*I\/ActivityManager: Displayed com\.android\.settings\/\.Settings: \+312ms\n$/,
    );
  });

  it('activities that a finger starts', async () => {
    const { world } = phone.system;
    const icons = JSON.stringify(world.hierarchy());
    expect(icons).toContain('Settings');
    await phone.run('logcat -c');
    const find = (node = world.hierarchy()): typeof node | undefined =>
      node.clickable && (node.text === 'Settings' || node.description === 'Settings')
        ? node
        : node.children.map((child) => find(child)).find(Boolean);
    const { left = 0, top = 0, right = 0, bottom = 0 } = find()?.bounds ?? {};
    await phone.run(`input tap ${(left + right) / 2} ${(top + bottom) / 2}`);
    const text = await phone.stdoutOf('logcat -d -v raw');
    expect(text).toMatch(
      /START u0 \{act=android\.intent\.action\.MAIN cat=\[android\.intent\.category\.LAUNCHER\] flg=0x10200000 cmp=com\.android\.settings\/\.Settings\} with LAUNCH_MULTIPLE from uid 10\d+ /,
    );
  });

  it('an app that crashes by itself and by the shell', async () => {
    const { world } = phone.system;
    await phone.run('am start -n com.handset.weather/.MainActivity; logcat -c');
    const pid = (await phone.stdoutOf('pidof com.handset.weather')).trim();
    const find = (node = world.hierarchy()): typeof node | undefined =>
      node.description === 'Refresh'
        ? node
        : node.children.map((child) => find(child)).find(Boolean);
    const { left = 0, top = 0 } = find()?.bounds ?? {};
    await phone.run(`input tap ${left + 20} ${top + 20}`);
    expect(await phone.stdoutOf('logcat -d -b crash -v raw')).toMatch(
      new RegExp(
        `FATAL EXCEPTION: main\\nProcess: com\\.handset\\.weather, PID: ${pid}\\njava\\.lang\\.IllegalState`,
      ),
    );
    const text = await phone.stdoutOf('logcat -d -v raw');
    expect(text).toContain(`Process com.handset.weather (pid ${pid}) has died`);
    expect(text).not.toContain('Killing');
    expect((await phone.run('pidof com.handset.weather')).code).toBe(1);
    expect(world.resumedActivity().packageName).toContain('launcher');
    await phone.run('am start -n com.handset.notes/.MainActivity; am crash com.handset.notes');
    expect(await phone.stdoutOf('logcat -d -b crash -v raw')).toContain(
      'android.app.RemoteServiceException$CrashedByAdbException: shell-induced crash\n\tat ',
    );
    expect(await phone.run('am crash com.none')).toMatchObject({ out: '', err: '', code: 0 });
  });

  it('the end of a process, the display, the rotation', async () => {
    await phone.run('am start -n com.handset.notes/.MainActivity');
    const pid = (await phone.stdoutOf('pidof com.handset.notes')).trim();
    await phone.run('logcat -c; am force-stop com.handset.notes');
    const turn =
      'settings put system accelerometer_rotation 0; settings put system user_rotation 1';
    await phone.run(`input keyevent SLEEP; input keyevent WAKEUP; ${turn}`);
    const text = await phone.stdoutOf('logcat -d -v raw');
    expect(text).toMatch(/Force stopping com\.handset\.notes appid=10\d+ user=0: from pid \d+\n/);
    expect(text).toMatch(
      new RegExp(
        `Killing ${pid}:com\\.handset\\.notes/u0a\\d+ \\(adj 0\\): stop com\\.handset\\.notes`,
      ),
    );
    expect(text).toContain('Going to sleep due to power_button');
    expect(text).toContain('Waking up from Asleep');
    expect(text).toContain('Using new display rotation: ROTATION_90');
  });
});

describe('options', () => {
  const logcatTagged = (args: string): Promise<string> =>
    phone.stdoutOf(`logcat -d -v tag ${args} | grep -v ^---`);

  beforeEach(async () => {
    await phone.run('logcat -c');
    writeLog('One', 'first');
    writeLog('Two', 'second', { level: 'W' });
    writeLog('One', 'third', { pid: 99, level: 'D' });
  });

  it.each([
    ['*:W', 'W/Two     : second\n'],
    ['*', 'I/One     : first\nW/Two     : second\nD/One     : third\n'],
    ['One:I *:S', 'I/One     : first\n'],
    ['-s One:I,Two', 'I/One     : first\nW/Two     : second\n'],
    ['-s One', 'I/One     : first\nD/One     : third\n'],
    ['--pid=99', 'D/One     : third\n'],
    ['--pid 99', 'D/One     : third\n'],
    ['-t 1', 'D/One     : third\n'],
    ['-t 2 -s Two', 'W/Two     : second\n'],
    // The tail is counted before tags are looked at.
    ['-t 1 -s Two', ''],
    ['-T 2', 'W/Two     : second\nD/One     : third\n'],
    ['-b crash', ''],
    ['-b system,crash -b main -t1', 'D/One     : third\n'],
  ])('%s', async (args, expected) => {
    expect(await logcatTagged(args)).toBe(expected);
  });

  it('accept times', async () => {
    const at = Date.now();
    await new Promise((resolve) => setTimeout(resolve, 5));
    writeLog('Late', 'fourth');
    const soon = new Date(at + 3).toISOString().replace('T', ' ').slice(0, -1);
    expect(await logcatTagged(`-T '${soon}'`)).toBe('I/Late    : fourth\n');
    expect(await logcatTagged(`-t '${soon.slice(5)}'`)).toBe('I/Late    : fourth\n');
    expect(await logcatTagged(`-t ${((at + 3) / 1000).toFixed(3)}`)).toBe('I/Late    : fourth\n');
    expect(await logcatTagged("-t '01-01 00:00:00.000'")).toContain('first');
    expect(await logcatTagged("-T '2999-01-01 00:00:00.0'")).toBe('');
  });

  it.each([
    [14, "-t '11-20 10:00:00'", "logcat: -t '11-20 10:00:00' not in time format.\n"],
    [14, '-t yesterday', "logcat: -t 'yesterday' not in time format.\n"],
    [14, '-v wrong', "logcat: Invalid -v 'wrong'.\n"],
    [14, '-b nothing', "logcat: Unknown -b buffer 'nothing'.\n"],
    [14, '--bogus -d', "logcat: Unknown option '--bogus'.\n"],
    [14, '--pid=x', "logcat: pid 'x' out of range.\n"],
    [14, '-G 1M', "logcat: Unknown option '-G'.\n"],
    [14, '-t', "logcat: Option '-t' needs an argument.\n"],
    [14, 'Tag:Q', "logcat: Invalid filter expression 'Tag:Q'.\n"],
    [8, '-v wrong', "Invalid -v 'wrong'.\n"],
  ] as const)('Android %i complains about %s', async (android, args, err) => {
    const other = android === 14 ? phone : await bootPhone({ android });
    const result = await other.run(`logcat -d ${args}`);
    expect(result.err.slice(0, err.length)).toBe(err);
    expect(result).toMatchObject({ out: '', code: 1 });
  });

  it('are written as structs with -B, without regard to tags', async () => {
    writeLog('Tag', 'two\nlines', { pid: 77, tid: 78, buffer: 'system', level: 'E' });
    const { bytes } = await phone.run('logcat -B -t 2 -b main,system Nobody:S *:S');
    const view = new DataView(bytes.buffer);
    const second = view.getUint16(2, true) + view.getUint16(0, true);
    expect(new TextDecoder().decode(bytes.subarray(28, second))).toBe('\u0003One\0third\0');
    const numbers = [4, 8, 20].map((at) => view.getUint32(second + at, true));
    expect(numbers).toEqual([77, 78, 3]);
    const seconds = view.getUint32(second + 12, true) + view.getUint32(second + 16, true) / 1e9;
    expect(Math.abs(Date.now() / 1000 - seconds)).toBeLessThan(60);
    const text = new TextDecoder().decode(bytes.subarray(second + 28));
    expect(text).toBe('\u0006Tag\0two\nlines\0');
    expect(view.getUint16(second, true)).toBe(text.length);
  });

  it('print dividers', async () => {
    writeLog('Sys', 'x', { buffer: 'system' });
    writeLog('One', 'y');
    expect(await phone.stdoutOf('logcat -d -v raw -t 3')).toBe(
      '--------- beginning of main\nthird\n--------- beginning of system\nx\ny\n',
    );
    // Old versions print the divider even if no entry of the buffer is shown.
    expect(await phone.stdoutOf('logcat -d -s Nobody')).toBe('');
    const old = await bootPhone({ android: 11 });
    expect(await old.stdoutOf('logcat -d -s Nobody')).toMatch(/^--------- beginning of main\n/);
  });

  it('follows until the host disconnects', async () => {
    const { runCommand } = await import('../../run-command.ts');
    const disconnect = new AbortController();
    let text = '';
    const ended = runCommand(phone.system, 'logcat -v raw -T 1 | grep new', {
      stdin: (async function* () {})(),
      stdout: async (bytes) => void (text += new TextDecoder().decode(bytes)),
      stderr: async () => {},
      signal: disconnect.signal,
    });
    await new Promise((resolve) => setTimeout(resolve, 30));
    writeLog('X', 'new one');
    writeLog('X', 'other');
    writeLog('X', 'new two');
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(text).toBe('new one\nnew two\n');
    disconnect.abort();
    expect(await ended).toBe(129);
  });
});

it('log writes its message, or each line of its input', async () => {
  const phone = await bootPhone();
  await phone.run('log -p e -t Mine one two; echo three | log -t Mine');
  const printed = await phone.stdoutOf('logcat -d -v tag -s Mine');
  expect(printed).toContain('E/Mine    : one two\nI/Mine    : three\n');
  expect(await phone.run('log -p x y')).toMatchObject({ code: 1, err: "log: bad -p 'x'\n" });
});
