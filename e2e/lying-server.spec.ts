/** What a phone or an adb server that lies costs: the memory of the page's process and of the bridge. */
import { readFile } from 'node:fs/promises';
import { type Browser, type Page, chromium } from '@playwright/test';
import { PlainH264 } from '#core/demo-phone/testing/plain-h264.ts';
import {
  type AdbClient,
  type DemoPhoneProcess,
  findAdb,
  startAdbClient,
  startDemoPhone,
} from './adb-client.ts';
import { type Bridge, bridgeFile, startBridge } from './bridge-process.ts';
import { browserPath, headlessShellOptions } from './chromium.ts';
import { waitForBridge, waitForPhone } from './console-page.ts';
import { noBrowserReason, expect, test } from './fixtures.ts';
import { type Lie, type LyingServer, startLyingServer } from './lying-server.ts';

const adbPath = findAdb();
test.skip(adbPath === undefined, 'no adb on this machine');
test.skip(browserPath === undefined, noBrowserReason);

/** More than the memory at rest, in MB. */
const maxGrowthMb = 150;
/** How long each of them may lie, and how long memory is watched after it was cut off. */
const maxLieMs = 3_000;
const afterCutMs = 400;

const filler = new Uint8Array(256 * 1024).fill(0x78);

/** Texts, and numbers of 32 bits. */
function bytesOf(...parts: readonly (string | number)[]): Uint8Array<ArrayBuffer> {
  const pieces = parts.map((part) => {
    if (typeof part === 'string') return new TextEncoder().encode(part);
    const piece = new Uint8Array(4);
    new DataView(piece.buffer).setUint32(0, part, true);
    return piece;
  });
  return Uint8Array.from(pieces.flatMap((piece) => [...piece]));
}

const hugeLength = 0xffff_ffff;
const stdout = '\u0001';
const shellPacket = (text: string): Uint8Array<ArrayBuffer> => bytesOf(stdout, text.length, text);
/** A packet of the video: its kind in the first two bits, then its length in the other order of bytes. */
function videoPacket(
  kind: 'configuration' | 'key frame',
  body: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const packet = new Uint8Array(12 + body.length);
  packet[0] = kind === 'configuration' ? 0x80 : 0x40;
  new DataView(packet.buffer).setUint32(8, body.length);
  packet.set(body, 12);
  return packet;
}
const videoStart = bytesOf('\0', 'h264', 0x3804_0000, 0x6009_0000);
/** Grey pictures that decode: each macroblock is a byte, I_16x16 without residual. Neighbours differ in idr_pic_id. */
const greySize = { width: 1088, height: 2400 };
const parameterSets = Uint8Array.from(new PlainH264(greySize).parameterSets());
const greyPictures = ['1', '010'].map((pictureId) => {
  const macroblocks = '00100111'.repeat((greySize.width * greySize.height) / 256);
  const bits = `1000100010000${pictureId}001010${macroblocks}1000000`.match(/.{8}/g) ?? [];
  const slice = bits.map((byte) => Number.parseInt(byte, 2));
  return videoPacket('key frame', Uint8Array.from([0, 0, 0, 1, 0x65, ...slice]));
});
const noise = new Uint8Array(4_000_000).fill(0x78);
noise.set([0, 0, 0, 1, 0x65]);
const readerRow = 'node\t0\t0\t0\t0\t0\t9\t9\t\t\t\t\t\t\t\t\t\t\n';
const readerRows = Array.from({ length: 40 }, () => shellPacket(readerRow.repeat(1_000)));

const lies: readonly (readonly [string, Lie])[] = [
  [
    'a refusal of 4 GiB',
    { service: /^sync:/, begin: bytesOf('FAIL', hugeLength), forever: filler },
  ],
  [
    'a refusal of 10 MB',
    { service: /^sync:/, begin: bytesOf('FAIL', 10 * 1024 ** 2), forever: filler },
  ],
  [
    'output of 4 GiB',
    { service: /^shell,v2/, begin: bytesOf(stdout, hugeLength), forever: filler },
  ],
  [
    'a video packet of 4 GiB',
    {
      service: /^localabstract:scrcpy/,
      begin: Uint8Array.from([...videoStart, ...bytesOf(0, 0, hugeLength)]),
      forever: filler,
    },
  ],
  [
    'video packets of 4 MB without end',
    {
      service: /^localabstract:scrcpy/,
      begin: Uint8Array.from([...videoStart, ...videoPacket('configuration', parameterSets)]),
      forever: videoPacket('key frame', noise),
    },
  ],
  [
    'pictures that decode without end',
    {
      service: /^localabstract:scrcpy/,
      begin: Uint8Array.from([...videoStart, ...videoPacket('configuration', parameterSets)]),
      forever: Uint8Array.from(greyPictures.flatMap((packet) => [...packet])),
    },
  ],
  [
    'configurations of the video without end',
    {
      service: /^localabstract:scrcpy/,
      begin: videoStart,
      forever: Uint8Array.from(
        Array.from({ length: 2_000 }, () => [
          ...videoPacket('configuration', parameterSets),
        ]).flat(),
      ),
    },
  ],
  [
    'output without a line end',
    { service: /scrcpy\.Server/, begin: shellPacket(''), forever: shellPacket('x'.repeat(60_000)) },
  ],
  [
    'rows of the screen without end',
    {
      service: /handset\.ElementReader/,
      begin: bytesOf(stdout, 11, 'ready\t4\t34\n', stdout, 26, 'screen\t1\t0\t9\t9\t9\t9\t1\t0\n'),
      forever: Uint8Array.from(readerRows.flatMap((row) => [...row])),
    },
  ],
];

