import { isJsonArray, type Json } from '#app/ui/json.ts';
import { Mask, MaskedCall, maskedText } from '#app/ui/mask-secrets.ts';
import type { ToolInfo } from '#core/link/messages.ts';
import { parameterNames } from '../export/exported-call.ts';
import { type RecordedStep, toStep } from '../recorded-steps.ts';

/** The steps without typed passwords and clipboard texts, their own and these of all calls. */
export function maskSteps<Step extends RecordedStep>(
  steps: readonly Step[],
  { secrets, tools }: { readonly secrets: readonly string[]; readonly tools: readonly ToolInfo[] },
): readonly Step[] {
  const mask = new Mask(secrets, parameterNames(tools));
  return steps.map((step) => {
    const isKnown = tools.some(({ name }) => name === step.tool);
    const tool = isKnown ? step.tool : mask.maskText(step.tool);
    const call = { argumentsJson: JSON.stringify(step.arguments), text: '', secrets: step.secrets };
    const masked = toStep({ tool, arguments: new MaskedCall(call, mask).arguments });
    return { ...step, ...masked, secrets: [] };
  });
}

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
