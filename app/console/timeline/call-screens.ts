import type { Call } from '#core/call.ts';
import { lastStep } from '../calls/call-list.ts';

/** If another call that acts begins within this time after a call, the call gets no picture of its own. */
const quickMs = 1_500;

/** The screen after a call may arrive until this long after its end: the worker waits up to 20 s for a live picture that lags. */
export const screenDueMs = 21_000;

/** Why there is no screen before a call. */
type MissingBefore = 'noVideo' | 'behind' | 'unknown';

/** Why there is no screen after a call. `due`: it may still arrive. `followed`: the next call began too soon. */
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
  // The screen after a call that ran steps is the screen after its last step.
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
