import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { bootPhone, type PhoneShell } from '../testing/phone-shell.ts';
import { createMatcher, expandWords } from './expand.ts';
import { parseScript } from './parse.ts';

let phone: PhoneShell;
beforeAll(async () => {
  phone = await bootPhone();
});

/** Runs the line in this machine's own `sh`. */
function runRealShell(line: string): string {
  return execFileSync('sh', ['-c', line], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

describe('words', () => {
  const single = fc
    .string({ unit: 'grapheme', maxLength: 12 })
    .filter((text) => !/['\0]/.test(text));
  const quoted = single.map((text) => `'${text}'`);
  const plain = fc.stringMatching(/^[A-Za-z0-9_.,:@%+/-]{1,8}$/);
  const escaped = fc
    .stringMatching(/^[ $"'\\&;|<>()*?a-z]{1,4}$/)
    .map((text) => text.replace(/[^]/g, '\\$&'));
  const double = fc
    .array(
      fc.constantFrom(
        ...['a', ' ', '  ', '\\"', '\\$', '\\\\', '\\`', '\\n', "'", '*', '$x', '${x}'],
        ...['$(echo "b  c")', '\n', '#'],
      ),
      { maxLength: 8 },
    )
    .map((parts) => `"${parts.join('')}"`);
  const variable = fc.constantFrom(
    ...['$x', '${x}', '"$x"', '$none', '""', '$(echo "b  c")', '"$(echo "b  c")"'],
  );
  const word = fc
    .array(fc.oneof(quoted, plain, escaped, double, variable), { minLength: 1, maxLength: 4 })
    .map((parts) => parts.join(''));
  const words = fc.array(word, { minLength: 1, maxLength: 4 }).map((all) => all.join(' '));

  const variables: Readonly<Record<string, string>> = { x: 'one  two' };

  /** The arguments to which the phone's shell expands the words of a line. */
  const expand = async (line: string): Promise<string[]> => {
    const command = parseScript(`: ${line}`)[0]?.first[0];
    if (command?.kind !== 'simple') throw new Error(`Not one command: ${line}`);
    const [, ...args] = await expandWords(command.words, {
      files: phone.system.files,
      directory: '/',
      variable: (name) => variables[name],
      capture: async () => 'b  c',
    });
    return args;
  };

  it('are expanded as by a real sh', async () => {
    await fc.assert(
      fc.asyncProperty(words, async (text) => {
        const expanded = (await expand(text)).map((argument) => `<${argument}>\n`).join('');
        // printf prints once without arguments.
        expect(expanded === '' ? '<>\n' : expanded).toBe(
          runRealShell(`x='one  two'; printf '<%s>\\n' ${text}`),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('keep every byte between single quotes', async () => {
    await fc.assert(
      fc.asyncProperty(single, async (text) => {
        expect(await expand(`'${text}'`)).toEqual([text]);
      }),
      { numRuns: 100 },
    );
  });
});

describe('echo', () => {
  it.each(['echo a   b "c   d"', 'echo -n no newline', 'echo', `echo "it's"`, "echo 'a\\tb'"])(
    '%s',
    async (line) => {
      expect(await phone.stdoutOf(line)).toBe(runRealShell(line));
    },
  );
});

describe('lists, pipes and substitution', () => {
  it.each([
    'true && echo yes || echo no',
    'false && echo yes || echo no',
    'false; echo $?',
    'a=1 b=2; echo $a$b',
    '{ echo one; echo two; } | tail -n 1',
    '{ echo out; echo err >&2; } 2>&1 | grep err',
    'false || { echo again; echo more; } | tail -n 1',
    'echo a >/dev/null; echo b 2>/dev/null',
    'x=$(echo a; echo; echo); echo "[$x]"',
    'echo $(echo nested $(echo deep))',
    'echo one # comment',
    'exec echo replaced; echo never',
    'echo a\\\nb',
    'cd /; pwd; cd /dev && pwd',
    '[ 3 -gt 2 ] && [ -z "" ] && [ -e /dev/null ] && echo fine',
    'echo x1 | grep -E "^(x|z)[0-9]$"',
    '{ echo a; echo b; echo c; } | grep -n -v b',
    '{ echo a.b; echo acb; } | grep -F a.b',
    '{ echo one; echo two; } | grep -c .',
    '{ echo 1; echo 2; echo 3; } | head -n 2; echo abc | tail -c 2',
    'sleep 0.05 & wait; echo $?',
    '{ sleep 0.05; echo late; } & echo early; wait',
  ])('%s', async (line) => {
    expect(await phone.stdoutOf(line)).toBe(runRealShell(line));
  });

  it("expands globs against the phone's files", async () => {
    await phone.run(
      'mkdir -p /data/local/tmp/g; cd /data/local/tmp/g; : >b.xml; : >a.xml; : >c.txt',
    );
    expect(
      await phone.stdoutOf(
        'cd /data/local/tmp/g; echo *.xml; echo "*.xml"; echo ?.txt; echo *.png',
      ),
    ).toBe('a.xml b.xml\n*.xml\nc.txt\n*.png\n');
    // The shell user may not list /data.
    expect(await phone.stdoutOf('cd /data; echo *')).toBe('*\n');
    expect(await phone.stdoutOf('echo /data/local/tmp/g/[ab].*')).toBe(
      '/data/local/tmp/g/a.xml /data/local/tmp/g/b.xml\n',
    );
  });

  it('redirects to files of the phone', async () => {
    expect(await phone.stdoutOf('f=/data/local/tmp/r; echo one >$f; echo two >>$f; cat <$f')).toBe(
      'one\ntwo\n',
    );
    expect(await phone.run('echo x > /system/x')).toMatchObject({
      err: "/system/bin/sh: can't create /system/x: Read-only file system\n",
      code: 1,
    });
    expect(await phone.run('cat < /nowhere')).toMatchObject({
      err: "/system/bin/sh: can't open /nowhere: No such file or directory\n",
      code: 1,
    });
    expect(
      await phone.stdoutOf(
        'ls /nowhere /dev/null > /data/local/tmp/both 2>&1; cat /data/local/tmp/both',
      ),
    ).toBe('ls: /nowhere: No such file or directory\n/dev/null\n');
  });

  it('ends a writer after its reader has ended', async () => {
    expect(await phone.run('getprop | head -n 1 | grep -c .')).toMatchObject({
      out: '1\n',
      code: 0,
    });
    expect(await phone.run('logcat -d | head -n 2 | grep -c .')).toMatchObject({ out: '2\n' });
  });
});

describe('exit codes and error messages', () => {
  it.each([
    [8, 'foo', 127, '/system/bin/sh: foo: not found\n'],
    [11, 'foo', 127, '/system/bin/sh: foo: inaccessible or not found\n'],
    [14, './foo', 127, '/system/bin/sh: ./foo: inaccessible or not found\n'],
    [14, 'echo )', 1, "/system/bin/sh: syntax error: unexpected ')'\n"],
    [8, 'echo )', 1, "/system/bin/sh: syntax error: ')' unexpected\n"],
    [14, "echo 'a", 1, '/system/bin/sh: no closing quote\n'],
    [14, '| cat', 1, "/system/bin/sh: syntax error: unexpected '|'\n"],
    [
      14,
      '/system/build.prop',
      126,
      "/system/bin/sh: /system/build.prop: can't execute: Permission denied\n",
    ],
    [14, 'cd /nowhere', 2, '/system/bin/sh: cd: /nowhere: No such file or directory\n'],
    [14, 'ls -Z', 1, `ls: Unknown option 'Z' (see "ls --help")\n`],
    [14, 'grep -P x', 2, `grep: Unknown option 'P' (see "grep --help")\n`],
    [14, 'tail -n', 1, `tail: Missing argument to -n (see "tail --help")\n`],
    [14, 'cat /data/data', 1, 'cat: /data/data: Is a directory\n'],
  ] as const)('Android %i: %s', async (android, line, code, err) => {
    const other = android === 14 ? phone : await bootPhone({ android });
    expect(await other.run(line)).toMatchObject({ code, err, out: '' });
  });

  it.each([
    ['for i in a b; do echo $i; done', 'for'],
    ['while true; do :; done', 'while'],
    ['if true; then echo; fi', 'if'],
    ['((1+1))', '(('],
    ['! true', '!'],
    ['echo `date`', '`'],
    ['echo ${x:-y}', '${'],
    ['echo $1', '$1'],
    ['cat <<END', '<<'],
    ['echo a &> /dev/null', '&>'],
  ])('%s is said to be unsupported', async (line, token) => {
    expect(await phone.run(line)).toMatchObject({
      err: `/system/bin/sh: the demo phone's shell does not support ${token}\n`,
      code: 1,
      out: '',
    });
  });

  it('parentheses run a shell of its own', async () => {
    expect(
      await phone.run('a=1; (a=2; cd /data; echo $a; exit 3) | cat; echo $a; pwd'),
    ).toMatchObject({
      out: '2\n1\n/\n',
      err: '',
    });
    expect((await phone.run('(exit 3)')).code).toBe(3);
  });

  it('exit ends the line', async () => {
    expect(await phone.run('echo a; exit 7; echo b')).toMatchObject({ out: 'a\n', code: 7 });
  });
});

describe('when the host closes the socket', () => {
  it.each(['sleep 60', 'cat', 'logcat', 'sleep 60 | cat'])('%s ends at once', async (line) => {
    const disconnect = new AbortController();
    const never = (async function* () {
      await new Promise<void>(() => {});
      yield new Uint8Array();
    })();
    const { runCommand } = await import('../run-command.ts');
    const ended = runCommand(phone.system, line, {
      stdin: never,
      stdout: async () => {},
      stderr: async () => {},
      signal: disconnect.signal,
    });
    setTimeout(() => disconnect.abort(), 20);
    expect(await ended).toBe(129);
  });
});

describe('matcher', () => {
  it('agrees with a regular expression on short names', () => {
    const units = { '*': '[^]*', '?': '[^]', '[ab]': '[ab]', '[!b]': '[^b]', '\\*': '\\*', a: 'a' };
    const pattern = fc.array(fc.constantFrom(...Object.keys(units)), { maxLength: 6 });
    const name = fc.array(fc.constantFrom('a', 'b', '*'), { maxLength: 7 });
    const agrees = (parts: string[], letters: string[]): void => {
      const translated = parts.map(
        (part) => Object.entries(units).find(([of]) => of === part)?.[1],
      );
      const expected = new RegExp(`^${translated.join('')}$`).test(letters.join(''));
      expect(createMatcher(parts.join(''))(letters.join(''))).toBe(expected);
    };
    fc.assert(fc.property(pattern, name, agrees), { numRuns: 2_000 });
  });

  it('does not backtrack exponentially on a pattern of many stars', () => {
    const hostile = createMatcher(`${'*a'.repeat(200)}*b`);
    const start = performance.now();
    expect(hostile('a'.repeat(4_000))).toBe(false);
    expect(hostile(`${'a'.repeat(4_000)}b`)).toBe(true);
    // Exponential backtracking would take years.
    expect(performance.now() - start).toBeLessThan(2_000);
  });
});
