/** Names of files that fit where they are saved, and are never a path. */

/** Characters that shared storage (FAT and its emulations) rejects, and invisible ones except the joiner of emoji. */
const forbiddenCharacters = /["*/:<>?\\|]|(?!\u200d)[\p{Cc}\p{Cf}\p{Cs}]/gu;
/** The longest name on Linux in bytes, less room for a number. */
const maxNameBytes = 255 - ' (999)'.length;
/** The longest extension, in bytes, that is kept when a name is cut. */
const longestExtension = 16;

/** Makes a file name valid on the phone: never a path, no hidden characters. */
export function safeName(name: string): string {
  const baseName = name.split(/[/\\]/).findLast((part) => part !== '') ?? '';
  const cleaned = baseName
    .replace(forbiddenCharacters, '_')
    .trim()
    .replace(/(?<!\.)\.+$/, '');
  return cleaned === '' ? 'file' : shorten(cleaned);
}

/** A name for a file of the phone's on the computer; not hidden there, as one with a leading dot would be. */
export function downloadName(name: string): string {
  return safeName(name.replaceAll('\\', '_')).replace(/^\.+/, '') || 'file';
}

/** `name (2).ext` */
export function numberedName(name: string, number: number): string {
  const { stem, extension } = splitExtension(name);
  return `${stem} (${number})${extension}`;
}

function splitExtension(name: string): { readonly stem: string; readonly extension: string } {
  const dot = name.lastIndexOf('.');
  if (dot <= 0) return { stem: name, extension: '' };
  return { stem: name.slice(0, dot), extension: name.slice(dot) };
}

function shorten(name: string): string {
  if (bytesOf(name) <= maxNameBytes) return name;
  const { stem, extension } = splitExtension(name);
  const kept = bytesOf(extension) <= longestExtension ? extension : '';
  let room = maxNameBytes - bytesOf(kept);
  let start = '';
  for (const character of kept === '' ? name : stem) {
    room -= bytesOf(character);
    if (room < 0) break;
    start += character;
  }
  return start + kept;
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
