import type { Call } from '#core/call.ts';
import { lastStep } from '../calls/call-list.ts';

/** A call that acts and begins sooner than this after another leaves that one no picture of its own. */
const quickMs = 1_500;

/** Until this long after a call the screen after it may still come: the worker waits 5 s for it to come to rest. */
export const screenDueMs = 6_000;

/** Why there is no screen before a call. */
type MissingBefore = 'noVideo' | 'behind' | 'unknown';

/** Why there is no screen after a call: as before it, or it may still come, or the live video had not caught up with it by the next call. */
export type MissingScreen = MissingBefore | 'due' | 'followed';

/** Why there is no screen before this call. */
export function missingBefore({ hadVideo }: Pick<Call, 'hadVideo'>): MissingBefore {
  if (hadVideo === undefined) return 'unknown';
  return hadVideo ? 'behind' : 'noVideo';
}

/** Why the screen after this call is missing; null if it is not missing, or none is expected. */
export function missingScreen(
  call: Call,
  calls: readonly Call[],
  nowEpochMs: number,
): MissingScreen | null {
  // The screen after a call of steps is that after its last step.
  const last = lastStep(calls, call.id) ?? call;
  const isExpected = last.effect === 'act' && !last.refused;
  if (!isExpected || last.after !== null || last.droppedPictures > 0) return null;
  if (last.hadVideo === false) return 'noVideo';
  if (isFollowedAtOnce(last, calls)) return 'followed';
  const dueEpochMs = last.startedAtEpochMs + last.durationMs + screenDueMs;
  return nowEpochMs < dueEpochMs ? 'due' : missingBefore(last);
}

/** Whether another call that acts began right after this one had ended. */
function isFollowedAtOnce(call: Call, calls: readonly Call[]): boolean {
  const next = calls.findLast(({ id, effect }) => effect === 'act' && id > call.id);
  const endedAtEpochMs = call.startedAtEpochMs + call.durationMs;
  return next !== undefined && next.startedAtEpochMs < endedAtEpochMs + quickMs;
}
