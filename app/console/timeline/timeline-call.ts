import type { CallRecord, PictureData, Events } from '../../../core/link/messages.ts';

/** Most calls kept; older ones are dropped. */
export const maxCalls = 500;
/** Most calls whose pictures are kept; pictures take a hundred times the memory of texts. */
export const maxCallsWithPictures = 100;

/** A call as the timeline keeps it. */
export interface TimelineCall extends CallRecord {
  /** The screen at rest after the call; null until it arrives, and without a live picture. */
  readonly after: PictureData | null;
  /** How many of its pictures were dropped to save memory. */
  readonly droppedPictures: number;
}

/** Inserts a call, newest first, and drops what exceeds the limits: old pictures, then old calls. */
export function insertCall(
  calls: readonly TimelineCall[],
  record: CallRecord,
): readonly TimelineCall[] {
  // A call of the person arrives twice, as result and as event.
  if (calls.some(({ id }) => id === record.id)) return calls;
  const call = { ...record, after: null, droppedPictures: 0 };
  // Calls end in a different order than they begin.
  const index = calls.findIndex(({ id }) => id < record.id);
  const inserted = index < 0 ? [...calls, call] : calls.toSpliced(index, 0, call);
  return trimCalls(inserted);
}

/** Merges two lists of calls, newest first. */
export function mergeCalls(
  some: readonly TimelineCall[],
  others: readonly TimelineCall[],
): readonly TimelineCall[] {
  return trimCalls([...some, ...others].sort((a, b) => b.id - a.id));
}

/** Adds the screen after a call; returns the list unchanged when that call's pictures are no longer kept. */
export function addScreenAfter(
  calls: readonly TimelineCall[],
  { id, picture }: Events['screenAfterCall'],
): readonly TimelineCall[] {
  const index = calls.findIndex((call) => call.id === id);
  const call = calls[index];
  return call === undefined || index >= maxCallsWithPictures
    ? calls
    : calls.with(index, { ...call, after: picture });
}

/** Counts the pictures that the agent got and those of the screen before and after. */
function countPictures({ pictures, before, after }: TimelineCall): number {
  return pictures.length + (before === null ? 0 : 1) + (after === null ? 0 : 1);
}

function trimCalls(calls: readonly TimelineCall[]): readonly TimelineCall[] {
  return calls.slice(0, maxCalls).map((call, index) => {
    const count = index < maxCallsWithPictures ? 0 : countPictures(call);
    if (count === 0) return call;
    const droppedPictures = call.droppedPictures + count;
    return { ...call, pictures: [], before: null, after: null, droppedPictures };
  });
}

/** The screen after a call; a call that only reads leaves it as it was before. */
export function screenAfter({ after, before, effect }: TimelineCall): PictureData | null {
  return after ?? (effect === 'read' ? before : null);
}
