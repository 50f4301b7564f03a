import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { createNodeCanvas } from '../../../../e2e/node-canvas.ts';
import { bootWith, type PhoneShell } from '../../testing/phone-shell.ts';
import { sha1, sha256 } from '../text/digests.ts';

const bootPhone = bootWith(createNodeCanvas());

let phone: PhoneShell;
const there = '/data/local/tmp';
beforeEach(async () => {
  phone = await bootPhone();
});

describe('files', () => {
  it('are made, listed, moved, copied and removed', async () => {
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
    expect(await phone.run('touch /system/x')).toMatchObject({
      err: 'touch: /system/x: Read-only file system\n',
      code: 1,
    });
    expect(await phone.run('ls /nowhere')).toMatchObject({
      err: 'ls: /nowhere: No such file or directory\n',
      code: 1,
    });
  });

  it('are told about', async () => {
    await phone.run(`printf 12345 > ${there}/f`);
    expect(
      await phone.out(
        `stat -c '%s %n %a' ${there}/f; wc -c < ${there}/f; [ -s ${there}/f ] && echo full`,
      ),
    ).toBe(`5 ${there}/f 666\n5\nfull\n`);
    expect(
      await phone.out(
        `head -c 2 ${there}/f; tail -c 2 ${there}/f; basename ${there}/f; dirname ${there}/f`,
      ),
    ).toBe(`1245f\n${there}\n`);
    expect(
      await phone.out(`printf abc | base64; printf abc | base64 | base64 -d; printf abc | md5sum`),
    ).toBe('YWJj\nabc900150983cd24fb0d6963f7d28e17f72  -\n');
  });

  it('have names of programs', async () => {
    expect(await phone.out('which screencap; command -v uiautomator; command -v cd')).toBe(
      '/system/bin/screencap\n/system/bin/uiautomator\ncd\n',
    );
    expect(await phone.run('which nothing')).toMatchObject({ out: '', code: 1 });
    expect(await phone.out('toybox echo a; /system/bin/echo b; sh -c "echo c"')).toBe('a\nb\nc\n');
  });
});

describe('digests', () => {
  it('are those of Node', () => {
    const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(hex(sha256(bytes))).toBe(createHash('sha256').update(bytes).digest('hex'));
        expect(hex(sha1(bytes))).toBe(createHash('sha1').update(bytes).digest('hex'));
      }),
    );
  });
});
