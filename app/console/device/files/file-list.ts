import { type PhoneFile, pathIn } from '#core/phone/files.ts';
import { plainText } from '../../../ui/plain-text.ts';

export type SortKey = 'name' | 'size' | 'changed';

/** By what a list is sorted. */
export interface FileOrder {
  readonly key: SortKey;
  readonly isDescending: boolean;
}

const byName = new Intl.Collator(undefined, { numeric: true });

const comparisons: Readonly<Record<SortKey, (a: PhoneFile, b: PhoneFile) => number>> = {
  name: (a, b) => byName.compare(a.name, b.name),
  size: (a, b) => (a.sizeBytes ?? 0) - (b.sizeBytes ?? 0),
  changed: (a, b) => a.modifiedEpochMs - b.modifiedEpochMs,
};

/** The files in this order, folders first; equal ones by name. */
export function sortFiles(
  files: readonly PhoneFile[],
  { key, isDescending }: FileOrder,
): readonly PhoneFile[] {
  const sign = isDescending ? -1 : 1;
  const isFolder = ({ kind }: PhoneFile): number => Number(kind === 'folder');
  return files.toSorted(
    (a, b) =>
      isFolder(b) - isFolder(a) || sign * comparisons[key](a, b) || byName.compare(a.name, b.name),
  );
}

/** An absolute path without `.`, `..` and repeated slashes, of what a person typed; relative to a folder. */
export function typedPath(text: string, folder: string): string {
  const names: string[] = [];
  for (const name of (text.startsWith('/') ? text : pathIn(folder, text)).split('/')) {
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  }
  return `/${names.join('/')}`;
}

/** The folders on the way to this one, from the root. */
export function foldersTo(
  path: string,
): readonly { readonly name: string; readonly path: string }[] {
  const folders = [{ name: '/', path: '/' }];
  for (const name of path.split('/').filter((each) => each !== ''))
    folders.push({ name, path: pathIn(folders.at(-1)?.path ?? '/', name) });
  return folders;
}

/** The folder that this path is in. */
export function folderOf(path: string): string {
  return foldersTo(path).at(-2)?.path ?? '/';
}

/** A name as it is shown: on one line, with invisible characters spelled out. */
export function shownName(name: string): string {
  return plainText(name).replaceAll('\n', '‹U+000A›');
}

/** Why a file can't have this name; null if it can, as far as is known here. */
export function nameObstacle(name: string): string | null {
  if (name.trim() === '') return 'Type a name';
  if (name === '.' || name === '..') return 'This name means a folder';
  return name.includes('/') || name.includes('\0') ? 'A name can’t contain a slash' : null;
}

/** The extensions of what a page can show, by MIME type. No documents: those are shown as text. */
const extensionsByType = {
  'image/jpeg': 'jpg jpeg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/bmp': 'bmp',
  'image/avif': 'avif',
  'image/svg+xml': 'svg',
  'video/mp4': 'mp4 m4v',
  'video/webm': 'webm',
  'video/3gpp': '3gp',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/aac': 'aac',
  'audio/ogg': 'ogg oga opus',
  'audio/wav': 'wav',
  'audio/flac': 'flac',
} as const;

/** The MIME type of a picture, video or sound that a page can show, by its name; null for others. */
export function mediaType(name: string): string | null {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  const types = Object.entries(extensionsByType);
  return types.find(([, extensions]) => extensions.split(' ').includes(extension))?.[0] ?? null;
}

/** A text, and whether its encoding had to be guessed. */
export interface DecodedText {
  readonly text: string;
  readonly encoding: string;
}

/** Decodes the beginning of a text file; null if it is none. */
export function decodeText(bytes: Uint8Array): DecodedText | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return decodeAs(bytes, 'utf-16le');
  if (first === 0xfe && second === 0xff) return decodeAs(bytes, 'utf-16be');
  if (bytes.includes(0)) return null;
  try {
    // A character that is cut off at the end is left out.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return { text, encoding: 'UTF-8' };
  } catch {
    return decodeAs(bytes, 'windows-1252');
  }
}

function decodeAs(bytes: Uint8Array, encoding: string): DecodedText {
  return { text: new TextDecoder(encoding).decode(bytes), encoding };
}
