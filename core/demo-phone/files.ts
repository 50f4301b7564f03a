/** The demo phone's file system interface: an in-memory tree with Unix modes. */
import { concat } from './bytes.ts';

export interface FileStat {
  /** Type and permission bits, as in `st_mode`. */
  readonly mode: number;
  /** Bytes. */
  readonly size: number;
  /** Seconds since 1970. */
  readonly modifiedS: number;
}

/** Linux errno numbers and bionic's strerror texts of the errors that a file operation can raise. */
const errnoTable = {
  ENOENT: { errnoNumber: 2, strerror: 'No such file or directory' },
  EACCES: { errnoNumber: 13, strerror: 'Permission denied' },
  EEXIST: { errnoNumber: 17, strerror: 'File exists' },
  ENOTDIR: { errnoNumber: 20, strerror: 'Not a directory' },
  EISDIR: { errnoNumber: 21, strerror: 'Is a directory' },
  EINVAL: { errnoNumber: 22, strerror: 'Invalid argument' },
  EROFS: { errnoNumber: 30, strerror: 'Read-only file system' },
} as const;

/** Thrown by file operations; carries the errno and the text that programs print. */
export class FileError extends Error {
  readonly errno: keyof typeof errnoTable;
  readonly path: string;

  constructor(errno: keyof typeof errnoTable, path: string) {
    super(`${errno} ${path}`);
    this.errno = errno;
    this.path = path;
  }

  /** Linux errno number. */
  get errnoNumber(): number {
    return errnoTable[this.errno].errnoNumber;
  }

  /** bionic's strerror text, such as `No such file or directory`. */
  get strerror(): string {
    return errnoTable[this.errno].strerror;
  }
}

interface WriteOptions {
  /** Type and permission bits. */
  readonly mode?: number;
  readonly modifiedS?: number;
}

/** Paths are absolute; `/sdcard` and `/mnt/sdcard` are links to `/storage/emulated/0`. Methods throw FileError. */
export interface FileSystem {
  /** Of what a link leads to; `lstat` is of the link itself, and throws where even that is refused. */
  stat(path: string): FileStat | undefined;
  lstat(path: string): FileStat | undefined;
  /** Where the link at this path leads; undefined where there is none. */
  readLink(path: string): string | undefined;
  list(path: string): readonly string[];
  read(path: string): Uint8Array<ArrayBuffer>;
  /** The bytes as they are stored, without a copy; they must not be changed. */
  readPieces(path: string): readonly Uint8Array<ArrayBuffer>[];
  write(path: string, bytes: Uint8Array<ArrayBuffer>, options?: WriteOptions): void;
  /** As `write`; the file takes ownership of the pieces, and the caller must not change them. */
  writePieces(
    path: string,
    pieces: readonly Uint8Array<ArrayBuffer>[],
    options?: WriteOptions,
  ): void;
  /** Moves a file or a directory, over a file that is there. */
  rename(from: string, to: string): void;
  makeDirectory(path: string): void;
  /** Makes a directory and its missing parents. */
  makeDirectories(path: string): void;
  remove(path: string): void;
}

/** Whether `st_mode` has the type of a directory. */
export function isDirectory(mode: number): boolean {
  return (mode & typeMask) === directoryType;
}

/** Whether `st_mode` has the type of a symbolic link. */
export function isLink(mode: number): boolean {
  return mode === linkMode;
}

