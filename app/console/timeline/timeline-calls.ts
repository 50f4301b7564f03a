import type { CallRecord, Events, PictureData } from '#core/link/messages.ts';
import { callEndOf, callerLabel, type CallEnd } from '../../ui/call-strings.ts';

/** Most calls kept; older ones are dropped. */
export const maxCalls = 500;
/** Most bytes of pictures that the page keeps, of which the oldest are dropped first: about 500 calls. */
export const maxPictureBytes = 60_000_000;

/** A call as the timeline keeps it. */
export interface TimelineCall extends CallRecord {
  /** The idle screen after the call, or the screen when the next one began; null until it arrives, and without a live picture. */
  readonly after: PictureData | null;
  /** How many of its pictures were dropped to save memory. */
  readonly droppedPictures: number;
  /** Whether there was a live video when it ended; absent where that is not known, as in a file. */
  readonly hadVideo?: boolean;
  /** Set where the user ran a call again that was done. */
  readonly isRepeat?: true;
}

/** Inserts a call, newest first, and drops what exceeds the limits: old pictures, then old calls. */
export function insertCall(
  calls: readonly TimelineCall[],
  record: CallRecord & Pick<TimelineCall, 'hadVideo'>,
): readonly TimelineCall[] {
  // A call of the user arrives twice, as result and as event.
  if (calls.some(({ id }) => id === record.id)) return calls;
  const before = record.before && reusePicture(record.before, calls);
  const call = { ...record, before, after: null, droppedPictures: 0 };
  // Calls end in a different order than they begin.
  const index = calls.findIndex(({ id }) => id < record.id);
  const inserted = index < 0 ? [...calls, call] : calls.toSpliced(index, 0, call);
  return trimCalls(withScreenOfSteps(inserted, record.stepOf ?? record.id));
}

/** The last step of a call that leaves a screen: the screen after the whole call is that after it. */
function lastStep<Call extends CallRecord>(calls: readonly Call[], id: number): Call | undefined {
  return calls.find((call) => call.stepOf === id && call.effect === 'act' && !call.refused);
}

/** The calls, of which this one gets the screen after its last step; unchanged where it has none. */
function withScreenOfSteps(calls: readonly TimelineCall[], id: number): readonly TimelineCall[] {
  const step = lastStep(calls, id);
  return step === undefined
    ? calls
    : calls.map((call) => (call.id === id ? { ...call, after: step.after } : call));
}

/** Merges two lists of calls, newest first. */
export function mergeCalls(
  some: readonly TimelineCall[],
  others: readonly TimelineCall[],
): readonly TimelineCall[] {
  return trimCalls([...some, ...others].sort((a, b) => b.id - a.id));
}

/** Adds the screen after a call, or takes it back; returns the list unchanged when that changes nothing, and when that call or its pictures are no longer kept. */
export function addScreenAfter(
  calls: readonly TimelineCall[],
  { id, picture }: Events['screenAfterCall'],
): readonly TimelineCall[] {
  const index = calls.findIndex((call) => call.id === id);
  const call = calls[index];
  if (call === undefined || call.droppedPictures > 0) return calls;
  const after = picture && reusePicture(picture, calls);
  if (after === call.after) return calls;
  return trimCalls(withScreenOfSteps(calls.with(index, { ...call, after }), call.stepOf ?? id));
}

/** A call that acts and begins sooner than this after another leaves that one no picture of its own. */
const quickMs = 1_500;

/** Until this long after a call the screen after it may still come: the worker waits 5 s for it to come to rest. */
export const screenDueMs = 6_000;

/** Why there is no screen before a call. */
type MissingBefore = 'noVideo' | 'behind' | 'unknown';

/** Why there is no screen after a call: as before it, or it may still come, or the live video had not caught up with it by the next call. */
export type MissingScreen = MissingBefore | 'due' | 'followed';

/** Why there is no screen before this call. */
export function missingBefore({ hadVideo }: Pick<TimelineCall, 'hadVideo'>): MissingBefore {
  if (hadVideo === undefined) return 'unknown';
  return hadVideo ? 'behind' : 'noVideo';
}

