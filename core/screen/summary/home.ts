import { isOnScreen, idName } from '../derive.ts';
import { type Screen, walk } from '../screen.ts';

/** What of a launcher can be in front. */
export type LauncherPart = 'home screen' | 'app drawer' | 'recents';

/** Names of Launcher3's lists, which most makers' launchers kept. */
const parts: readonly (readonly [RegExp, LauncherPart])[] = [
  [/^(overview_panel|recents_container|recents_view)$/, 'recents'],
  [/^(apps_list_view|apps_view|all_apps_viewpager)$/, 'app drawer'],
];

/**
 * What of a launcher is in front, by the words its makers use for the package and for the parts;
 * undefined where something else is.
 */
export function launcherPartOf({
  focus,
  roots,
  size,
}: Pick<Screen, 'focus' | 'roots' | 'size'>): LauncherPart | undefined {
  const name = focus.packageName ?? roots.at(-1)?.packageName ?? '';
  if (/recents/i.test(focus.activity ?? '')) return 'recents';
  if (!/launcher|quickstep|\.(mi)?home$/i.test(name)) return undefined;
  const names = [...walk(roots)]
    .filter((element) => isOnScreen(element, size))
    .map(({ resourceId }) => idName(resourceId));
  const part = parts.find(([pattern]) => names.some((one) => pattern.test(one)));
  return part?.[1] ?? 'home screen';
}
