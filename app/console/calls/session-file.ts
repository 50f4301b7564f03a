import { callEndStrings, type CallEnd } from '#app/ui/call-strings.ts';
import { isJsonArray, isObject, ownMember, parseJson, type Json } from '#app/ui/json.ts';
import type { Point } from '#core/geometry.ts';
import type { CallTouch } from '#core/link/call.ts';
import type { PictureData } from '#core/link/messages.ts';
import { encodedSize, isTooLargePicture } from '#core/picture-size.ts';
import { isTooDeep, maxSteps, refusalOf, type KeptStep } from './step.ts';
import type { TimelineCall } from './call-list.ts';

/** The run in a JSON export of a timeline. */
export interface ImportedSession {
  /** Newest first. */
  readonly calls: readonly TimelineCall[];
  /** The edited ones; empty where there are none. */
  readonly steps: readonly KeptStep[];
  readonly phone: string;
}

/** A run, or what is wrong with the file; `at` counts calls or steps from 1. */
type ParsedSession =
  | ImportedSession
  | { readonly fault: 'not-json' | 'not-timeline' | 'empty' | 'too-many' }
  | { readonly fault: 'not-call' | 'not-step-of' | 'not-step'; readonly at: number };

/** Most calls in a file. */
const maxFileCalls = 5_000;
/** UTF-16 units of a name. */
const maxNameLength = 200;

/** Parses a JSON export of a timeline. The file may come from anybody: every member is checked. */
export function parseSession(text: string): ParsedSession {
  const value = parseJson(text);
  if (value === undefined) return { fault: 'not-json' };
  const list = ownMember(value, 'calls');
  const stepList = ownMember(value, 'steps') ?? [];
  const isTimeline =
    ownMember(value, 'format') === 'handset-timeline' && ownMember(value, 'version') === 1;
  if (!isTimeline || !isJsonArray(list) || !isJsonArray(stepList)) return { fault: 'not-timeline' };
  if (list.length === 0) return { fault: 'empty' };
  if (list.length > maxFileCalls || stepList.length > maxSteps) return { fault: 'too-many' };
  const calls = new Map<number, TimelineCall>();
  for (const [index, entry] of list.entries()) {
    const call = parseCall(entry);
    if (call === null || calls.has(call.id)) return { fault: 'not-call', at: index + 1 };
    calls.set(call.id, call);
  }
  // A step names a call that is no step itself; that may be missing, as in an export of some calls.
  const nested = [...calls.values()].findIndex(
    ({ stepOf }) => stepOf !== undefined && calls.get(stepOf)?.stepOf !== undefined,
  );
  if (nested >= 0) return { fault: 'not-step-of', at: nested + 1 };
  const steps = stepList.map(parseStep);
  const at = steps.indexOf(null) + 1;
  if (at > 0) return { fault: 'not-step', at };
  const phone = ownMember(value, 'phone');
  return {
    steps: steps.filter((step) => step !== null),
    calls: [...calls.values()].sort((a, b) => b.id - a.id),
    phone: typeof phone === 'string' ? phone.slice(0, maxNameLength) : '',
  };
}

function parseCall(entry: Json): TimelineCall | null {
  const member = (name: string): Json | undefined => ownMember(entry, name);
  const id = member('id');
  const durationMs = member('durationMs');
  const args = member('arguments');
  const [agent, tool, text, from, effect] = ['agent', 'tool', 'text', 'from', 'effect'].map(member);
  const startedAtEpochMs = Date.parse(textOf(member('startedAt')));
  const isNumbered = Number.isSafeInteger(id) && Number.isFinite(startedAtEpochMs);
  if (!isNumbered || !isNumber(id) || !isNumber(durationMs)) return null;
  if (!isName(agent) || !isName(tool) || typeof text !== 'string') return null;
  if (from !== 'person' && from !== 'bridge' && from !== 'page') return null;
  if (effect !== 'read' && effect !== 'act') return null;
  if (!isObject(args) || isTooDeep(args)) return null;
  const [stepOf, askedMs, refusalNote] = ['stepOf', 'askedMs', 'refusalNote'].map(member);
  const pictures = picturesOf(entry);
  if (pictures === null) return null;
  return {
    id,
    agent,
    from,
    tool,
    effect,
    startedAtEpochMs,
    durationMs,
    text,
    ...(isNumber(stepOf) && { stepOf }),
    ...(isNumber(askedMs) && { askedMs }),
    ...(typeof refusalNote === 'string' && { refusalNote }),
    argumentsJson: JSON.stringify(args),
    isError: member('isError') === true,
    refused: refusalOf(entry),
    ...(member('stopped') === true && { stopped: true }),
    ...(member('isRepeat') === true && { isRepeat: true }),
    ...pictures,
    secrets: [],
    droppedPictures: 0,
  };
}

