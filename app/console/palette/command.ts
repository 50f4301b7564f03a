import type { ShortcutKey } from '../../ui/keys.ts';
import type { Console } from '../console.svelte.ts';
import type { PanelId } from '../panels.ts';
import { commandStrings } from './command-strings.ts';

/** A command that the user can run by name. */
export interface Command {
  /** Does not change with the label, which may depend on the state. */
  readonly id: string;
  readonly label: string;
  readonly keys?: readonly ShortcutKey[];
  /** Shown beside the label, and searched, too. */
  readonly detail?: string;
  /** Other words that people use for it, separated by blanks. */
  readonly synonyms?: string | undefined;
  /** The word that means this command and no other, or several. */
  readonly word?: string | readonly string[] | undefined;
  /** Whether it is listed before anything is typed. */
  readonly isSuggested?: boolean | undefined;
  /** Whether others come first in a search. */
  readonly isRare?: boolean;
  /** Whether it gives agents or onlookers more than before: never listed first for having been run. */
  readonly loosens?: boolean;
  /** Why it can't run now; null where it can. */
  readonly blockedReason: string | null;
  /** The id of the command that undoes it. */
  readonly opposite?: string;
  /** What to choose next in the palette, in place of the action. */
  readonly choices?: (signal: AbortSignal) => Promise<readonly Command[]>;
  /** May resolve with a message for the user. Called within the user gesture. */
  readonly action: () => unknown;
}

/** The reason of a command that can't run; null where it can. */
export function unless(canRun: boolean, reason: string): string | null {
  return canRun ? null : reason;
}

/** A command with the heading it is listed under. */
export interface GroupedCommand extends Command {
  readonly group: keyof typeof commandStrings.groups;
}

/** The commands under one heading. */
export function inGroup(
  group: GroupedCommand['group'],
  commands: readonly Command[],
): readonly GroupedCommand[] {
  return commands.map((command) => ({ ...command, group }));
}

/** An action that opens a panel first, so that what it does is seen. */
export function inPanel(
  { layout }: Pick<Console, 'layout'>,
  panel: PanelId,
  action: () => unknown,
): () => unknown {
  return () => {
    layout.open(panel);
    return action();
  };
}

/** Copies a text to the clipboard; resolves to the message for the user. */
export async function copyText(text: string): Promise<string> {
  await navigator.clipboard.writeText(text);
  return commandStrings.copied;
}
