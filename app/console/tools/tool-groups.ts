import type { ToolInfo } from '#core/link/messages.ts';
import { onceFor } from '../../ui/once-for.ts';
import { WordSearch } from '../../ui/word-search.ts';
import { toolsStrings } from './strings.ts';

/** Tools under one heading of the list. */
interface ToolGroup {
  readonly title: string;
  readonly tools: readonly ToolInfo[];
}

/** All tools by family, or the matches of a query, the best first. */
export function toolGroups(tools: readonly ToolInfo[], query: string): readonly ToolGroup[] {
  if (query.trim() === '') return families(tools);
  const found = searchOf(tools)
    .find(query)
    .flatMap(({ id }) => tools.find(({ name }) => name === id) ?? []);
  return found.length === 0 ? [] : [{ title: toolsStrings.found, tools: found }];
}

const searchOf = onceFor((tools: readonly ToolInfo[]) => {
  const texts = tools.map(({ name, title, words: { synonyms } }) => ({
    id: name,
    label: title,
    synonyms,
    detail: name,
  }));
  return new WordSearch(texts);
});

function families(tools: readonly ToolInfo[]): readonly ToolGroup[] {
  const titles = tools.map(({ family }) => family);
  return titles
    .filter((title, index) => titles.indexOf(title) === index)
    .map((title) => ({ title, tools: tools.filter(({ family }) => family === title) }));
}
