import { beforeEach, describe, expect, it } from 'vitest';
import { bootPhone, type PhoneShell } from '../testing/phone-shell.ts';

let phone: PhoneShell;
const directory = '/data/local/tmp';
beforeEach(async () => {
  phone = await bootPhone();
});

describe('files', () => {
  it('are created, listed and removed', async () => {
    expect(
      await phone.run(
        `mkdir -p ${directory}/a/b; echo x > ${directory}/a/b/f; echo y > ${directory}/a/g`,
      ),
    ).toMatchObject({ out: '', err: '', code: 0 });
    expect(await phone.stdoutOf(`ls ${directory}/a; ls -a ${directory}/a`)).toBe(
      'b\ng\n.\n..\nb\ng\n',
    );
    expect(await phone.stdoutOf(`ls -l ${directory}/a/g`)).toMatch(
      /^-rw-rw-rw- 1 shell shell {6}2 \d{4}-\d\d-\d\d \d\d:\d\d \/data\/local\/tmp\/a\/g\n$/,
    );
    expect(await phone.run(`rm ${directory}/a`)).toMatchObject({
      err: `rm: ${directory}/a: Is a directory\n`,
      code: 1,
    });
    expect(
      await phone.run(`rm -rf ${directory}/a ${directory}/none; ls ${directory}`),
    ).toMatchObject({
      out: '',
      err: '',
      code: 0,
    });
    expect(await phone.run(`rm ${directory}/none`)).toMatchObject({
      err: `rm: ${directory}/none: No such file or directory\n`,
      code: 1,
    });
    expect(await phone.run('mkdir /system/x')).toMatchObject({
      err: 'mkdir: /system/x: Read-only file system\n',
      code: 1,
    });
    expect(await phone.run('ls /nowhere')).toMatchObject({
      err: 'ls: /nowhere: No such file or directory\n',
      code: 1,
    });
  });

  it('are moved, also into a directory, and never over one', async () => {
    await phone.run(`mkdir ${directory}/a; echo x > ${directory}/f; echo y > ${directory}/a/g`);
    await phone.run(`mv ${directory}/f ${directory}/a`);
    expect(await phone.stdoutOf(`ls ${directory}/a; mv ${directory}/a ${directory}/b`)).toBe(
      'f\ng\n',
    );
    expect(await phone.stdoutOf(`cat ${directory}/b/g`)).toBe('y\n');
    expect(await phone.run(`mv ${directory}/none ${directory}/x`)).toMatchObject({
      err: `mv: ${directory}/none: No such file or directory\n`,
      code: 1,
    });
  });

  it('that are links are listed as such, and followed where they are not the subject', async () => {
    expect(await phone.stdoutOf('ls -l /sdcard')).toMatch(
      /^lrwxrwxrwx 1 .* \/sdcard -> \/storage\/emulated\/0\n$/,
    );
    expect(await phone.stdoutOf('ls /sdcard')).toContain('Download\n');
    expect(await phone.stdoutOf('[ -L /sdcard ] && [ -d /sdcard ] && echo link')).toBe('link\n');
    expect((await phone.run('[ -L /storage ]')).code).toBe(1);
    const { out, err } = await phone.run('ls -l /');
    expect(out).toContain(' etc -> /system/etc\n');
    expect(err).toBe('ls: /metadata: Permission denied\n');
  });

  it('are read in part', async () => {
    await phone.run(`{ echo 12; echo 34; } > ${directory}/f`);
    expect(await phone.stdoutOf(`head -n 1 ${directory}/f; tail -c 2 ${directory}/f`)).toBe(
      '12\n4\n',
    );
    expect(await phone.stdoutOf(`tail -n 1 ${directory}/f; tail -1 < ${directory}/f`)).toBe(
      '34\n34\n',
    );
  });

  it('include the programs', async () => {
    expect(await phone.stdoutOf('/system/bin/echo b')).toBe('b\n');
  });
});
