/**
 * A laptop's sleep: bridge, browser and adb server are stopped for minutes, with the phone's connection cut meanwhile
 * or not. Unlike in a real sleep on Linux their monotonic clock goes on, so that all their deadlines pass.
 */
import { readFile, readdir } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Agent } from '../agents.ts';
import type { Report } from './report.ts';
import { type Rig, type SoakPhone, withRig } from './rig.ts';
import { samplePhone } from './samples.ts';

/** After waking. */
const callsEndWithinS = 60;
const worksWithinS = 60;

/** Calls that last longer than the two seconds before the sleep. */
const calls: readonly (readonly [string, Record<string, unknown>])[] = [
  ['wait_for_element', { by: 'text', value: 'Never there', timeout: 20_000 }],
  ['long_press', { x: 540, y: 300, duration: 10_000 }],
];

export async function soakSleep(report: Report, seconds: number): Promise<void> {
  const plans = [
    { by: 'page', panel: 'timeline' },
    { by: 'adb', panel: 'elements' },
  ] as const;
  await withRig(plans, async (rig) => {
    const agents = new Map<SoakPhone, Agent>();
    for (const phone of rig.phones)
      agents.set(phone, await phone.connectAgent('v1', phone.name.replace(' ', '-')));
    for (const isCut of [false, true]) {
      const name = isCut ? 'phone cut off meanwhile' : 'phone there';
      const running = [...agents].flatMap(([phone, agent]) =>
        calls.map(async ([tool, args]) => {
          // The agent itself does not sleep here.
          const text = await agent.call(tool, args, { timeout: 3_600_000 }).then(
            (result) => result.text,
            (error: unknown) => `rejected: ${String(error)}`,
          );
          report.log('ended', { name, phone: phone.name, tool, text });
          return { call: `${phone.name}, ${tool}`, text, atMs: performance.now() };
        }),
      );
      await delay(2_000);
      const awakeMs = await sleep(rig, seconds, isCut);
      const s = (atMs: number): number => (atMs - awakeMs) / 1_000;
      const ended = await Promise.race([Promise.all(running), delay(callsEndWithinS * 1_000, [])]);
      report.atMost(`${name}, calls without an end`, running.length - ended.length, 0);
      const unclear = ended.filter(({ text }) => /^rejected|bug in Handset|undefined/.test(text));
      report.atMost(`${name}, calls without a clear end`, unclear.length, 0);
      for (const { call, atMs } of ended)
        report.atMost(`${name}, ${call}, end after waking`, s(atMs), callsEndWithinS, 's');
      for (const [phone, agent] of agents) {
        const callsMs = await untilTrue(async () => {
          const { isError, text } = await agent.call('get_screen_state');
          return !isError && text.includes('digit_7');
        });
        report.atMost(`${name}, ${phone.name}, calls again after`, s(callsMs), worksWithinS, 's');
        const liveMs = await untilTrue(
          async () => (await samplePhone(phone)).inputToFrameMs.length > 0,
        );
        report.atMost(`${name}, ${phone.name}, live again after`, s(liveMs), worksWithinS, 's');
      }
    }
  });
}

/** Resolves with the time of waking. */
async function sleep(rig: Rig, seconds: number, isCut: boolean): Promise<number> {
  const pids = await programsOf(rig);
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  for (const { process: phone } of rig.phones) if (isCut) phone?.forward.cut();
  await delay(seconds * 1_000);
  for (const { process: phone } of rig.phones) await phone?.forward.mend();
  for (const pid of pids) process.kill(pid, 'SIGCONT');
  return performance.now();
}

/** The programs of the computer, without the agents and the phone. */
async function programsOf({ bridge, chrome, adb }: Rig): Promise<readonly number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  const parents = new Map<number, number>();
  const roots = new Set([bridge.pid(), chrome.pid]);
  const server = `tcp:localhost:${adb.env['ANDROID_ADB_SERVER_PORT']}\0fork-server`;
  for (const pid of pids) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    parents.set(pid, Number(stat.slice(stat.lastIndexOf(')')).split(' ')[2]));
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (command.includes(server)) roots.add(pid);
  }
  const isBelow = (pid: number): boolean => {
    const parent = parents.get(pid);
    return roots.has(pid) || (parent !== undefined && parent > 1 && isBelow(parent));
  };
  return pids.filter(isBelow);
}

/** Resolves with the time at which it was true, NaN for too late. */
async function untilTrue(isTrue: () => Promise<boolean>): Promise<number> {
  const endMs = performance.now() + worksWithinS * 1_000;
  while (!(await isTrue().catch(() => false)))
    if (performance.now() > endMs) return NaN;
    else await delay(500);
  return performance.now();
}
