import { encodeBase64 } from '#core/text/base64.ts';
import type { Call, PictureData, Step } from '#core/call.ts';
import type { ToolInfo } from '#core/link/messages.ts';
import type { EditedSteps } from '../../calls/step.ts';
import { reportCall, reportEnd, reportStart } from './html-report.ts';

/** Raised when a member is removed or changes its meaning, not when one is added. `parseSession` also reads earlier versions. */
const jsonVersion = 3;

/** The start of the file, up to the first call. */
function jsonStart({ phone, madeAtEpochMs }: ExportRequest): string {
  const exportedAt = new Date(madeAtEpochMs).toISOString();
  const header = { format: 'handset-timeline', version: jsonVersion, exportedAt, phone };
  return `${JSON.stringify(header, null, 2).slice(0, -2)},\n  "calls": [`;
}

/** One call of the file, with its leading separator. */
function jsonCall(call: Call, index: number): string {
  const { pictures, before, after } = call;
  const written = {
    ...call,
    pictures: pictures.map(writePicture),
    before: before && writePicture(before),
    after: after && writePicture(after),
  };
  return `${index === 0 ? '' : ','}\n    ${JSON.stringify(written)}`;
}

/** The end of the file, with the edited steps, if any. */
function jsonEnd({ steps, withPictures }: ExportRequest): string {
  const lines = (steps?.steps ?? []).map((step: Step) => {
    const screen = withPictures && step.screen ? writePicture(step.screen) : null;
    return `\n    ${JSON.stringify({ ...step, screen })}`;
  });
  return lines.length === 0 ? '\n  ]\n}\n' : `\n  ],\n  "steps": [${lines.join(',')}\n  ]\n}\n`;
}

/** The picture as `writtenCallSchema` reads it. */
function writePicture({ bytes, ...facts }: PictureData) {
  return { ...facts, base64: encodeBase64(bytes) };
}

export const exportFormats = ['html', 'json'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** What to export, and how. */
export interface ExportRequest {
  readonly format: ExportFormat;
  /** The title of an HTML report. */
  readonly title: string;
  readonly madeAtEpochMs: number;
  /** In any order. */
  readonly calls: readonly Call[];
  readonly tools: readonly ToolInfo[];
  /** `Pixel 8 · Android 14`; null when no phone was connected. */
  readonly phone: string | null;
  readonly withPictures: boolean;
  /** The edited steps, in the JSON export; absent if there are none. */
  readonly steps?: EditedSteps | null;
}

/** The calls of the file, oldest first. */
export function exportedCalls({ calls, withPictures }: ExportRequest): readonly Call[] {
  const none = { pictures: [], before: null, after: null, touch: null, droppedPictures: 0 };
  return [...calls]
    .sort((a, b) => a.id - b.id)
    .map((call) => (withPictures ? call : { ...call, ...none }));
}

/** Longest time that making the file may block the page. */
const maxBlockMs = 30;

const mimeTypes: Readonly<Record<ExportFormat, string>> = {
  html: 'text/html',
  json: 'application/json',
};

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
  const { start, writeCall, end } = await fileParts(calls, request);
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
  return new Blob([...parts, end], { type: `${mimeTypes[request.format]};charset=utf-8` });
}

interface FileParts {
  readonly start: string;
  readonly writeCall: (call: Call, index: number) => string;
  readonly end: string;
}

async function fileParts(calls: readonly Call[], request: ExportRequest): Promise<FileParts> {
  switch (request.format) {
    case 'html':
      return {
        start: await reportStart(calls, request),
        writeCall: (call, index) => reportCall(call, index, request.tools),
        end: reportEnd(request),
      };
    case 'json':
      return { start: jsonStart(request), writeCall: jsonCall, end: jsonEnd(request) };
  }
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