/** Converts a path relative to a directory to an absolute one; resolves `.` and `..`. */
export function resolvePath(directory: string, path: string): string {
  const parts: string[] = [];
  for (const part of (path.startsWith('/') ? path : `${directory}/${path}`).split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}

/** The last part of a path. */
export function baseName(path: string): string {
  return path.replace(/\/+$/, '').split('/').at(-1) ?? '';
}

/** The parent directory; `/` for the root. */
export function parentOf(path: string): string {
  return resolvePath('/', `${path}/..`);
}

/** Symbolic links and their targets, as on every phone with one user. */
const symbolicLinks: readonly (readonly [string, string])[] = [
  ['/sdcard', '/storage/emulated/0'],
  ['/mnt/sdcard', '/storage/emulated/0'],
  ['/storage/self/primary', '/storage/emulated/0'],
  ['/etc', '/system/etc'],
  ['/bin', '/system/bin'],
  ['/system/etc/mtab', '/proc/mounts'],
  ['/bugreports', '/data/user_de/0/com.android.shell/files/bugreports'],
];

/** What the shell may see the name of, and nothing else (SELinux), as on real phones. */
const hiddenPaths = ['/metadata'];

/** Splits a path into names from the root; resolves links, `.`, `..` and repeated slashes. */
function resolveNames(path: string): readonly string[] {
  const names: string[] = [];
  for (const name of path.split('/')) {
    if (name === '' || name === '.') continue;
    if (name === '..') names.pop();
    else names.push(name);
    const link = symbolicLinks.find(([from]) => from === `/${names.join('/')}`);
    if (link !== undefined) names.splice(0, names.length, ...link[1].split('/').slice(1));
  }
  return names;
}

/** The path with all links resolved but the one that it names itself. */
function resolveParents(path: string): string {
  const name = path.split('/').at(-1) ?? '';
  const isItself = name === '' || name === '.' || name === '..';
  const names = isItself
    ? resolveNames(path)
    : [...resolveNames(path.slice(0, -name.length)), name];
  return `/${names.join('/')}`;
}

/** The names of the links in a directory. */
function linksIn(names: readonly string[]): readonly string[] {
  const directory = names.length === 0 ? '/' : `/${names.join('/')}/`;
  return symbolicLinks
    .map(([from]) => from)
    .filter((from) => from.startsWith(directory) && !from.slice(directory.length).includes('/'))
    .map((from) => from.slice(directory.length));
}

/** The rights of the user `shell` in one part of the tree. */
interface Permission {
  /** Whether files are read and directories listed. */
  readonly read: boolean;
  /** `allowed`, or the errno of writing, creating and removing. */
  readonly write: 'allowed' | 'EACCES' | 'EROFS';
  readonly newFileMode: number;
  readonly newDirectoryMode: number;
}

const imageModes = { newFileMode: 0o644, newDirectoryMode: 0o755 };
const systemTree: Permission = { read: true, write: 'EROFS', ...imageModes };
const kernelTree: Permission = { ...systemTree, write: 'EACCES' };
const noAccess: Permission = { ...kernelTree, read: false };
/** /data/local/tmp, which belongs to shell. */
const shellModes = { newFileMode: 0o666, newDirectoryMode: 0o777 };
const shellTree: Permission = { read: true, write: 'allowed', ...shellModes };
/** Shared storage: all files have the same modes. */
const sharedTree: Permission = { ...shellTree, newFileMode: 0o660, newDirectoryMode: 0o2770 };

/** Rights by path prefix; the last match wins. */
const permissionsByPrefix: readonly (readonly [string, Permission])[] = [
  ['/', systemTree],
  ['/data', noAccess],
  ['/data/local/tmp', shellTree],
  ['/storage/emulated/0', sharedTree],
  ['/dev', kernelTree],
  ['/dev/null', shellTree],
  ['/proc', kernelTree],
  ['/sys', kernelTree],
  ['/metadata', noAccess],
];

/** Rights at a resolved path. */
function permissionOf(names: readonly string[]): Permission {
  const path = `/${names.join('/')}`;
  const tree = permissionsByPrefix.findLast(
    ([root]) => root === '/' || `${path}/`.startsWith(`${root}/`),
  );
  return tree?.[1] ?? noAccess;
}

interface FileNode {
  readonly kind: 'file';
  readonly mode: number;
  readonly pieces: readonly Uint8Array<ArrayBuffer>[];
  readonly size: number;
  readonly modifiedS: number;
  /** Discards writes, like /dev/null. */
  readonly isDevice: boolean;
}

interface DirectoryNode {
  readonly kind: 'directory';
  readonly mode: number;
  readonly modifiedS: number;
  readonly entries: Map<string, FileTreeNode>;
}

type FileTreeNode = FileNode | DirectoryNode;

const typeMask = 0o170000;
const regularType = 0o100000;
const directoryType = 0o040000;
const characterDeviceType = 0o020000;
const linkMode = 0o120777;

/** Creates a file; it is a regular file unless `mode` has the type of a character device. */
function fileNode(
  pieces: readonly Uint8Array<ArrayBuffer>[],
  mode: number,
  modifiedS = nowS(),
): FileNode {
  const type = (mode & typeMask) === characterDeviceType ? characterDeviceType : regularType;
  const isDevice = type === characterDeviceType;
  const size = pieces.reduce((sum, { length }) => sum + length, 0);
  return { kind: 'file', mode: (mode & 0o7777) | type, pieces, size, modifiedS, isDevice };
}

/** Creates an empty directory. */
function directoryNode(mode: number): DirectoryNode {
  const entries = new Map<string, FileTreeNode>();
  return { kind: 'directory', mode: (mode & 0o7777) | directoryType, modifiedS: nowS(), entries };
}

function nowS(): number {
  return Math.floor(Date.now() / 1000);
}

/** The directories of every phone, with their modes. */
const directories: readonly (readonly [string, number])[] = [
  ['/apex', 0o755],
  ['/data', 0o771],
  ['/data/app', 0o771],
  ['/data/data', 0o771],
  ['/data/local', 0o751],
  ['/data/local/tmp', 0o771],
  ['/dev', 0o755],
  ['/metadata', 0o700],
  ['/mnt', 0o755],
  ['/product', 0o755],
  ['/storage', 0o755],
  ['/storage/emulated', 0o755],
  ['/storage/emulated/0', 0o2770],
  ['/storage/self', 0o755],
  ['/sys', 0o755],
  ['/system', 0o755],
  ['/system/app', 0o755],
  ['/system/bin', 0o755],
  ['/system/etc', 0o755],
  ['/system/framework', 0o755],
  ['/vendor', 0o755],
  ...['Alarms', 'Android', 'Android/data', 'Android/media', 'Audiobooks', 'DCIM', 'DCIM/Camera']
    .concat(['Documents', 'Download', 'Movies', 'Music', 'Notifications', 'Pictures'])
    .concat(['Podcasts', 'Ringtones'])
    .map((name) => [`/storage/emulated/0/${name}`, 0o2770] as const),
];

const files: Readonly<Record<string, string>> = {
  '/proc/version':
    'Linux version 5.15.137-android14-11 (build-user@build-host) (Android clang version 14.0.7) #1 SMP PREEMPT\n',
  '/proc/mounts':
    'tmpfs / tmpfs ro,seclabel 0 0\n/dev/fuse /storage/emulated fuse rw,nosuid,nodev,noexec 0 0\n',
  '/proc/meminfo':
    'MemTotal:        7734180 kB\nMemFree:          412880 kB\nMemAvailable:    3815044 kB\n',
  '/system/build.prop': '# begin common build properties\n',
  '/system/etc/hosts': '127.0.0.1       localhost\n::1             ip6-localhost\n',
};

/** Modification time of the system image, seconds since 1970: 1 January 2009, as Android's build sets it. */
const imageTimeS = 1_230_768_000;

/** A file that a phone has from the beginning. */
export interface SeedFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mode: number;
  readonly modifiedS: number;
}

