import { expect, it } from 'vitest';
import { readProcesses } from './processes.ts';

const parse = (text: string): unknown => {
  const stdout = new TextEncoder().encode(text);
  return Object.fromEntries(readProcesses.parse({ stdout, stderr: '', exitCode: 0 }));
};

it('reads what Android 8 and later print', () => {
  expect(
    parse(
      '  PID NAME\n    1 init\n  498 surfaceflinger\n 4210 com.android.launcher3\n 4300 com.a.b:push\n 4301 <pre-initialized>\n  611 [kworker/0:1]\n',
    ),
  ).toEqual({
    1: 'init',
    498: 'surfaceflinger',
    4210: 'com.android.launcher3',
    4300: 'com.a.b:push',
    611: '[kworker/0:1]',
  });
});

it('reads what Android 7 prints, whose rows have a column more than the header', () => {
  expect(
    parse(
      'USER      PID   PPID  VSIZE  RSS   WCHAN              PC  NAME\r\nroot      1     0     10632  856   SyS_epoll_ 0000000000 S /init\r\nu0_a17    1905  1423  1583   9120  SyS_epoll_ 0000000000 S com.android.inputmethod.latin\r\n',
    ),
  ).toEqual({ 1: '/init', 1905: 'com.android.inputmethod.latin' });
});

it('reads nothing from what is no table', () => {
  expect(parse('')).toEqual({});
  expect(parse('ps: Permission denied\nx y z\n')).toEqual({});
});
