import type { TextPattern } from '../text-pattern.ts';

/** A parsed selector: alternatives of steps of tests. The README here has the grammar. */
export interface Selector {
  /** At least one; an element matches if any alternative matches it. */
  readonly alternatives: readonly Alternative[];
}

/** A chain such as `@list > Button`. */
export interface Alternative {
  /** At least one; the last one describes the matched element itself. */
  readonly steps: readonly SelectorStep[];
}

/** Where a step looks for elements: the first step anywhere, a later one among the descendants or children of what the previous steps matched. */
export type Relation = 'anywhere' | 'descendant' | 'child';

/** One step of a chain: where to look, and the tests that an element must pass. */
export interface SelectorStep {
  /** `anywhere` for the first step and for no other. */
  readonly relation: Relation;
  /**
   * All must pass, from left to right, since an index counts what the tests to its left matched. A
   * type or a path comes first, and only one of them. An empty list is `*`: any element.
   */
  readonly tests: readonly SelectorTest[];
}

/** One condition of a step. */
export type SelectorTest =
  /** `Button`: the full class name ends with it. */
  | { readonly kind: 'type'; readonly suffix: string }
  /** `0.0.1`: the index path of the tree. */
  | { readonly kind: 'path'; readonly indices: readonly number[] }
  /** `#btn`: the full resource id contains it. */
  | { readonly kind: 'id'; readonly part: string }
  /** `@btn`: the resource id, or its part after `:id/`, equals it. */
  | { readonly kind: 'name'; readonly name: string }
  | TextTest
  | AttributeTest
  /** `[2]`: the third of all matches so far, in document order, counted from 0. */
  | { readonly kind: 'index'; readonly index: number };

/** A test that depends on one element only; an index test does not. */
export type ElementTest = Exclude<SelectorTest, { kind: 'index' }>;

/** `:text("…")`, `:contains("…")`, `:desc("…")`. */
export interface TextTest {
  readonly kind: TextTestKind;
  readonly pattern: TextPattern;
}

/** The keywords of text tests. */
export const textTestKinds = ['text', 'contains', 'desc'] as const;
/** The keyword after the colon of a text test. */
type TextTestKind = (typeof textTestKinds)[number];

/** `[clickable]`, `[checked=false]`. */
export interface AttributeTest {
  readonly kind: 'attribute';
  readonly name: AttributeName;
  readonly value: boolean;
}

/** The attribute names allowed in brackets; the same names as the flags of the tree. */
export const attributeNames = [
  'clickable',
  'long-clickable',
  'checkable',
  'checked',
  'scrollable',
  'editable',
  'focusable',
  'focused',
  'password',
  'selected',
  'enabled',
  'disabled',
  'visible',
] as const;
/** An attribute name allowed in brackets. */
export type AttributeName = (typeof attributeNames)[number];
