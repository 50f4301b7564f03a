import { cancelTouch } from '../../../core/commands/input.ts';
import type { PlayedStroke } from '../../../core/gestures/played.ts';
import { type PointerStep, moments } from '../../../core/gestures/timeline.ts';
import { pause, withLimits } from '../../waits/deadline.ts';
import { type TouchStep, joined, touchMessage } from './control-messages.ts';
import type { ScrcpySession } from './scrcpy-session.ts';

/** A gesture that fell behind by more than a frame goes on later, at its own speed, and does not rush. */
const rushMs = 16;
const liftDeadlineMs = 2_000;

/**
 * Plays the steps, each at its time, in order, and gives when each finger came and left. Rejects as
 * `ScrcpySession.act` does; whatever happens, every finger that went down is lifted before it settles.
 */
export async function playGesture(
  session: ScrcpySession,
  steps: readonly PointerStep[],
  signal: AbortSignal,
): Promise<readonly PlayedStroke[]> {
  const down = new Map<number, DownPointer>();
  const played: PlayedStroke[] = [];
  const lastsMs = steps.at(-1)?.timeMs ?? 0;
  const act = { signal, purpose: 'performing the gesture', lastsMs, injects: true };
  try {
    await session.act(act, async (ended) => {
      let startMs = performance.now();
      for (const group of moments(steps)) {
        const lateMs = performance.now() - startMs - (group[0]?.timeMs ?? 0);
        if (lateMs > rushMs) startMs += lateMs;
        await pause(Math.max(0, -lateMs), ended);
        ended.throwIfAborted();
        const sentMs = performance.now();
        const left = group.flatMap((step) => follow(down, step, sentMs));
        await session.write(joined(group.map(touchMessage)));
        const upTakenMs = performance.now();
        played.push(...left.map(({ downSentMs }) => ({ downSentMs, upSentMs: sentMs, upTakenMs })));
      }
    });
  } finally {
    await lift(
      session,
      [...down.values()].map(({ at }) => at),
    );
  }
  return played;
}

/** A finger that is down: since when, and where. */
interface DownPointer {
  readonly downSentMs: number;
  readonly at: PointerStep;
}

/** Keeps where each finger is that is down; gives the one that leaves with this step. */
function follow(
  down: Map<number, DownPointer>,
  step: PointerStep,
  sentMs: number,
): readonly DownPointer[] {
  const known = down.get(step.pointerId) ?? { downSentMs: sentMs, at: step };
  if (step.action !== 'up') {
    down.set(step.pointerId, { ...known, at: step });
    return [];
  }
  down.delete(step.pointerId);
  return [known];
}

/** Lifts fingers where they are, and tries on when the server is gone; never rejects. */
export async function lift(session: ScrcpySession, down: readonly TouchStep[]): Promise<void> {
  const [first] = down;
  if (first === undefined) return;
  const ups = down.map((step) => touchMessage({ ...step, action: 'up' }));
  const limits = {
    signal: new AbortController().signal,
    lost: session.ended,
    deadlineMs: liftDeadlineMs,
    purpose: 'lifting the fingers',
  };
  try {
    await withLimits(limits, () => session.write(joined(ups)));
  } catch {
    // What went wrong before this is told. Android does not lift the fingers of a server that died.
    await session.run(cancelTouch(first)).catch(() => undefined);
  }
}
