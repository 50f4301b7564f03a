import type { Gesture } from '../../gestures/gesture.ts';
import type { PlayedStroke } from '../../gestures/played.ts';
import { endOf } from '../../gestures/times.ts';
import type { Phone } from '../../phone.ts';
import type { Reply } from '../contract/tool.ts';

/** Clients give up a call that is silent for a minute, and people wonder much earlier. */
const everyMs = 2_000;

/** Plays a gesture that may last; every two seconds the agent hears how far it has come. Rejects as `Phone.performGesture` does. */
export async function playGesture(
  phone: Phone,
  { gesture, reply }: { readonly gesture: Gesture; readonly reply: Pick<Reply, 'progress'> },
  signal: AbortSignal,
): Promise<readonly PlayedStroke[]> {
  const lastsMs = Math.max(...gesture.strokes.map(endOf));
  const startMs = performance.now();
  const timer = setInterval(() => {
    const done = Math.round(performance.now() - startMs);
    const seconds = (ms: number): number => Math.round(ms / 1_000);
    const message = `Playing the gesture, ${seconds(done)} of ${seconds(lastsMs)} s`;
    reply.progress({ done, total: Math.max(done, lastsMs), message });
  }, everyMs);
  try {
    return await phone.performGesture(gesture, signal);
  } finally {
    clearInterval(timer);
  }
}
