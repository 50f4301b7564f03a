import type { ToolInfo } from '../../../core/link/messages.ts';

/** Rows that fit on a small phone's screen. */
const mostRows = 6;
/** Rows for recently used tools; the rest are suggestions. */
const mostUsed = 3;
/** Good tools to begin with, both reading and acting. */
const firstTools = [
  'get_screen_state',
  'click_element',
  'set_text',
  'scroll',
  'press_home',
  'summarize_screen',
] as const;

/** The tools to suggest: recently used ones, and good ones to begin with. */
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

/** Characters that fit on a line. */
const longCharacters = 90;

/** Shortens a tool's description to a line: its first sentence, or when that is too long, the part before its colon. */
export function inShort(description: string): string {
  const [sentence = description] = /^.*?\.(?=\s|$)/s.exec(description) ?? [];
  const colon = sentence.indexOf(': ');
  return sentence.length > longCharacters && colon > 0 ? `${sentence.slice(0, colon)}.` : sentence;
}
