import { recall, remember } from '../../ui/storage.ts';
import type { Command } from './commands.ts';
import { paletteStrings } from './strings.ts';

/** How well a text matches the query. */
interface FuzzyMatch {
  readonly score: number;
  /** Indices of the text's UTF-16 units that matched. */
  readonly indices: readonly number[];
}

/**
 * The score of one matched character, and the bonuses at the start of a word, right after another
 * match, and at the start of the text.
 */
const scoreWeights = { character: 1, wordStart: 8, next: 7, textStart: 3 } as const;

/**
 * The best match of the query's characters in this order; null when one is missing. Tokens
 * separated by blanks may match in any order.
 */
export function fuzzyMatch(query: string, text: string): FuzzyMatch | null {
  const tokens = query.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = tokens.map((token) => matchToken(token, text));
  const matched = matches.filter((match) => match !== null);
  if (matched.length < matches.length) return null;
  const score = matched.reduce((sum, match) => sum + match.score, 0) - text.length / 100;
  return {
    score,
    indices: [...new Set(matched.flatMap(({ indices }) => indices))].sort((a, b) => a - b),
  };
}

interface PartialMatch extends FuzzyMatch {
  /** The index of the last matched character. */
  readonly end: number;
}

/**
 * Dynamic programming: for each typed character, the best partial match for each index at which it
 * can end.
 */
function matchToken(token: string, text: string): FuzzyMatch | null {
  const lower = text.toLowerCase();
  // Some characters are longer in lower case, which would shift the indices.
  if (lower.length !== text.length) return lower.includes(token) ? { score: 1, indices: [] } : null;
  let partials: readonly PartialMatch[] = [{ score: 0, indices: [], end: -1 }];
  for (const character of token) partials = extendMatches(partials, character, text);
  return partials.reduce<PartialMatch | null>(
    (best, partial) => (best && best.score >= partial.score ? best : partial),
    null,
  );
}

function extendMatches(
  partials: readonly PartialMatch[],
  character: string,
  text: string,
): readonly PartialMatch[] {
  const extended: PartialMatch[] = [];
  for (let end = 0; end < text.length; end++) {
    if (text.charAt(end).toLowerCase() !== character) continue;
    const before = partials.filter((partial) => partial.end < end);
    const scored = before.map((partial) => partial.score + scoreGain(partial, end, text));
    const best = Math.max(...scored);
    const from = before[scored.indexOf(best)];
    if (from !== undefined) extended.push({ score: best, indices: [...from.indices, end], end });
  }
  return extended;
}

function scoreGain(partial: PartialMatch, end: number, text: string): number {
  const isNext = partial.end >= 0 && partial.end === end - 1;
  return (
    scoreWeights.character +
    (isWordStart(text, end) ? scoreWeights.wordStart : 0) +
    (isNext ? scoreWeights.next : 0) +
    (end === 0 ? scoreWeights.textStart : 0)
  );
}

function isWordStart(text: string, index: number): boolean {
  return index === 0 || !/[\p{L}\p{N}]/u.test(text.charAt(index - 1));
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
/** Score bonus that puts recent commands first among similar matches. */
const recentBonus = 4;

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
  return query.trim() === '' ? listAll(commands, recent) : search(query, commands, recent);
}

function listAll(
  commands: readonly Command[],
  recent: readonly string[],
): readonly RankedCommand[] {
  const usable = commands.filter(({ isEnabled }) => isEnabled);
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
  const scored = commands.flatMap((command) => {
    const { label, detail = '', id, isEnabled } = command;
    const inLabel = fuzzyMatch(query, label);
    const match = inLabel ?? fuzzyMatch(query, detail);
    if (match === null) return [];
    const score = match.score + (recent.includes(id) ? recentBonus : 0) - (isEnabled ? 0 : 1000);
    return [{ command, heading: null, matchIndices: inLabel?.indices ?? [], score }];
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
