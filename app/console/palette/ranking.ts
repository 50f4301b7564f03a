import { recall, remember } from '../../ui/storage.ts';
import {
  isTelling,
  matchWords,
  searchStrictly,
  strictly,
  tokensOf,
  type MatchOptions,
} from '../../ui/word-match.ts';
import type { GroupedCommand } from './command.ts';
import { commandStrings } from './command-strings.ts';

/** For what was run last. None for a tool: who searches again wants what the words say. */
const maxRecentBonus = 15;
/** More than the one above: who types a label, or the word for it, means that command. */
const meantBonus = 30;
/** Come later among similar ones: rare commands, tools, most of which open a form, and what can’t run now. */
const penalties = { onlySearched: 8, tool: 5, blocked: 5 } as const;

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
interface RankedCommand {
  readonly command: GroupedCommand;
  /** The heading it is listed under; null for what a search finds, which is ordered by score. */
  readonly heading: string | null;
  /** Indices of the label's UTF-16 units that match the query. */
  readonly matchIndices: readonly number[];
}

/** The number of commands listed that match only some of the words. */
const maxClosest = 6;

/**
 * The matching commands, the best first; where none matches every word, those that come closest. For
 * an empty query every command that can run: recent ones, then by group.
 */
export function rank(
  query: string,
  commands: readonly GroupedCommand[],
  recent: readonly string[],
): readonly RankedCommand[] {
  const tokens = tokensOf(query);
  if (tokens.length === 0) return listAll(commands, recent);
  // `show me the log` means what `log` means.
  const typed = [query.trim().toLowerCase(), tokens.filter(isTelling).join(' ')];
  const fallbacks = commands.filter(({ isFallback }) => isFallback);
  const others = commands.filter(({ isFallback }) => !isFallback);
  const found = searchStrictly(tokens, (words, options) =>
    search(words, others, { typed, recent, ...options }),
  );
  if (found.length === 0) {
    const heading = commandStrings.groups.closest;
    return [
      ...closest(tokens, others),
      ...fallbacks.map((command) => unrankedEntry(command, heading)),
    ];
  }
  // What can't run now says why where nothing matches better; else it is no help.
  const firstUsable = found.findIndex(({ command }) => command.blockedReason === null);
  return found.filter(
    ({ command }, index) =>
      firstUsable < 0 || index < firstUsable || command.blockedReason === null,
  );
}

/** The commands that match some of the words: those that match the rarest first. */
function closest(
  tokens: readonly string[],
  commands: readonly GroupedCommand[],
): readonly RankedCommand[] {
  const usable = commands.filter(
    ({ blockedReason, deletes }) => blockedReason === null && deletes !== true,
  );
  const scores = new Map<GroupedCommand, number>();
  for (const token of tokens.filter(isTelling)) {
    // Not by the package, which every app shares a part of.
    const matching = usable.filter(
      ({ label, closeTo = '', synonyms = '' }) =>
        matchWords([token], { label, synonyms: `${synonyms} ${closeTo}` }, strictly) !== null,
    );
    for (const command of matching)
      scores.set(command, (scores.get(command) ?? 0) + 1 / matching.length);
  }
  return [...scores]
    .sort(([, a], [, b]) => b - a)
    .slice(0, maxClosest)
    .map(([command]) => unrankedEntry(command, commandStrings.groups.closest));
}

function listAll(
  commands: readonly GroupedCommand[],
  recent: readonly string[],
): readonly RankedCommand[] {
  const usable = commands.filter(
    ({ blockedReason, isFallback }) => blockedReason === null && isFallback !== true,
  );
  const first = recent
    .map((id) => commands.find((command) => command.id === id))
    // A switch that was turned off can only be turned on again.
    .map((command) => (command?.opposite && command.blockedReason ? command.opposite : command?.id))
    .map((id) => usable.find((command) => command.id === id))
    .filter((command) => command !== undefined)
    // What was run to protect the phone may loosen that now: its label depends on the state.
    .filter(({ loosens }) => loosens !== true);
  const rest = usable.filter((command) => !command.isOnlySearched && !first.includes(command));
  return [
    ...first.map((command) => unrankedEntry(command, commandStrings.groups.recent)),
    ...rest.map((command) => unrankedEntry(command)),
  ];
}

interface SearchOptions extends MatchOptions {
  /** The whole query in lower case, and without the words that say little. */
  readonly typed: readonly string[];
  readonly recent: readonly string[];
}

function search(
  tokens: readonly string[],
  commands: readonly GroupedCommand[],
  { typed, recent, ...options }: SearchOptions,
): readonly RankedCommand[] {
  const scored = commands.flatMap((command) => {
    const match = matchWords(tokens, command, options);
    if (match === null) return [];
    const recentAt = command.group === 'tools' ? -1 : recent.indexOf(command.id);
    const bonus =
      (recentAt < 0 ? 0 : maxRecentBonus - recentAt) + (isMeantBy(typed, command) ? meantBonus : 0);
    const penalty =
      (command.isOnlySearched && command.word === undefined ? penalties.onlySearched : 0) +
      (command.group === 'tools' ? penalties.tool : 0) +
      (command.blockedReason === null ? 0 : penalties.blocked);
    const score = match.score + bonus - penalty;
    return [{ command, heading: null, matchIndices: match.indices, score }];
  });
  return scored.sort((a, b) => b.score - a.score);
}

/** Whether the query is its label, the word for it, or several words that its label begins with. */
function isMeantBy(typed: readonly string[], command: GroupedCommand): boolean {
  const { group, label, word = [], isOnlySearched = false } = command;
  const text = label.toLowerCase().replace('…', '');
  const [whole = ''] = typed;
  const beginsWithIt = !isOnlySearched && whole.includes(' ') && text.startsWith(whole);
  const isLabel = group !== 'tools' && (typed.includes(text) || beginsWithIt);
  return isLabel || [word].flat().some((each) => typed.includes(each.toLowerCase()));
}

function unrankedEntry(
  command: GroupedCommand,
  heading: string = commandStrings.groups[command.group],
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
