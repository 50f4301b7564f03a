/** Files on the phone, as tools and the console see them. Paths are absolute. */

/** An entry of a folder; a link is what it leads to. */
export interface PhoneFile {
  /** As the phone has it: any characters but `/`. */
  readonly name: string;
  /** `other`: a device, a pipe or a socket; and what `problem` says more of. */
  readonly kind: 'file' | 'folder' | 'other';
  readonly isLink: boolean;
  /** Bytes of a file; null for others, and where the phone doesn't tell. */
  readonly sizeBytes: number | null;
  readonly modifiedEpochMs: number;
  /** Why the phone says nothing of it: `Permission denied`; null if it does. */
  readonly problem: string | null;
}

/** What is in a folder. */
export interface FolderListing {
  readonly path: string;
  /** In no particular order, without `.` and `..`. */
  readonly files: readonly PhoneFile[];
  /** Whether sizes begin anew at 4 GB: adbd before Android 11 lists them so. */
  readonly has32BitSizes: boolean;
}

/** A file or folder for which something failed, and why. */
export interface FileFailure {
  readonly path: string;
  readonly reason: string;
}

/** The last part of a path; empty for the root. */
export function baseName(path: string): string {
  return path.split('/').findLast((part) => part !== '') ?? '';
}

/** The path of an entry of this folder. */
export function pathIn(folder: string, name: string): string {
  return folder.endsWith('/') ? `${folder}${name}` : `${folder}/${name}`;
}
