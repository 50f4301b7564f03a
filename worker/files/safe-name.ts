/** What the file systems of shared storage refuse (FAT and its imitations), and what can't be seen but an emoji's joiner. */
const refused = /["*/:<>?\\|]|(?!\u200d)[\p{Cc}\p{Cf}\p{Cs}]/gu;
/** Bytes of a name on Linux, less some for the number that may have to be added. */
const mostBytes = 255 - ' (999)'.length;
/** Bytes of an extension that is kept when a name is cut. */
const longestExtension = 16;

/** A computer's name for a file as one that a phone takes: never a path, never hidden characters. */
export function safeName(name: string): string {
  const last = name.split(/[/\\]/).findLast((part) => part !== '') ?? '';
  const plain = last
    .replace(refused, '_')
    .trim()
    .replace(/(?<!\.)\.+$/, '');
  return plain === '' ? 'file' : shortened(plain);
}

/** `name (2).ext` */
export function numberedName(name: string, number: number): string {
  const { stem, extension } = parts(name);
  return `${stem} (${number})${extension}`;
}

function parts(name: string): { readonly stem: string; readonly extension: string } {
  const dot = name.lastIndexOf('.');
  if (dot <= 0) return { stem: name, extension: '' };
  return { stem: name.slice(0, dot), extension: name.slice(dot) };
}

function shortened(name: string): string {
  if (bytesOf(name) <= mostBytes) return name;
  const { stem, extension } = parts(name);
  const kept = bytesOf(extension) <= longestExtension ? extension : '';
  const characters = [...(kept === '' ? name : stem)];
  while (bytesOf(characters.join('')) > mostBytes - bytesOf(kept)) characters.pop();
  return characters.join('') + kept;
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
