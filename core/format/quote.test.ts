import { describe, expect, it } from 'vitest';
import { rootsOf } from '../screen/testing/screens.ts';
import { nameElement, quote } from './quote.ts';

const name = (attributes: string, children = ''): string => {
  const [element] = rootsOf(`<node class="android.widget.Button" ${attributes}>${children}</node>`);
  return element ? nameElement(element) : '';
};

describe('nameElement', () => {
  it.each([
    ['text="Save" content-desc="Saves"', '', 'Button "Save"'],
    ['content-desc="Close"', '', 'Button "Close"'],
    ['resource-id="com.a:id/row"', '<node text="Wi-Fi"/>', 'Button "Wi-Fi"'],
    ['resource-id="com.a:id/row"', '', 'Button @row'],
    ['', '', 'Button'],
    ['text="hunter2" password="true" resource-id="a:id/pass"', '', 'Button @pass'],
    ['text="hunter2" password="true" content-desc="Password"', '', 'Button "Password"'],
  ])('%s%s', (attributes, children, said) => {
    expect(name(attributes, children)).toBe(said);
  });
});

describe('quote', () => {
  it('keeps any text on one line and in its quotes', () => {
    expect(quote('a\n"b"\t\u2028\u0085\\')).toBe('"a\\n\\"b\\"\\t\\u2028\\u0085\\\\"');
  });
  it('cuts without splitting an emoji', () => {
    expect(quote('x'.repeat(201))).toBe(`"${'x'.repeat(200)}…"`);
    expect(quote('x'.repeat(200))).toBe(`"${'x'.repeat(200)}"`);
    expect(quote(`${'x'.repeat(59)}😀y`, 60)).toBe(`"${'x'.repeat(59)}…"`);
  });
});
