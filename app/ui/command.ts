import type { ShortcutKey } from './keys.ts';
import type { SearchedText } from './word-search.ts';

/**
 * Something that the user can run by a button and by name. It is declared once, in the folder of its
 * button: the button and the command palette read the same label, keys and obstacle.
 */
export interface Command extends SearchedText {
  /** Does not change with the label, which may depend on the state. */
  readonly id: string;
  /** What its button says, where what surrounds the button says the rest. */
  readonly shortLabel?: string;
  /** The tooltip of its button, if it says more than the label. */
  readonly help?: string;
  readonly keys?: readonly ShortcutKey[];
  /** Where the page itself listens to the keys: outside of dialogs, or also in them and while keys go to the phone, which does not get these. */
  readonly keysWork?: 'on the page' | 'everywhere';
  /** What the keyboard help says of the keys, where the label depends on the state. */
  readonly keysHelp?: string;
  /** Whether the palette lists it before anything is typed. */
  readonly isSuggested?: boolean | undefined;
  /** Whether others come first in a search. */
  readonly isRare?: boolean;
  /** Whether it gives agents or onlookers more than before: never listed first for having been run. */
  readonly loosens?: boolean;
  /** Whether what it does is seen elsewhere than in its panel, which the palette otherwise opens first. */
  readonly isSeenElsewhere?: boolean;
  /** Why it can't run now; null if it can. */
  readonly cannotRun: string | null;
  /** The id of the command that undoes it. */
  readonly opposite?: string;
  /** What to choose next in the palette, in place of running it. */
  readonly choices?: (signal: AbortSignal) => Promise<readonly Command[]>;
  /** May resolve with a message for the user. Called within the user gesture. */
  readonly run: () => unknown;
}

/** Why nothing can be done on a phone. */
export const noPhone = 'No phone is connected';

/** The reason of a command that can't run; null if it can. */
export function unless(canRun: boolean, reason: string): string | null {
  return canRun ? null : reason;
}

/** Copies a text to the clipboard; resolves to the message for the user. */
export async function copyText(text: string): Promise<string> {
  await navigator.clipboard.writeText(text);
  return 'Copied';
}
