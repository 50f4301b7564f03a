import type { Json, StepCall } from '#core/call.ts';
import { maskedText } from '#core/link/call.ts';
import { isJsonArray } from '#app/ui/json.ts';

/** The variables so far, one for each masked text, in order. Their names share a prefix. */
export interface Variables {
  readonly prefix: string;
  readonly names: string[];
}

/** Starts without variables. The prefix occurs nowhere in the steps, so that a text typed as `${NAME}` is never taken for a variable. */
export function noVariables(steps: readonly StepCall[]): Variables {
  // Leaves out the screens, which are large.
  const json = JSON.stringify(steps.map(({ tool, arguments: args }) => [tool, args]));
  // A selector may escape any character with a backslash, also by its code point.
  const read = json
    .replaceAll('\\', '')
    .replace(
      /u(?:\{([\da-fA-F]{1,6})\}|([\da-fA-F]{4}))/g,
      (_all, braced: string | undefined, four: string) =>
        String.fromCharCode(Number.parseInt(braced ?? four, 16)),
    )
    // Appium's script also contains texts in upper case, for comparisons that ignore case.
    .toUpperCase();
  let prefix = 'HANDSET_TEXT_';
  while (read.includes(prefix)) prefix += '_';
  return { prefix, names: [] };
}

/** The value with `${NAME}` in place of each mask. */
function fillVariables(value: Json, variables: Variables): Json {
  if (typeof value === 'string')
    return value.replaceAll(maskedText, () => `\${${addVariable(variables)}}`);
  if (typeof value !== 'object' || value === null) return value;
  return isJsonArray(value)
    ? value.map((each) => fillVariables(each, variables))
    : fillMembers(value, variables);
}

/** The same for the members of an object. */
export function fillMembers(
  members: StepCall['arguments'],
  variables: Variables,
): StepCall['arguments'] {
  const filled = Object.entries(members).map(
    ([name, each]) => [name, fillVariables(each, variables)] as const,
  );
  return Object.fromEntries(filled);
}

function addVariable({ prefix, names }: Variables): string {
  const name = `${prefix}${names.length + 1}`;
  names.push(name);
  return name;
}
