import type { TextPattern } from '../text-pattern.ts';
import type { Relation, Selector, Step, Test } from './selector.ts';
import { escapeText, writeName } from './words.ts';

const combinators = { anywhere: '', descendant: ' ', child: ' > ' } satisfies Record<
  Relation,
  string
>;

/**
 * The selector as text on one line, always spelt the same way: double quotes, no needless blanks,
 * `[checked]` for `[checked=true]`. Read again it is the same selector.
 */
export function printSelector({ alternatives }: Selector): string {
  return alternatives.map(({ steps }) => steps.map(printStep).join('')).join(', ');
}

function printStep({ relation, tests }: Step): string {
  return combinators[relation] + (tests.length === 0 ? '*' : tests.map(printTest).join(''));
}

function printTest(test: Test): string {
  switch (test.kind) {
    case 'type':
      return test.suffix;
    case 'path':
      return test.indices.join('.');
    case 'id':
      return `#${writeName(test.part)}`;
    case 'name':
      return `@${writeName(test.name)}`;
    case 'text':
    case 'contains':
    case 'desc':
      return `:${test.kind}(${printPattern(test.pattern)})`;
    case 'attribute':
      return test.value ? `[${test.name}]` : `[${test.name}=false]`;
    case 'index':
      return `[${test.index}]`;
  }
}

function printPattern({ pieces }: TextPattern): string {
  return `"${pieces.map(escapeText).join('*')}"`;
}
