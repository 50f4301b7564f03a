import { FileError, type FileStat, type FileSystem, type WriteOptions } from '../files.ts';
import {
  directoryNode,
  type DirectoryNode,
  fileNode,
  linksIn,
  type FileTreeNode,
  permissionOf,
  resolvePath,
  seedFiles,
} from './tree.ts';

/**
 * Creates an in-memory file system as the user `shell` sees it: the usual directories, a read-only
 * system, inaccessible app data. `extra` (path to text) adds files, even where the shell may not
 * write. Methods throw FileError; removing a directory is recursive.
 */
export function createMemoryFiles(extra: Readonly<Record<string, string>> = {}): FileSystem {
  return new MemoryFiles(seedFiles(extra));
}

/** Links are followed everywhere, so `stat` never reports one. */
class MemoryFiles implements FileSystem {
  readonly #root: DirectoryNode;

  constructor(root: DirectoryNode) {
    this.#root = root;
  }

  stat(path: string): FileStat | undefined {
    const node = this.#find(path);
    if (node === undefined) return undefined;
    const size = node.kind === 'file' ? node.bytes.length : directorySize;
    return { mode: node.mode, size, modifiedS: node.modifiedS };
  }

  list(path: string): readonly string[] {
    const node = this.#need(path);
    if (node.kind === 'file') throw new FileError('ENOTDIR', path);
    if (!permissionOf(resolvePath(path)).list) throw new FileError('EACCES', path);
    return [...node.entries.keys(), ...linksIn(resolvePath(path))].toSorted();
  }

  read(path: string): Uint8Array<ArrayBuffer> {
    const node = this.#need(path);
    if (node.kind === 'directory') throw new FileError('EISDIR', path);
    if (!permissionOf(resolvePath(path)).read) throw new FileError('EACCES', path);
    return node.bytes.slice();
  }

  write(path: string, bytes: Uint8Array<ArrayBuffer>, options: WriteOptions = {}): void {
    const { parent, name } = this.#placeFor(path);
    const old = parent.entries.get(name);
    if (old?.kind === 'directory') throw new FileError('EISDIR', path);
    this.#demandWrite(path);
    if (old?.isDevice === true) return;
    const mode = options.mode ?? old?.mode ?? permissionOf(resolvePath(path)).newFileMode;
    const content = options.transferOwnership === true ? bytes : bytes.slice();
    parent.entries.set(name, fileNode(content, mode, options.modifiedS));
  }

  makeDirectory(path: string): void {
    const { parent, name } = this.#placeFor(path);
    if (parent.entries.has(name)) throw new FileError('EEXIST', path);
    this.#demandWrite(path);
    parent.entries.set(name, directoryNode(permissionOf(resolvePath(path)).newDirectoryMode));
  }

  remove(path: string): void {
    const { parent, name } = this.#placeFor(path);
    if (!parent.entries.has(name)) throw new FileError('ENOENT', path);
    this.#demandWrite(path);
    parent.entries.delete(name);
  }

  #find(path: string): FileTreeNode | undefined {
    let node: FileTreeNode | undefined = this.#root;
    for (const name of resolvePath(path)) {
      node = node?.kind === 'directory' ? node.entries.get(name) : undefined;
    }
    return node;
  }

  #need(path: string): FileTreeNode {
    const node = this.#find(path);
    if (node === undefined) throw new FileError('ENOENT', path);
    return node;
  }

  #placeFor(path: string): { parent: DirectoryNode; name: string } {
    const names = resolvePath(path);
    const name = names.at(-1);
    if (name === undefined) throw new FileError('EISDIR', path);
    const parent = this.#find(`/${names.slice(0, -1).join('/')}`);
    if (parent === undefined) throw new FileError('ENOENT', path);
    if (parent.kind === 'file') throw new FileError('ENOTDIR', path);
    return { parent, name };
  }

  #demandWrite(path: string): void {
    const { write } = permissionOf(resolvePath(path));
    if (write !== 'allowed') throw new FileError(write, path);
  }
}

/** Size that Android reports for a directory, bytes. Guess: one block, as ext4 and f2fs do for small ones. */
const directorySize = 4096;
