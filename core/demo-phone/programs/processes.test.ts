import { beforeAll, describe, expect, it } from 'vitest';
import { bootPhone, type PhoneShell } from '../testing/phone-shell.ts';

let phone: PhoneShell;
beforeAll(async () => {
  phone = await bootPhone();
  await phone.run('am start -n com.handset.notes/.MainActivity');
});

describe('processes', () => {
  it("are listed in the requested columns, with toybox's widths", async () => {
    const lines = (await phone.stdoutOf('ps -A -o PID,USER,NAME')).split('\n');
    expect(lines[0]).toBe('  PID USER         NAME');
    expect(lines[1]).toBe('    1 root         init');
    expect(lines).toContain(' 1423 system       system_server');
    expect(lines).toContain(' 1802 radio        com.android.phone');
    expect(lines.some((line) => /^ +\d+ u0_a\d+ +com\.handset\.notes$/.test(line))).toBe(true);
    expect(await phone.stdoutOf('ps -A -o UID,PID | grep 1423')).toBe(' 1000  1423\n');
    expect(await phone.run('ps -A -o NOTHING')).toMatchObject({
      err: 'ps: bad -o NOTHING\n',
      code: 1,
    });
  });

  it('are found by their names', async () => {
    const pid = (await phone.stdoutOf('pidof com.handset.notes')).trim();
    expect(pid).toMatch(/^\d+$/);
    expect(await phone.stdoutOf('pidof adbd com.android.systemui')).toBe('904 1650\n');
    expect(await phone.run('pidof com.none')).toMatchObject({ out: '', err: '', code: 1 });
    await phone.run('am force-stop com.handset.notes');
    expect((await phone.run('pidof com.handset.notes')).code).toBe(1);
  });

  it('have the user id that the package manager reports', async () => {
    const uid = /uid:(\d+)/.exec(
      await phone.stdoutOf('pm list packages -U com.handset.notes'),
    )?.[1];
    expect(await phone.stdoutOf('dumpsys package com.handset.notes | grep -E "appId|userId"')).toBe(
      `    appId=${uid}\n`,
    );
    const old = await bootPhone({ android: 8 });
    expect(await old.stdoutOf('dumpsys package com.android.systemui')).toMatch(
      /^ {4}userId=10\d+$/m,
    );
    const uids = (await phone.stdoutOf('pm list packages -U')).match(/uid:10\d{3}/g) ?? [];
    expect(uids.length).toBeGreaterThan(50);
    expect(new Set(uids).size).toBe(uids.length);
  });
});
