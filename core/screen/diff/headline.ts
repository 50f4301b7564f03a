import { type Size, sameSize } from '../../geometry.ts';
import { findModal } from '../modal.ts';
import type { Modal } from '../modal/modal.ts';
import type { Focus, Screen } from '../screen.ts';

/** What changed of the screen as a whole; the most important first, at most one of each. */
export type Headline = readonly HeadlineChange[];

/** One of them, with what it was and what it is; sizes in device pixels, densities in dots per inch. */
export type HeadlineChange =
  | { readonly what: 'app'; readonly before: Focus; readonly after: Focus }
  | { readonly what: 'activity'; readonly before: string | null; readonly after: string | null }
  /** What stands over the app; null where nothing does. */
  | { readonly what: 'modal'; readonly before: Modal | null; readonly after: Modal | null }
  | { readonly what: 'size'; readonly before: Size; readonly after: Size }
  | { readonly what: 'rotation' | 'density'; readonly before: number; readonly after: number };

/** Compares what two screens are, not what is on them. */
export function headlineOf(before: Screen, after: Screen): Headline {
  const changes: readonly (HeadlineChange | false)[] = [
    before.focus.packageName !== after.focus.packageName && {
      what: 'app',
      before: before.focus,
      after: after.focus,
    },
    before.focus.activity !== after.focus.activity && {
      what: 'activity',
      before: before.focus.activity,
      after: after.focus.activity,
    },
    modalChange(before, after),
    before.rotation !== after.rotation && {
      what: 'rotation',
      before: before.rotation,
      after: after.rotation,
    },
    !sameSize(before.size, after.size) && {
      what: 'size',
      before: before.size,
      after: after.size,
    },
    before.density !== after.density && {
      what: 'density',
      before: before.density,
      after: after.density,
    },
  ];
  return changes.filter((change) => change !== false);
}

function modalChange(before: Screen, after: Screen): HeadlineChange | false {
  const then = findModal(before);
  const now = findModal(after);
  const same = then?.kind === now?.kind && then?.title === now?.title;
  return !same && { what: 'modal', before: then, after: now };
}
