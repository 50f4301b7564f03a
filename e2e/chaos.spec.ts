/**
 * Every tool with a part of the road to its phone broken at points of its run, through a real browser, the bridge
 * and the adb server. What breaks between the worker and a phone at USB is tested in worker/testing/chaos, with the
 * phone's own record. Only `npm run chaos` runs these.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import {
  argumentsOf,
  type ToolCall,
  toolCalls,
  unclearError,
} from '#core/demo-phone/testing/tool-calls.ts';
import {
  type AdbClient,
  type DemoPhoneProcess,
  findAdb,
  startAdbClient,
  startDemoPhone,
} from './adb-client.ts';
import { type Agent, connectAgent } from './agents.ts';
import { type Bridge, bridgeFile, startBridge } from './bridge-process.ts';
import { connectThroughAdb, waitForBridge, waitForPhone } from './console-page.ts';
import { expect, test } from './fixtures.ts';
import { workerOf } from './live-picture.ts';
import { type TcpForward, forwardTo } from './tcp-forward.ts';
import { allowRiskyCalls } from './tools/phone-under-test.ts';

/** Points of a call at which each break is tried, spread evenly. */
const points = Number(process.env['HANDSET_CHAOS_POINTS'] ?? 1);
/** Time for a call to end, in ms, as MCP clients wait. */
const endsWithinMs = 60_000;
/** They need a folder of the computer, or somebody who answers. */
const leftOut = ['install_app', 'uninstall_app', 'run_shell'];

const adbPath = findAdb();

interface Rig {
  readonly phone: DemoPhoneProcess;
  readonly forward: TcpForward;
  readonly adb: AdbClient;
  readonly bridge: Bridge;
  readonly page: Page;
  agent: Agent;
}

interface RoadBreak {
  /** At the point; a promise is awaited before `mend`. */
  readonly happen: (rig: Rig) => unknown;
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

const breaks: Readonly<Record<string, RoadBreak>> = {
  'the phone is cut off': { happen: ({ forward }) => forward.cut(), mend: reconnect },
  'the phone is silent': { happen: ({ forward }) => forward.silence(), mend: reconnect },
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
    const phone = await startDemoPhone('--android', '14');
    const forward = await forwardTo(phone.address);
    const adb = await startAdbClient(adbPath ?? '');
    const bridge = await startBridge(bridgeFile, ['--tools', 'all'], adb.env);
    const page = await browser.newPage({ serviceWorkers: 'block' });
    await allowRiskyCalls(page);
    const url = new URL(bridge.url);
    url.searchParams.set('live', 'off');
    await page.goto(url.href);
    await waitForBridge(page);
    await adb.run('connect', forward.address);
    await connectThroughAdb(page, forward.address);
    const agent = await connectAgent('v1', bridge, '/one');
    rig = { phone, forward, adb, bridge, page, agent };
  });
  test.afterAll(async () => {
    await rig.page.close();
    await rig.agent.close();
    await rig.bridge.stop();
    rig.forward.close();
    await rig.adb.close();
    await rig.phone.stop();
  });

  for (const call of toolCalls.filter(({ tool }) => !leftOut.includes(tool)))
    test(call.tool, async () => {
      const { tool, deadlineMs = endsWithinMs } = call;
      let args = await prepare(rig, call);
      const before = rig.forward.passages();
      const whole = await rig.agent.call(tool, args);
      test.skip(whole.isError, `not possible here: ${whole.text}`);
      const passages = rig.forward.passages() - before;
      test.skip(passages === 0, 'nothing passes: the screen is known already');
      for (const [kind, { happen, mend }] of Object.entries(breaks))
        for (let i = 0; i < points; i++) {
          const at = Math.floor(((i + 0.5) * passages) / points);
          await test.step(`${kind} after ${at} of ${passages}`, async () => {
            args = await prepare(rig, call);
            let happened: Promise<unknown> | undefined;
            rig.forward.afterPassages(at, () => {
              happened = Promise.resolve(happen(rig));
            });
            const ended = await Promise.race([
              rig.agent.call(tool, args, { timeout: 10 * endsWithinMs }).then(
                ({ text }) => text,
                // The bridge itself has gone.
                (error: unknown) => `rejected: ${String(error)}`,
              ),
              pause(deadlineMs, null),
            ]);
            expect(ended, 'it ends in time').not.toBeNull();
            expect(ended).not.toMatch(unclearError);
            await happened;
            rig.forward.afterPassages(Infinity, () => undefined);
            if (happened !== undefined) await mend(rig);
            await expectToWork(rig);
          });
        }
    });
});
