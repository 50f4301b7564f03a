import fc from 'fast-check';
import type { Screen } from '../../screen/screen.ts';
import { node, screenOf, type TestNode } from './screens.ts';
import { maxSelectorLength } from '../parse.ts';
import {
  attributeNames,
  printSelector,
  textTestKinds,
  type ElementTest,
  type HasTest,
  type RelativeRelation,
  type Selector,
  type SelectorTest,
} from '../selector.ts';

const anyAttributes = fc.record(
  {
    text: fc.constantFrom('a', 'b', 'ab', 'a*'),
    'content-desc': fc.constantFrom('a', 'c'),
    'resource-id': fc.constantFrom('p:id/a', 'q:id/a', 'b'),
    clickable: fc.constantFrom('true', 'false'),
    checked: fc.constantFrom('true', 'false'),
    enabled: fc.constantFrom('true', 'false'),
    password: fc.constantFrom('true', 'false'),
  },
  { requiredKeys: [] },
);

const { tree } = fc.letrec<{ tree: TestNode }>((tie) => ({
  tree: fc
    .tuple(
      fc.constantFrom('View', 'TextView', 'Button', 'EditText', ''),
      anyAttributes,
      fc.oneof(
        { maxDepth: 3, depthIdentifier: 'tree' },
        fc.constant([]),
        fc.array(tie('tree'), { maxLength: 3 }),
      ),
    )
    .map(([type, attributes, children]) => node(type, attributes, ...children)),
}));

/** Small screens with many similar elements. */
export const anyScreen: fc.Arbitrary<Screen> = fc
  .array(tree, { minLength: 1, maxLength: 2 })
  .map((roots) => screenOf(...roots));

/** Characters with a meaning in selectors, and unusual ones without. */
const awkward = fc.constantFrom(
  ...'"\'\\*:;#@[]()>,. \n\t\u00a0\u200b\u202e\u200d\ue001\ud800\udc00=aZ0_$-/éß漢',
  '😀',
  '👨‍👩‍👧',
);
const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 8 }), many(awkward));
const someText = text.filter((value) => value !== '');

function many(letters: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.array(letters, { maxLength: 8 }).map((all) => all.join(''));
}

const pieces = fc
  .tuple(text, fc.option(fc.tuple(fc.array(someText, { maxLength: 3 }), text), { nil: undefined }))
  .map(([first, rest]) => (rest === undefined ? [first] : [first, ...rest[0], rest[1]]));

const elementTest: fc.Arbitrary<ElementTest> = fc.oneof(
  someText.map((part) => ({ kind: 'id', part }) as const),
  someText.map((name) => ({ kind: 'name', name }) as const),
  fc
    .record({ kind: fc.constantFrom(...textTestKinds), pattern: fc.record({ pieces }) })
    .filter(({ kind, pattern }) => kind !== 'contains' || pattern.pieces.join('*') !== ''),
  fc.record({
    kind: fc.constant('attribute'),
    name: fc.constantFrom(...attributeNames),
    value: fc.boolean(),
  }),
);

const head: fc.Arbitrary<ElementTest> = fc.oneof(
  fc
    .constantFrom('Button', '.View', 'android.widget.Button', 'a.B$C', '_x-1', 'Größe')
    .map((suffix) => ({ kind: 'type', suffix }) as const),
  fc
    .array(fc.nat(999_999_999), { minLength: 1, maxLength: 5 })
    .map((indices) => ({ kind: 'path', indices }) as const),
);

/** Tests of one step, the head first. */
function testsOf<Test>(later: fc.Arbitrary<Test>, maxLength: number) {
  return fc
    .tuple(fc.option(head, { nil: undefined }), fc.array(later, { maxLength }))
    .map(([first, others]) => (first === undefined ? others : [first, ...others]));
}

const relation = fc.constantFrom<RelativeRelation>('descendant', 'child', 'next-sibling');

/** `:has()` with `:has()` in it up to this depth. */
function hasTest(depth: number): fc.Arbitrary<HasTest> {
  const inner = depth === 0 ? elementTest : fc.oneof(elementTest, hasTest(depth - 1));
  const step = fc.record({ relation, tests: testsOf(inner, 2) });
  const chain = fc.record({ steps: fc.array(step, { minLength: 1, maxLength: 2 }) });
  return fc.record({
    kind: fc.constant('has'),
    alternatives: fc.array(chain, { minLength: 1, maxLength: 2 }),
  });
}

const test: fc.Arbitrary<SelectorTest> = fc.oneof(
  { weight: 6, arbitrary: elementTest },
  fc.nat(999_999_999).map((index) => ({ kind: 'index', index }) as const),
  fc
    .record({ kind: fc.constant('near' as const), pattern: fc.record({ pieces }) })
    .filter(({ pattern }) => pattern.pieces.join('*') !== ''),
  hasTest(1),
);

const tests = testsOf<SelectorTest>(test, 4);

const alternative = fc
  .tuple(tests, fc.array(fc.record({ relation, tests }), { maxLength: 4 }))
  .map(([first, later]) => ({
    steps: [{ relation: 'anywhere' as const, tests: first }, ...later],
  }));

/** Any valid selector. */
export const anySelector: fc.Arbitrary<Selector> = fc
  .record({ alternatives: fc.array(alternative, { minLength: 1, maxLength: 3 }) })
  .filter((selector) => printSelector(selector).length <= maxSelectorLength);

/** Texts that look like selectors; most have a syntax error. */
export const almostSelector: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc
    .array(
      fc.constantFrom(
        ...['Button', '.View', '*', '0.0.1', '7', '#btn', '@ok', '@"a b"', ':text("OK")', ' ', '>'],
        ...[
          ":contains('a*')",
          ':desc("\\*")',
          '[clickable]',
          '[checked=false]',
          '[2]',
          '[0.1]',
          ',',
          ' + ',
          ':has(',
          ')',
          ':near("a*")',
        ],
        ...['"', '\\', '(', ')', '[', ']', ':', '=', '\n', '😀', '\u0000', '\ud800'],
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join('')),
);
