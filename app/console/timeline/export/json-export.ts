import { base64 } from '../../../../core/base64.ts';
import type { PictureData } from '../../../../core/link/messages.ts';
import type { Json } from '../../../ui/json.ts';
import type { ExportedCall } from './exported-call.ts';

/** Changes when a member changes its meaning or goes; new ones may come without it. */
export const jsonVersion = 1;

/** A picture in the JSON export. */
interface JsonPicture {
  readonly mimeType: 'image/png' | 'image/jpeg';
  readonly base64: string;
}

/** One call in the JSON export. */
interface JsonCall {
  /** Counts the calls of one page, from 1; holes are calls that were left out. */
  readonly id: number;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
  /** The agent's name; `you` for the person. */
  readonly agent: string;
  readonly from: 'person' | 'bridge' | 'page';
  readonly tool: string;
  readonly effect: 'read' | 'act';
  readonly arguments: Json;
  readonly isError: boolean;
  /** The person, or a rule of theirs, said no: then `isError` is true as well. */
  readonly refused: boolean;
  readonly text: string;
  /** What the agent got. */
  readonly pictures: readonly JsonPicture[];
  /** The screen around the call; null where none was taken, kept or wanted. */
  readonly before: JsonPicture | null;
  readonly after: JsonPicture | null;
}

/** The head of the JSON export; `calls` follows, the oldest first. */
interface JsonHead {
  readonly format: 'handset-timeline';
  readonly version: typeof jsonVersion;
  /** ISO 8601, UTC. */
  readonly exportedAt: string;
  /** Null where no phone was connected. */
  readonly phone: string | null;
  /** Whether typed passwords and the clipboard's texts are written as `•••`. */
  readonly masked: boolean;
}

/** The beginning of the file, up to the first call. */
export function jsonBeginning(head: JsonHead): string {
  const { format, version, exportedAt, phone, masked } = head;
  const text = JSON.stringify({ format, version, exportedAt, phone, masked }, null, 2);
  return `${text.slice(0, -2)},\n  "calls": [`;
}

export const jsonEnd = '\n  ]\n}\n';

/** One call of the file, with what parts it from the one before. */
export function jsonCall(call: ExportedCall, index: number): string {
  const { id, startedAtEpochMs, durationMs, agent, from, tool, effect, text } = call;
  const json: JsonCall = {
    id,
    startedAt: new Date(startedAtEpochMs).toISOString(),
    ...{ durationMs, agent, from, tool, effect },
    arguments: call.arguments,
    ...{ isError: call.isError, refused: call.refused, text },
    pictures: call.pictures.map(pictureOf),
    before: call.before && pictureOf(call.before),
    after: call.after && pictureOf(call.after),
  };
  return `${index === 0 ? '' : ','}\n    ${JSON.stringify(json)}`;
}

function pictureOf({ bytes, mimeType }: PictureData): JsonPicture {
  return { mimeType, base64: base64(bytes) };
}
