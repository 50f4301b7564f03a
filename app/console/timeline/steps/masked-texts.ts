import { isJsonArray, type Json } from '#app/ui/json.ts';
import { maskedText } from '#app/ui/mask-secrets.ts';

/** A masked text, by the name of the variable that stands for it. */
interface NamedText {
  readonly name: string;
}

/** The variables so far, one for each masked text, in order. */
export type NamedTexts = NamedText[];

/** The text with a new variable in place of each mask. */
export function withVariables(
  text: string,
  variables: NamedTexts,
): readonly (string | NamedText)[] {
  return text.split(maskedText).flatMap((part, index) => {
    const literal = part === '' ? [] : [part];
    if (index === 0) return literal;
    const variable = { name: `HANDSET_TEXT_${variables.length + 1}` };
    variables.push(variable);
    return [variable, ...literal];
  });
}

/** The value with `${NAME}` in place of each mask. */
export function fillVariables(value: Json, variables: NamedTexts): Json {
  if (typeof value === 'string')
    return withVariables(value, variables)
      .map((part) => (typeof part === 'string' ? part : `\${${part.name}}`))
      .join('');
  if (isJsonArray(value)) return value.map((each) => fillVariables(each, variables));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(
    ([name, each]) => [name, fillVariables(each, variables)] as const,
  );
  return Object.fromEntries(members);
}
