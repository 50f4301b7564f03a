import { beforeEach, describe, expect, it } from 'vitest';
import { createNodeCanvas } from '../../../e2e/node-canvas.ts';
import { bootWith, type PhoneShell } from '../testing/phone-shell.ts';

const bootPhone = bootWith(createNodeCanvas());

let phone: PhoneShell;
const there = '/data/local/tmp';
beforeEach(async () => {
  phone = await bootPhone();
});

describe('files', () => {
  it('are created, listed, moved, copied and removed', async () => {
    expect(
      await phone.run(
        `mkdir -p ${there}/a/b; echo x > ${there}/a/b/f; cp ${there}/a/b/f ${there}/g; mv ${there}/g ${there}/a`,
      ),
    ).toMatchObject({ out: '', err: '', code: 0 });
    expect(await phone.out(`ls ${there}/a; ls -a ${there}/a; find ${there} -name f`)).toBe(
      `b\ng\n.\n..\nb\ng\n${there}/a/b/f\n`,
    );
    expect(await phone.out(`ls -l ${there}/a/g`)).toMatch(
      /^-rw-rw-rw- 1 shell shell {6}2 \d{4}-\d\d-\d\d \d\d:\d\d \/data\/local\/tmp\/a\/g\n$/,
    );
    expect(await phone.run(`rm ${there}/a`)).toMatchObject({
      err: `rm: ${there}/a: Is a directory\n`,
      code: 1,
    });
    expect(await phone.run(`rm -rf ${there}/a ${there}/none; ls ${there}`)).toMatchObject({
      out: '',
      err: '',
      code: 0,
    });
    expect(await phone.run(`rm ${there}/none`)).toMatchObject({
      err: `rm: ${there}/none: No such file or directory\n`,
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
    await phone.run(`printf 12345 > ${there}/f`);
    expect(await phone.out(`wc -c < ${there}/f; [ -s ${there}/f ] && echo full`)).toBe('5\nfull\n');
    expect(await phone.out(`head -c 2 ${there}/f; tail -c 2 ${there}/f`)).toBe('1245');
  });

  it('include the programs', async () => {
    expect(await phone.out('which screencap uiautomator')).toBe(
      '/system/bin/screencap\n/system/bin/uiautomator\n',
    );
    expect(await phone.run('which nothing')).toMatchObject({ out: '', code: 1 });
    expect(await phone.out('/system/bin/echo b; sh -c "echo c"')).toBe('b\nc\n');
  });
});
