import { recallInTab, rememberInTab } from '../../ui/storage.ts';
import { membersOf, parseJson } from '../../ui/json.ts';
import { isTypedIntoPhone } from './hints.ts';

type StoredArguments = { readonly [name: string]: unknown };

/** The tool's last arguments in this tab. */
export function recallArguments(tool: string): StoredArguments {
  return membersOf(storedArguments()[tool]);
}

/** Stores a tool's arguments for this tab, except texts that are typed into the phone. */
export function rememberArguments(tool: string, args: StoredArguments): void {
  const storable = Object.fromEntries(
    Object.entries(args).filter(([name]) => !isTypedIntoPhone(name)),
  );
  rememberInTab('tool-arguments', JSON.stringify({ ...storedArguments(), [tool]: storable }));
}

function storedArguments(): StoredArguments {
  return membersOf(parseJson(recallInTab('tool-arguments') ?? ''));
}
