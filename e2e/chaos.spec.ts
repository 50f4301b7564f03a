/**
 * Every tool with a part of the road to its phone broken at points of its run, through a real browser, the bridge
 * and the adb server. The phone's own record of its touches, and what adb reads of its state, say whether a call did
 * what it reported. What breaks between the worker and a phone at USB is tested in worker/testing/chaos. Only
 * `npm run chaos` runs these.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import {
  command,
  encodePacket,
  packetHeaderLength,
  packetWithoutPayload,
} from '#core/demo-phone/adbd/wire/packet.ts';
import {
  argumentsOf,
  bridgeFiles,
  hasActed,
  type ToolCall,
  toolCalls,
  unclearError,
} from '#core/demo-phone/testing/tool-calls.ts';
import {
  type AdbClient,
  type DemoPhoneProcess,
  findAdb,
  readTouches,
  startAdbClient,
  startDemoPhone,
} from './adb-client.ts';
import { type Agent, connectAgent } from './agents.ts';
import { type Bridge, bridgeFile, startBridge } from './bridge-process.ts';
import { connectThroughAdb, waitForBridge, waitForPhone } from './console-page.ts';
import { expect, test } from './fixtures.ts';
import { workerOf } from './live-picture.ts';
import { type PassingPart, type TcpForward, forwardTo } from './tcp-forward.ts';
import { allowRiskyCalls } from './tools/phone-under-test.ts';

/** Points of a call at which each break is tried, spread evenly. */
const points = Number(process.env['HANDSET_CHAOS_POINTS'] ?? 1);
/** Time for a call to end, in ms, as MCP clients wait. */
const endsWithinMs = 60_000;
/** Until what was sent before has arrived, in ms. */
const arrivedMs = 100;

/** What comes of a call where the bridge itself is gone. */
const withoutAnswer = { isError: true, text: '' };

/** Of tools that reach no phone, or need the browser's storage. */
const consoleCalls: readonly ToolCall[] = [
  { tool: 'list_phones', args: {} },
  {
    tool: 'use_phone',
    args: {},
    first: { tool: 'list_phones', gives: { argument: 'serial', value: /\nconsole 1\t(\S+)/ } },
  },
  {
    tool: 'record_screen',
    args: { action: 'stop' },
    first: { tool: 'record_screen', args: { action: 'start' } },
  },
];

const adbPath = findAdb();

interface Rig {
  readonly phone: DemoPhoneProcess;
  /** Where fingers went down since the last call of this. */
  takeTouches(): Promise<readonly string[]>;
  readonly forward: TcpForward;
  readonly adb: AdbClient;
  readonly bridge: Bridge;
  readonly page: Page;
  agent: Agent;
}

interface RoadBreak {
  /** At the point; a promise is awaited before `mend`. */
  readonly happen?: (rig: Rig) => unknown;
  /** What passes in place of a part of the phone at the point or later; undefined where it can't break there. */
  readonly replace?: (bytes: Uint8Array) => readonly Uint8Array[] | undefined;
  /** Until calls work again. */
  readonly mend: (rig: Rig) => Promise<unknown>;
}

const reconnect = async ({ forward, adb, page }: Rig): Promise<void> => {
  forward.cut();
  await forward.mend();
  await adb.run('disconnect', forward.address);
  await expect(async () => {
    await adb.run('connect', forward.address);
    await waitForPhone(page, 5_000);
  }).toPass({ timeout: 60_000 });
};

/** The packet, and the phone's closing of its stream; undefined if it isn't one whole packet of a stream. */
function thenClosed(packet: Uint8Array): readonly Uint8Array[] | undefined {
  if (packet.length < packetHeaderLength) return undefined;
  const view = new DataView(packet.buffer, packet.byteOffset);
  const code = view.getUint32(0, true);
  const isWhole = packet.length === packetHeaderLength + view.getUint32(12, true);
  if (!isWhole || (code !== command.okay && code !== command.wrte)) return undefined;
  const close = packetWithoutPayload(
    command.clse,
    view.getUint32(4, true),
    view.getUint32(8, true),
  );
  return [packet, encodePacket(close, { checksum: true })];
}

