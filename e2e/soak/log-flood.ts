/** A gigabyte of log, which the Logs panel shows and an agent reads. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { Report } from './report.ts';
import { type Rig, type SoakPhone, logTag, withRig } from './rig.ts';
import { heapMB, processMB, sampleBridge } from './samples.ts';

/** Lines that the panel may be behind before the phone waits. */
const windowLines = 5_000;
/** At the end short lines come as fast as they can, so that some are dropped. */
const burstLines = 100_000;
const sampleMs = 10_000;
/** For the panel to show what has arrived. */
const settleMs = 120_000;
const callMs = 30_000;
/** What may be held; lines of 2,000 characters are twenty times as long as usual. */
const mostMB: Readonly<Record<string, number>> = { page: 250, worker: 150, bridge: 100 };

const seenSchema = z.object({ last: z.number(), lost: z.number() });
const logsSchema = z.object({ logs: z.string(), truncated: z.boolean(), line_count: z.number() });

const seenLog = async ({ evaluate }: SoakPhone) => seenSchema.parse(await evaluate('window.seen'));

export async function soakLog(report: Report, megabytes: number): Promise<void> {
  await withRig([{ by: 'adb', panel: 'logs' }], async (rig) => {
    const [phone] = rig.phones;
    if (phone === undefined) return;
    const startMs = performance.now();
    const done = new AbortController();
    const others = [
      watchMemory(report, rig, phone, done.signal),
      readByAgent(report, phone, done.signal),
    ];
    const written = await flood(rig, phone, megabytes);
    await phone.whenTrue(`window.seen.last >= ${written}`, settleMs);
    done.abort();
    await Promise.all(others);
    const seen = await seenLog(phone);
    const seconds = (performance.now() - startMs) / 1_000;
    const note = `document.querySelector('[data-testid="log-left-out"]')?.textContent ?? ''`;
    const said = String(await phone.evaluate(note)).replaceAll(',', '');
    report.note('lines', written);
    report.note('speed', megabytes / seconds, 'MB/s');
    report.atMost('lines of the end that never reached the panel', written - seen.last, 0);
    report.note('lines that were left out on the way', seen.lost);
    report.atMost('of these not counted by the panel', seen.lost - Number.parseInt(said || '0'), 0);
  });
}

/** Writes that many MB into the phone's log, then a burst; resolves with the number of lines. */
async function flood({ adb }: Rig, phone: SoakPhone, megabytes: number): Promise<number> {
  const args = ['-s', phone.process?.forward.address ?? '', 'shell', `log -t ${logTag}`];
  const child = spawn('adb', args, { env: adb.env, stdio: ['pipe', 'inherit', 'inherit'] });
  const ended = once(child, 'exit');
  let number = 0;
  const write = async (count: number, lengthOf: (line: number) => number): Promise<number> => {
    const lines = Array.from(
      { length: count },
      () => `${++number} `.padEnd(lengthOf(number), 'abcdefgh ') + '\n',
    );
    const text = lines.join('');
    if (!child.stdin.write(text)) await once(child.stdin, 'drain');
    return text.length;
  };
  for (let bytes = 0; bytes < megabytes * 1e6;) {
    // No line of a log is longer than 4,000.
    bytes += await write(100, (line) => 100 + ((line * 977) % 3_900));
    await phone.whenTrue(`window.seen.last > ${number - windowLines}`, settleMs);
  }
  for (let lines = 0; lines < burstLines; lines += 1_000) await write(1_000, () => 20);
  child.stdin.end();
  await ended;
  return number;
}

/** Calls without a pause; every answer must be in time, whole and right. */
async function readByAgent(report: Report, phone: SoakPhone, signal: AbortSignal): Promise<void> {
  const agent = await phone.connectAgent('v1', 'reader');
  let calls = 0;
  let wrong = 0;
  let slowestMs = 0;
  while (!signal.aborted) {
    const startMs = performance.now();
    const { isError, text } = await agent.call('get_device_logs', {
      last_lines: 1_000,
      tag: logTag,
    });
    slowestMs = Math.max(slowestMs, performance.now() - startMs);
    calls++;
    if (isError || !isRightAnswer(text)) {
      wrong++;
      report.log('answer', { text: text.slice(0, 3_000) });
    }
    await delay(500);
  }
  report.note('calls of get_device_logs', calls);
  report.atMost('of these wrong', wrong, 0);
  report.atMost('the slowest', slowestMs, callMs, 'ms');
}

/** Whether the lines follow one another, and an answer without older ones says so. */
function isRightAnswer(text: string): boolean {
  const { logs, truncated, line_count: count } = logsSchema.parse(JSON.parse(text));
  const numbers = [...logs.matchAll(/ Soak +: (\d+) /g)].map(([, number]) => Number(number));
  const [first = 1] = numbers;
  const isRow = numbers.every((number, at) => number === first + at);
  return isRow && numbers.length === count && (first === 1 || truncated);
}

/** The most of each until the signal aborts. */
async function watchMemory(
  report: Report,
  rig: Rig,
  phone: SoakPhone,
  signal: AbortSignal,
): Promise<void> {
  const most = new Map<string, number>();
  while (!signal.aborted) {
    const held = {
      page: await heapMB(phone, 'page'),
      worker: await heapMB(phone, 'worker'),
      bridge: (await sampleBridge(rig)).heapMB,
      'the demo phone itself': await processMB(phone),
    };
    report.log('memory', { ...held, ...(await seenLog(phone)) });
    for (const [name, megabytes] of Object.entries(held))
      most.set(name, Math.max(most.get(name) ?? 0, megabytes));
    await delay(sampleMs, null, { signal }).catch(() => null);
  }
  for (const [name, value] of most)
    report.atMost(`most memory, ${name}`, value, mostMB[name] ?? Infinity, 'MB');
}
