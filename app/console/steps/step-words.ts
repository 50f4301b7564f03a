import type { Call, ScreenFacts, Step, StepCall } from '#core/call.ts';
import { callWords, fillPhrase, resultWords, type WordedTool } from '#app/ui/call-words.ts';
import { sentenceCase } from '#app/ui/field-label.ts';
import { plainText } from '#app/ui/plain-text.ts';
import { stateWords, stepStrings as strings } from './strings.ts';

/** The start step in words. */
export function startWords(tools: readonly WordedTool[], start: StepCall): string {
  const { title, details } = callWords(tools, start.tool, start.arguments);
  return strings.start(`${title} ${details}`.trim());
}

/** A step in words: `Tap “New note”` if it is known what the element is called, followed by its arguments. */
export function stepWords(
  tools: readonly WordedTool[],
  { tool, arguments: args, touchedAt = null }: StepCall & Partial<Pick<Step, 'touchedAt'>>,
): ReturnType<typeof callWords> {
  const words = callWords(tools, tool, args);
  const phrases = tools.find(({ name }) => name === tool)?.words.wantsTo ?? [];
  const label = `“${plainText(touchedAt?.label ?? '')}”`;
  const filled = touchedAt?.label ? fillPhrase(phrases, args, { label, app: label }) : null;
  if (filled === null || ![filled.object, filled.rest].some((part) => part.includes(label)))
    return words;
  const { verb, object, rest } = filled;
  return { ...words, title: sentenceCase([verb, object, rest].filter(Boolean).join(' ')) };
}

/** The result of a step: the sentence that its tool provides, else the tool's text. */
export function stepResult(tools: readonly WordedTool[], call: Call): string {
  return resultWords(tools, call) ?? call.text;
}

/** The states that a check can wait for, each with its opposite, of those that have one. */
const oppositeStates: ReadonlyMap<unknown, readonly [OpposedState, OpposedState]> = new Map([
  ['checked', ['checked', 'unchecked']],
  ['unchecked', ['unchecked', 'checked']],
  ['enabled', ['enabled', 'disabled']],
  ['disabled', ['disabled', 'enabled']],
]);
type OpposedState = 'checked' | 'unchecked' | 'enabled' | 'disabled';

/** The state in which a check found its element, in place of the one that it waited for; null if it was not so. */
export function otherState({ arguments: args, wait }: Pick<Call, 'arguments' | 'wait'>) {
  const states = wait?.otherState === undefined ? undefined : oppositeStates.get(args['state']);
  if (states === undefined) return null;
  const [wanted, state] = states;
  return { state, words: stateWords[state], wanted: stateWords[wanted] };
}

/** How many texts of a screen tell it from others. */
const maxTexts = 3;

/** What a failed step expected and what the screen shows instead, in one line; empty if the step failed for another reason. */
export function mismatchWords(
  call: Pick<Call, 'arguments' | 'errorCode' | 'selectors' | 'wait'>,
  shown: ScreenFacts | null,
): string {
  const { arguments: args, errorCode, selectors = [], wait } = call;
  const { selector, value } = args;
  const other = otherState(call);
  const target = typeof selector === 'string' ? selector : typeof value === 'string' ? value : '';
  if (other !== null) return strings.wants(plainText(wait?.otherState || target), other);
  if (typeof selector !== 'string') return '';
  const expected = plainText(selector);
  if (errorCode === 'ambiguous-selector') return strings.ambiguous(expected);
  if (errorCode !== 'element-not-found') return '';
  // What is offered instead says more than the texts of the screen.
  const texts = selectors.length > 0 ? [] : (shown?.texts.slice(0, maxTexts) ?? []);
  return strings.missing(expected, shown?.packageName ?? '', texts.map(plainText));
}
