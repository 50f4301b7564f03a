import { recall, remember } from '../../ui/storage.ts';
import { paletteWords } from './strings.ts';
import type { Command } from './commands.ts';
import { fuzzyMatch } from './fuzzy.ts';

/** Few enough to see at a glance. */
const keptRecent = 6;
/** Score bonus that puts recent commands first among similar matches. */
const recentBonus = 4;

/** A command that matches the query. */
export interface Found {
  readonly command: Command;
  /** The heading it is listed under; null in a search, which is ordered by score. */
  readonly heading: string | null;
  /** Indices of the label's UTF-16 units that match the query. */
  readonly at: readonly number[];
}

/**
 * The matching commands, the best first. For an empty query every enabled command: recent ones,
 * then by group.
 */
export function rank(
  typed: string,
  commands: readonly Command[],
  recent: readonly string[],
): readonly Found[] {
  return typed.trim() === '' ? listAll(commands, recent) : search(typed, commands, recent);
}

function listAll(commands: readonly Command[], recent: readonly string[]): readonly Found[] {
  const usable = commands.filter(({ isEnabled }) => isEnabled);
  const last = recent.map((id) => usable.find((command) => command.id === id));
  const first = last.filter((command) => command !== undefined);
  const rest = usable.filter((command) => !first.includes(command));
  return [
    ...first.map((command) => found(command, paletteWords.groups.recent)),
    ...rest.map((command) => found(command)),
  ];
}

function search(
  typed: string,
  commands: readonly Command[],
  recent: readonly string[],
): readonly Found[] {
  const scored = commands.flatMap((command) => {
    const { label, detail = '', id, isEnabled } = command;
    const inLabel = fuzzyMatch(typed, label);
    const match = inLabel ?? fuzzyMatch(typed, detail);
    if (match === null) return [];
    const score = match.score + (recent.includes(id) ? recentBonus : 0) - (isEnabled ? 0 : 1000);
    return [{ command, heading: null, at: inLabel?.at ?? [], score }];
  });
  return scored.sort((a, b) => b.score - a.score);
}

function found(command: Command, heading: string = paletteWords.groups[command.group]): Found {
  return { command, heading, at: [] };
}

/** The ids of the commands run last in this browser, the last first. */
export function recentCommands(): readonly string[] {
  return (recall('recent-commands') ?? '').split(' ').filter(Boolean);
}

/** Records that the command was run. */
export function rememberCommand(id: string): void {
  const others = recentCommands().filter((each) => each !== id);
  remember('recent-commands', [id, ...others].slice(0, keptRecent).join(' '));
}