const breaks: Readonly<Record<string, RoadBreak>> = {
  'the phone is cut off': { happen: ({ forward }) => forward.cut(), mend: reconnect },
  'the phone is silent': { happen: ({ forward }) => forward.silence(), mend: reconnect },
  'adbd starts again': { happen: ({ forward }) => forward.drop(), mend: reconnect },
  'a packet is cut short': {
    replace: (bytes) => [bytes.subarray(0, bytes.length / 2)],
    happen: async ({ forward }) => {
      await pause(arrivedMs);
      forward.cut();
    },
    mend: reconnect,
  },
  'a packet comes twice': { replace: (bytes) => [bytes, bytes], mend: reconnect },
  'a stream is closed': { replace: thenClosed, mend: reconnect },
  'the adb server is killed': {
    happen: ({ adb }) => adb.run('kill-server'),
    mend: async (rig) => {
      await rig.adb.run('start-server');
      await reconnect(rig);
    },
  },
  'the bridge is killed': {
    happen: ({ bridge }) => bridge.pause('SIGKILL'),
    mend: async (rig) => {
      await rig.bridge.resume();
      await waitForBridge(rig.page);
      await rig.agent.close().catch(() => undefined);
      rig.agent = await connectAgent('v1', rig.bridge, '/one');
    },
  },
  'the page is reloaded': {
    happen: ({ page }) => page.reload(),
    mend: async ({ page }) => await waitForBridge(page),
  },
  'the worker hangs': {
    happen: ({ page }) =>
      void workerOf(page)
        .evaluate(() => {
          setTimeout(() => {
            for (;;);
          });
        })
        .catch(() => undefined),
    mend: async ({ page }) => {
      await page.getByTestId('problem').first().waitFor();
      await page.getByTestId('stop').click();
      await waitForBridge(page);
      await page.getByTestId('pause').click();
    },
  },
};

/** Brings the phone into the state before the call; returns the call's arguments. */
async function prepare({ adb, agent }: Rig, call: ToolCall): Promise<Record<string, unknown>> {
  const lines = [
    'rm -f /sdcard/Download/hello*',
    'input keyevent 224',
    'cmd statusbar collapse',
    'am force-stop com.android.settings',
    'am force-stop com.handset.notes',
    'input keyevent 3',
    ...(call.activity === undefined ? [] : [`am start -n ${call.activity}`]),
    ...(call.before === undefined ? [] : [call.before]),
  ];
  await adb.run('shell', lines.join('; '));
  return await argumentsOf(call, agent);
}

/** What adb reads of the phone's state. */
async function stateOf(rig: Rig): Promise<string> {
  const { adb } = rig;
  const lines = [
    'dumpsys window | grep mCurrentFocus',
    'dumpsys power | grep mWakefulness=',
    'dumpsys package com.handset.notes | grep RECORD_AUDIO',
    'pm list packages',
    'cmd notification list',
    'cmd media_session volume --stream 3 --get',
    'ls /sdcard /sdcard/Download',
  ];
  const { stdout } = await adb.run('shell', lines.join('; '));
  return `${stdout.toString()}title: ${await titleOf(rig)}\n${await contentOf(rig)}`;
}

/** What the editor of notes has for a title; undefined elsewhere. */
async function titleOf({ adb }: Rig): Promise<string | undefined> {
  const file = '/data/local/tmp/chaos.xml';
  const dump = `rm -f ${file}; uiautomator dump ${file} > /dev/null; cat ${file}`;
  const read = async (): Promise<string> => String((await adb.run('shell', dump)).stdout);
  let xml = await read();
  // The element reader ends a dump that it starts in the midst of.
  for (let tries = 1; tries < 5 && !xml.includes('<hierarchy'); tries++) xml = await read();
  return /text="([^"]*)" resource-id="com\.handset\.notes:id\/edit_title"/.exec(xml)?.[1];
}

/** The file that tools write. */
async function contentOf({ adb }: Rig): Promise<string> {
  const { stdout } = await adb.run('shell', 'cat /sdcard/chaos.txt 2>/dev/null');
  return stdout.toString();
}

/** Says yes whenever somebody is asked, as about each call of run_shell. */
async function answerQuestions(page: Page): Promise<void> {
  const allow = page.getByRole('button', { name: 'Allow once' });
  while (!page.isClosed()) await allow.click({ timeout: 0 }).catch(() => pause(arrivedMs));
}

/** Calls work again. */
async function expectToWork(rig: Rig): Promise<void> {
  await expect
    .poll(async () => (await rig.agent.call('get_screen_state')).text, { timeout: 60_000 })
    .toMatch(/^screen:/m);
}

