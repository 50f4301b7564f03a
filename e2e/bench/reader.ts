import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

const schema = z.object({
  methods: z.array(z.string()),
  rows: z.array(
    z.object({
      name: z.string(),
      /** What the element reader is to reach. */
      goalMs: z.number(),
      /** Of each method; empty where that was not measured. */
      durationsMs: z.array(z.array(z.number())),
    }),
  ),
});

/** How long each method of reading elements takes, by a program beside the worker's tests. */
export async function timeReading(): Promise<z.infer<typeof schema>> {
  const file = join(import.meta.dirname, '../../worker/calls/testing/reading-times.ts');
  const args = ['--import', import.meta.resolve('tsx'), file];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return schema.parse(JSON.parse(stdout));
}
