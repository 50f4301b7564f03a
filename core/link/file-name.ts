/**
 * The name of a file that the user saves: the phone's model or another subject, then the local time;
 * `Pixel-8-2026-07-17-140327.png`.
 */
export function fileNameOf(subject: string, atEpochMs: number, extension: string): string {
  const date = new Date(atEpochMs);
  const two = (part: number): string => String(part).padStart(2, '0');
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(two).join('-');
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join('');
  const name = subject.replace(/[^\p{L}\p{N}_]+/gu, '-').replace(/^-|-$/g, '') || 'phone';
  return `${name}-${day}-${time}.${extension}`;
}
