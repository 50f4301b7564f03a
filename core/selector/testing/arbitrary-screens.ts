import fc from 'fast-check';
import type { Screen } from '../../screen/screen.ts';
import { type TestNode, node, screenOf } from './screens.ts';

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
