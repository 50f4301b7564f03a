import type { Screen } from '../screen.ts';

/** Whether a launcher is in front, by the words its makers use for the package. Its list of recent apps is none. */
export function isHome({ focus, roots }: Pick<Screen, 'focus' | 'roots'>): boolean {
  const name = focus.packageName ?? roots.at(-1)?.packageName ?? '';
  return /launcher|quickstep|\.(mi)?home$/i.test(name) && !/recents/i.test(focus.activity ?? '');
}
