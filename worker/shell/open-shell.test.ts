import { afterEach, describe, expect, it } from 'vitest';
import { maxUnprocessedBytes, type ShellInput, type ShellOutput } from '#core/link/shell.ts';
import type { FaultName } from '#core/demo-phone/options.ts';
import { createPhoneHarness, type PhoneHarness } from '../adb/testing/harness.ts';
import { openShell } from './open-shell.ts';

/** A terminal as the page has it: processes what comes unless it is told to wait. */
class TestTerminal {
  text = '';
  receivedBytes = 0;
  isLegacy: boolean | undefined;
  isProcessing = true;
  readonly exited: Promise<number | null>;
  readonly #port: MessagePort;
  readonly #end = new AbortController();

  constructor({ connection }: PhoneHarness) {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    this.#port.onmessage = ({ data }: MessageEvent<ShellOutput>) => this.#receive(data);
    const size = { columns: 100, rows: 30 };
    this.exited = openShell(connection, { port: port2, ...size }, this.#end.signal);
    this.exited.catch(() => undefined);
  }

  send(input: ShellInput): void {
    this.#port.postMessage(input);
  }

  type(text: string): void {
    this.send({ kind: 'keys', bytes: new TextEncoder().encode(text) });
  }

  async shows(text: string): Promise<void> {
    await expect.poll(() => this.text, { timeout: 5_000 }).toContain(text);
  }

  close(): void {
    this.#end.abort();
    this.#port.close();
  }

  #receive(output: ShellOutput): void {
    if (output.kind === 'open') this.isLegacy = output.isLegacy;
    else {
      this.receivedBytes += output.bytes.length;
      this.text = (this.text + new TextDecoder().decode(output.bytes)).slice(-10_000);
      if (this.isProcessing) this.send({ kind: 'processed', bytes: output.bytes.length });
    }
  }
}

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

async function openTerminals(count: number, ...faults: FaultName[]) {
  const harness = await createPhoneHarness({ faults });
  const terminals = Array.from({ length: count }, () => new TestTerminal(harness));
  open.push(async () => {
    for (const terminal of terminals) terminal.close();
    await harness.connection.close();
  });
  const [terminal] = terminals;
  if (terminal === undefined) throw new Error('no terminal');
  return { harness, terminal, terminals };
}

describe('a shell', () => {
  it('carries keys, output, sizes and the exit code', async () => {
    const { terminal } = await openTerminals(1);
    await terminal.shows('demo14:/ $ ');
    terminal.type('stty size\r');
    await terminal.shows('\n30 100\r\n');
    terminal.send({ kind: 'size', columns: 44, rows: 11 });
    terminal.type('stty size\r');
    await terminal.shows('\n11 44\r\n');
    terminal.type('exit 7\r');
    expect(await terminal.exited).toBe(7);
    expect(terminal.isLegacy).toBe(false);
  });

  it('before Android 7 has neither size nor exit code', async () => {
    const { terminal } = await openTerminals(1, 'no-shell-v2');
    await terminal.shows('demo14:/ $ ');
    expect(terminal.isLegacy).toBe(true);
    terminal.send({ kind: 'size', columns: 44, rows: 11 });
    terminal.type('sleep 60\r');
    await terminal.shows('sleep 60');
    terminal.type('\x03');
    await terminal.shows('130|');
    terminal.type('exit 7\r');
    expect(await terminal.exited).toBe(null);
  });

  it('is one of several', async () => {
    const { terminals } = await openTerminals(3);
    for (const [at, terminal] of terminals.entries()) terminal.type(`echo I am ${at}; sleep 60\r`);
    for (const [at, terminal] of terminals.entries()) await terminal.shows(`\nI am ${at}\r\n`);
  });

  it.each([[], ['no-shell-v2']] as const)(
    'stops reading while the terminal is behind, and still hears Ctrl+C (%s)',
    async (...faults) => {
      const { terminal } = await openTerminals(1, ...faults);
      await terminal.shows('$ ');
      terminal.isProcessing = false;
      terminal.type('yes\r');
      await expect.poll(() => terminal.receivedBytes).toBeGreaterThan(maxUnprocessedBytes);
      const { receivedBytes } = terminal;
      await new Promise((resolve) => setTimeout(resolve, 200));
      expect(terminal.receivedBytes).toBe(receivedBytes);
      expect(receivedBytes).toBeLessThan(2 * maxUnprocessedBytes);
      terminal.type('\x03');
      terminal.isProcessing = true;
      terminal.send({ kind: 'processed', bytes: receivedBytes });
      await terminal.shows('130|demo14:/ $ ');
    },
  );

  it('ends on the phone too when the page gives it up', async () => {
    const { harness, terminal } = await openTerminals(1);
    terminal.type('logcat\r');
    await terminal.shows('SettingsProvider');
    terminal.close();
    await expect(terminal.exited).rejects.toMatchObject({ code: 'cancelled' });
    const other = new TestTerminal(harness);
    await other.shows('$ ');
    other.type('exit\r');
    expect(await other.exited).toBe(0);
  });

  it('rejects when the phone is lost', async () => {
    const { harness, terminal } = await openTerminals(1);
    await terminal.shows('$ ');
    harness.usb.unplug();
    await expect(terminal.exited).rejects.toMatchObject({ code: 'phone-lost' });
  });
});
