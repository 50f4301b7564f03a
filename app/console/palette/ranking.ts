import { recall, remember } from '../../ui/storage.ts';
import { paletteStrings } from './strings.ts';
import type { Command } from './commands.ts';
import { fuzzyMatch } from './fuzzy.ts';

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
  const recentCommands_ = recent.map((id) => usable.find((command) => command.id === id));
  const first = recentCommands_.filter((command) => command !== undefined);
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
