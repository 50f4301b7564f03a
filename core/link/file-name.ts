/** The name of a file with the phone's screen: model, time and extension. */
export function fileNameOf(model: string, atEpochMs: number, extension: string): string {
  const time = new Date(atEpochMs)
    .toISOString()
    .slice(0, 19)
    .replace('T', ' ')
    .replaceAll(':', '.');
  const phone = model.replace(/[^\p{L}\p{N} _-]+/gu, ' ').trim() || 'Phone';
  return `${phone} ${time}.${extension}`;
}
