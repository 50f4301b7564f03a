import { type Hierarchy, walk } from './screen.ts';
import { javaStringHash } from './ids.ts';

/**
 * A hash of a dump: its rotation, and of every element depth, class, resource id, text, description,
 * bounds and states. Equal hashes mean equal screens with high probability only.
 */
export function fingerprint(hierarchy: Hierarchy): number {
  let hash = hierarchy.rotation + 17;
  for (const element of walk(hierarchy.roots)) {
    const { left, top, right, bottom } = element.bounds;
    const state = [element.checked, element.focused, element.selected, element.enabled].map(Number);
    const source = [
      element.depth,
      element.className,
      element.resourceId,
      element.text,
      element.description,
      [left, top, right, bottom].join(),
      state.join(''),
    ].join('\u0000');
    hash = (Math.imul(hash, 31) + javaStringHash(source)) | 0;
  }
  return hash;
}
