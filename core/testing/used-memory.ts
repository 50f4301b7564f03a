import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { z } from 'zod';

setFlagsFromString('--expose-gc');
const collectGarbage = z.function().parse(runInNewContext('gc'));

/** This process's memory in use, in MB, without garbage. */
export async function usedMB(): Promise<number> {
  // The memory of buffers is freed a moment after the buffers themselves.
  collectGarbage();
  await pause(50);
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
}
