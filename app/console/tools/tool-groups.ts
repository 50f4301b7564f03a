import type { ToolInfo } from '#core/link/messages.ts';
import { matchWords, searchStrictly } from '../../ui/word-match.ts';
import { toolsStrings } from './strings.ts';

/** Tools under one heading of the list. */
interface ToolGroup {
  readonly title: string;
  readonly tools: readonly ToolInfo[];
}

/** All tools by family, or those that the words of a search mean, the best first. */
export function toolGroups(
  tools: readonly ToolInfo[],
  tokens: readonly string[],
): readonly ToolGroup[] {
  return tokens.length === 0 ? families(tools) : foundTools(tools, tokens);
}

function families(tools: readonly ToolInfo[]): readonly ToolGroup[] {
  const titles = tools.map(({ family }) => family);
  return titles
    .filter((title, index) => titles.indexOf(title) === index)
    .map((title) => ({ title, tools: tools.filter(({ family }) => family === title) }));
}

function foundTools(tools: readonly ToolInfo[], tokens: readonly string[]): readonly ToolGroup[] {
  const found = searchStrictly(tokens, (words, options) =>
    tools.flatMap((tool) => {
      const {
        name,
        title,
        words: { synonyms },
      } = tool;
      const searched = { label: title, detail: name, synonyms };
      const match = matchWords(words, searched, options);
      return match === null ? [] : { tool, score: match.score };
    }),
  );
  const best = found.toSorted((a, b) => b.score - a.score).map(({ tool }) => tool);
  return best.length === 0 ? [] : [{ title: toolsStrings.found, tools: best }];
}
