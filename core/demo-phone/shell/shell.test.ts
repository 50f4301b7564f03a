import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { createNodeCanvas } from '#e2e/node-canvas.ts';
import { createBootFunction, type PhoneShell } from '../testing/phone-shell.ts';
import { createMatcher } from './expand.ts';

const bootPhone = createBootFunction(createNodeCanvas());

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
        'a',
        ' ',
        '  ',
        '\\"',
        '\\$',
        '\\\\',
        '\\`',
        '\\n',
        "'",
        '*',
        '$x',
        '${x}',
        '$(printf "b  c")',
        '`echo d`',
        '\n',
        '#',
      ),
      { maxLength: 8 },
    )
    .map((parts) => `"${parts.join('')}"`);
  const variable = fc.constantFrom(
    '$x',
    '${x}',
    '"$x"',
    '${none:-fall back}',
    '"${none:-a  b}"',
    '$none',
    '""',
    '$(echo e  f)',
    '"$(echo e  f)"',
    '${#x}',
  );
  const word = fc
    .array(fc.oneof(quoted, plain, escaped, double, variable), { minLength: 1, maxLength: 4 })
    .map((parts) => parts.join(''));
  const words = fc.array(word, { minLength: 1, maxLength: 4 }).map((all) => all.join(' '));

  it('are expanded as by a real sh', async () => {
    await fc.assert(
      fc.asyncProperty(words, async (text) => {
        const line = `x='one  two'; printf '<%s>\\n' ${text}`;
        expect(await phone.stdoutOf(line)).toBe(runRealShell(line));
      }),
      { numRuns: 300 },
    );
  });

  it('keep every byte between single quotes', async () => {
    await fc.assert(
      fc.asyncProperty(single, async (text) => {
        expect(await phone.stdoutOf(`printf %s '${text}'`)).toBe(text);
      }),
      { numRuns: 100 },
    );
  });
});

describe('printf and echo', () => {
  it.each([
    `printf '%s-%s\\n' a b c`,
    `printf '%5d|%-5s|%x|%c\\n' 42 ab 255 xyz`,
    `printf 'a\\tb\\\\\\n'`,
    `printf '%%|%s|\\n' abcdef`,
    'printf hello',
    'echo a   b "c   d"',
    'echo -n no newline',
    'echo',
    `echo "it's"`,
  ])('%s', async (line) => {
    expect(await phone.stdoutOf(line)).toBe(runRealShell(line));
  });
});

describe('lists, pipes and substitution', () => {
  it.each([
    'true && echo yes || echo no',
    'false && echo yes || echo no',
    'false; echo $?',
    '! false && echo ok',
    'a=1 b=2; echo $a$b',
    'a=1; (a=2; echo $a); echo $a',
    '{ echo one; echo two; } | wc -l | sed "s/ //g"',
    'if false; then echo a; elif true; then echo b; else echo c; fi',
    'for i in 1 2 3; do echo "n$i"; done',
    'i=3; while [ $i != 0 ]; do echo $i; case_=x; i=$(echo $i | sed "s/1/0/; s/2/1/; s/3/2/"); done',
    'until true; do echo never; done; echo done',
    'echo a >/dev/null; echo b 2>/dev/null',
    '(echo out; echo err >&2) 2>&1 | sort',
    'x=$(printf "a\\n\\n"); echo "[$x]"',
    'echo `echo nested \\`echo deep\\``',
    'sh -c \'echo $#; for x in "$@"; do echo "<$x>"; done\' me a "b c" d',
    'sh -c \'echo $0 $1 "$2"\' me one "two  three"',
    'echo one # comment',
    'exec echo replaced; echo never',
    'echo a\\\nb',
    'A=1 sh -c \'echo $A\'; echo "[$A]"',
    'cd /; pwd; cd /dev && pwd',
    '[ 3 -gt 2 ] && [ -z "" ] && [ ! -f /nowhere ] && echo fine',
    'printf "b\\na\\nb\\n" | sort -u; printf "9\\n10\\n" | sort -nr',
    'printf "1\\n2\\n3\\n4\\n" | sed -n 2,3p',
    'printf "foo bar\\n" | sed -E "s/(o+)/<\\1>/; s/bar/&&/"',
    'printf "x1\\ny2\\n" | grep -E "^(x|z)[0-9]$"',
    'printf "a\\nb\\nc\\n" | grep -n -v b',
    'printf "ab ab\\nb\\n" | grep -o ab',
    'printf "a.b\\nacb\\n" | grep -F a.b',
    'printf "one\\ntwo\\n" | grep -c .',
    'printf "1\\n2\\n3\\n4\\n" | head -n 2; printf "1\\n2\\n3\\n4\\n" | tail -n +4',
    '(exit 3) & wait $!; echo $?',
    'sleep 0.05 & wait; echo $?',
    '(sleep 0.05; echo late) & echo early; wait',
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
    expect(
      await phone.stdoutOf('f=/data/local/tmp/r; echo one >$f; echo two >>$f; cat <$f; wc -l <$f'),
    ).toBe('one\ntwo\n2\n');
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

  it('reads stdin line by line', async () => {
    const result = await phone.run('while read a b; do echo "$b-$a"; done', {
      stdin: '1 2\n3 4 5\n',
    });
    expect(result.out).toBe('2-1\n4 5-3\n');
  });

  it('ends a writer after its reader has ended', async () => {
    expect(await phone.run('getprop | head -n 1 | wc -l')).toMatchObject({ out: '1\n', code: 0 });
    expect(await phone.run('while true; do echo y; done | head -n 2')).toMatchObject({
      out: 'y\ny\n',
    });
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
    [14, 'cat /data/data', 1, 'cat: /data/data: Is a directory\n'],
  ] as const)('Android %i: %s', async (android, line, code, err) => {
    const other = android === 14 ? phone : await bootPhone({ android });
    expect(await other.run(line)).toMatchObject({ code, err, out: '' });
  });

  it('exit ends the line', async () => {
    expect(await phone.run('echo a; exit 7; echo b')).toMatchObject({ out: 'a\n', code: 7 });
    expect(await phone.run('(exit 3); echo $?')).toMatchObject({ out: '3\n', code: 0 });
  });
});

describe('when the host closes the socket', () => {
  it.each(['sleep 60', 'cat', 'logcat', 'while true; do :; done', 'sleep 60 | cat'])(
    '%s ends at once',
    async (line) => {
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
    },
  );
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
