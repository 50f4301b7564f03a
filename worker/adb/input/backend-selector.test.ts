import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { useDrivenClock } from '#core/testing/driven-clock.ts';
import { HandsetError } from '#core/errors.ts';
import { pinchGesture } from '#core/gestures/build-gesture.ts';
import {
  type PhoneHarness,
  type PhoneHarnessOptions,
  neverAborts,
  createPhoneHarness,
} from '../testing/harness.ts';
import { createProgramLoader, scrcpyServerFile } from '../transport/program-files.ts';

let harness: PhoneHarness | undefined;
afterEach(() => harness?.connection.close());

async function open(options: PhoneHarnessOptions = {}): Promise<PhoneHarness> {
  harness = await createPhoneHarness(options);
  return harness;
}

const notBuiltMessage =
  'This build of Handset has no scrcpy server (it was built without a network connection); run npm run build again.';

describe('choosing the input backend', () => {
  useDrivenClock();
  it('reads do not wait for the scrcpy server, input does', async () => {
    let provideJar: (jar: Uint8Array) => void = () => undefined;
    const jar = new Promise<Uint8Array>((resolve) => (provideJar = resolve));
    const { phone } = await open({ loadServer: () => jar });
    await phone.readFocus(neverAborts);
    expect(phone.inputStatus).toEqual({ backend: null, scrcpyProblem: null });
    const pressing = phone.pressKey('HOME', neverAborts);
    provideJar(new TextEncoder().encode('PK\u0003\u0004'));
    await pressing;
    expect(phone.inputStatus).toEqual({ backend: 'scrcpy', scrcpyProblem: null });
  });
  it('names what is impossible without a server in the build, and why', async () => {
    const loadServer = () => Promise.reject(new HandsetError('unsupported', notBuiltMessage));
    const { phone, world } = await open({ loadServer });
    const center = { x: 500, y: 900 };
    const two = pinchGesture({ center, scale: 2, durationMs: 200 }, world.screenSize);
    await expect(phone.performGesture(two, neverAborts)).rejects.toMatchObject({
      code: 'unsupported',
      message: `Several fingers at once (pinch, two-finger gestures): not possible right now. The phone's own commands can't do it (input supports only one finger), and the scrcpy server isn't running: ${notBuiltMessage}`,
    });
    const bent = [0, 100, 200].map((timeMs, i) => ({
      x: 300 + 9 * i,
      y: 300 + 99 * i * i,
      timeMs,
    }));
    await expect(phone.performGesture({ strokes: [bent] }, neverAborts)).rejects.toMatchObject({
      code: 'unsupported',
      message: /^One finger on a path that bends/ as never,
    });
    await expect(phone.readClipboard(neverAborts)).rejects.toMatchObject({
      code: 'unsupported',
      message: /^Clipboard, both ways: .*run npm run build again\.$/ as never,
    });
    await expect(phone.writeClipboard('x', neverAborts)).rejects.toMatchObject({
      code: 'unsupported',
    });
  });
  it("quotes the phone's output when the server does not start", async () => {
    const { phone } = await open({ faults: ['no-scrcpy'] });
    await phone.pressKey('HOME', neverAborts);
    expect(phone.inputStatus).toEqual({
      backend: 'shell',
      scrcpyProblem: "The scrcpy server doesn't start on this phone: Killed.",
    });
  });
  it('is made for each of two phones separately', async () => {
    const one = await createPhoneHarness({ faults: ['no-scrcpy'] });
    const { phone } = await open();
    await Promise.all([
      one.phone.pressKey('HOME', neverAborts),
      phone.pressKey('HOME', neverAborts),
    ]);
    expect([one.phone.inputStatus.backend, phone.inputStatus.backend]).toEqual(['shell', 'scrcpy']);
    await one.connection.close();
    await phone.pressKey('HOME', neverAborts);
  });
  it('ends when the call is cancelled, and when the phone is lost', async () => {
    const { phone, usb } = await open({ loadServer: () => new Promise(() => undefined) });
    const abort = new AbortController();
    const cancelled = phone.pressKey('HOME', abort.signal);
    abort.abort();
    await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' });
    const pressing = phone.pressKey('HOME', neverAborts);
    usb.unplug();
    await expect(pressing).rejects.toMatchObject({ code: 'phone-lost' });
  });
});

