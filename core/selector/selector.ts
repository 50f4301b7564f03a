import type { TextPattern } from '../text-pattern.ts';

/** A selector, read: alternatives of steps of tests. The grammar is in this room's README. */
export interface Selector {
  /** At least one; an element that any of them matches is a match. */
  readonly alternatives: readonly Alternative[];
}

/** A chain such as `@list > Button`. */
export interface Alternative {
  /** At least one; the last one names the element that is meant. */
  readonly steps: readonly Step[];
}

/** Where a step looks: the first one anywhere, a later one inside or right below what the steps before it matched. */
export type Relation = 'anywhere' | 'descendant' | 'child';

/** One element of a chain: where it stands, and what must hold for it. */
export interface Step {
  /** `anywhere` for the first step, and only for it. */
  readonly relation: Relation;
  /**
   * All must hold, asked from left to right, since an index counts what the tests before it left
   * over. A type or a path comes first and alone. None at all is `*`: any element.
   */
  readonly tests: readonly Test[];
}

/** One thing that an element is asked. */
export type Test =
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

/** A test that one element alone passes or fails; an index is none. */
export type ElementTest = Exclude<Test, { kind: 'index' }>;

/** `:text("…")`, `:contains("…")`, `:desc("…")`. */
export interface TextTest {
  readonly kind: TextTestKind;
  readonly pattern: TextPattern;
}

/** What can be asked of texts, by the word that asks. */
export const textTestKinds = ['text', 'contains', 'desc'] as const;
/** How a text is tested: the word after the colon. */
type TextTestKind = (typeof textTestKinds)[number];

/** `[clickable]`, `[checked=false]`. */
export interface AttributeTest {
  readonly kind: 'attribute';
  readonly name: Attribute;
  readonly value: boolean;
}

/** What can stand in brackets; the words are those of the tree's flags. */
export const attributes = [
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
/** What can be asked between square brackets. */
export type Attribute = (typeof attributes)[number];