test.describe('broken roads', () => {
  test.describe.configure({ mode: 'default', timeout: 3_600_000 });
  test.skip(adbPath === undefined, 'no adb on this machine');
  let rig: Rig;

  test.beforeAll(async ({ browser }) => {
    const adb = await startAdbClient(adbPath ?? '');
    const { folder } = adb;
    for (const [name, bytes] of Object.entries(bridgeFiles))
      await writeFile(join(folder, name), bytes);
    const touches = join(folder, 'touches');
    const phone = await startDemoPhone('--android', '14', '--touches', touches);
    const forward = await forwardTo(phone.address);
    const options = ['--tools', 'all', '--files', folder];
    const bridge = await startBridge(bridgeFile, options, adb.env);
    const page = await browser.newPage({ serviceWorkers: 'block' });
    await allowRiskyCalls(page, { run_shell: 'ask' });
    const url = new URL(bridge.url);
    url.searchParams.set('live', 'off');
    await page.goto(url.href);
    await waitForBridge(page);
    await adb.run('connect', forward.address);
    await connectThroughAdb(page, forward.address);
    void answerQuestions(page);
    const agent = await connectAgent('v1', bridge, '/one');
    rig = { phone, takeTouches: readTouches(touches), forward, adb, bridge, page, agent };
  });
  test.afterAll(async () => {
    await rig.page.close();
    await rig.agent.close();
    await rig.bridge.stop();
    rig.forward.close();
    await rig.adb.close();
    await rig.phone.stop();
  });

  for (const call of [...toolCalls, ...consoleCalls])
    test(call.tool, async () => {
      const { tool, deadlineMs = endsWithinMs } = call;
      let whole = { passages: 0, touches: 0, state: '' };
      // The first use starts programs on the phone, which stay.
      for (let i = 0; i < (call.spends ? 1 : 2); i++) {
        const args = await prepare(rig, call);
        const before = rig.forward.passages();
        const { isError, text } = await rig.agent.call(tool, args);
        expect(isError, text).toBe(false);
        const passages = rig.forward.passages() - before;
        whole = { passages, touches: (await rig.takeTouches()).length, state: await stateOf(rig) };
      }
      const breakAfter = async (
        at: number,
        { happen, replace, mend }: RoadBreak,
      ): Promise<boolean> => {
        const args = await prepare(rig, call);
        await rig.takeTouches();
        let happened: Promise<unknown> | undefined;
        const breakNow = (): void => {
          happened = Promise.resolve(happen?.(rig));
        };
        const onPart = ({ bytes, isFromPhone }: PassingPart): readonly Uint8Array[] | undefined => {
          const instead = isFromPhone ? replace?.(bytes) : undefined;
          if (replace === undefined || instead !== undefined) breakNow();
          else rig.forward.afterPassages(0, onPart);
          return instead;
        };
        if (whole.passages > 0) rig.forward.afterPassages(at, onPart);
        const calling = rig.agent
          .call(tool, args, { timeout: 10 * endsWithinMs })
          .catch(() => withoutAnswer);
        if (whole.passages === 0) breakNow();
        const ended = await Promise.race([calling, pause(deadlineMs, null)]);
        if (ended === null) throw new Error('It doesn’t end in time.');
        expect(ended.text).not.toMatch(unclearError);
        await happened;
        rig.forward.afterPassages(Infinity, () => undefined);
        if (happened !== undefined) await mend(rig);
        await expectToWork(rig);
        const touches = (await rig.takeTouches()).length;
        expect(touches, ended.text).toBeLessThanOrEqual(whole.touches);
        if (ended.isError && ended !== withoutAnswer && touches > 0)
          expect(ended.text).toMatch(hasActed);
        // Not written twice.
        expect(whole.state.endsWith(await contentOf(rig)), ended.text).toBe(true);
        if (!ended.isError && !ended.text.includes('"timed_out":true')) {
          expect(touches, ended.text).toBe(whole.touches);
          // Of those that use something up, each run leaves another state.
          if (!call.spends) expect(await stateOf(rig), ended.text).toBe(whole.state);
        }
        return happened !== undefined;
      };
      for (const [kind, roadBreak] of Object.entries(breaks))
        for (let i = 0; i < points; i++) {
          const point = Math.floor(((i + 0.5) * whole.passages) / points);
          await test.step(`${kind} after ${point} of ${whole.passages}`, async () => {
            // A run may end before the point, since less passes where more is known.
            for (let at = point; !(await breakAfter(at, roadBreak)); at = Math.floor(at / 2))
              expect(at, 'the break has happened').toBeGreaterThan(0);
          });
        }
    });
});
