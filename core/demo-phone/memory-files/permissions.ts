/** What the user `shell` may do where. */
export interface Permission {
  readonly list: boolean;
  readonly read: boolean;
  /** `allowed`, or the error that writing, making and removing end with. */
  readonly write: 'allowed' | 'EACCES' | 'EROFS';
  readonly newFileMode: number;
  readonly newDirectoryMode: number;
}

const systemTree: Permission = {
  list: true,
  read: true,
  write: 'EROFS',
  newFileMode: 0o644,
  newDirectoryMode: 0o755,
};

const kernelTree: Permission = { ...systemTree, write: 'EACCES' };

const closed: Permission = { ...kernelTree, list: false, read: false };

/** /data/local/tmp, which belongs to shell. */
const shellTree: Permission = {
  list: true,
  read: true,
  write: 'allowed',
  newFileMode: 0o666,
  newDirectoryMode: 0o777,
};

/** Shared storage: the same modes for everything, whatever was asked for. */
const sharedTree: Permission = { ...shellTree, newFileMode: 0o660, newDirectoryMode: 0o2770 };

/** The longest beginning wins. */
const trees: readonly (readonly [string, Permission])[] = [
  ['/', systemTree],
  ['/data', closed],
  ['/data/local/tmp', shellTree],
  ['/storage/emulated/0', sharedTree],
  ['/dev', kernelTree],
  ['/dev/null', shellTree],
  ['/proc', kernelTree],
  ['/sys', kernelTree],
];

/** Rights at a resolved path. */
export function permissionOf(names: readonly string[]): Permission {
  const path = `/${names.join('/')}`;
  const tree = trees.findLast(([root]) => root === '/' || `${path}/`.startsWith(`${root}/`));
  return tree?.[1] ?? closed;
}
