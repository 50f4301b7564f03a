import { membersOf, parseJson } from '../../ui/json.ts';
import { recallInTab, rememberInTab } from '../../ui/storage.ts';
import type { PlainCall } from './call-snippets.ts';
import { isTypedIntoPhone } from './form-fields.ts';

/** The tool's last arguments in this tab. */
export function recallArguments(tool: string): PlainCall['args'] {
  return membersOf(storedArguments()[tool]);
}

/** Stores a tool's arguments for this tab, except texts that the tool or one of its steps types into the phone. */
export function rememberArguments(tool: string, args: PlainCall['args']): void {
  const stored = { ...storedArguments(), [tool]: args };
  const storable = (name: string, value: unknown): unknown =>
    isTypedIntoPhone(name) ? undefined : value;
  rememberInTab('tool-arguments', JSON.stringify(stored, storable));
}

function storedArguments(): PlainCall['args'] {
  return membersOf(parseJson(recallInTab('tool-arguments') ?? ''));
}
