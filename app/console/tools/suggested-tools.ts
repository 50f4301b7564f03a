import type { ToolInfo } from '#core/link/messages.ts';

/** Rows that fit on a small phone's screen. */
const maxRows = 6;
/** Rows for recently used tools; the rest are suggestions. */
const maxRecent = 3;
/** Good tools to begin with, both reading and acting. */
const starterTools = [
  'get_screen_state',
  'click_element',
  'set_text',
  'scroll',
  'press_home',
  'summarize_screen',
] as const;

/** The tools to suggest: recently used ones, and good ones to begin with. */
export function suggestTools<Tool extends Pick<ToolInfo, 'name'>>(
  tools: readonly Tool[],
  recentNames: readonly string[],
): { readonly recent: readonly Tool[]; readonly suggested: readonly Tool[] } {
  const toolsNamed = (names: readonly string[]): readonly Tool[] =>
    names.flatMap((name) => tools.find((tool) => tool.name === name) ?? []);
  const recent = toolsNamed(recentNames).slice(0, maxRecent);
  const others = toolsNamed(starterTools).filter((tool) => !recent.includes(tool));
  return { recent, suggested: others.slice(0, maxRows - recent.length) };
}

/** Characters that fit on a line. */
const maxLineCharacters = 90;

/** Shortens a tool's description to a line: its first sentence, or when that is too long, the part before its colon. */
export function shortDescription(description: string): string {
  const [sentence = description] = /^.*?\.(?=\s|$)/s.exec(description) ?? [];
  const colon = sentence.indexOf(': ');
  return sentence.length > maxLineCharacters && colon > 0
    ? `${sentence.slice(0, colon)}.`
    : sentence;
}
