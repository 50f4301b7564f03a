import { recall, remember } from '../../ui/storage.ts';
import { paletteWords } from './strings.ts';
import type { Command } from './commands.ts';
import { fuzzyMatch } from './fuzzy.ts';

/** As many as are still looked through at a glance. */
const keptRecent = 6;
/** What was used lately comes first among what fits about as well. */
const recentBonus = 4;

/** A command that fits what was typed. */
export interface Found {
  readonly command: Command;
  /** Under which it is listed; null in a search, which is by fit alone. */
  readonly heading: string | null;
  /** Indices of the label's letters that were typed. */
  readonly at: readonly number[];
}

/**
 * The commands that fit, the best first. With nothing typed all of them: those used last, then
 * by group, without those that can't be used now.
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

/** The ids of the commands that were run last in this browser, the last first. */
export function recentCommands(): readonly string[] {
  return (recall('recent-commands') ?? '').split(' ').filter(Boolean);
}

/** Keeps that the command was run. */
export function rememberCommand(id: string): void {
  const others = recentCommands().filter((each) => each !== id);
  remember('recent-commands', [id, ...others].slice(0, keptRecent).join(' '));
}
