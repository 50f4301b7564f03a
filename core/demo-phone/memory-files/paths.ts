/** Where links lead, as on every phone with one user. */
const links: readonly (readonly [string, string])[] = [
  ['/sdcard', '/storage/emulated/0'],
  ['/mnt/sdcard', '/storage/emulated/0'],
  ['/storage/self/primary', '/storage/emulated/0'],
  ['/etc', '/system/etc'],
  ['/bin', '/system/bin'],
];

/** The names from the root to the file, links followed, `.`, `..` and doubled slashes taken out. */
export function resolvePath(path: string): readonly string[] {
  const names: string[] = [];
  for (const name of path.split('/')) {
    if (name === '' || name === '.') continue;
    if (name === '..') names.pop();
    else names.push(name);
    const link = links.find(([from]) => from === `/${names.join('/')}`);
    if (link !== undefined) names.splice(0, names.length, ...link[1].split('/').slice(1));
  }
  return names;
}

/** The names of the links in a directory. */
export function linksIn(names: readonly string[]): readonly string[] {
  const directory = names.length === 0 ? '/' : `/${names.join('/')}/`;
  return links
    .map(([from]) => from)
    .filter((from) => from.startsWith(directory) && !from.slice(directory.length).includes('/'))
    .map((from) => from.slice(directory.length));
}
