import { encodeBase64 } from '../../../../core/base64.ts';
import type { PictureData } from '../../../../core/link/messages.ts';
import type { Json } from '../../../ui/json.ts';
import type { ExportedCall } from './exported-call.ts';

/** Format version. Raised when a member changes its meaning or is removed; new members do not raise it. */
export const jsonVersion = 1;

/** A picture in the JSON export. */
interface JsonPicture {
  readonly mimeType: 'image/png' | 'image/jpeg';
  readonly base64: string;
}

/** One call in the JSON export. */
interface JsonCall {
  /** Counts the calls of a page from 1; gaps are calls that were not exported. */
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
  /** Whether the person or their policy refused it; then `isError` is true as well. */
  readonly refused: boolean;
  readonly text: string;
  /** What the agent got. */
  readonly pictures: readonly JsonPicture[];
  /** The screen before and after the call; null when not taken, not kept or not exported. */
  readonly before: JsonPicture | null;
  readonly after: JsonPicture | null;
}

/** The members of the JSON export before `calls`, which are oldest first. */
interface JsonHeader {
  readonly format: 'handset-timeline';
  readonly version: typeof jsonVersion;
  /** ISO 8601, UTC. */
  readonly exportedAt: string;
  /** Null when no phone was connected. */
  readonly phone: string | null;
  /** Whether typed passwords and clipboard texts are written as `•••`. */
  readonly masked: boolean;
}

/** The start of the file, up to the first call. */
export function jsonStart(header: JsonHeader): string {
  const { format, version, exportedAt, phone, masked } = header;
  const text = JSON.stringify({ format, version, exportedAt, phone, masked }, null, 2);
  return `${text.slice(0, -2)},\n  "calls": [`;
}

export const jsonEnd = '\n  ]\n}\n';

/** One call of the file, with its leading separator. */
export function jsonCall(call: ExportedCall, index: number): string {
  const { id, startedAtEpochMs, durationMs, agent, from, tool, effect, text } = call;
  const json: JsonCall = {
    id,
    startedAt: new Date(startedAtEpochMs).toISOString(),
    ...{ durationMs, agent, from, tool, effect },
    arguments: call.arguments,
    ...{ isError: call.isError, refused: call.refused, text },
    pictures: call.pictures.map(toJsonPicture),
    before: call.before && toJsonPicture(call.before),
    after: call.after && toJsonPicture(call.after),
  };
  return `${index === 0 ? '' : ','}\n    ${JSON.stringify(json)}`;
}

function toJsonPicture({ bytes, mimeType }: PictureData): JsonPicture {
  return { mimeType, base64: encodeBase64(bytes) };
}