describe('closing the connection', () => {
  useDrivenClock();
  /** Collects the ADB commands that are sent from now on until the device is closed. */
  async function watchPackets({ usb }: PhoneHarness): Promise<readonly string[]> {
    const [device] = await usb.getDevices();
    if (!device) throw new Error('no device');
    const commands: string[] = [];
    const send = device.transferOut.bind(device);
    device.transferOut = (endpoint, data) => {
      const bytes = data instanceof ArrayBuffer ? new Uint8Array(data) : (data as Uint8Array);
      if (bytes.length === 24) commands.push(new TextDecoder().decode(bytes.subarray(0, 4)));
      return send(endpoint, data);
    };
    return commands;
  }

  it('ends the server, whose file is gone, before it closes the device', async () => {
    const opened = await open();
    const { phone, connection } = opened;
    await phone.pressKey('HOME', neverAborts);
    const shell = connection.adb.subprocess.shellProtocol;
    const left = await shell?.spawnWaitText('ls /data/local/tmp');
    expect(left?.stdout).not.toContain('scrcpy');
    const commands = await watchPackets(opened);
    await connection.close();
    // One for its control socket, one for the process.
    expect(commands.filter((command) => command === 'CLSE')).toHaveLength(2);
  });
  it('also ends a server that is just starting', async () => {
    const opened = await open({ faults: ['slow'] });
    const files = async () =>
      await opened.connection.adb.sync().then(async (sync) => {
        const names = (await sync.readdir('/data/local/tmp')).map(({ name }) => name);
        await sync.dispose();
        return names.join();
      });
    await expect.poll(files).toContain('scrcpy-server');
    await new Promise((resolve) => setTimeout(resolve, 200));
    const commands = await watchPackets(opened);
    await opened.connection.close();
    expect(commands).toContain('CLSE');
  });
});

describe('the published server', () => {
  const answers: Record<string, readonly [number, string]> = {
    [`/there/${scrcpyServerFile.path}`]: [200, 'PK\u0003\u0004 bytes'],
    [`/page/${scrcpyServerFile.path}`]: [200, '<!doctype html>'],
  };
  const requests: string[] = [];
  const host = createServer((request, response) => {
    const { url = '' } = request;
    requests.push(url);
    const [status, body] = answers[url] ?? [404, 'not here'];
    response.writeHead(status).end(body);
  });
  const loaderFor = async (path: string) => {
    if (!host.listening) await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
    // Node's type says null or a string for sockets that are not TCP.
    const { port } = host.address() as AddressInfo;
    return createProgramLoader(
      scrcpyServerFile,
      `http://127.0.0.1:${port}${path}/assets/main-1a2b.js`,
    );
  };
  afterEach(() => host.close());

  it('is loaded from beside the worker', async () => {
    const jar = await (await loaderFor('/there'))(neverAborts);
    expect(new TextDecoder().decode(jar)).toBe('PK\u0003\u0004 bytes');
  });
  it('is loaded once, also for two servers at once and after one that was given up', async () => {
    const load = await loaderFor('/there');
    requests.length = 0;
    await expect(load(AbortSignal.abort())).rejects.toMatchObject({ code: 'unsupported' });
    await Promise.all([load(neverAborts), load(neverAborts)]);
    await load(neverAborts);
    expect(requests).toEqual([`/there/${scrcpyServerFile.path}`]);
  });
  it('is loaded again where it was not there before', async () => {
    const load = await loaderFor('/later');
    await expect(load(neverAborts)).rejects.toMatchObject({ code: 'unsupported' });
    answers[`/later/${scrcpyServerFile.path}`] = [200, 'PK'];
    await expect(load(neverAborts)).resolves.toHaveLength(2);
  });
  it.each(['/absent', '/page'])('is reported as not built, %s', async (path) => {
    await expect((await loaderFor(path))(neverAborts)).rejects.toMatchObject({
      code: 'unsupported',
      message: notBuiltMessage,
    });
  });
  it('reports an answer that breaks off', async () => {
    const broken = createServer((_, response) => {
      response.writeHead(200, { 'Content-Length': '99' });
      response.write('PK', () => response.destroy());
    });
    await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve));
    // As above.
    const { port } = broken.address() as AddressInfo;
    const load = createProgramLoader(scrcpyServerFile, `http://127.0.0.1:${port}/assets/main.js`);
    await expect(load(neverAborts)).rejects.toMatchObject({
      code: 'unsupported',
      message: /^The scrcpy server couldn't be loaded from / as never,
    });
    broken.close();
  });
  it('reports a host that does not answer', async () => {
    const load = createProgramLoader(scrcpyServerFile, 'http://127.0.0.1:9/assets/main.js');
    await expect(load(neverAborts)).rejects.toMatchObject({
      code: 'unsupported',
      message: /^The scrcpy server couldn't be loaded from http:\/\/127/ as never,
    });
  });
});
