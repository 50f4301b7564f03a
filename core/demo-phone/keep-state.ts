import { isDirectory, parentOf, type FileSystem } from './files.ts';
import type { SavedState } from './saved-state.ts';
import { settingsNamespaces, type SettingsStore } from './system.ts';
import type { World } from './world.ts';

/** The parts of a phone that keep the state. */
interface SavedParts {
  readonly world: World;
  readonly settings: SettingsStore;
  readonly files: FileSystem;
}

/** Where people and programs put files. */
const savedFolders = ['/storage/emulated/0', '/data/local/tmp'];
/** More bytes of files are not saved, the newest first. */
const maxFileBytes = 5_000_000;

/** The state now, without files above 5 MB in all; null for a phone that keeps none, as one with a captured screen. */
export function saveState({ world, settings, files }: SavedParts): SavedState | null {
  const saved = world.save();
  if (saved === null) return null;
  let left = maxFileBytes;
  const kept = savedFolders
    .flatMap((folder) => filesIn(files, folder))
    .sort((a, b) => b.modifiedS - a.modifiedS)
    .filter(({ size }) => {
      const isKept = size <= left;
      if (isKept) left -= size;
      return isKept;
    });
  return {
    world: saved,
    settings: settingsNamespaces.flatMap((namespace) =>
      settings
        .list(namespace)
        .map(([key, value]): [typeof namespace, string, string] => [namespace, key, value]),
    ),
    files: kept.map(({ path, modifiedS }) => ({ path, bytes: files.read(path), modifiedS })),
  };
}

/** Changes when something changed that is saved; costs less than saving. */
export function stateSignature({ world, settings, files }: SavedParts): string {
  const saved = world.save();
  return JSON.stringify([
    saved && [...saved.switches, ...saved.grounded, ...saved.levels, ...saved.choices],
    saved && [...saved.apps],
    settingsNamespaces.map((namespace) => settings.list(namespace)),
    savedFolders.map((folder) => filesIn(files, folder)),
  ]);
}

/** Brings a new phone into this state. */
export function restoreState({ world, settings, files }: SavedParts, state: SavedState): void {
  world.restore(state.world);
  for (const [namespace, key, value] of state.settings) {
    if (settings.get(namespace, key) !== value) settings.put(namespace, key, value);
  }
  for (const { path } of savedFolders.flatMap((folder) => filesIn(files, folder)))
    files.remove(path);
  for (const { path, bytes, modifiedS } of state.files) {
    files.makeDirectories(parentOf(path));
    files.write(path, new Uint8Array(bytes), { modifiedS });
  }
}

interface ListedFile {
  readonly path: string;
  readonly size: number;
  readonly modifiedS: number;
}

function filesIn(files: FileSystem, folder: string): readonly ListedFile[] {
  return files.list(folder).flatMap((name) => {
    const path = `${folder}/${name}`;
    const stat = files.stat(path);
    if (stat === undefined) return [];
    return isDirectory(stat.mode)
      ? filesIn(files, path)
      : [{ path, size: stat.size, modifiedS: stat.modifiedS }];
  });
}
