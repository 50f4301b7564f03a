import { beforeEach, describe, expect, it } from 'vitest';
import { createNodeCanvas } from '#e2e/node-canvas.ts';
import { createBootFunction, type PhoneShell } from '../testing/phone-shell.ts';

const bootPhone = createBootFunction(createNodeCanvas());

let phone: PhoneShell;
const directory = '/data/local/tmp';
beforeEach(async () => {
  phone = await bootPhone();
});

describe('files', () => {
  it('are created, listed, moved, copied and removed', async () => {
    expect(
      await phone.run(
        `mkdir -p ${directory}/a/b; echo x > ${directory}/a/b/f; cp ${directory}/a/b/f ${directory}/g; mv ${directory}/g ${directory}/a`,
      ),
    ).toMatchObject({ out: '', err: '', code: 0 });
    expect(
      await phone.stdoutOf(`ls ${directory}/a; ls -a ${directory}/a; find ${directory} -name f`),
    ).toBe(`b\ng\n.\n..\nb\ng\n${directory}/a/b/f\n`);
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

  it('are measured and read in part', async () => {
    await phone.run(`printf 12345 > ${directory}/f`);
    expect(await phone.stdoutOf(`wc -c < ${directory}/f; [ -s ${directory}/f ] && echo full`)).toBe(
      '5\nfull\n',
    );
    expect(await phone.stdoutOf(`head -c 2 ${directory}/f; tail -c 2 ${directory}/f`)).toBe('1245');
  });

  it('include the programs', async () => {
    expect(await phone.stdoutOf('which screencap uiautomator')).toBe(
      '/system/bin/screencap\n/system/bin/uiautomator\n',
    );
    expect(await phone.run('which nothing')).toMatchObject({ out: '', code: 1 });
    expect(await phone.stdoutOf('/system/bin/echo b; sh -c "echo c"')).toBe('b\nc\n');
  });
});
