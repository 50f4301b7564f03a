import type { InstalledApp } from '#core/phone/apps.ts';

/** Which apps are listed: those that a person has or opens, the system's other parts, those that run, or all. */
export const appFilters = ['apps', 'system', 'running', 'all'] as const;
export type AppFilter = (typeof appFilters)[number];

const isPartOfSystem = ({ isSystem, launcherActivity }: InstalledApp): boolean =>
  isSystem && launcherActivity === null;

const isIn: Readonly<Record<AppFilter, (app: InstalledApp) => boolean>> = {
  all: () => true,
  apps: (app) => !isPartOfSystem(app),
  system: isPartOfSystem,
  running: ({ isRunning }) => isRunning,
};

/** The order of the list: apps with an icon first, then by name, or by package without one. */
export function sortApps(apps: readonly InstalledApp[]): readonly InstalledApp[] {
  const { compare } = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
  const rank = ({ launcherActivity }: InstalledApp): number => (launcherActivity === null ? 1 : 0);
  return apps.toSorted((a, b) => rank(a) - rank(b) || compare(nameOf(a), nameOf(b)));
}

/** The app's name, or its package where the phone reported none. */
export function nameOf({ name, packageName }: Pick<InstalledApp, 'name' | 'packageName'>): string {
  return name === null || name.trim() === '' ? packageName : name;
}

/** The apps of this kind whose name or package contains each word of the query, ignoring case. */
export function findApps(
  apps: readonly InstalledApp[],
  { filter, query }: { readonly filter: AppFilter; readonly query: string },
): readonly InstalledApp[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return apps.filter((app) => {
    const text = `${app.name ?? ''} ${app.packageName}`.toLowerCase();
    return isIn[filter](app) && words.every((word) => text.includes(word));
  });
}

/** The letter or digit that stands for an app in place of its icon; of a package, of its last part. */
export function letterOf(app: Pick<InstalledApp, 'name' | 'packageName'>): string {
  const name = nameOf(app);
  const shown = name === app.packageName ? (name.split('.').at(-1) ?? name) : name;
  return (/[\p{L}\p{N}]\p{M}?/u.exec(shown)?.[0] ?? '·').toUpperCase();
}

/** The hue of the app's letter, in degrees: the same each time. */
export function hueOf(packageName: string): number {
  let hash = 0;
  for (const character of packageName) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 3600;
  return hash / 10;
}
