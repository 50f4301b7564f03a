import { type ExportedCall, exportedCalls, type ExportSelection } from './exported-call.ts';
import { reportStart, reportCall, reportEnd } from './html-report.ts';
import { jsonStart, jsonCall, jsonEnd, jsonVersion } from './json-export.ts';
import { makeScript } from './script.ts';
import { stepsFile } from './steps.ts';

/** The formats in which calls can be exported. */
export const exportFormats = ['html', 'json', 'script', 'steps'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** The file to make. */
export interface ExportRequest extends ExportSelection {
  readonly format: ExportFormat;
  readonly fileName: string;
  readonly madeAtEpochMs: number;
  /** MCP address of the bridge, for scripts. */
  readonly mcp: string;
}

/** Longest time that making the file may block the page. */
const maxBlockMs = 30;

const mimeTypes: Readonly<Record<ExportFormat, string>> = {
  html: 'text/html',
  json: 'application/json',
  script: 'text/x-typescript',
  steps: 'application/json',
};

/** File extensions; `.mts` makes a script an ES module in any folder. */
export const fileExtensions: Readonly<Record<ExportFormat, string>> = {
  html: '.html',
  json: '.json',
  script: '.mts',
  steps: '.steps.json',
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
  readonly writeCall: (call: ExportedCall, index: number) => string;
  readonly end: string;
}

async function fileParts(
  calls: readonly ExportedCall[],
  request: ExportRequest,
): Promise<FileParts> {
  const { format, phone, madeAtEpochMs, withSecrets } = request;
  const masked = !withSecrets;
  const info = { phone, madeAtEpochMs, masked };
  switch (format) {
    case 'html':
      return {
        start: await reportStart(calls, info),
        writeCall: reportCall,
        end: reportEnd(info),
      };
    case 'json': {
      const exportedAt = new Date(madeAtEpochMs).toISOString();
      const header = { format: 'handset-timeline', version: jsonVersion, exportedAt } as const;
      return { start: jsonStart({ ...header, phone, masked }), writeCall: jsonCall, end: jsonEnd };
    }
    case 'script':
      return { start: makeScript(calls, request), writeCall: () => '', end: '' };
    case 'steps':
      return { start: stepsFile(calls), writeCall: () => '', end: '' };
  }
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** `handset-2026-07-17-140327.html`, in local time. */
export function fileNameFor(format: ExportFormat, epochMs: number): string {
  const date = new Date(epochMs);
  const two = (part: number): string => String(part).padStart(2, '0');
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(two).join('-');
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join('');
  return `handset-${day}-${time}${fileExtensions[format]}`;
}
