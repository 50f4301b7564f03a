import { resolvePath } from './paths.ts';
import { directoryNode, fileNode, type DirectoryNode } from './tree.ts';

/** Directories every phone has, with their modes. */
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

/** When the system image was built, seconds since 1970: 1 January 2009, as Android's builds set it. */
const imageTimeS = 1_230_768_000;

/** The tree a phone comes with; `extra` adds or replaces files, whatever the shell may do there. */
export function seedFiles(extra: Readonly<Record<string, string>>): DirectoryNode {
  const root = directoryNode(0o755);
  for (const [path, mode] of directories) directoryAt(root, resolvePath(path), mode);
  for (const [path, text] of Object.entries({ ...files, ...extra })) {
    const names = resolvePath(path);
    const parent = directoryAt(root, names.slice(0, -1), 0o755);
    const bytes = new TextEncoder().encode(text);
    parent.entries.set(names.at(-1) ?? '', fileNode(bytes, 0o644, imageTimeS));
  }
  directoryAt(root, ['dev'], 0o755).entries.set('null', fileNode(new Uint8Array(0), 0o020666));
  return root;
}

/** Finds the directory, making what is missing on the way. */
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
