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

/** What a file to send or to install consists of: a file of the computer's folder, by its name there, or bytes. */
export type FileSource = { readonly computerFile: string } | { readonly bytes: Uint8Array };

/** Bytes that have been copied, of all. */
export type CopyProgress = (doneBytes: number, totalBytes: number) => void;

/**
 * Copies files between the phone and an agent or the computer, of which it reaches the one folder that the bridge was
 * started with. Methods that use that folder reject with `unsupported` if there is none, `invalid-argument` for a name
 * that is not in it and for a new file that is there already, and `bridge-lost`. All reject with `command-failed` and
 * the phone's reason.
 */
export interface PhoneFiles {
  /** Lists a folder. */
  list(path: string, signal: AbortSignal): Promise<FolderListing>;
  /** The content of a file. Rejects with `invalid-argument` for one of more than `maxBytes`. */
  read(
    file: { readonly path: string; readonly maxBytes: number },
    signal: AbortSignal,
  ): Promise<Uint8Array>;
  /** Copies a file to a new file of the computer's folder; resolves to its size in bytes. */
  fetch(
    copy: { readonly path: string; readonly saveAs: string; readonly onProgress: CopyProgress },
    signal: AbortSignal,
  ): Promise<number>;
  /** Copies a file into a folder of the phone, under another name if this one is taken; resolves to its path. */
  send(
    copy: {
      readonly source: FileSource;
      readonly folder: string;
      readonly name: string;
      readonly onProgress: CopyProgress;
    },
    signal: AbortSignal,
  ): Promise<string>;
  /** Installs an APK of the computer's folder, or updates the app that it holds, whose data stays. */
  install(
    apk: { readonly computerFile: string; readonly onProgress: CopyProgress },
    signal: AbortSignal,
  ): Promise<void>;
}
