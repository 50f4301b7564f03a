/** What the programs hold and do at a moment of a run. */
import { readFile, readdir } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { Rig, SoakPhone } from './rig.ts';

export interface PhoneSample {
  readonly name: string;
  /** Objects and buffers without garbage, in MB. */
  readonly pageMB: number;
  readonly workerMB: number;
  /** Nodes of its documents, and those that are kept without being in one. */
  readonly nodes: number;
  /** Of the demo phone; NaN in a page. */
  readonly processMB: number;
  /** Since the sample before. */
  readonly framesPerSecond: number;
  /** States of the live view that were not `video`, since the sample before. */
  readonly otherStates: readonly string[];
  /** From a press of the user to a new frame: a key, and the one that deletes it. */
  readonly inputToFrameMs: readonly number[];
  /** Where fingers went down since the sample before. */
  readonly touches: readonly string[];
}

export interface BridgeSample {
  /** Objects and buffers without garbage. */
  readonly heapMB: number;
  /** Sockets, timers and the like by Node's name, and file descriptors. */
  readonly resources: ReadonlyMap<string, number>;
}

const heapSchema = z.object({ usedSize: z.number(), backingStorageSize: z.number() });
const nodesSchema = z.object({ nodes: z.number() });
const bridgeSchema = z.object({ heapUsed: z.number(), external: z.number() });
const figuresSchema = z.array(
  z.object({ framesPerSecond: z.number(), inputToFrameMs: z.number().nullable() }),
);

export async function heapMB({ send }: SoakPhone, where: 'page' | 'worker'): Promise<number> {
  await send('HeapProfiler.collectGarbage', {}, where);
  const heap = heapSchema.parse(await send('Runtime.getHeapUsage', {}, where));
  return (heap.usedSize + heap.backingStorageSize) / 1e6;
}

export async function sampleBridge({ bridge, bridgeTools }: Rig): Promise<BridgeSample> {
  await bridgeTools.send('HeapProfiler.collectGarbage');
  const memory = bridgeSchema.parse(await bridgeTools.evaluate('process.memoryUsage()'));
  const names = await bridgeTools.evaluate('process.getActiveResourcesInfo()');
  const resources = new Map<string, number>();
  for (const name of z.array(z.string()).parse(names))
    resources.set(name, (resources.get(name) ?? 0) + 1);
  resources.set('file descriptors', (await readdir(`/proc/${bridge.pid()}/fd`)).length);
  return { heapMB: (memory.heapUsed + memory.external) / 1e6, resources };
}

/** Anonymous memory, without what is mapped from files. */
export async function processMB({ process }: SoakPhone): Promise<number> {
  const status = await readFile(`/proc/${process?.pid}/status`, 'utf8').catch(() => '');
  return Number(/^RssAnon:\s+(\d+)/m.exec(status)?.[1] ?? NaN) / 1000;
}

export async function samplePhone(phone: SoakPhone): Promise<PhoneSample> {
  const { evaluate, send, name } = phone;
  const takeFigures = async () => figuresSchema.parse(await evaluate('window.figures.splice(0)'));
  const frames = (await takeFigures()).map((each) => each.framesPerSecond);
  const inputToFrameMs: number[] = [];
  for (const key of [keys.seven, keys.delete]) {
    await press(phone, key);
    await delay(figuresIntervalMs);
    const times = (await takeFigures()).flatMap((each) => each.inputToFrameMs ?? []);
    // The time stays the same until there is another.
    inputToFrameMs.push(...times.slice(-1).filter((time) => time !== lastTimes.get(phone)));
    lastTimes.set(phone, times.at(-1));
  }
  return {
    name,
    pageMB: await heapMB(phone, 'page'),
    workerMB: await heapMB(phone, 'worker'),
    nodes: nodesSchema.parse(await send('Memory.getDOMCounters')).nodes,
    processMB: await processMB(phone),
    framesPerSecond: frames.reduce((sum, each) => sum + each, 0) / Math.max(1, frames.length),
    otherStates: z.array(z.string()).parse(await evaluate('window.liveStates.splice(0)')),
    inputToFrameMs,
    touches: await phone.takeTouches(),
  };
}

const lastTimes = new Map<SoakPhone, number | undefined>();
/** The worker sends figures once a second. */
const figuresIntervalMs = 1_200;
/** Beside the centres of the calculator's keys, where agents click. */
const keys = { seven: { x: 172, y: 1352 }, delete: { x: 683, y: 2184 } } as const;
const rectSchema = z.record(z.enum(['x', 'y', 'width', 'height']), z.number());

/** Presses a place of the live picture, in pixels of the phone, as the user's mouse does. */
async function press(
  { evaluate, send }: SoakPhone,
  { x, y }: { readonly x: number; readonly y: number },
): Promise<void> {
  const layer = `document.querySelector('[data-testid="touch-layer"]').getBoundingClientRect()`;
  const rect = rectSchema.parse(
    await evaluate(`(({ x, y, width, height }) => ({ x, y, width, height }))(${layer})`),
  );
  const at = { x: rect.x + (x / 1080) * rect.width, y: rect.y + (y / 2400) * rect.height };
  for (const type of ['mousePressed', 'mouseReleased']) {
    await send('Input.dispatchMouseEvent', { type, ...at, button: 'left', clickCount: 1 });
    await delay(60);
  }
}
