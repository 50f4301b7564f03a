import type { ToolInfo } from '../../../core/link/messages.ts';

/** Rows that are seen at once, on a small phone too. */
const mostRows = 6;
/** So many of them show what was used last: the others stay an offer. */
const mostUsed = 3;
/** What people try first, to look and to act. */
const firstTools = [
  'get_screen_state',
  'click_element',
  'set_text',
  'scroll',
  'press_home',
  'summarize_screen',
] as const;

/** The tools to begin with: those that were used last, and those that people try first. */
export function startWith<Tool extends Pick<ToolInfo, 'name'>>(
  tools: readonly Tool[],
  usedNames: readonly string[],
): { readonly used: readonly Tool[]; readonly first: readonly Tool[] } {
  const named = (names: readonly string[]): readonly Tool[] =>
    names.flatMap((name) => tools.find((tool) => tool.name === name) ?? []);
  const used = named(usedNames).slice(0, mostUsed);
  const others = named(firstTools).filter((tool) => !used.includes(tool));
  return { used, first: others.slice(0, mostRows - used.length) };
}

/** More does not fit into a line. */
const longCharacters = 90;

/** What a tool does, in a line: the first sentence about it, and where that is long what stands before its colon. */
export function inShort(description: string): string {
  const [sentence = description] = /^.*?\.(?=\s|$)/s.exec(description) ?? [];
  const colon = sentence.indexOf(': ');
  return sentence.length > longCharacters && colon > 0 ? `${sentence.slice(0, colon)}.` : sentence;
}
