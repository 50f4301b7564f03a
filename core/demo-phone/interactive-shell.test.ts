import { afterEach, describe, expect, it } from 'vitest';
import { RawHost } from './adbd/testing/test-device.ts';
import { encodeUtf8 } from './bytes.ts';
import type { FaultName } from './options.ts';
import { createDemoPhone } from './demo-phone.ts';
import { createNodeCanvas } from './testing/node-canvas.ts';

/** A terminal on the phone, opened as the real adb opens it. */
class TestTerminal {
  output = '';
  exitCode: number | undefined;
  readonly #host: RawHost;
  readonly #isFramed: boolean;
  #socket = 0;
  #pending: Uint8Array = new Uint8Array(0);

  private constructor(host: RawHost, isFramed: boolean) {
    this.#host = host;
    this.#isFramed = isFramed;
  }

  static async open(command = '', ...faults: FaultName[]): Promise<TestTerminal> {
    const phone = await createDemoPhone({
      android: 14,
      faults: new Set(faults),
      latency: 'none',
      canvas: createNodeCanvas(),
    });
    const isFramed = !faults.includes('no-shell-v2');
    const terminal = new TestTerminal(new RawHost(phone), isFramed);
    await terminal.#host.connectAndAuthorize('shell_v2');
    const service = isFramed ? 'shell,v2,TERM=xterm-256color,pty' : 'shell';
    terminal.#host.send('open', [7, 0], `${service}:${command}\0`);
    terminal.#socket = (await terminal.#host.next()).arg0;
    return terminal;
  }

  /** Sends keys and reads until the output ends with the text. */
  async type(keys: string, expected: string): Promise<string> {
    const from = this.output.length;
    this.sendFrame(0, keys);
    await this.readUntil(() => this.output.slice(from).endsWith(expected));
    return this.output.slice(from);
  }

  sendFrame(id: number, text: string): void {
    const data = encodeUtf8(text);
    const header = this.#isFramed ? [id, data.length, 0, 0, 0] : [];
    this.#host.send('wrte', [7, this.#socket], Uint8Array.of(...header, ...data));
  }