/** The files by path; those of which only the text is given are parts of the system image. */
type SeedFiles = Readonly<Record<string, string | SeedFile>>;

/** Builds the initial file tree; `extra` adds or replaces files, regardless of the shell's rights. */
function seedFiles(extra: SeedFiles): DirectoryNode {
  const root = directoryNode(0o755);
  for (const [path, mode] of directories) directoryAt(root, resolveNames(path), mode);
  const all: SeedFiles = { ...files, ...extra };
  for (const [path, seed] of Object.entries(all)) {
    const names = resolveNames(path);
    const folder = names.slice(0, -1);
    const parent = directoryAt(root, folder, permissionOf(folder).newDirectoryMode);
    const node =
      typeof seed === 'string'
        ? fileNode([new TextEncoder().encode(seed)], 0o644, imageTimeS)
        : fileNode([seed.bytes], seed.mode, seed.modifiedS);
    parent.entries.set(names.at(-1) ?? '', node);
  }
  directoryAt(root, ['dev'], 0o755).entries.set('null', fileNode([], 0o020666));
  return root;
}

/** Finds a directory and creates missing parents. */
function directoryAt(root: DirectoryNode, names: readonly string[], mode: number): DirectoryNode {
  let directory = root;
  for (const name of names) {
    const found = directory.entries.get(name);
    const next = found?.kind === 'directory' ? found : directoryNode(mode);
    directory.entries.set(name, next);
    directory = next;
  }
  return directory;
}

/**
 * Creates an in-memory file system as the user `shell` sees it: the usual directories, a read-only
 * system, inaccessible app data. `extra` (by path) adds files, even where the shell may not
 * write. Methods throw FileError; removing a directory is recursive.
 */
export function createMemoryFiles(extra: SeedFiles = {}): FileSystem {
  return new MemoryFiles(seedFiles(extra));
}

class MemoryFiles implements FileSystem {
  readonly #root: DirectoryNode;

  constructor(root: DirectoryNode) {
    this.#root = root;
  }

