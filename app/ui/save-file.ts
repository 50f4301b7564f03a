/** Long enough for any browser to have read the file. */
const revokeAfterMs = 60_000;

/** Downloads the file under this name. */
export function downloadFile(file: Blob, fileName: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), revokeAfterMs);
}
