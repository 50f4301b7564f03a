import { createHash, randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { loadImage } from '@napi-rs/canvas';
import { expect, test } from '@playwright/test';
import { buildApk } from '#core/demo-phone/testing/build-apk.ts';
import { androidVersions } from '#core/demo-phone/options.ts';
import {
  type AdbClient,
  type DemoPhoneProcess,
  findAdb,
  startAdbClient,
  startDemoPhone,
} from './adb-client.ts';
import { freePort } from './free-port.ts';

const adbPath = findAdb();

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

interface FirstFrame {
  readonly codec: string;
  /** H.264 parameter sets followed by the key frame. */
  readonly unit: Buffer;
}

/** The first frame that the scrcpy server behind this port sends; closes the connection then. */
async function readFirstFrame(port: number): Promise<FirstFrame> {
  // Until the server listens, adb closes the connection: retry.
  for (;;) {
    const chunks: Buffer[] = [];
    const socket: AsyncIterable<Buffer> = connect(port, '127.0.0.1');
    for await (const chunk of socket) {
      chunks.push(chunk);
      const frame = parseFirstFrame(Buffer.concat(chunks));
      if (frame !== null) return frame;
    }
    await pause(100);
  }
}

/** Null until enough has arrived: a dummy byte, the 12-byte codec header, two packets with 12-byte headers. */
function parseFirstFrame(bytes: Buffer): FirstFrame | null {
  const packets: Buffer[] = [];
  let at = 13;
  while (packets.length < 2) {
    if (bytes.length < at + 12) return null;
    const end = at + 12 + bytes.readUInt32BE(at + 8);
    if (bytes.length < end) return null;
    packets.push(bytes.subarray(at + 12, end));
    at = end;
  }
  return { codec: bytes.toString('latin1', 1, 5), unit: Buffer.concat(packets) };
}

/** Runs in the page: decodes a key frame and returns its height in pixels, or the decoder's error. */
async function decodedHeight(unit: string): Promise<number | string> {
  const data = Uint8Array.from(atob(unit), (character) => character.charCodeAt(0));
  const heights: number[] = [];
  const failures: string[] = [];
  const decoder = new VideoDecoder({
    output: (frame) => {
      heights.push(frame.displayHeight);
      frame.close();
    },
    error: ({ message }) => failures.push(message),
  });
  decoder.configure({ codec: 'avc1.42c033', optimizeForLatency: true });
  decoder.decode(new EncodedVideoChunk({ type: 'key', timestamp: 0, data }));
  await decoder.flush();
  return heights[0] ?? failures.join();
}

for (const android of androidVersions) {
  test.describe(`the real adb and Android ${android}`, { tag: '@more' }, () => {
    test.describe.configure({ mode: 'serial' });
    test.skip(adbPath === undefined, 'no adb on this machine');

    let adb: AdbClient;
    let phone: DemoPhoneProcess;
    /** Runs a command on the phone; stdout and stderr are separate. */
    const shell = async (...args: string[]) => {
      const { stdout, stderr, exitCode } = await adb.run('-s', phone.address, 'shell', ...args);
      return { stdout: stdout.toString(), stderr, exitCode };
    };

    test.beforeAll(async () => {
      adb = await startAdbClient(adbPath ?? '');
      phone = await startDemoPhone('--android', `${android}`);
      await adb.run('connect', phone.address);
      await adb.run('-s', phone.address, 'wait-for-device');
    });
    test.afterAll(async () => {
      await adb.close();
      await phone.stop();
    });

    test('adb devices lists the phone', async () => {
      const { stdout } = await adb.run('devices', '-l');
      const line = stdout.toString().split('\n')[1] ?? '';
      expect(line).toContain(phone.address);
      expect(line).toMatch(/ device product:\S+ model:\S+ device:\S+ transport_id:\d+$/);
    });

    test('shell separates stdout from stderr and returns the exit code', async () => {
      expect(await shell('echo out; echo err >&2; exit 3')).toEqual({
        stdout: 'out\n',
        stderr: 'err\n',
        exitCode: 3,
      });
      const { stdout } = await shell('getprop ro.build.version.release');
      expect(Number.parseInt(stdout)).toBe(android);
    });

    test('shell reads commands from stdin', async () => {
      const { stdout, exitCode } = await adb.runWithInput(
        'echo one\necho two\n',
        ...['-s', phone.address, 'shell'],
      );
      expect(stdout.toString()).toBe('one\ntwo\n');
      expect(exitCode).toBe(0);
    });

    test('exec-out screencap gives a complete PNG', async () => {
      const { stdout } = await adb.run('-s', phone.address, 'exec-out', 'screencap', '-p');
      expect(stdout.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
      expect(stdout.subarray(-8, -4).toString('latin1')).toBe('IEND');
      const { width, height } = await loadImage(stdout);
      expect((await shell('wm size')).stdout).toContain(`${width}x${height}`);
    });

    test('twenty megabytes are unchanged after push and pull', async () => {
      const sent = randomBytes(20_000_000);
      const source = join(adb.folder, 'sent');
      const copy = join(adb.folder, 'received');
      const path = '/data/local/tmp/twenty';
      await writeFile(source, sent);
      const push = await adb.run('-s', phone.address, 'push', source, path);
      expect(push).toMatchObject({ exitCode: 0 });
      const pull = await adb.run('-s', phone.address, 'pull', path, copy);
      expect(pull).toMatchObject({ exitCode: 0 });
      expect(sha256(await readFile(copy))).toBe(sha256(sent));
      expect((await shell(`rm ${path}; ls ${path}`)).exitCode).toBe(1);
    });

    test("push and pull report Android's error messages", async () => {
      const source = join(adb.folder, 'small');
      await writeFile(source, 'small');
      const push = await adb.run('-s', phone.address, 'push', source, '/system/x');
      expect(push.exitCode).toBe(1);
      expect(`${push.stdout.toString()}${push.stderr}`).toContain(
        "remote couldn't create file: Read-only file system",
      );
      const pull = await adb.run('-s', phone.address, 'pull', '/nowhere', adb.folder);
      expect(pull.exitCode).toBe(1);
      expect(`${pull.stdout.toString()}${pull.stderr}`).toContain(
        "failed to stat remote object '/nowhere': No such file or directory",
      );
    });

    test('install adds an app, uninstall removes it', async () => {
      const file = join(adb.folder, 'app.apk');
      await writeFile(file, buildApk({ packageName: 'com.example.app' }));
      const packages = async (): Promise<string> =>
        (await shell('pm list packages com.example')).stdout;
      const install = await adb.run('-s', phone.address, 'install', file);
      expect(`${install.stdout.toString()}${install.stderr}`).toContain('Success');
      expect([install.exitCode, await packages()]).toEqual([0, 'package:com.example.app\n']);
      const uninstall = await adb.run('-s', phone.address, 'uninstall', 'com.example.app');
      expect(uninstall.stdout.toString()).toBe('Success\n');
      expect(await packages()).toBe('');
      await writeFile(file, 'no app');
      const failed = await adb.run('-s', phone.address, 'install', file);
      expect(`${failed.stdout.toString()}${failed.stderr}`).toContain(
        'Failure [INSTALL_PARSE_FAILED_NOT_APK: Failed to parse /data/app/vmdl',
      );
      expect(failed.exitCode).toBe(1);
    });

    test('logcat reports a crash made by the shell', async () => {
      await shell('am start -n com.handset.notes/.MainActivity; am crash com.handset.notes');
      const { stdout } = await adb.run('-s', phone.address, 'logcat', '-b', 'crash', '-t', '20');
      expect(stdout.toString()).toMatch(
        /E AndroidRuntime: Process: com\.handset\.notes, PID: \d+\n/,
      );
      expect(stdout.toString()).toContain('shell-induced crash');
    });

    test('uiautomator dumps a hierarchy that cat prints', async () => {
      const path = '/data/local/tmp/window.xml';
      const dump = await shell(`uiautomator dump ${path}`);
      expect(`${dump.stdout}${dump.stderr}`).toContain(`dumped to: ${path}`);
      const { stdout } = await shell(`cat ${path}`);
      expect(stdout).toMatch(/^<\?xml[^>]*\?><hierarchy rotation="0">.*<\/hierarchy>\s*$/s);
    });

    // The stream does not depend on the Android version.
    if (android === 14)
      test('streams video in the scrcpy protocol that a browser decodes', async ({ page }) => {
        const port = await freePort();
        const jar = join(adb.folder, 'scrcpy-server.jar');
        const onPhone = '/data/local/tmp/scrcpy-server.jar';
        await writeFile(jar, 'PK');
        await adb.run('-s', phone.address, 'push', jar, onPhone);
        await adb.run('-s', phone.address, 'forward', `tcp:${port}`, 'localabstract:scrcpy');
        const args = 'tunnel_forward=true audio=false control=false cleanup=false max_size=400';
        const server = shell(
          `CLASSPATH=${onPhone} app_process / com.genymobile.scrcpy.Server 3.3.3 ${args} send_device_meta=false`,
        );
        const { codec, unit } = await readFirstFrame(port);
        await server;
        expect(codec).toBe('h264');
        await page.route('http://localhost/', (route) =>
          route.fulfill({ body: '<!doctype html>' }),
        );
        await page.goto('http://localhost/');
        expect(await page.evaluate(decodedHeight, unit.toString('base64'))).toBe(400);
      });

    test('a service the phone lacks fails, and the connection stays up', async () => {
      const { exitCode } = await adb.run('-s', phone.address, 'jdwp');
      expect(exitCode).not.toBe(0);
      expect((await shell('echo up')).stdout).toBe('up\n');
    });
  });
}