  stat(path: string): FileStat | undefined {
    const node = this.#find(path);
    if (node === undefined || (node.kind === 'file' && path.endsWith('/'))) return undefined;
    const size = node.kind === 'file' ? node.size : directorySize;
    return { mode: node.mode, size, modifiedS: node.modifiedS };
  }

  lstat(path: string): FileStat | undefined {
    const target = this.readLink(path);
    if (target !== undefined) return { mode: linkMode, size: target.length, modifiedS: imageTimeS };
    if (hiddenPaths.includes(resolveParents(path))) throw new FileError('EACCES', path);
    return this.stat(path);
  }

  readLink(path: string): string | undefined {
    const link = resolveParents(path);
    return symbolicLinks.find(([from]) => from === link)?.[1];
  }

  list(path: string): readonly string[] {
    const node = this.#need(path);
    if (node.kind === 'file') throw new FileError('ENOTDIR', path);
    if (!permissionOf(resolveNames(path)).read) throw new FileError('EACCES', path);
    return [...node.entries.keys(), ...linksIn(resolveNames(path))].toSorted();
  }

  read(path: string): Uint8Array<ArrayBuffer> {
    return concat(this.readPieces(path));
  }

  readPieces(path: string): readonly Uint8Array<ArrayBuffer>[] {
    const node = this.#need(path);
    if (node.kind === 'directory') throw new FileError('EISDIR', path);
    if (!permissionOf(resolveNames(path)).read) throw new FileError('EACCES', path);
    return node.pieces;
  }

  write(path: string, bytes: Uint8Array<ArrayBuffer>, options?: WriteOptions): void {
    this.writePieces(path, [bytes.slice()], options);
  }

  writePieces(
    path: string,
    pieces: readonly Uint8Array<ArrayBuffer>[],
    options: WriteOptions = {},
  ): void {
    const { parent, name } = this.#placeFor(path);
    const old = parent.entries.get(name);
    if (old?.kind === 'directory') throw new FileError('EISDIR', path);
    this.#demandWrite(path);
    if (old?.isDevice === true) return;
    const mode = options.mode ?? old?.mode ?? permissionOf(resolveNames(path)).newFileMode;
    parent.entries.set(name, fileNode(pieces, mode, options.modifiedS));
  }

  rename(from: string, to: string): void {
    const source = this.#placeFor(from);
    const moved = source.parent.entries.get(source.name);
    if (moved === undefined) throw new FileError('ENOENT', from);
    const target = this.#placeFor(to);
    if (target.parent.entries.get(target.name)?.kind === 'directory')
      throw new FileError('EISDIR', to);
    this.#demandWrite(from);
    this.#demandWrite(to);
    if (`/${resolveNames(to).join('/')}/`.startsWith(`/${resolveNames(from).join('/')}/`))
      throw new FileError('EINVAL', to);
    source.parent.entries.delete(source.name);
    target.parent.entries.set(target.name, moved);
  }

  makeDirectory(path: string): void {
    const { parent, name } = this.#placeFor(path);
    if (parent.entries.has(name)) throw new FileError('EEXIST', path);
    this.#demandWrite(path);
    parent.entries.set(name, directoryNode(permissionOf(resolveNames(path)).newDirectoryMode));
  }

  makeDirectories(path: string): void {
    if (this.#find(path) !== undefined) return;
    this.makeDirectories(parentOf(path));
    this.makeDirectory(path);
  }

  remove(path: string): void {
    const { parent, name } = this.#placeFor(path);
    if (!parent.entries.has(name)) throw new FileError('ENOENT', path);
    this.#demandWrite(path);
    parent.entries.delete(name);
  }

  #find(path: string): FileTreeNode | undefined {
    let node: FileTreeNode | undefined = this.#root;
    for (const name of resolveNames(path)) {
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
    const names = resolveNames(path);
    const name = names.at(-1);
    if (name === undefined) throw new FileError('EISDIR', path);
    const parent = this.#find(`/${names.slice(0, -1).join('/')}`);
    if (parent === undefined) throw new FileError('ENOENT', path);
    if (parent.kind === 'file') throw new FileError('ENOTDIR', path);
    return { parent, name };
  }

  #demandWrite(path: string): void {
    const { write } = permissionOf(resolveNames(path));
    if (write !== 'allowed') throw new FileError(write, path);
  }
}

/** Size that Android reports for a directory, bytes. Guess: one block, as ext4 and f2fs do for small ones. */
const directorySize = 4096;
