import { type Size, rotateSize } from '../geometry.ts';
import { type Hierarchy, walk } from './screen.ts';

/**
 * The logical size in the current rotation, which is the coordinate space of all bounds. The
 * rotation of the dump decides, since it is consistent with the bounds. If the picture has the other
 * orientation, the orientation that contains all elements decides.
 */
export function screenSize(
  { naturalSize }: { readonly naturalSize: Size },
  hierarchy: Hierarchy,
  picture: Size | null,
): Size {
  const size = rotateSize(naturalSize, hierarchy.rotation);
  const rotatedSize = { width: size.height, height: size.width };
  const isContradicted = picture !== null && !sameOrientation(size, picture);
  return isContradicted &&
    !containsAllElements(size, hierarchy) &&
    containsAllElements(rotatedSize, hierarchy)
    ? rotatedSize
    : size;
}

/** Whether both are portrait or both are landscape; a square matches both. */
export function sameOrientation(a: Size, b: Size): boolean {
  return Math.sign(a.width - a.height) * Math.sign(b.width - b.height) >= 0;
}

function containsAllElements(size: Size, hierarchy: Hierarchy): boolean {
  for (const { bounds } of walk(hierarchy.roots)) {
    if (bounds.right > size.width || bounds.bottom > size.height) return false;
  }
  return true;
}
