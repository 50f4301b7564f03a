import type { ElementFacts } from '#core/link/messages.ts';
import { asMcpJson } from '../tools/call-snippets.ts';
import { copyStrings } from './strings.ts';

/** The argument by which a tool call identifies the element. */
export type ElementTarget = { readonly selector: string } | { readonly element_id: string };

/** One text form of an element to copy. */
export interface CopyText {
  readonly id: 'selector' | 'toolCall' | 'mcp' | 'id' | 'tap' | 'json';
  readonly name: string;
  /** Null while it is unknown, or where there is none. */
  readonly text: string | null;
}

/** All text forms of the element. `selector` is its best selector, if it has one. */
export function copyTexts(
  id: string,
  selector: string | undefined,
  facts: ElementFacts | null,
): CopyText[] {
  const target = targetOf(id, selector);
  const centre = facts?.centre ?? null;
  const texts: Readonly<Record<CopyText['id'], string | null>> = {
    selector: selector ?? null,
    toolCall: callText('click_element', target),
    mcp: asMcpJson({ name: 'click_element', args: target }),
    id,
    tap: centre && callText('tap', { x: centre.x, y: centre.y }),
    json: facts?.json ?? null,
  };
  return kindOrder.map((kind) => ({ id: kind, name: copyStrings[kind], text: texts[kind] }));
}

const kindOrder = ['selector', 'toolCall', 'mcp', 'id', 'tap', 'json'] as const;

/**
 * The element by its best selector, which stays valid after the next reading of the screen; else by
 * its id.
 */
export function targetOf(id: string, selector: string | undefined): ElementTarget {
  return selector === undefined ? { element_id: id } : { selector };
}

type ToolArguments = Readonly<Record<string, string | number>>;

/** A call as an agent would write it: `click_element {"selector": "@ok"}`. */
function callText(tool: string, args: ToolArguments): string {
  const parts = Object.entries(args).map(
    ([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`,
  );
  return `${tool} {${parts.join(', ')}}`;
}
