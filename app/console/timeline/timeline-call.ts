import type { CallRecord, PictureData, Events } from '../../../core/link/messages.ts';

/** Calls kept for reading; older ones are dropped. */
export const keptCalls = 500;
/** Of so many calls the pictures are kept; they weigh a hundred times what the texts do. */
export const keptPictures = 100;

/** A call as the timeline keeps it. */
export interface TimelineCall extends CallRecord {
  /** The screen once it came to rest after the call; null without a live picture, and until then. */
  readonly after: PictureData | null;
  /** How many pictures of it were dropped. */
  readonly droppedPictures: number;
}

/** The calls with one more, the newest first; what is too many is dropped, pictures before calls. */
export function withCall(
  calls: readonly TimelineCall[],
  record: CallRecord,
): readonly TimelineCall[] {
  // A call of the person comes twice, as result and as event: it stands once.
  if (calls.some(({ id }) => id === record.id)) return calls;
  const call = { ...record, after: null, droppedPictures: 0 };
  // Calls end in another order than they begin.
  const at = calls.findIndex(({ id }) => id < record.id);
  const all = at < 0 ? [...calls, call] : calls.toSpliced(at, 0, call);
  return slimmed(all);
}

/** The calls of both lists, as if none had ever been taken away. */
export function merged(
  some: readonly TimelineCall[],
  others: readonly TimelineCall[],
): readonly TimelineCall[] {
  return slimmed([...some, ...others].sort((a, b) => b.id - a.id));
}

/** The calls with the screen after one of them; unchanged where its pictures are not kept any more. */
export function withAfter(
  calls: readonly TimelineCall[],
  { id, picture }: Events['callAfter'],
): readonly TimelineCall[] {
  const at = calls.findIndex((call) => call.id === id);
  const call = calls[at];
  return call === undefined || at >= keptPictures
    ? calls
    : calls.with(at, { ...call, after: picture });
}

/** The pictures of the call: what the agent got, and the screen around it. */
function countPictures({ pictures, before, after }: TimelineCall): number {
  return pictures.length + (before === null ? 0 : 1) + (after === null ? 0 : 1);
}

function slimmed(calls: readonly TimelineCall[]): readonly TimelineCall[] {
  return calls.slice(0, keptCalls).map((call, index) => {
    const count = index < keptPictures ? 0 : countPictures(call);
    if (count === 0) return call;
    const droppedPictures = call.droppedPictures + count;
    return { ...call, pictures: [], before: null, after: null, droppedPictures };
  });
}

/** The screen after a call; one that looks leaves it as it was. */
export function screenAfter({ after, before, effect }: TimelineCall): PictureData | null {
  return after ?? (effect === 'read' ? before : null);
}
