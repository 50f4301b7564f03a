import type { CopyProgress } from '#core/phone/files.ts';

/** Milliseconds between two reports: each one is drawn by the page, and may be sent to an agent. */
const reportMs = 100;

/** Passes on at most ten reports a second, and always the one that all is copied. */
export function limitReports(report: CopyProgress): CopyProgress {
  let nextAtMs = 0;
  return (doneBytes, totalBytes) => {
    const nowMs = performance.now();
    if (nowMs < nextAtMs && doneBytes !== totalBytes) return;
    nextAtMs = nowMs + reportMs;
    report(doneBytes, totalBytes);
  };
}
