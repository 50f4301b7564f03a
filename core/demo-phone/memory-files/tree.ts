/** The nodes of the demo phone's file tree. */

export interface FileNode {
  readonly kind: 'file';
  readonly mode: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly modifiedS: number;
  /** Takes everything and keeps nothing, as /dev/null. */
  readonly device: boolean;
}

export interface DirectoryNode {
  readonly kind: 'directory';
  readonly mode: number;
  readonly modifiedS: number;
  readonly entries: Map<string, Node>;
}

export type Node = FileNode | DirectoryNode;

const typeMask = 0o170000;
const regularType = 0o100000;
const directoryType = 0o040000;
const characterDeviceType = 0o020000;

/** A file; without a time it was written just now. Permission bits alone make it a regular file. */
export function fileNode(
  bytes: Uint8Array<ArrayBuffer>,
  mode: number,
  modifiedS = nowS(),
): FileNode {
  const type = (mode & typeMask) === characterDeviceType ? characterDeviceType : regularType;
  const device = type === characterDeviceType;
  return { kind: 'file', mode: (mode & 0o7777) | type, bytes, modifiedS, device };
}

/** An empty directory made just now. */
export function directoryNode(mode: number): DirectoryNode {
  const entries = new Map<string, Node>();
  return { kind: 'directory', mode: (mode & 0o7777) | directoryType, modifiedS: nowS(), entries };
}

function nowS(): number {
  return Math.floor(Date.now() / 1000);
}