  async readUntil(isDone: () => boolean): Promise<void> {
    while (!isDone()) {
      const packet = await this.#host.next();
      if (packet.name === 'CLSE') return;
      if (packet.name !== 'WRTE') continue;
      this.#host.send('okay', [7, this.#socket]);
      if (this.#isFramed) this.#readFrames(packet.payload);
      else this.output += packet.text;
    }
  }

  close(): void {
    this.#host.link.close();
  }

  #readFrames(bytes: Uint8Array): void {
    let rest = Uint8Array.of(...this.#pending, ...bytes);
    for (;;) {
      const length = rest.length < 5 ? Infinity : new DataView(rest.buffer).getUint32(1, true);
      if (rest.length < 5 + length) break;
      const data = rest.slice(5, 5 + length);
      if (rest[0] === 3) this.exitCode = data[0];
      else this.output += new TextDecoder().decode(data);
      rest = rest.slice(5 + length);
    }
    this.#pending = rest;
  }
}

let terminal: TestTerminal;
afterEach(() => terminal.close());

const prompt = 'demo14:/ $ ';

describe('an interactive shell', () => {
  // The expected texts are those of mksh 59c with Android's mkshrc.
  it('prints the prompt of Android, echoes, and keeps exit codes and folder', async () => {
    terminal = await TestTerminal.open();
    await terminal.readUntil(() => terminal.output === prompt);
    expect(await terminal.type('echo hi\r', prompt)).toBe(`echo hi\r\r\nhi\r\n${prompt}`);
    expect(await terminal.type('false\r', prompt)).toBe(`false\r\r\n1|${prompt}`);
    expect(await terminal.type('cd /sdcard; x=5\r', '$ ')).toContain('\r\ndemo14:/sdcard $ ');
    expect(await terminal.type('echo $x; vi a\r', '$ ')).toContain(
      '5\r\n/system/bin/sh: vi: inaccessible or not found\r\n127|demo14:/sdcard $ ',
    );
    await terminal.type('exit 7\r', '\r\r\n');
    await terminal.readUntil(() => terminal.exitCode !== undefined);
    expect(terminal.exitCode).toBe(7);
  });

  it('edits lines, recalls earlier ones and completes names', async () => {
    terminal = await TestTerminal.open();
    await terminal.readUntil(() => terminal.output === prompt);
    await terminal.type('echo one\r', prompt);
    await terminal.type('echo two\r', prompt);
    expect(await terminal.type('\x1b[A\x1b[A\r', prompt)).toContain('\r\r\none\r\n');
    expect(await terminal.type('eho x\x01\x1b[C\x1b[Cc\r', prompt)).toContain('not found');
    expect(await terminal.type('eho x\x01\x1b[Cc\r', prompt)).toContain('\r\r\nx\r\n');
    expect(await terminal.type('abc\x15echo ü\x7fz\r', prompt)).toContain('\r\r\nz\r\n');
    expect(await terminal.type('ls -d /sdc\t\r', prompt)).toContain('\r\r\n/sdcard/\r\n');
    const long = await terminal.type(`echo ${'x'.repeat(90)}\x7f\r`, prompt);
    expect(long).toContain('<');
    expect(long).toContain(`\r\n${'x'.repeat(89)}\r\n`);
    expect(await terminal.type('\x04', '^D\r\r\n')).toBe('^D\r\r\n');
  });

  it.each(['sleep 60', 'yes', 'logcat', 'cat', 'sleep 60 | cat'])(
    '%s ends at Ctrl+C',
    async (line) => {
      terminal = await TestTerminal.open();
      await terminal.readUntil(() => terminal.output === prompt);
      await terminal.type(`${line}\r`, '\n');
      await terminal.type('\x03', `130|${prompt}`);
      expect(await terminal.type('echo on\r', prompt)).toBe(`echo on\r\r\non\r\n${prompt}`);
    },
  );

  it('gives a program what is typed: canonical mode, Ctrl+D, raw mode', async () => {
    terminal = await TestTerminal.open();
    await terminal.readUntil(() => terminal.output === prompt);
    await terminal.type('cat\r', '\n');
    expect(await terminal.type('xü\x7fz\r', '\nxz\r\n')).toBe('xü\b \bz\r\nxz\r\n');
    expect(await terminal.type('ab\x15c\r', '\nc\r\n')).toBe('ab\b \b\b \bc\r\nc\r\n');
    expect(await terminal.type('\x04', prompt)).toBe(prompt);
    await terminal.type('top -d 60 -m 99\r', 'init\r\n');
    expect(await terminal.type('q', prompt)).toContain('\x1b[?25h');
  });

  it('reads after a program what was typed while it ran', async () => {
    terminal = await TestTerminal.open();
    await terminal.readUntil(() => terminal.output === prompt);
    await terminal.type('sleep 0.3\r', '\n');
    expect(await terminal.type('echo la', `${prompt}echo la`)).toMatch(/^echo la/);
    expect(await terminal.type('te\r', prompt)).toContain('\r\nlate\r\n');
  });

  it('knows the size of the window, and lists names in columns', async () => {
    terminal = await TestTerminal.open();
    await terminal.readUntil(() => terminal.output === prompt);
    terminal.sendFrame(5, '40x30,0x0\0');
    expect(await terminal.type('stty size\r', prompt)).toContain('\r\n40 30\r\n');
    expect(await terminal.type('ls --color -d /data\r', prompt)).toContain(
      '\x1b[1;34m/data\x1b[0m',
    );
    const listed = await terminal.type('ls /sdcard\r', prompt);
    expect(listed.split('\r\n').every((line) => line.length <= 30)).toBe(true);
    expect(listed).toMatch(/Alarms {2,}\w/);
  });

  it('before Android 7 has a terminal without size or exit code', async () => {
    terminal = await TestTerminal.open('', 'no-shell-v2');
    await terminal.readUntil(() => terminal.output === prompt);
    await terminal.type('sleep 60\r', '\n');
    await terminal.type('\x03', `130|${prompt}`);
    expect(await terminal.type('stty size\r', prompt)).toContain('\r\n0 0\r\n');
  });
});

it('a command in a terminal ends at Ctrl+C with 130', async () => {
  terminal = await TestTerminal.open('sleep 60');
  await terminal.type('\x03', '^C\r\n');
  await terminal.readUntil(() => terminal.exitCode !== undefined);
  expect(terminal.exitCode).toBe(130);
});