/** Why the screen after this call is missing; null where it is not, or where none is expected. */
export function missingScreen(
  call: TimelineCall,
  calls: readonly TimelineCall[],
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
function isFollowedAtOnce(call: CallRecord, calls: readonly CallRecord[]): boolean {
  const next = calls.findLast(({ id, effect }) => effect === 'act' && id > call.id);
  const endedAtEpochMs = call.startedAtEpochMs + call.durationMs;
  return next !== undefined && next.startedAtEpochMs < endedAtEpochMs + quickMs;
}

/** How many of the newest calls are searched for the same picture. */
const recentCalls = 4;

/** The same picture of one of the newest calls, if any: the screen after a call is mostly that before the next. */
function reusePicture(picture: PictureData, calls: readonly TimelineCall[]): PictureData {
  const { bytes } = picture;
  const isSame = (other: PictureData): boolean =>
    other.isChanging === picture.isChanging &&
    other.bytes.length === bytes.length &&
    other.bytes.every((byte, i) => byte === bytes[i]);
  return calls.slice(0, recentCalls).flatMap(picturesOf).find(isSame) ?? picture;
}

/** The pictures that the agent got and those of the screen before and after. */
function picturesOf({ pictures, before, after }: TimelineCall): readonly PictureData[] {
  return [...pictures, before, after].filter((picture) => picture !== null);
}

/** The bytes of all pictures of these calls; one that several calls share counts once. */
export function pictureBytes(calls: readonly TimelineCall[]): number {
  return sumBytes(new Set(calls.flatMap(picturesOf)));
}

function sumBytes(pictures: Iterable<PictureData>): number {
  let sum = 0;
  for (const { bytes } of pictures) sum += bytes.length;
  return sum;
}

/** Drops the oldest calls, and the pictures of those before which the newer ones take `maxBytes`. */
export function trimCalls(
  calls: readonly TimelineCall[],
  maxBytes = maxPictureBytes,
): readonly TimelineCall[] {
  return trimPictures(calls.slice(0, maxCalls), maxBytes);
}

/** Drops the pictures of the calls before which the newer ones take `maxBytes`; newest first. */
export function trimPictures(
  calls: readonly TimelineCall[],
  maxBytes = maxPictureBytes,
): readonly TimelineCall[] {
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
}: Pick<TimelineCall, 'after' | 'before' | 'effect'>): PictureData | null {
  return after ?? (effect === 'read' ? before : null);
}

/** The picture, unless the screen was still changing: nothing can be concluded from that. */
export function atRest(picture: PictureData | null): PictureData | null {
  return picture?.isChanging === true ? null : picture;
}

/** Which calls the timeline lists. */
export interface CallFilter {
  /** An agent's name; null for all. */
  readonly agent: string | null;
  readonly end: 'all' | CallEnd;
  /** Search terms; each must occur in the tool's name, the agent's name, the arguments or the text. */
  readonly search: string;
}

export const emptyCallFilter: CallFilter = {
  agent: null,
  end: 'all',
  search: '',
};

/** The calls that match the filter, in their order. */
export function filterCalls<Call extends CallRecord>(
  calls: readonly Call[],
  { agent, end, search }: CallFilter,
): readonly Call[] {
  const searchTerms = search.toLowerCase().split(/\s+/).filter(Boolean);
  return calls.filter(
    (call) =>
      (agent === null || call.agent === agent) &&
      (end === 'all' || callEndOf(call) === end) &&
      searchTerms.every((term) => searchTextOf(call).includes(term)),
  );
}

/** The calls without the steps of a call that is among them, so that each is counted once. */
export function withoutSteps<Call extends Pick<CallRecord, 'id' | 'stepOf'>>(
  calls: readonly Call[],
): readonly Call[] {
  const ids = new Set(calls.map(({ id }) => id));
  return calls.filter(({ stepOf }) => stepOf === undefined || !ids.has(stepOf));
}

/** How many calls these are: a call and its steps count as one. */
export function countCalls(calls: readonly Pick<CallRecord, 'id' | 'stepOf'>[]): number {
  return new Set(calls.map(({ id, stepOf }) => stepOf ?? id)).size;
}

/** How many parts of the filter are set, not counting the search. */
export function countActiveFilters({ agent, end }: CallFilter): number {
  return Number(agent !== null) + Number(end !== 'all');
}

/** Lower-case search texts, cached so that a key press does not recompute hundreds. */
const searchTexts = new WeakMap<CallRecord, string>();

function searchTextOf(call: CallRecord): string {
  const cached = searchTexts.get(call);
  if (cached !== undefined) return cached;
  const { tool, agent, argumentsJson, text } = call;
  const searchText = [tool, agent, argumentsJson, text].join('\n').toLowerCase();
  searchTexts.set(call, searchText);
  return searchText;
}

/** How the list is grouped. */
export type Grouping = 'none' | 'agent';

/** Calls under a common title. */
interface CallGroup<Call> {
  /** Empty when the list is not grouped. */
  readonly title: string;
  readonly calls: readonly Call[];
}

/** Groups the calls; groups are in the order of their first call, calls keep their order. */
export function groupCalls<Call extends CallRecord>(
  calls: readonly Call[],
  grouping: Grouping,
): readonly CallGroup<Call>[] {
  const groups = new Map<string, Call[]>();
  for (const call of calls) {
    const title = grouping === 'agent' ? callerLabel(call.agent) : '';
    const group = groups.get(title);
    if (group === undefined) groups.set(title, [call]);
    else group.push(call);
  }
  return [...groups].map(([title, groupedCalls]) => ({ title, calls: groupedCalls }));
}
