import type { Size } from '../geometry.ts';
import { isOnScreen } from '../screen/derive.ts';
import type { Element } from '../screen/screen.ts';
import { anywhereIn, patternTest } from '../text-pattern.ts';
import type { ScreenIndex } from './screen-index.ts';
import type { Attribute, Test, TextTest } from './selector.ts';

/** A test that one element alone passes or fails; an index is none. */
export type ElementTest = Exclude<Test, { kind: 'index' }>;

/** Whether an element, given by its number, passes. */
export type Passes = (number: number) => boolean;

/** The test as a function of elements of this screen, made once for all of them. */
export function compileTest(test: ElementTest, index: ScreenIndex, size: Size): Passes {
  const { names } = index;
  const ofElement =
    (passes: (element: Element) => boolean): Passes =>
    (number) => {
      const element = index.elements[number];
      return element !== undefined && passes(element);
    };
  switch (test.kind) {
    case 'type':
      return ofElement(({ className }) => className.endsWith(test.suffix));
    case 'path': {
      const wanted = test.indices.join('.');
      return ofElement(({ path }) => path === wanted);
    }
    case 'id':
      return ofElement(({ resourceId }) => resourceId.includes(test.part));
    case 'name': {
      const isFull = ofElement(({ resourceId }) => resourceId === test.name);
      return (number) => names[number] === test.name || isFull(number);
    }
    case 'text':
    case 'contains':
    case 'desc':
      return ofElement(compileTextTest(test));
    case 'attribute':
      return ofElement((element) => attributeOf(element, test.name, size) === test.value);
  }
}

function compileTextTest({ kind, pattern }: TextTest): (element: Element) => boolean {
  const fits = patternTest(kind === 'contains' ? anywhereIn(pattern) : pattern);
  if (kind === 'desc') return ({ description }) => fits(description);
  // Or else a password could be guessed letter by letter.
  return ({ text, password }) => fits(text) && !(password && text !== '');
}

/** Whether the element has the attribute; `size` is the screen's, for `visible`. */
export function attributeOf(element: Element, name: Attribute, size: Size): boolean {
  switch (name) {
    case 'long-clickable':
      return element.longClickable;
    case 'disabled':
      return !element.enabled;
    case 'visible':
      return isOnScreen(element, size);
    default:
      return element[name];
  }
}
