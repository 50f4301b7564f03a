import { isJsonArray, ownMember, type Json } from '#app/ui/json.ts';
import { Mask, MaskedCall, maskedText, parameterNames } from '#app/ui/mask-secrets.ts';
import type { CallRecord, ToolInfo } from '#core/link/messages.ts';
import type { CallStep, RecordedStep } from '../calls/step.ts';
import { isRunOfStep, maskedTexts, toStep } from './recorded-steps.ts';

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

/** Whether a call of the steps has only arguments that these show unmasked; `mask` is that of the list. */
export function isInPlainSight(
  call: Pick<CallRecord, 'agent' | 'from' | 'tool' | 'argumentsJson'>,
  steps: readonly RecordedStep[],
  mask: Mask,
): boolean {
  if (!isRunOfStep(call)) return false;
  const { tool, argumentsJson } = call;
  const run = steps.filter((step) => {
    return step.tool === tool && JSON.stringify(step.arguments) === argumentsJson;
  });
  const isShown = ({ secrets }: RecordedStep): boolean =>
    JSON.stringify(new MaskedCall({ argumentsJson, text: '', secrets }, mask).arguments) ===
    argumentsJson;
  return run.length > 0 && run.every(isShown);
}

/** The edited value, with what is behind each mask that was left as it was shown; `original` is what was shown masked. */
export function keepMasked(edited: Json, shown: Json, original: Json): Json {
  if (typeof edited === 'string')
    return edited === shown && edited.includes(maskedText) ? original : edited;
  if (typeof edited !== 'object' || edited === null) return edited;
  // Where one of them is gone, nobody can tell which is which.
  if (isJsonArray(edited))
    return isJsonArray(shown) && isJsonArray(original) && shown.length === edited.length
      ? edited.map((each, index) => keepMasked(each, shown[index] ?? null, original[index] ?? null))
      : edited;
  const members = Object.entries(edited).map(([name, each]): [string, Json] => [
    name,
    keepMasked(each, ownMember(shown, name) ?? null, ownMember(original, name) ?? null),
  ]);
  return Object.fromEntries(members);
}

/** What was typed in place of masked texts, which is as secret. */
export function filledMasks(
  before: RecordedStep,
  { arguments: args }: CallStep,
  secrets: readonly string[],
): readonly string[] {
  const [shown] = maskSteps([before], { secrets, tools: [] });
  return maskedTexts(shown ?? before).flatMap(({ path }) => {
    const value = path.reduce<Json | undefined>(
      (each, name) => (isJsonArray(each) ? each[Number(name)] : ownMember(each, String(name))),
      args,
    );
    return typeof value === 'string' && value !== '' && value !== maskedText ? [value] : [];
  });
}

/** The variable that stands for a masked text; the text is null where it is not known. */
interface NamedText {
  readonly name: string;
  readonly text: string | null;
}

/** The variables so far, one for each masked text, in order; all their names begin alike. */
export interface NamedTexts {
  readonly prefix: string;
  readonly texts: NamedText[];
}

/** No variables yet. Their names occur nowhere in the steps, so that what was typed as `${NAME}` stays that text. */
export function noVariables(steps: readonly CallStep[]): NamedTexts {
  // Without the screens of the steps, which are large.
  const json = JSON.stringify(steps.map(toStep));
  // A selector may write a letter as its code, and a backslash before other characters.
  const read = json
    .replaceAll('\\', '')
    .replace(
      /u(?:\{([\da-fA-F]{1,6})\}|([\da-fA-F]{4}))/g,
      (_all, braced: string | undefined, four: string) =>
        String.fromCharCode(Number.parseInt(braced ?? four, 16)),
    );
  let prefix = 'HANDSET_TEXT_';
  while (json.includes(prefix) || read.includes(prefix)) prefix += '_';
  return { prefix, texts: [] };
}

/** The value with `${NAME}` in place of each mask; `original` is the same before it was masked. */
export function fillVariables(value: Json, original: Json, variables: NamedTexts): Json {
  if (typeof value === 'string') {
    const [first = '', ...others] = value.split(maskedText);
    const texts = textsBehind(value, typeof original === 'object' ? '' : String(original));
    return others.reduce((filled, literal, index) => {
      return `${filled}\${${nameOf(texts[index], variables)}}${literal}`;
    }, first);
  }
  if (typeof value !== 'object' || value === null) return value;
  const originals =
    typeof original === 'object' && original !== null ? Object.values(original) : [];
  const fill = (each: Json, index: number): Json =>
    fillVariables(each, originals[index] ?? null, variables);
  if (isJsonArray(value)) return value.map(fill);
  const members = Object.entries(value).map(
    ([name, each], index) => [name, fill(each, index)] as const,
  );
  return Object.fromEntries(members);
}

/** What each mask hides; nothing where the text around them differs. */
function textsBehind(masked: string, original: string): readonly string[] {
  const [first = '', ...others] = masked.split(maskedText);
  const texts: string[] = [];
  if (!original.startsWith(first)) return texts;
  let at = first.length;
  for (const [index, literal] of others.entries()) {
    const isLast = index === others.length - 1;
    const end = isLast ? original.length - literal.length : original.indexOf(literal, at + 1);
    if (end <= at || !original.startsWith(literal, end)) return [];
    texts.push(original.slice(at, end));
    at = end + literal.length;
  }
  return texts;
}

/** The same text has the same variable; what was masked before may be any text. */
function nameOf(text: string | undefined, { prefix, texts }: NamedTexts): string {
  const isKnown = text !== undefined && !text.includes(maskedText);
  const before = isKnown ? texts.find((each) => each.text === text) : undefined;
  if (before !== undefined) return before.name;
  const name = `${prefix}${texts.length + 1}`;
  texts.push({ name, text: isKnown ? text : null });
  return name;
}
