/** Long enough for any browser to have taken the file. */
const takenMs = 60_000;

/** Has the browser save it under this name, as a download. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), takenMs);
}
