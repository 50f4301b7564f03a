import { recallInTab, rememberInTab } from '../../ui/storage.ts';
import { membersOf, parseJson } from '../../ui/json.ts';
import { isTyped } from './hints.ts';

type Given = { readonly [name: string]: unknown };

/** The tool's last arguments in this tab. */
export function recallArguments(tool: string): Given {
  return membersOf(allKept()[tool]);
}

/** Stores a tool's arguments for this tab, except texts that are typed into the phone. */
export function rememberArguments(tool: string, given: Given): void {
  const kept = Object.fromEntries(Object.entries(given).filter(([name]) => !isTyped(name)));
  rememberInTab('tool-arguments', JSON.stringify({ ...allKept(), [tool]: kept }));
}

function allKept(): Given {
  return membersOf(parseJson(recallInTab('tool-arguments') ?? ''));
}
