import type { Json } from '#app/ui/json.ts';
import { encodeBase64 } from '#core/base64.ts';
import type { CallTouch, Refusal } from '#core/link/call.ts';
import type { PictureData } from '#core/link/messages.ts';
import type { KeptStep, KeptSteps } from '../../calls/step.ts';
import { exportedCalls, type ExportedCall, type ExportSelection } from './exported-call.ts';
import { reportCall, reportEnd, reportStart } from './html-report.ts';

/** Format version. Raised when a member changes its meaning or is removed; new members do not raise it. */
const jsonVersion = 1;

/** A picture in the JSON export. */
interface JsonPicture {
  readonly mimeType: 'image/png' | 'image/jpeg';
  readonly base64: string;
  /** Present where the screen was still changing, and the picture may be a moment older. */
  readonly isChanging?: boolean;
}

/** One call in the JSON export. */
interface JsonCall {
  /** Counts the calls of a page from 1; gaps are calls that were not exported. */
  readonly id: number;
  /** The id of the call of which it is a step; absent for any other call. */
  readonly stepOf?: number;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
  /** How much of that it waited for the user's answer; absent where they were not asked. */
  readonly askedMs?: number;
  /** The agent's name; `you` for the user. */
  readonly agent: string;
  readonly from: 'person' | 'bridge' | 'page';
  readonly tool: string;
  readonly effect: 'read' | 'act';
  readonly arguments: Json;
  readonly isError: boolean;
  /** Whether the user refused it (true), which rule of theirs did, or that nobody answered; then `isError` is true as well. */
  readonly refused: Refusal;
  /** What the user wrote when they refused it themselves, empty for nothing; absent where they did not. */
  readonly refusalNote?: string;
  /** Set where the user stopped it; then `isError` is true as well. */
  readonly stopped?: true;
  /** Set where the user ran a call again that was done. */
  readonly isRepeat?: true;
  readonly text: string;
  /** What the agent got. */
  readonly pictures: readonly JsonPicture[];
  /** The screen before and after the call; null when not taken, not kept or not exported. */
  readonly before: JsonPicture | null;
  readonly after: JsonPicture | null;
  /** Where it touched the screen before, in device pixels; null where nowhere, and without pictures. */
  readonly touch: CallTouch | null;
}

/** An edited step in the JSON export; typed passwords and clipboard texts are always masked in it. */
interface JsonStep extends Omit<KeptStep, 'screen'> {
  readonly screen: JsonPicture | null;
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
function jsonStart(header: JsonHeader): string {
  const { format, version, exportedAt, phone, masked } = header;
  const text = JSON.stringify({ format, version, exportedAt, phone, masked }, null, 2);
  return `${text.slice(0, -2)},\n  "calls": [`;
}

/** The end of the file, with the edited steps, if any. */
function jsonEnd({ steps, withPictures }: ExportRequest): string {
  const list = (steps?.steps ?? []).map((step): JsonStep => {
    const { tool, arguments: args, chosen, gapMs, recordedEnd, touchedAt } = step;
    const screen = withPictures && step.screen ? toJsonPicture(step.screen) : null;
    return { tool, arguments: args, chosen, gapMs, recordedEnd, touchedAt, screen };
  });
  if (list.length === 0) return '\n  ]\n}\n';
  const lines = list.map((step) => `\n    ${JSON.stringify(step)}`);
  return `\n  ],\n  "steps": [${lines.join(',')}\n  ]\n}\n`;
}

/** One call of the file, with its leading separator. */
function jsonCall(call: ExportedCall, index: number): string {
  const { id, stepOf, startedAtEpochMs, durationMs, agent, from, tool, effect, text } = call;
  const json: JsonCall = {
    id,
    ...(stepOf !== undefined && { stepOf }),
    startedAt: new Date(startedAtEpochMs).toISOString(),
    durationMs,
    agent,
    from,
    tool,
    effect,
    arguments: call.arguments,
    ...(call.askedMs !== undefined && { askedMs: call.askedMs }),
    isError: call.isError,
    refused: call.refused,
    ...(call.refusalNote !== undefined && { refusalNote: call.refusalNote }),
    ...(call.stopped && { stopped: true }),
    ...(call.isRepeat && { isRepeat: true }),
    text,
    pictures: call.pictures.map(toJsonPicture),
    before: call.before && toJsonPicture(call.before),
    after: call.after && toJsonPicture(call.after),
    touch: call.touch,
  };
  return `${index === 0 ? '' : ','}\n    ${JSON.stringify(json)}`;
}

function toJsonPicture({ bytes, mimeType, isChanging }: PictureData): JsonPicture {
  return { mimeType, base64: encodeBase64(bytes), ...(isChanging && { isChanging }) };
}

/** The formats in which calls can be exported. */
export const exportFormats = ['html', 'json'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** The file to make. */
export interface ExportRequest extends ExportSelection {
  readonly format: ExportFormat;
  /** Of a report. */
  readonly title: string;
  readonly madeAtEpochMs: number;
  /** The edited steps, in the JSON export; absent where there are none. */
  readonly steps?: KeptSteps | null;
}

/** Longest time that making the file may block the page. */
const maxBlockMs = 30;

const mimeTypes: Readonly<Record<ExportFormat, string>> = {
  html: 'text/html',
  json: 'application/json',
};

/** The ends of the files' names. */
export const fileExtensions: Readonly<Record<ExportFormat, string>> = {
  html: '.html',
  json: '.json',
};

/** Makes the file. `onProgress` gets the number of calls in it so far. Rejects with the signal's reason. */
export async function makeFile(
  request: ExportRequest,
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const calls = exportedCalls(request);
  const { start, writeCall, writeEnd } = await fileParts(calls, request);
  const parts = [start];
  let lastPauseMs = performance.now();
  for (const [index, call] of calls.entries()) {
    parts.push(writeCall(call, index));
    if (performance.now() - lastPauseMs < maxBlockMs) continue;
    onProgress(index + 1);
    await nextTask();
    signal.throwIfAborted();
    lastPauseMs = performance.now();
  }
  return new Blob([...parts, writeEnd()], { type: `${mimeTypes[request.format]};charset=utf-8` });
}

interface FileParts {
  readonly start: string;
  readonly writeCall: (call: ExportedCall, index: number) => string;
  /** Called when all calls are written. */
  readonly writeEnd: () => string;
}

async function fileParts(
  calls: readonly ExportedCall[],
  request: ExportRequest,
): Promise<FileParts> {
  const { format, title, phone, madeAtEpochMs, withSecrets } = request;
  const masked = !withSecrets;
  const info = { title, phone, madeAtEpochMs, masked };
  switch (format) {
    case 'html':
      return {
        start: await reportStart(calls, info),
        writeCall: reportCall,
        writeEnd: () => reportEnd(info),
      };
    case 'json': {
      const exportedAt = new Date(madeAtEpochMs).toISOString();
      const header = { format: 'handset-timeline', version: jsonVersion, exportedAt } as const;
      return {
        start: jsonStart({ ...header, phone, masked }),
        writeCall: jsonCall,
        writeEnd: () => jsonEnd(request),
      };
    }
  }
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
