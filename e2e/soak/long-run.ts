/** Eight agents, four phones, thousands of calls, and the live view of all phones. */
import { setTimeout as delay } from 'node:timers/promises';
import { loadavg } from 'node:os';
import type { AgentKind } from '../agents.ts';
import { median, percentile } from '../bench/timing.ts';
import { type CallRecord, type Caller, Calls, deadlineError } from './calls.ts';
import { type Report, certainSlope } from './report.ts';
import { type PhonePlan, type Rig, withRig } from './rig.ts';
import { type BridgeSample, type PhoneSample, sampleBridge, samplePhone } from './samples.ts';

interface RunLength {
  readonly calls: number;
  readonly minutes: number;
}

interface Sample {
  readonly calls: number;
  /** Of the bridge. */
  readonly heapMB: number;
  readonly phones: readonly (PhoneSample & { readonly calls: number })[];
  /** How long a fixed piece of work takes: how busy the machine is. */
  readonly workMs: number;
  readonly load: number;
}

const phonePlans: readonly PhonePlan[] = [
  { by: 'page', panel: 'timeline' },
  { by: 'page', panel: 'elements' },
  { by: 'adb', panel: 'agents' },
  { by: 'adb', panel: 'logs', options: ['--android', '16'] },
];
/** Which agents use which phone. The first is light: a call now and then beside heavy ones. */
const agentPlans: readonly { readonly kind: AgentKind; readonly phone: number }[] = [
  { kind: 'v2', phone: 0 },
  { kind: 'v1', phone: 0 },
  { kind: 'v2-auto', phone: 0 },
  { kind: 'v2', phone: 1 },
  { kind: 'stdio', phone: 1 },
  { kind: 'v1', phone: 2 },
  { kind: 'v2-auto', phone: 2 },
  { kind: 'stdio', phone: 3 },
];
const lightPauseMs = 3_000;
/** Calls are let go in portions, so that agents compete for a while, and rest. */
const portionMs = 10_000;
/** Calls of a tool in a quarter, from which a p99 can be told. */
const enoughCalls = 100;
/** Calls that the timeline lists; until then it grows. */
const timelineCalls = 500;
/** Idle connections are closed after 65 s by the bridge. */
const settleMs = 90_000;

interface Worker extends Caller {
  readonly isLight: boolean;
}

interface Run {
  readonly report: Report;
  readonly rig: Rig;
  readonly workers: readonly Worker[];
  readonly length: RunLength;
  readonly calls: Calls;
  readonly samples: Sample[];
}

export async function soakLong(report: Report, length: RunLength): Promise<void> {
  await withRig(phonePlans, async (rig) => {
    await delay(5_000);
    const before = await sampleBridge(rig);
    const workers: Worker[] = [];
    for (const [at, { kind, phone: index }] of agentPlans.entries()) {
      const phone = rig.phones[index];
      if (phone === undefined) throw new Error('There are too few phones.');
      const name = `${at + 1}-${kind}`;
      workers.push({ agent: await phone.connectAgent(kind, name), name, phone, isLight: at === 0 });
    }
    const run: Run = { report, rig, workers, length, calls: new Calls(), samples: [] };
    await makeCalls(run);
    await Promise.all(workers.map(({ agent }) => agent.close()));
    judgeCalls(run);
    judgeFairness(run);
    judgeMemory(run);
    judgeLive(run);
    judgeTouches(run);
    await judgeRest(run, before);
  });
}

async function makeCalls(run: Run): Promise<void> {
  const { length, workers, calls, report } = run;
  const startMs = performance.now();
  const runMs = length.minutes * 60_000;
  // A machine that is too busy gets some more time.
  const lastMs = startMs + runMs * 1.17;
  const isOver = (): boolean =>
    performance.now() > lastMs ||
    (calls.records.length >= length.calls && performance.now() > startMs + runMs);
  const portion = Math.ceil((length.calls * portionMs) / runMs);
  let started = 0;
  const work = async (worker: Worker): Promise<void> => {
    for (let turn = 0; !isOver() && started < length.calls;) {
      const released = portion * (1 + Math.floor((performance.now() - startMs) / portionMs));
      if (!worker.isLight && started >= released) {
        await delay(100);
        continue;
      }
      started++;
      const record = await calls.make(worker, turn++);
      report.log('call', record);
      if (record.fault !== null) console.log(`${worker.name}, ${record.tool}: ${record.fault}`);
      if (worker.isLight) await delay(lightPauseMs);
    }
  };
  const working = Promise.all(workers.map(work));
  const everyMs = Math.min(60_000, Math.max(10_000, runMs / 60));
  for (let next = startMs; !isOver(); next += everyMs) {
    await delay(Math.max(0, next - performance.now()));
    await takeSample(run, (performance.now() - startMs) / 60_000);
  }
  await working;
  await takeSample(run, (performance.now() - startMs) / 60_000);
}

