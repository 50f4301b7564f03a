import type { Element, Screen } from '../../screen/screen.ts';
import { screenOf as screenOfTags } from '../../screen/testing/screens.ts';
import { indexScreen, matchSelector } from '../match.ts';
import { parseSelector } from '../parse.ts';

/** A node to print into a dump: its class without the package, its dump attributes, its children. */
export interface TestNode {
  readonly type: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly TestNode[];
}

/** `node('Button', { text: 'OK', clickable: 'true' }, …children)`, attributes named as in a dump. */
export function node(
  type: string,
  attributes: TestNode['attributes'] = {},
  ...children: TestNode[]
): TestNode {
  return { type, attributes, children };
}

/** The screen parsed from a dump of these nodes: 1080 by 2400; nodes are enabled by default. */
export function screenOf(...roots: readonly TestNode[]): Screen {
  return screenOfTags(roots.map(toXml).join(''));
}

/** The index paths of the matches of a selector, in their order. */
export function pathsOf(selector: string, screen: Screen): string[] {
  return matchSelector(parseSelector(selector), indexScreen(screen)).map(({ path }) => path);
}

/** The element with this index path. */
export function elementAt(path: string, screen: Screen): Element {
  const [element] = matchSelector(parseSelector(path), indexScreen(screen));
  if (element === undefined) throw new Error(`No element ${path}`);
  return element;
}

function toXml({ type, attributes, children }: TestNode): string {
  const allAttributes: Record<string, string> = {
    class: type === '' ? '' : `android.widget.${type}`,
    enabled: 'true',
    bounds: '[0,0][100,100]',
    ...attributes,
  };
  const printedAttributes = Object.entries(allAttributes).map(
    ([name, value]) => `${name}="${escapeXml(value)}"`,
  );
  return `<node ${printedAttributes.join(' ')}>${children.map(toXml).join('')}</node>`;
}

function escapeXml(value: string): string {
  return value.replace(/[&<>"\n]/g, (character) => `&#${character.charCodeAt(0)};`);
}
