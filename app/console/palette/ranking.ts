import { recall, remember } from '../../ui/storage.ts';
import type { Command } from './command.ts';
import { paletteStrings } from './strings.ts';

/** How well a text matches the query. */
interface TextMatch {
  readonly score: number;
  /** Indices of the text's UTF-16 units that matched. */
  readonly indices: readonly number[];
}

/** The score of a token that matches in this way; letters that are merely scattered do not match. */
const scores = { word: 100, stem: 85, wordStart: 80, initials: 70, inside: 30 } as const;
/** Shorter words have no ending to leave out. */
const minStemmedLength = 4;
/** Fewer letters are inside of too many words. */
const minInsideLength = 3;

/** The words of a text with their positions. */
function wordsOf(text: string): readonly { readonly word: string; readonly at: number }[] {
  return [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: word, index }) => ({
    word: word.toLowerCase(),
    at: index,
  }));
}

/** Words of a query that say nothing about what is meant. */
const fillers = new Set(['a', 'an', 'the', 'my', 'to', 'please']);

/** The words to look for. */
function tokensOf(query: string): readonly string[] {
  const words = wordsOf(query).map(({ word }) => word);
  const telling = words.filter((word) => !fillers.has(word));
  return telling.length === 0 ? words : telling;
}

/** Without the ending of a plural or of a verb's form, so that `recording` finds `record`. */
function stemOf(word: string): string {
  return word.length < minStemmedLength ? word : word.replace(/(?:ing|ed|s)$/, '');
}

function range(at: number, length: number): readonly number[] {
  return Array.from({ length }, (_, offset) => at + offset);
}

/** How well the text matches each of the query's tokens, in any order; null where one of them is missing. */
function matchToken(token: string, text: string): TextMatch | null {
  const words = wordsOf(text);
  const stem = stemOf(token);
  const whole = words.find(({ word }) => word === token);
  const stemmed = whole ?? words.find(({ word }) => stemOf(word) === stem);
  const begun = stemmed ?? words.find(({ word }) => word.startsWith(token));
  if (begun) {
    const score = whole ? scores.word : stemmed ? scores.stem : scores.wordStart;
    // The first word says most.
    const length = Math.min(token.length, begun.word.length);
    return { score: score - words.indexOf(begun), indices: range(begun.at, length) };
  }
  const first = words
    .map(({ word }) => word.charAt(0))
    .join('')
    .indexOf(token);
  if (token.length > 1 && first >= 0) {
    const indices = words.slice(first, first + token.length).map(({ at }) => at);
    return { score: scores.initials, indices };
  }
  const inside =
    token.length < minInsideLength ? undefined : words.find(({ word }) => word.includes(token));
  return inside
    ? { score: scores.inside, indices: range(inside.at + inside.word.indexOf(token), token.length) }
    : null;
}

/** What a match in the words that mean the same is worth, compared with one in the label. */
const synonymWeight = 0.95;
const maxRecentBonus = 15;
/** More than the one above: who types a label means that command. */
const labelBonus = 20;
/** Come later among similar ones: what can't run now, rare commands, and tools, which only open a form. */
const penalties = { disabled: 25, onlySearched: 10, tool: 5 } as const;

/** How well the command matches the query; null where more than `maxMissing` of its words don't. */
function matchCommand(
  tokens: readonly string[],
  command: Command,
  maxMissing: number,
): TextMatch | null {
  const { label, detail = '', synonyms = '' } = command;
  const matches = tokens.map((token) => {
    const inLabel = matchToken(token, label);
    const other = matchToken(token, `${synonyms} ${detail}`);
    const otherScore = (other?.score ?? 0) * synonymWeight;
    if (inLabel !== null && inLabel.score >= otherScore) return inLabel;
    return other && { score: otherScore, indices: inLabel?.indices ?? [] };
  });
  const matched = matches.filter((match) => match !== null);
  if (matched.length === 0 || matched.length < tokens.length - maxMissing) return null;
  const score = matched.reduce((sum, match) => sum + match.score, 0) / tokens.length;
  const indices = new Set(matched.flatMap((match) => match.indices));
  return { score: score - label.length / 100, indices: [...indices].sort((a, b) => a - b) };
}

