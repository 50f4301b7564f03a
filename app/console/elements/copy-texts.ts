/** The forms in which an element can be copied. */
import type { ElementFacts } from '#core/link/inspection.ts';
import { asMcpJson } from '../tools/call-snippets.ts';
import { targetOf } from '../screen/element-text.ts';
import { copyStrings } from './strings.ts';

/** One text form of an element to copy. */
export interface CopyText {
  readonly id:
    'selector' | 'toolCall' | 'mcp' | 'id' | 'tap' | 'json' | keyof ElementFacts['locators'];
  readonly name: string;
  /** Null while it is unknown, or where there is none. */
  readonly text: string | null;
}

/** All text forms of the element, in two groups. `selector` is its best selector, if it has one. */
export function copyTexts(
  id: string,
  selector: string | undefined,
  facts: ElementFacts | null,
): CopyText[][] {
  const target = targetOf(id, selector);
  const centre = facts?.centre ?? null;
  const texts: Readonly<Record<CopyText['id'], string | null>> = {
    selector: selector ?? null,
    toolCall: callText('click_element', target),
    mcp: asMcpJson({ name: 'click_element', args: target }),
    id,
    tap: centre && callText('tap', { x: centre.x, y: centre.y }),
    json: facts?.json ?? null,
    appium: facts?.locators.appium ?? null,
    uiAutomator: facts?.locators.uiAutomator ?? null,
    espresso: facts?.locators.espresso ?? null,
    maestro: facts?.locators.maestro ?? null,
  };
  return copyGroups.map((kinds) =>
    kinds.map((kind) => ({ id: kind, name: copyStrings[kind], text: texts[kind] })),
  );
}

/** For agents and their tools, and for test frameworks. */
const copyGroups = [
  ['selector', 'toolCall', 'mcp', 'id', 'tap', 'json'],
  ['appium', 'uiAutomator', 'espresso', 'maestro'],
] as const;

type ToolArguments = Readonly<Record<string, string | number>>;

/** A call as an agent would write it: `click_element {"selector": "@ok"}`. */
function callText(tool: string, args: ToolArguments): string {
  const parts = Object.entries(args).map(
    ([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`,
  );
  return `${tool} {${parts.join(', ')}}`;
}
