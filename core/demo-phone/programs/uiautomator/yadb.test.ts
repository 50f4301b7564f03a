import { expect, it } from 'vitest';
import { parseHierarchy } from '#core/screen/parse.ts';
import type { FaultName } from '../../options.ts';
import { type PhoneShell, bootPhone } from '../../testing/phone-shell.ts';

const line =
  'app_process -Djava.class.path=/data/local/tmp/yadb /data/local/tmp com.ysbing.yadb.Main';

async function boot(...faults: FaultName[]): Promise<PhoneShell> {
  const phone = await bootPhone({ android: 11, faults });
  phone.system.files.write('/data/local/tmp/yadb', new TextEncoder().encode('PK'));
  return phone;
}

it('writes what a dump writes, without waiting for rest', async () => {
  const phone = await boot('no-idle');
  expect(await phone.stdoutOf(`${line} -layout /data/local/tmp/a.xml`)).toBe(
    'layout dumped to:/data/local/tmp/a.xml\n',
  );
  const { bytes } = await phone.run('cat /data/local/tmp/a.xml');
  const resting = await boot();
  await resting.run('uiautomator dump /data/local/tmp/b.xml');
  const dump = await resting.run('cat /data/local/tmp/b.xml');
  expect(parseHierarchy(bytes)).toEqual(parseHierarchy(dump.bytes));
});

it.each<[FaultName, string]>([
  ['null-root', 'MainException: java.util.concurrent.TimeoutException\n'],
  ['automation-taken', 'already registered!\n'],
])('prints errors to stdout and ends with 0: %s', async (fault, text) => {
  const phone = await boot(fault);
  const { out, code } = await phone.run(`${line} -layout /data/local/tmp/a.xml`);
  expect(out).toContain(text);
  expect(code).toBe(0);
});

it('needs its file on the phone, and knows no other option', async () => {
  const phone = await boot();
  expect(await phone.stdoutOf(`${line} -nothing`)).toBe('Invalid argument\n');
  await phone.run('rm /data/local/tmp/yadb');
  expect(await phone.run(`${line} -layout /sdcard/a.xml`)).toMatchObject({ code: 134, out: '' });
});
