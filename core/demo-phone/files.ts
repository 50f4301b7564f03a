/** The demo phone's file system interface: an in-memory tree with Unix modes. */

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
  /** The file takes ownership of the bytes, and the caller must not change them; otherwise they are copied. */
  readonly transferOwnership?: boolean;
}

/** Paths are absolute; `/sdcard` and `/mnt/sdcard` are links to `/storage/emulated/0`. Methods throw FileError. */
export interface FileSystem {
  stat(path: string): FileStat | undefined;
  list(path: string): readonly string[];
  read(path: string): Uint8Array<ArrayBuffer>;
  write(path: string, bytes: Uint8Array<ArrayBuffer>, options?: WriteOptions): void;
  makeDirectory(path: string): void;
  /** Makes a directory and its missing parents. */
  makeDirectories(path: string): void;
  remove(path: string): void;
}

/** Whether `st_mode` has the type of a directory. */
export function isDirectory(mode: number): boolean {
  return (mode & typeMask) === directoryType;
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
];

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
  readonly bytes: Uint8Array<ArrayBuffer>;
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

/** Creates a file; it is a regular file unless `mode` has the type of a character device. */
function fileNode(bytes: Uint8Array<ArrayBuffer>, mode: number, modifiedS = nowS()): FileNode {
  const type = (mode & typeMask) === characterDeviceType ? characterDeviceType : regularType;
  const device = type === characterDeviceType;
  return { kind: 'file', mode: (mode & 0o7777) | type, bytes, modifiedS, isDevice: device };
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
  '/proc/meminfo':
    'MemTotal:        7734180 kB\nMemFree:          412880 kB\nMemAvailable:    3815044 kB\n',
  '/system/build.prop': '# begin common build properties\n',
  '/system/etc/hosts': '127.0.0.1       localhost\n::1             ip6-localhost\n',
};

/** Modification time of the system image, seconds since 1970: 1 January 2009, as Android's build sets it. */
const imageTimeS = 1_230_768_000;

/** Builds the initial file tree; `extra` adds or replaces files, regardless of the shell's rights. */
function seedFiles(extra: Readonly<Record<string, string>>): DirectoryNode {
  const root = directoryNode(0o755);
  for (const [path, mode] of directories) directoryAt(root, resolveNames(path), mode);
  for (const [path, text] of Object.entries({ ...files, ...extra })) {
    const names = resolveNames(path);
    const parent = directoryAt(root, names.slice(0, -1), 0o755);
    const bytes = new TextEncoder().encode(text);
    parent.entries.set(names.at(-1) ?? '', fileNode(bytes, 0o644, imageTimeS));
  }
  directoryAt(root, ['dev'], 0o755).entries.set('null', fileNode(new Uint8Array(0), 0o020666));
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
    if (!permissionOf(resolveNames(path)).read) throw new FileError('EACCES', path);
    return [...node.entries.keys(), ...linksIn(resolveNames(path))].toSorted();
  }

  read(path: string): Uint8Array<ArrayBuffer> {
    const node = this.#need(path);
    if (node.kind === 'directory') throw new FileError('EISDIR', path);
    if (!permissionOf(resolveNames(path)).read) throw new FileError('EACCES', path);
    return node.bytes.slice();
  }

  write(path: string, bytes: Uint8Array<ArrayBuffer>, options: WriteOptions = {}): void {
    const { parent, name } = this.#placeFor(path);
    const old = parent.entries.get(name);
    if (old?.kind === 'directory') throw new FileError('EISDIR', path);
    this.#demandWrite(path);
    if (old?.isDevice === true) return;
    const mode = options.mode ?? old?.mode ?? permissionOf(resolveNames(path)).newFileMode;
    const content = options.transferOwnership === true ? bytes : bytes.slice();
    parent.entries.set(name, fileNode(content, mode, options.modifiedS));
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