/** Adds a sample, and prints it as progress. */
async function takeSample({ rig, calls, samples, report }: Run, minutes: number): Promise<void> {
  const phones = await Promise.all(
    rig.phones.map(async (phone) => ({
      calls: calls.countOf(phone),
      ...(await samplePhone(phone)),
    })),
  );
  const { heapMB, resources } = await sampleBridge(rig);
  const [load = NaN] = loadavg();
  const done = calls.records.length;
  const sample: Sample = { calls: done, heapMB, phones, workMs: timeWork(), load };
  samples.push(sample);
  report.log('sample', { ...sample, resources: [...resources] });
  const wrong = calls.records.filter(({ fault }) => fault !== null).length;
  const texts = phones.map(
    ({ pageMB, workerMB, nodes, framesPerSecond }) =>
      `${pageMB.toFixed(0)}+${workerMB.toFixed(0)} MB ${nodes} nodes ${framesPerSecond.toFixed(1)} fps`,
  );
  console.log(
    `${minutes.toFixed(1)} min, ${done} calls, ${wrong} wrong, load ${load.toFixed(1)}, bridge ${heapMB.toFixed(1)} MB; ${texts.join('; ')}`,
  );
}

/** A fixed piece of work, which tells how busy the machine is. */
function timeWork(): number {
  const times = Array.from({ length: 9 }, () => {
    const startMs = performance.now();
    let sum = 0;
    for (let i = 0; i < 5_000_000; i++) sum += i % 7;
    return performance.now() - startMs + (sum === 0 ? 1 : 0);
  });
  return median(times);
}

function judgeCalls({ report, calls: { records }, samples }: Run): void {
  const faults = records.flatMap(({ fault }) => fault ?? []);
  const late = faults.filter((fault) => deadlineError.test(fault)).length;
  report.note('calls', records.length);
  report.note('load average, median', median(samples.map(({ load }) => load)));
  report.atMost('calls with a wrong result or an error', faults.length - late, 0);
  report.atMost('calls not done before their deadline', late, Math.ceil(records.length / 500));
  const count = Math.floor(records.length / 4);
  const workMs = samples.map((sample) => sample.workMs);
  const some = Math.ceil(workMs.length / 4);
  const busier = Math.max(1, median(workMs.slice(-some)) / median(workMs.slice(0, some)));
  report.note('a fixed piece of work, last quarter to first', busier, 'x');
  for (const tool of new Set(records.map((record) => record.tool))) {
    const times = (of: readonly CallRecord[]): readonly number[] =>
      of.filter((record) => record.tool === tool).map(({ durationMs }) => durationMs);
    const first = times(records.slice(0, count));
    const last = times(records.slice(-count));
    for (const [percent, bound] of [
      [50, 1.5],
      [99, 2],
    ] as const) {
      const name = `${tool}, p${percent}`;
      report.note(name, percentile(times(records), percent), 'ms');
      // So few say nothing.
      if (first.length < enoughCalls) continue;
      const growth = percentile(last, percent) / busier / percentile(first, percent);
      report.atMost(`${name}, last quarter to first`, growth, bound, 'x');
    }
  }
}

function judgeFairness({ report, calls: { records }, workers }: Run): void {
  const timesOf = (some: readonly Worker[]): readonly number[] =>
    records
      .filter(({ agent }) => some.some(({ name }) => name === agent))
      .map(({ durationMs }) => durationMs);
  const heavy = workers.filter(({ isLight }) => !isLight);
  const means: number[] = [];
  for (const phone of new Set(heavy.map((worker) => worker.phone))) {
    const agents = heavy.filter((worker) => worker.phone === phone);
    const counts = agents.map((worker) => timesOf([worker]).length);
    for (const [at, { name }] of agents.entries())
      report.note(`calls of ${name} on ${phone.name}`, counts[at] ?? NaN);
    const ratio = Math.max(...counts) / Math.min(...counts);
    report.atMost(`most to fewest calls of agents on ${phone.name}`, ratio, 1.5, 'x');
    means.push(counts.reduce((sum, each) => sum + each, 0) / counts.length);
  }
  const ratio = Math.max(...means) / Math.min(...means);
  report.atMost('most to fewest calls of an agent, by phone', ratio, 4, 'x');
  const light = workers.filter(({ isLight }) => isLight);
  const beside = heavy.filter(({ phone }) => phone === light[0]?.phone);
  for (const percent of [50, 99]) {
    const ownMs = percentile(timesOf(light), percent);
    const besideMs = percentile(timesOf(beside), percent);
    report.note(`a call of agents beside the light one, p${percent}`, besideMs, 'ms');
    const name = `a call of the light agent, p${percent}`;
    if (timesOf(light).length < enoughCalls) report.note(name, ownMs, 'ms');
    else report.atMost(name, ownMs, 1.5 * besideMs + 200, 'ms');
  }
}

