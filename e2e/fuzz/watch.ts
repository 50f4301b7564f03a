/** Ends the process if reading an input blocks it for good, and says which input that is. */
import { Worker } from 'node:worker_threads';

/** A driven clock (core/testing/driven-clock.ts) replaces them. */
const { setInterval, clearInterval } = globalThis;
/** Processor time, since a busy machine may not let the reader run: far more than any input may take. */
const blockedMs = 30_000;
const beatMs = 500;
const maxBytes = 2 ** 20;

/** Runs in a thread of its own, since nothing else runs in a thread that is blocked. */
const watcher = `
const { workerData: { shared, name } } = require('node:worker_threads');
const head = new Int32Array(shared, 0, 2);
let beats, since;
setInterval(() => {
  const { user, system } = process.cpuUsage();
  const spentMs = (user + system) / 1_000;
  if (head[0] !== beats) [beats, since] = [head[0], spentMs];
  if (spentMs - since < ${blockedMs}) return;
  const input = JSON.stringify(Buffer.from(shared, 8, head[1]).toString('latin1'));
  require('node:fs').writeSync(2, '\\n' + name + ' never ends with ' + input + '\\n');
  process.kill(process.pid, 'SIGKILL');
}, ${beatMs});`;

export interface Watch {
  /** This input is read now. */
  see(bytes: Uint8Array): void;
  end(): void;
}

/** Watches this thread until `end`. */
export function beginWatch(name: string): Watch {
  const shared = new SharedArrayBuffer(8 + maxBytes);
  const head = new Int32Array(shared, 0, 2);
  const thread = new Worker(watcher, { eval: true, workerData: { shared, name } });
  const beat = (): number => Atomics.add(head, 0, 1);
  const beating = setInterval(beat, beatMs);
  return {
    see: (bytes) => {
      beat();
      head[1] = Math.min(bytes.length, maxBytes);
      new Uint8Array(shared, 8).set(bytes.subarray(0, maxBytes));
    },
    end: () => {
      clearInterval(beating);
      void thread.terminate();
    },
  };
}