/** A call's pictures and where it touched the screen; null if one of them is invalid. */
function picturesOf(
  entry: Json,
): Pick<TimelineCall, 'pictures' | 'before' | 'after' | 'touch'> | null {
  const pictures = pictureList(ownMember(entry, 'pictures'));
  const before = pictureOrNull(ownMember(entry, 'before'));
  const after = pictureOrNull(ownMember(entry, 'after'));
  const touch = touchOrNull(ownMember(entry, 'touch') ?? null);
  if (pictures === null || before === undefined || after === undefined) return null;
  if (touch === undefined) return null;
  return { pictures, before, after, ...(touch !== null && { touch }) };
}

function parseStep(entry: Json): KeptStep | null {
  const member = (name: string): Json | undefined => ownMember(entry, name);
  const tool = member('tool');
  const args = member('arguments');
  const recordedEnd = member('recordedEnd');
  const chosen = member('chosen');
  const gapMs = member('gapMs');
  const point = member('touchedAt') ?? null;
  const x = ownMember(point, 'x');
  const y = ownMember(point, 'y');
  const screen = pictureOrNull(member('screen') ?? null);
  if (!isName(tool) || !isObject(args) || isTooDeep(args) || screen === undefined) return null;
  if (!isCallEnd(recordedEnd)) return null;
  if (typeof chosen !== 'boolean' || !isNumber(gapMs)) return null;
  if (point !== null && !(isNumber(x) && isNumber(y))) return null;
  const touchedAt = isNumber(x) && isNumber(y) ? { x, y, ...packageIn(point) } : null;
  return { tool, arguments: args, recordedEnd, chosen, gapMs, screen, touchedAt };
}

function isCallEnd(value: Json | undefined): value is CallEnd {
  return typeof value === 'string' && Object.hasOwn(callEndStrings, value);
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** JSON has none that are infinite, but `1e999` is read as one. */
function isNumber(value: Json | undefined): value is number {
  return Number.isFinite(value);
}

function isName(value: Json | undefined): value is string {
  return typeof value === 'string' && value.length <= maxNameLength;
}

function pictureList(value: Json | undefined): readonly PictureData[] | null {
  if (!isJsonArray(value)) return null;
  const pictures = value.map(pictureOrNull);
  const valid = pictures.filter((picture) => picture !== null && picture !== undefined);
  return valid.length === pictures.length ? valid : null;
}

/** Most fingers, and points of each. */
const maxPaths = 10;
const maxPoints = 100;

function packageIn(value: Json): Pick<CallTouch, 'packageName'> {
  const packageName = ownMember(value, 'packageName');
  return typeof packageName === 'string' ? { packageName } : {};
}

/** Undefined where it is neither a touch nor null. */
function touchOrNull(value: Json): CallTouch | null | undefined {
  if (value === null) return null;
  const size = ownMember(value, 'size');
  const paths = ownMember(value, 'paths');
  const bounds = ownMember(value, 'bounds') ?? null;
  const numbers = (from: Json | undefined, names: readonly string[]): readonly number[] | null => {
    const found = names.map((name) => ownMember(from, name));
    const numeric = found.filter(isNumber);
    return numeric.length === names.length ? numeric : null;
  };
  const [width = 0, height = 0] = numbers(size, ['width', 'height']) ?? [];
  if (width <= 0 || height <= 0 || !isJsonArray(paths) || paths.length > maxPaths) return undefined;
  const points = paths.map((path): readonly Point[] | null => {
    if (!isJsonArray(path) || path.length > maxPoints) return null;
    const parsed = path.flatMap((point) => {
      const [x, y] = numbers(point, ['x', 'y']) ?? [];
      return x === undefined || y === undefined ? [] : [{ x, y }];
    });
    return parsed.length === path.length ? parsed : null;
  });
  const validPaths = points.filter((path) => path !== null);
  const [left, top, right, bottom] = numbers(bounds, ['left', 'top', 'right', 'bottom']) ?? [];
  if (validPaths.length < points.length) return undefined;
  const touch = { size: { width, height }, paths: validPaths, ...packageIn(value) };
  if (bounds === null) return { ...touch, bounds: null };
  if (left === undefined || top === undefined || right === undefined || bottom === undefined)
    return undefined;
  const rect = { left, top, right, bottom };
  return { ...touch, bounds: rect };
}

/** Undefined where it is neither a picture nor null. */
function pictureOrNull(value: Json | undefined): PictureData | null | undefined {
  if (value === null) return null;
  const mimeType = ownMember(value, 'mimeType');
  const base64 = ownMember(value, 'base64');
  if (mimeType !== 'image/png' && mimeType !== 'image/jpeg') return undefined;
  if (typeof base64 !== 'string') return undefined;
  try {
    const bytes = Uint8Array.from(atob(base64), (unit) => unit.charCodeAt(0));
    const size = encodedSize(bytes);
    if (size === null || isTooLargePicture(size)) return undefined;
    return {
      mimeType,
      bytes,
      ...(ownMember(value, 'isChanging') === true && { isChanging: true }),
    };
  } catch {
    return undefined;
  }
}
