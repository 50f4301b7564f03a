import type { ArgumentProblem } from '../../../core/link/call.ts';
import type { Path } from './draft.ts';
import type { Field } from './schema.ts';

/** The field that a message names in quotes, as in "Parameter 'x' must be >= 0". */
export function problemAt(fields: readonly Field[], message: string): string | undefined {
  // eslint-disable-next-line house/codes-not-words -- only where a problem is shown; what is wrong with several fields names them in its message alone
  const quoted = [...message.matchAll(/'(\w+)'/g)].map(([, name]) => name);
  const named = quoted.find((name) => fields.some((field) => field.name === name));
  return named;
}

/** What is wrong with the value at this place itself. What is wrong with all together stands at the first field it names. */
export function problemsAt(
  problems: readonly ArgumentProblem[],
  path: Path,
  fields: readonly Field[],
): readonly ArgumentProblem[] {
  const key = path.join('.');
  const isHere = (problem: ArgumentProblem): boolean => placeOf(problem, fields).join('.') === key;
  return problems.filter(isHere);
}

/** Where a problem is shown; empty for the form as a whole. */
function placeOf({ path, message }: ArgumentProblem, fields: readonly Field[]): Path {
  if (path.length > 0) return path;
  const named = problemAt(fields, message);
  return named === undefined ? [] : [named];
}

/** What is wrong with the value at this place and with everything in it. */
export function problemsUnder(
  problems: readonly ArgumentProblem[],
  path: Path,
  fields: readonly Field[],
): readonly ArgumentProblem[] {
  return problems.filter((problem) => {
    const place = placeOf(problem, fields);
    return path.every((step, index) => place[index] === step);
  });
}
