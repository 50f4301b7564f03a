import { type ExportedCall, exportedCalls, type ToExport } from './exported-call.ts';
import { reportBeginning, reportCall, reportEnd } from './html-report.ts';
import { jsonBeginning, jsonCall, jsonEnd, jsonVersion } from './json-export.ts';
import { script } from './script.ts';
import { stepsFile } from './steps.ts';

/** The formats in which calls can be exported. */
export const exportFormats = ['html', 'json', 'script', 'steps'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** The file to make. */
export interface FileWanted extends ToExport {
  readonly format: ExportFormat;
  readonly fileName: string;
  readonly madeAtEpochMs: number;
  /** MCP address of the bridge, for scripts. */
  readonly mcp: string;
}

/** Longest time that making the file may block the page. */
const turnMs = 30;

const types: Readonly<Record<ExportFormat, string>> = {
  html: 'text/html',
  json: 'application/json',
  script: 'text/x-typescript',
  steps: 'application/json',
};

/** File extensions; `.mts` makes a script an ES module in any folder. */
export const endings: Readonly<Record<ExportFormat, string>> = {
  html: '.html',
  json: '.json',
  script: '.mts',
  steps: '.steps.json',
};

/** Makes the file. `onProgress` gets the number of calls in it so far. Rejects with the signal's reason. */
export async function makeFile(
  wanted: FileWanted,
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const calls = exportedCalls(wanted);
  const { beginning, each, end } = await partsOf(calls, wanted);
  const parts = [beginning];
  let since = performance.now();
  for (const [index, call] of calls.entries()) {
    parts.push(each(call, index));
    if (performance.now() - since < turnMs) continue;
    onProgress(index + 1);
    await nextTask();
    signal.throwIfAborted();
    since = performance.now();
  }
  return new Blob([...parts, end], { type: `${types[wanted.format]};charset=utf-8` });
}

interface Parts {
  readonly beginning: string;
  readonly each: (call: ExportedCall, index: number) => string;
  readonly end: string;
}

async function partsOf(calls: readonly ExportedCall[], wanted: FileWanted): Promise<Parts> {
  const { format, phone, madeAtEpochMs, withSecrets } = wanted;
  const masked = !withSecrets;
  const about = { phone, madeAtEpochMs, masked };
  switch (format) {
    case 'html':
      return {
        beginning: await reportBeginning(calls, about),
        each: reportCall,
        end: reportEnd(about),
      };
    case 'json': {
      const exportedAt = new Date(madeAtEpochMs).toISOString();
      const head = { format: 'handset-timeline', version: jsonVersion, exportedAt } as const;
      return { beginning: jsonBeginning({ ...head, phone, masked }), each: jsonCall, end: jsonEnd };
    }
    case 'script':
      return { beginning: script(calls, wanted), each: () => '', end: '' };
    case 'steps':
      return { beginning: stepsFile(calls), each: () => '', end: '' };
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
  return `handset-${day}-${time}${endings[format]}`;
}
