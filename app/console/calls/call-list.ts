import type { Call } from '#core/call.ts';
import { maskedText } from '#core/link/call.ts';
import type { Events, PictureData } from '#core/link/messages.ts';

/** Most calls kept; older ones are dropped. */
export const maxCalls = 500;
/** Most bytes of pictures that the page keeps, enough for about 500 calls. The oldest are dropped first. */
export const maxPictureBytes = 60_000_000;

/** Inserts a call, newest first, and drops what exceeds the limits: old pictures, then old calls. */
export function insertCall(calls: readonly Call[], call: Call): readonly Call[] {
  const before = call.before && reusePicture(call.before, calls);
  const kept = { ...call, before };
  // Calls end in a different order than they begin.
  const index = calls.findIndex(({ id }) => id < call.id);
  const inserted = index < 0 ? [...calls, kept] : calls.toSpliced(index, 0, kept);
  return trimCalls(withScreenOfSteps(inserted, call.stepOf ?? call.id));
}

/** The last step of a call that acted. The screen after it is also the screen after the whole call. */
export function lastStep(calls: readonly Call[], id: number): Call | undefined {
  return calls.find((call) => call.stepOf === id && call.effect === 'act' && !call.refused);
}

/** Gives the call with this id the screen after its last step, if it has steps. */
function withScreenOfSteps(calls: readonly Call[], id: number): readonly Call[] {
  const step = lastStep(calls, id);
  return step === undefined
    ? calls
    : calls.map((call) => (call.id === id ? { ...call, after: step.after } : call));
}

/** Merges two lists of calls, newest first. */
export function mergeCalls(some: readonly Call[], others: readonly Call[]): readonly Call[] {
  return trimCalls([...some, ...others].sort((a, b) => b.id - a.id));
}

/** Sets or removes the screen after a call. Returns the same list if nothing changes or the call or its pictures are no longer kept. */
export function addScreenAfter(
  calls: readonly Call[],
  { id, picture }: Events['screenAfterCall'],
): readonly Call[] {
  const index = calls.findIndex((call) => call.id === id);
  const call = calls[index];
  if (call === undefined || call.droppedPictures > 0) return calls;
  const after = picture && reusePicture(picture, calls);
  if (after === call.after) return calls;
  return trimCalls(withScreenOfSteps(calls.with(index, { ...call, after }), call.stepOf ?? id));
}

/** How many of the newest calls are searched for the same picture. */
const recentCalls = 4;

/** An equal picture of a recent call, if any, to keep it once: the screen after a call is mostly the screen before the next. */
function reusePicture(picture: PictureData, calls: readonly Call[]): PictureData {
  const { bytes } = picture;
  const isSame = (other: PictureData): boolean =>
    other.isChanging === picture.isChanging &&
    other.bytes.length === bytes.length &&
    other.bytes.every((byte, i) => byte === bytes[i]);
  return calls.slice(0, recentCalls).flatMap(picturesOf).find(isSame) ?? picture;
}

/** The pictures that the agent got and those of the screen before and after. */
function picturesOf({ pictures, before, after }: Call): readonly PictureData[] {
  return [...pictures, before, after].filter((picture) => picture !== null);
}

/** Total bytes of the pictures of these calls; a shared picture counts once. */
export function pictureBytes(calls: readonly Call[]): number {
  return sumBytes(new Set(calls.flatMap(picturesOf)));
}

function sumBytes(pictures: Iterable<PictureData>): number {
  let sum = 0;
  for (const { bytes } of pictures) sum += bytes.length;
  return sum;
}

/** Drops the oldest calls above `maxCalls`, then the oldest pictures above `maxBytes`. Calls are newest first. */
export function trimCalls(calls: readonly Call[], maxBytes = maxPictureBytes): readonly Call[] {
  return trimPictures(calls.slice(0, maxCalls), maxBytes);
}

/** Drops the oldest pictures above `maxBytes`. Calls are newest first. */
export function trimPictures(calls: readonly Call[], maxBytes = maxPictureBytes): readonly Call[] {
  const kept = new Set<PictureData>();
  let bytes = 0;
  return calls.map((call) => {
    const pictures = picturesOf(call);
    bytes += sumBytes(pictures.filter((picture) => !kept.has(picture)));
    for (const picture of pictures) kept.add(picture);
    if (pictures.length === 0 || bytes <= maxBytes) return call;
    const droppedPictures = call.droppedPictures + pictures.length;
    return { ...call, pictures: [], before: null, after: null, droppedPictures };
  });
}

/** The screen after a call; a call that only reads leaves it as it was before. */
export function screenAfter({
  after,
  before,
  effect,
}: Pick<Call, 'after' | 'before' | 'effect'>): PictureData | null {
  return after ?? (effect === 'read' ? before : null);
}

/** The picture; null if the screen was still changing, because a comparison with it proves nothing. */
export function atRest(picture: PictureData | null): PictureData | null {
  return picture?.isChanging === true ? null : picture;
}

/** Whether an argument is masked, such as a typed password, so that the call can't be made again as it is. */
export function isMasked({ arguments: args }: Call): boolean {
  return JSON.stringify(args).includes(maskedText);
}

/** Removes the steps whose call is in the list too, so that each call is counted once. */
export function withoutSteps(calls: readonly Call[]): readonly Call[] {
  const ids = new Set(calls.map(({ id }) => id));
  return calls.filter(({ stepOf }) => stepOf === undefined || !ids.has(stepOf));
}

/** The number of calls; a call and its steps count as one. */
export function countCalls(calls: readonly Pick<Call, 'id' | 'stepOf'>[]): number {
  return new Set(calls.map(({ id, stepOf }) => stepOf ?? id)).size;
}

/**
 * Removes the calls whose steps are in the list too: repeating both would do everything
 * twice. A call stays if its steps are filtered out or no longer kept.
 */
export function withoutCallsOfSteps(calls: readonly Call[]): readonly Call[] {
  const callsOfSteps = new Set(calls.flatMap(({ stepOf }) => stepOf ?? []));
  return calls.filter(({ id }) => !callsOfSteps.has(id));
}