/** What the bridge and each phone's programs hold more after 1,000 more calls, once their lists are full. */
function judgeMemory({ report, samples }: Run): void {
  const add = (
    name: string,
    points: readonly (readonly [calls: number, held: number])[],
    bound: number,
  ): void => {
    const slope = certainSlope(points.map(([calls, held]) => [calls / 1_000, held]));
    if (slope !== null) report.atMost(`${name} more per 1,000 calls`, slope, bound);
  };
  const warm = samples.filter(({ calls }) => calls > 4 * timelineCalls);
  add(
    'bridge, MB',
    warm.map(({ calls, heapMB }) => [calls, heapMB]),
    0.3,
  );
  for (const { name, processMB } of samples[0]?.phones ?? []) {
    const all = samples.flatMap(({ phones }) => phones.filter((each) => each.name === name));
    const full = all.filter(({ calls }) => calls > 1.2 * timelineCalls);
    const points = (key: 'pageMB' | 'workerMB' | 'nodes' | 'processMB') =>
      full.map((each) => [each.calls, each[key]] as const);
    add(`${name}, page, MB`, points('pageMB'), 0.5);
    add(`${name}, worker, MB`, points('workerMB'), 0.5);
    add(`${name}, DOM nodes`, points('nodes'), 200);
    if (!Number.isNaN(processMB)) add(`${name}, the demo phone, MB`, points('processMB'), 20);
    report.note(`${name}, page at the end`, all.at(-1)?.pageMB ?? NaN, 'MB');
    report.note(`${name}, worker at the end`, all.at(-1)?.workerMB ?? NaN, 'MB');
  }
}

function judgeLive({ report, samples }: Run): void {
  const some = Math.ceil(samples.length / 4);
  for (const { name } of samples[0]?.phones ?? []) {
    const all = samples.flatMap(({ phones }) => phones.filter((each) => each.name === name));
    const latencyMs = (of: readonly PhoneSample[]): number =>
      median(of.flatMap(({ inputToFrameMs }) => inputToFrameMs));
    // The first is from before the calls, the last from after them.
    const still = all.slice(1, -1).filter(({ framesPerSecond }) => framesPerSecond === 0).length;
    const startMs = latencyMs(all.slice(0, some));
    const endMs = latencyMs(all.slice(-some));
    report.atMost(`${name}, minutes without a frame`, still, 0);
    const changes = all.flatMap(({ otherStates }) => otherStates).length;
    report.atMost(`${name}, changes of the live view's state`, changes, 0);
    report.note(`${name}, input to frame, first quarter`, startMs, 'ms');
    report.atMost(`${name}, input to frame, last quarter`, endMs, 2 * startMs + 500, 'ms');
  }
}

function judgeTouches({ report, calls: { expected }, samples, rig }: Run): void {
  let wrong = 0;
  let right = 0;
  for (const phone of rig.phones) {
    const counts = new Map<string, number>();
    for (const { phones } of samples)
      for (const { touches } of phones.filter(({ name }) => name === phone.name))
        for (const point of touches) counts.set(point, (counts.get(point) ?? 0) + 1);
    for (const [point, { least, most }] of expected.get(phone) ?? []) {
      const recorded = counts.get(point) ?? 0;
      right += Math.min(recorded, most);
      if (recorded >= least && recorded <= most) continue;
      wrong++;
      report.log('touch', { phone: phone.name, point, least, most, recorded });
    }
  }
  report.note('touches of calls that the phones recorded', right);
  report.atMost('places with a touch too many or too few', wrong, 0);
}

/** What the bridge still holds once the agents have gone. */
async function judgeRest({ report, rig }: Run, before: BridgeSample): Promise<void> {
  const more = async (): Promise<readonly (readonly [string, number])[]> => {
    const now = await sampleBridge(rig);
    return [...now.resources].map(
      ([name, count]) => [name, count - (before.resources.get(name) ?? 0)] as const,
    );
  };
  const endMs = performance.now() + settleMs;
  let rest = await more();
  while (rest.some(([, count]) => count > 0) && performance.now() < endMs) {
    await delay(1_000);
    rest = await more();
  }
  for (const [name, count] of rest)
    report.atMost(`bridge, more than before the agents: ${name}`, count, 0);
}
