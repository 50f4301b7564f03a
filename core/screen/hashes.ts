import type { Rect } from '../geometry.ts';
import { walk, type Hierarchy } from './screen.ts';

/** What an element id is computed from. Text and description are not included, so that they may change. */
interface IdSource {
  readonly resourceId: string;
  readonly className: string;
  readonly bounds: Rect;
  readonly depth: number;
  readonly childIndex: number;
  /** The parent's id without a `_2` suffix; `root` for roots. */
  readonly parentId: string;
}

/**
 * The id that the reference app gives an element: `node_` and the Java string hash of the source, as unsigned hex
 * without padding. The same element keeps its id while it and all its ancestors keep class,
 * resource id, bounds, depth and index.
 */
export function elementId(source: IdSource): string {
  const { left, top, right, bottom } = source.bounds;
  const text = [
    source.resourceId,
    source.className,
    `${left},${top},${right},${bottom}`,
    source.depth,
    source.childIndex,
    source.parentId,
  ].join('|');
  return `node_${(javaStringHash(text) >>> 0).toString(16)}`;
}

/** Java's `String.hashCode()`: a signed 32-bit hash of UTF-16 units. */
export function javaStringHash(text: string): number {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
  return hash;
}

/** Returns a function that makes repeated ids unique: the second becomes `id_2`, the third `id_3`. */
export function uniqueIds(): (id: string) => string {
  const seen = new Map<string, number>();
  return (id) => {
    const count = (seen.get(id) ?? 0) + 1;
    seen.set(id, count);
    return count === 1 ? id : `${id}_${count}`;
  };
}

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
      element.stateDescription,
      element.error,
      [left, top, right, bottom].join(),
      state.join(''),
    ].join('\u0000');
    hash = (Math.imul(hash, 31) + javaStringHash(source)) | 0;
  }
  return hash;
}
