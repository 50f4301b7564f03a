import type { Element } from '../../screen/screen.ts';
import type { Snapshot } from '../../screen/snapshots.ts';
import { nameKind } from './lines.ts';

/** What is known of the picture while the elements stayed as they are. */
export type PictureKnown =
  /** Compared with the picture of the snapshot, or with that of right before this call. */
  | { readonly since: 'snapshot' | 'call'; readonly changed: Element | null }
  /** Not compared, though the picture may change inside of this one without a trace in the elements. */
  | { readonly unseen: Element };

/** The one line on a screen whose elements are those of the snapshot. `picture` is null where the elements would tell of any motion. */
export function formatUnchanged(
  { id, actions }: Pick<Snapshot, 'id' | 'actions'>,
  picture: PictureKnown | null,
): string {
  // After several actions the screen may have changed and changed back.
  const since = actions < 2 ? `snapshot:${id}` : `snapshot:${id} (${actions} actions ago)`;
  const same = `no change in the elements since ${since}`;
  if (picture === null) return same;
  if ('unseen' in picture) {
    return `${same}; whether the picture changed inside ${nameKind(picture.unseen)} is not known`;
  }
  if (picture.changed !== null) {
    return `${same}, but the picture changed inside ${nameKind(picture.changed)}: something scrolled or was redrawn there`;
  }
  if (picture.since === 'call') return `${same}, and this call did not change the picture`;
  return `no change since ${since}`;
}
