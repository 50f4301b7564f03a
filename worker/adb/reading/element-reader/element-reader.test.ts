import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

const here = import.meta.dirname;
const build = 'app/build/element-reader.mjs';
const source = join(here, 'ElementReader.java');

function hasJdk(): boolean {
  try {
    execFileSync('javac', ['-version'], { stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
}

describe('element-reader.dex.gz', () => {
  const sums = readFileSync(join(here, 'checksums.txt'), 'utf8').trim().split('\n');

  test.each(sums)('has, with its source, the sum that is written down: %s', (line) => {
    const [sum, name = ''] = line.split(/ +/);
    const bytes = readFileSync(join(here, name));
    expect(createHash('sha256').update(bytes).digest('hex'), `run ${build}`).toBe(sum);
  });

  test('is what the source gives, where it can be built', ({ skip }) => {
    try {
      execFileSync('node', [build, '--check'], { stdio: 'pipe' });
    } catch (error) {
      if (error instanceof Error && 'status' in error && error.status === 3)
        skip(String('stderr' in error ? error.stderr : error).trim());
      throw error;
    }
  });
});

describe.skipIf(!hasJdk())('ElementReader on a Java VM (skipped without a JDK)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'handset-'));
  const screen = join(folder, 'screen.txt');
  let reader: RunningReader;

  beforeAll(() => {
    const standIns = readFileSync(join(here, 'testing', 'android-stand-ins.txt'), 'utf8');
    const files = standIns
      .split(/^(?=package )/m)
      .slice(1)
      .map((text) => writeClass(folder, text));
    execFileSync('javac', ['-d', join(folder, 'classes'), source, ...files], { stdio: 'pipe' });
  }, 60_000);
  afterEach(() => reader.process.kill());
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Starts the program with this screen. */
  const start = (...rows: readonly Row[]): RunningReader => {
    show(...rows);
    reader = new RunningReader(join(folder, 'classes'), screen);
    return reader;
  };
  const show = (...rows: readonly Row[]): void =>
    writeFileSync(screen, rows.map((row) => row.join('\t')).join('\n'));

  test('answers with the visible nodes of the active window, pop-ups above it and the keyboard', async () => {
    start(
      ['window', 7, 1, 2, 0, 0, 2400, 1080],
      node(0, { className: 'Layout', bounds: [0, 0, 2400, 1200], facts: ['', '', '40 1', ''] }),
      node(1, { text: 'hidden', flags: 0 }),
      node(1, {
        text: 'a<TAB>b\\c<LF>d é🎵',
        flags: 2048 + 4 + 4096,
        hint: 'Hint',
        facts: ['On', 'Wrong', '', '3 0'],
      }),
      node(2, { text: 'below' }),
      ['window', 8, 1, 1, 0, 0, 2400, 1080],
      node(0, { text: 'behind' }),
      ['window', 9, 1, 3, 5, 6, 7, 8],
      node(0, { text: 'menu' }),
      ['window', 10, 1, 4, 5, 6, 7, 8],
      node(0, { text: 'of another app', packageName: 'other' }),
      ['window', 11, 2, 5, 0, 600, 2400, 1080],
    );
    const [ready] = await reader.answer(/^ready/);
    expect(ready).toBe('ready\t4\t34');
    const [head = '', ...rows] = await reader.ask('read 1 0 0');
    expect(head).toMatch(/^screen\t1\t1\t2400\t1080\t2274\t1080\t420\t\d+$/);
    expect(rows).toEqual([
      'window\tactive\t7',
      'node\t0\t0\t2048\t0\t0\t2400\t1200\tLayout\tapp\t\t\t\t\t\t\t40 1\t',
      'node\t1\t1\t6148\t1\t2\t3\t4\tView\tapp\t\ta\\tb\\\\c\\nd é🎵\t\tHint\tOn\tWrong\t\t3 0',
      'node\t2\t0\t2048\t1\t2\t3\t4\tView\tapp\t\tbelow\t\t\t\t\t\t',
      'window\tpopup\t9\t5\t6\t7\t8',
      'node\t0\t0\t2048\t1\t2\t3\t4\tView\tapp\t\tmenu\t\t\t\t\t\t',
      'window\tkeyboard\t11\t0\t600\t2400\t1080',
      'end\t1',
    ]);
    // 1 keeps other accessibility services running; the flags are those of a dump and all windows.
    await reader.expectLog(['connect 1', 'flags 82', 'clearCache']);
  });

  test('stays connected from reading to reading, forgets cached nodes, and lets go on request', async () => {
    start(...plainScreen('one'));
    await reader.ask('read 1 0 0');
    show(...plainScreen('two'));
    expect((await reader.ask('read 2 0 0')).join()).toContain('two');
    expect(await reader.ask('release 3')).toEqual(['end\t3']);
    await reader.ask('read 4 0 0');
    const connected = ['connect 1', 'flags 82', 'clearCache'];
    await reader.expectLog([...connected, 'clearCache', 'disconnect', ...connected]);
  });

  test('ends instead of letting go where that would change the rotation', async () => {
    const other = join(folder, 'other');
    const standIns = readFileSync(join(here, 'testing', 'android-stand-ins.txt'), 'utf8');
    const connection = standIns
      .split(/^(?=package )/m)
      .find((text) => text.includes('class UiAutomationConnection'));
    const file = writeClass(other, (connection ?? '').replaceAll('mWindowManager', 'windows'));
    const classes = join(folder, 'classes');
    execFileSync('javac', ['-cp', classes, '-d', other, file], { stdio: 'pipe' });
    show(...plainScreen('one'));
    reader = new RunningReader(`${other}:${classes}`, screen);
    await reader.ask('read 1 0 0');
    expect(await reader.ask('release 2')).toEqual(['end\t2']);
    expect(await reader.exitCode).toBe(0);
    expect(reader.stderr).not.toContain('disconnect');
  });

  test('reads the front window of the default display while the active one is on another', async () => {
    start(
      ['elsewhere', 0, 2048, 1, 2, 3, 4, 'View', 'other', '', 'of the other display', '', ''],
      ['window', 7, 1, 1, 0, 0, 100, 100],
      node(0, { text: 'behind' }),
      ['window', 8, 1, 2, 0, 0, 100, 100],
      node(0, { text: 'in front' }),
      ['window', 9, 2, 1, 0, 50, 100, 100],
    );
    const [, ...rows] = await reader.ask('read 1 0 0');
    // The keyboard lies below.
    expect(rows).toEqual([
      'window\tfront\t8',
      'node\t0\t0\t2048\t1\t2\t3\t4\tView\tapp\t\tin front\t\t\t\t\t\t',
      'end\t1',
    ]);
  });

  test('waits until nothing has changed for a time, for as long as it may', async () => {
    start(['moving', 600], ...plainScreen('text'));
    const startMs = performance.now();
    const [settled = ''] = await reader.ask('read 1 200 5000');
    expect(performance.now() - startMs).toBeGreaterThan(700);
    expect(Number(settled.split('\t')[8])).toBeGreaterThanOrEqual(200);
    await reader.ask('release 2');
    const [moving = ''] = await reader.ask('read 3 400 100');
    expect(Number(moving.split('\t')[8])).toBeLessThan(300);
  });

  test('tells the first change after each reading, unless it has let go', async () => {
    // Events from 300 ms after the connection on, for 300 ms.
    start(['moving', 300, 300], ...plainScreen('text'));
    await reader.ask('read 1 0 0');
    await expect.poll(() => reader.told).toEqual(['changed\t1']);
    await reader.ask('read 2 0 0');
    await expect.poll(() => reader.told).toEqual(['changed\t1', 'changed\t2']);
    await reader.ask('read 3 500 5000');
    await reader.ask('release 4');
    await reader.ask('read 5 0 0');
    await reader.ask('release 6');
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(reader.told).toHaveLength(2);
  });

  test('gives a wait up when the next request arrives', async () => {
    start(['moving', 60_000], ...plainScreen('text'));
    const given = reader.ask('read 1 500 60000');
    expect(await reader.ask('release 2')).toEqual(['end\t2']);
    expect((await given).at(-1)).toBe('end\t1');
  });

  test('connects an empty WebView anew, once', async () => {
    start(...plainScreen('', 'android.webkit.WebView'));
    await reader.ask('read 1 0 0');
    await reader.ask('read 2 0 0');
    await expect.poll(() => reader.stderr.filter((line) => line === 'connect 1')).toHaveLength(2);
  });

  test('says that another program has the UiAutomation, and reads once it is free', async () => {
    start(['taken']);
    expect(await reader.ask('read 1 0 0')).toEqual([
      'error\t1\ttaken\tjava.lang.IllegalStateException: UiAutomationService android.Proxy@1 already registered!',
    ]);
    show(...plainScreen('free'));
    expect((await reader.ask('read 2 0 0')).join()).toContain('free');
  });

  test.each<[string, readonly Row[]]>([
    ['there is no active window', [['no-root']]],
    [
      'the screen has too many nodes',
      [window, ...Array.from({ length: 252 }, (_, depth) => node(depth))],
    ],
  ])('fails with the reason and goes on: %s', async (reason, rows) => {
    start(...rows);
    expect((await reader.ask('read 1 0 0')).at(-1)).toBe(
      `error\t1\tfailed\tjava.lang.IllegalStateException: ${reason}`,
    );
    show(...plainScreen('later'));
    expect((await reader.ask('read 2 0 0')).join()).toContain('later');
  });

  test('ignores lines that are no requests, and refuses numbers that are none', async () => {
    start(...plainScreen('text'));
    for (const line of ['', 'read', 'écrire 1', 'release', 'read 1 2', '\0\x1b[A'.repeat(1000)])
      reader.send(line);
    expect(await reader.ask('read 5 x 0')).toEqual([expect.stringMatching(/^error\t5\tfailed\t/)]);
    expect((await reader.ask('read 6 0 0')).at(-1)).toBe('end\t6');
  });

  test('ends at the end of its input, also while it waits', async () => {
    start(['moving', 60_000], ...plainScreen('text'));
    await reader.answer(/^ready/);
    reader.send('read 1 60000 60000');
    reader.process.stdin.end();
    expect(await reader.exitCode).toBe(0);
  });
});

type Row = readonly (string | number)[];

const window: Row = ['window', 1, 1, 1, 0, 0, 2400, 1080];

/** A row of the stand-ins. */
function node(
  depth: number,
  {
    className = 'View',
    packageName = 'app',
    text = '',
    flags = 2048,
    hint = '',
    ...rest
  }: {
    readonly className?: string;
    readonly packageName?: string;
    readonly text?: string;
    readonly flags?: number;
    readonly hint?: string;
    readonly bounds?: readonly number[];
    /** State, error, collection, item. */
    readonly facts?: readonly string[];
  } = {},
): Row {
  const { bounds = [1, 2, 3, 4], facts = [] } = rest;
  return ['node', depth, flags, ...bounds, className, packageName, '', text, '', hint, ...facts];
}

const plainScreen = (text: string, className = 'View'): readonly Row[] => [
  window,
  node(0, { text, className }),
];

/** Writes one class of the stand-ins to a file of its name; returns its path. */
function writeClass(folder: string, text: string): string {
  const [, packageName = ''] = /package ([\w.]+);/.exec(text) ?? [];
  const [, name = ''] = /public (?:final )?(?:class|interface) (\w+)/.exec(text) ?? [];
  const file = join(folder, ...packageName.split('.'), `${name}.java`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

/** The program on a Java VM. */
class RunningReader {
  readonly process: ChildProcessWithoutNullStreams;
  readonly stderr: string[] = [];
  /** The changes that it told. */
  readonly told: string[] = [];
  readonly exitCode: Promise<number | null>;
  readonly #lines: string[] = [];
  readonly #waiting: (() => void)[] = [];

  constructor(classes: string, screen: string) {
    this.process = spawn('java', [`-Dscreen=${screen}`, '-cp', classes, 'handset.ElementReader']);
    this.exitCode = new Promise((resolve) => this.process.on('exit', resolve));
    createInterface(this.process.stderr).on('line', (line) => this.stderr.push(line));
    createInterface(this.process.stdout).on('line', (line) => {
      (line.startsWith('changed') ? this.told : this.#lines).push(line);
      for (const wake of this.#waiting.splice(0)) wake();
    });
  }

  /** Waits until the stand-ins have logged these calls to stderr, which may come later than the answer. */
  async expectLog(calls: readonly string[]): Promise<void> {
    await expect.poll(() => this.stderr).toEqual(['Android prints to stdout', ...calls]);
  }

  send(line: string): void {
    this.process.stdin.write(`${line}\n`);
  }

  /** The rows that answer this request. */
  async ask(request: string): Promise<string[]> {
    this.send(request);
    const id = request.split(' ')[1] ?? '';
    const answer = await this.answer(new RegExp(`^(end|error)\t${id}(\t|$)`));
    return answer.filter((line) => !line.startsWith('ready'));
  }

  /** All rows up to the one that matches. */
  async answer(last: RegExp): Promise<string[]> {
    for (;;) {
      const at = this.#lines.findIndex((line) => last.test(line));
      if (at >= 0) return this.#lines.splice(0, at + 1);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }
}