/**
 * The resident memory of a process, in MB; 0 for one that has ended. Not what it shares with other processes, as
 * Chromium's cache of up to 512 MB of drawn pictures, which any video fills and which is given up when memory is scarce.
 */
async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^RssAnon:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
}

/** What a page and the bridge take, in MB. */
interface Memory {
  readonly page: number;
  readonly bridge: number;
}

interface Running {
  readonly browser: Browser;
  readonly bridge: Bridge;
  readonly lying: LyingServer;
}

/** Opens the console, lets this connect it, and measures the most that it and its bridge take while the other side lies. */
async function measure(
  { browser, bridge, lying }: Running,
  begin: (page: Page) => Promise<void>,
): Promise<Memory> {
  const session = await browser.newBrowserCDPSession();
  const page = await browser.newPage();
  await page.goto(bridge.url);
  await waitForBridge(page);
  const cutOffsBefore = lying.cutOffs();
  await begin(page);
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const renderers = processInfo.filter(({ type }) => type === 'renderer');
  const most = { page: 0, bridge: 0 };
  let end = Date.now() + maxLieMs;
  let isCutOff = false;
  while (Date.now() < end) {
    if (!isCutOff && lying.cutOffs() > cutOffsBefore) {
      isCutOff = true;
      end = Math.min(end, Date.now() + afterCutMs);
    }
    const sizes = await Promise.all(renderers.map(({ id }) => residentMb(id)));
    most.page = Math.max(most.page, ...sizes);
    most.bridge = Math.max(most.bridge, await residentMb(bridge.pid()));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await page.evaluate(() => document.title);
  expect(await residentMb(bridge.pid()), 'the bridge runs').toBeGreaterThan(0);
  await page.close();
  return most;
}

/** Expects no more than this growth. */
function expectLittle(what: string, rest: Memory, most: Memory): void {
  expect(most.page - rest.page, `memory of the page beside ${what}`).toBeLessThan(maxGrowthMb);
  expect(most.bridge - rest.bridge, `memory of the bridge beside ${what}`).toBeLessThan(
    maxGrowthMb,
  );
}

test.describe('memory', { tag: '@nightly' }, () => {
  let adb: AdbClient;
  let phone: DemoPhoneProcess;
  let lying: LyingServer;
  let bridge: Bridge;
  let browser: Browser;

  test.beforeEach(async () => {
    [adb, phone] = await Promise.all([startAdbClient(adbPath ?? ''), startDemoPhone()]);
    await adb.run('connect', phone.address);
    await adb.run('-s', phone.address, 'wait-for-device');
    lying = await startLyingServer(Number(adb.env['ANDROID_ADB_SERVER_PORT']));
    bridge = await startBridge(bridgeFile, [], { ADB_SERVER_SOCKET: `tcp:${lying.address}` });
    browser = await chromium.launch(headlessShellOptions);
  });
  test.afterEach(async () => {
    await browser.close();
    await bridge.stop();
    lying.close();
    await adb.close();
    await phone.stop();
  });

  const connectPhone = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: `${phone.address} through adb` }).click();
  };

  test('beside a phone that lies', async () => {
    const rest = await measure({ browser, bridge, lying }, async (page) => {
      await connectPhone(page);
      await waitForPhone(page);
      await expect(page.getByTestId('live-line')).toHaveAttribute('data-state', 'video');
    });
    for (const [what, lie] of lies) {
      lying.lie = lie;
      const before = lying.liedBytes();
      const most = await measure({ browser, bridge, lying }, async (page) => {
        await connectPhone(page);
        await expect.poll(lying.liedBytes).toBeGreaterThan(before);
      });
      expectLittle(what, rest, most);
    }
  });

  test('beside an adb server that lies', async () => {
    const rest = await measure({ browser, bridge, lying }, () => Promise.resolve());
    for (const phones of [1, 60]) {
      lying.phonesPerList = phones;
      const before = lying.liedBytes();
      const most = await measure({ browser, bridge, lying }, () => Promise.resolve());
      expectLittle(`lists of ${phones} new phones`, rest, most);
      expect(lying.liedBytes() - before).toBeGreaterThan(1_000_000);
    }
  });
});
