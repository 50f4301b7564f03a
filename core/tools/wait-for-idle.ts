import { z } from 'zod';
import type { HierarchyReading, Phone } from '../phone.ts';
import { fingerprint } from '../screen/fingerprint.ts';
import { timeout } from './parameters/common.ts';
import { defineTool } from './contract/tool.ts';
import { waitUntil } from './waiting/wait-until.ts';

/** A screen that shows the same for so long is idle. */
const stillMs = 500;

/** The end of all motion. */
export const waitForIdle = defineTool({
  name: 'wait_for_idle',
  title: 'Wait for idle',
  description:
    'Waits until the screen shows the same for half a second, by its picture where the console has it live, else by its elements. Time running out is an answer, no error.',
  input: z.strictObject({ timeout: timeout().describe('Milliseconds.') }),
  output: z.strictObject({ message: z.string(), elapsedMs: z.number() }),
  effect: 'read',
  async run(phone, { timeout: timeoutMs }, reply, signal) {
    const still = stillness();
    const { result, elapsedMs, lastFailure } = await waitUntil<HierarchyReading, true>(
      {
        timeoutMs,
        read: (ended) => phone.readHierarchy(ended),
        judge: (reading) => (still.lastsWith(reading) || rests(phone, reading) ? true : undefined),
        onFailure: () => {
          still.isBroken();
        },
        onAttempt(attempt) {
          const message = `Waiting for the screen to rest, attempt ${attempt.attempts}`;
          reply.progress({ done: attempt.elapsedMs, total: timeoutMs, message });
        },
      },
      signal,
    );
    if (result) {
      reply.data({ message: 'UI is idle', elapsedMs });
      return;
    }
    const failure = lastFailure ? ` The last reading failed: ${lastFailure.message}` : '';
    const message = `Operation timed out after ${timeoutMs}ms waiting for UI idle. Retry if the operation is long-running.${failure}`;
    reply.data({ message, elapsedMs }, message);
  },
});

/**
 * Whether the live picture says that nothing moves: one reading is enough then. A picture that
 * always moves, of a video or a spinner, says nothing against idle elements.
 */
function rests(phone: Phone, { settled }: HierarchyReading): boolean {
  return settled && (phone.stillForMs() ?? 0) >= stillMs;
}

/**
 * Whether readings in a row show the same for long enough: two at least. A reading shows the
 * screen as it was at its end, since a dump is what the phone does last.
 */
function stillness() {
  let since: { readonly print: number; readonly atMs: number } | undefined;
  return {
    lastsWith({ hierarchy, settled }: HierarchyReading): boolean {
      const [print, atMs] = [fingerprint(hierarchy), performance.now()];
      if (!settled) since = undefined;
      else if (since?.print !== print) since = { print, atMs };
      return since !== undefined && atMs - since.atMs >= stillMs;
    },
    /** Nobody knows what the screen did meanwhile. */
    isBroken(): void {
      since = undefined;
    },
  };
}
