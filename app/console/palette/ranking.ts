import { recall, remember } from '../../ui/storage.ts';
import { WordSearch } from '../../ui/word-search.ts';
import type { Command } from '../../ui/command.ts';
import { paletteStrings as strings } from './strings.ts';

/** A command with the heading it is listed under. */
export interface GroupedCommand extends Command {
  readonly group: keyof typeof strings.groups;
}

/** The commands under one heading. */
export function inGroup(
  group: GroupedCommand['group'],
  commands: readonly Command[],
): readonly GroupedCommand[] {
  return commands.map((command) => ({ ...command, group }));
}

/** Rare commands, tools, most of which open a form, and what can't run now, come later among similar ones. */
const weights = { rare: 0.85, tool: 0.9, blocked: 0.85 } as const;

/** Few enough to see at a glance. */
const maxRecent = 6;

/** A command in the list. */
interface ListedCommand {
  readonly command: GroupedCommand;
  /** The heading it is listed under; null for what a search finds, which is ordered by how well it matches. */
  readonly heading: string | null;
  /** Whether this word of its label matches the query. */
  readonly matches: (word: string) => boolean;
}

/** Finds commands by what is typed. */
export class CommandSearch {
  readonly #commands: ReadonlyMap<string, GroupedCommand>;
  readonly #search: WordSearch;

  constructor(commands: readonly GroupedCommand[]) {
    this.#commands = new Map(commands.map((command) => [command.id, command]));
    this.#search = new WordSearch(commands, (id) => weightOf(this.#commands.get(id)));
  }

  /**
   * The matching commands, the best first, after `typed`, which the query itself spells out; for an empty
   * query the recent ones and those to begin with.
   */
  find(
    query: string,
    recent: readonly string[],
    typed: readonly GroupedCommand[] = [],
  ): readonly ListedCommand[] {
    if (query.trim() === '') return this.#first(recent);
    const spelledOut = typed.map((command) => ({ command, heading: null, matches: () => false }));
    const found = this.#search.find(query).flatMap(({ id, matches }): readonly ListedCommand[] => {
      const command = this.#commands.get(id);
      return command === undefined ? [] : [{ command, heading: null, matches }];
    });
    // A command that can't run now is listed only if nothing matches better; it says why.
    const firstUsable = found.findIndex(({ command }) => command.cannotRun === null);
    const helpful = found.filter(
      ({ command }, index) => firstUsable < 0 || index < firstUsable || command.cannotRun === null,
    );
    return [...spelledOut, ...helpful];
  }

  #first(recent: readonly string[]): readonly ListedCommand[] {
    const all = [...this.#commands.values()];
    const usable = all.filter(({ cannotRun }) => cannotRun === null);
    const last = recent
      .map((id) => this.#commands.get(id))
      // A switch that was turned off can only be turned on again.
      .map((command) => (command?.opposite && command.cannotRun ? command.opposite : command?.id))
      .flatMap((id) => usable.find((command) => command.id === id) ?? [])
      // What was run to protect the phone may loosen that now: its label depends on the state.
      .filter(({ loosens }) => loosens !== true);
    const suggested = usable.filter((command) => command.isSuggested && !last.includes(command));
    const listed = (command: GroupedCommand, heading: string): ListedCommand => ({
      command,
      heading,
      matches: () => false,
    });
    return [
      ...last.map((command) => listed(command, strings.recent)),
      ...suggested.map((command) => listed(command, strings.groups[command.group])),
    ];
  }
}

function weightOf(command: GroupedCommand | undefined): number {
  if (command === undefined) return 1;
  const { isRare, word, group, cannotRun } = command;
  return (
    (isRare === true && word === undefined ? weights.rare : 1) *
    (group === 'tools' ? weights.tool : 1) *
    (cannotRun === null ? 1 : weights.blocked)
  );
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