/** A run of a label's characters that matched, or that did not. */
interface LabelRun {
  readonly text: string;
  readonly isMatch: boolean;
}

/** Splits the label into runs of matched and unmatched characters. */
export function splitByMatch(label: string, indices: readonly number[]): readonly LabelRun[] {
  const runs: { text: string; isMatch: boolean }[] = [];
  for (let index = 0; index < label.length; index++) {
    const isMatch = indices.includes(index);
    const last = runs.at(-1);
    if (last?.isMatch === isMatch) last.text += label.charAt(index);
    else runs.push({ text: label.charAt(index), isMatch });
  }
  return runs;
}

/** Few enough to see at a glance. */
const maxRecent = 6;
/** A command that matches the query. */
export interface RankedCommand {
  readonly command: Command;
  /** The heading it is listed under; null in a search, which is ordered by score. */
  readonly heading: string | null;
  /** Indices of the label's UTF-16 units that match the query. */
  readonly matchIndices: readonly number[];
}

/**
 * The matching commands, the best first. For an empty query every enabled command: recent ones,
 * then by group.
 */
export function rank(
  query: string,
  commands: readonly Command[],
  recent: readonly string[],
): readonly RankedCommand[] {
  return wordsOf(query).length === 0 ? listAll(commands, recent) : search(query, commands, recent);
}

function listAll(
  commands: readonly Command[],
  recent: readonly string[],
): readonly RankedCommand[] {
  const usable = commands.filter(({ isEnabled, isOnlySearched }) => isEnabled && !isOnlySearched);
  const first = recent
    .map((id) => usable.find((command) => command.id === id))
    .filter((command) => command !== undefined);
  const rest = usable.filter((command) => !first.includes(command));
  return [
    ...first.map((command) => unrankedEntry(command, paletteStrings.groups.recent)),
    ...rest.map((command) => unrankedEntry(command)),
  ];
}

function search(
  query: string,
  commands: readonly Command[],
  recent: readonly string[],
): readonly RankedCommand[] {
  const tokens = tokensOf(query);
  const found = searchTokens(tokens, commands, { query, recent, maxMissing: 0 });
  // Of a phrase that nothing matches, most of the words are better than no answer.
  return found.length > 0 || tokens.length === 1
    ? found
    : searchTokens(tokens, commands, { query, recent, maxMissing: 1 });
}

function searchTokens(
  tokens: readonly string[],
  commands: readonly Command[],
  options: {
    readonly query: string;
    readonly recent: readonly string[];
    readonly maxMissing: number;
  },
): readonly RankedCommand[] {
  const { recent, maxMissing } = options;
  const typed = options.query.trim().toLowerCase();
  const scored = commands.flatMap((command) => {
    const match = matchCommand(tokens, command, maxMissing);
    if (match === null) return [];
    const recentAt = recent.indexOf(command.id);
    const bonus =
      (recentAt < 0 ? 0 : maxRecentBonus - recentAt) +
      (command.group !== 'tools' && command.label.toLowerCase() === typed ? labelBonus : 0);
    const penalty =
      (command.isEnabled ? 0 : penalties.disabled) +
      (command.isOnlySearched ? penalties.onlySearched : 0) +
      (command.group === 'tools' ? penalties.tool : 0);
    const score = match.score + bonus - penalty;
    return [{ command, heading: null, matchIndices: match.indices, score }];
  });
  return scored.sort((a, b) => b.score - a.score);
}

function unrankedEntry(
  command: Command,
  heading: string = paletteStrings.groups[command.group],
): RankedCommand {
  return { command, heading, matchIndices: [] };
}

/** The ids of the commands run last in this browser, the last first. */
export function recentCommands(): readonly string[] {
  return (recall('recent-commands') ?? '').split(' ').filter(Boolean);
}

/** Records that the command was run. */
export function rememberCommand(id: string): void {
  const others = recentCommands().filter((each) => each !== id);
  remember('recent-commands', [id, ...others].slice(0, maxRecent).join(' '));
}
