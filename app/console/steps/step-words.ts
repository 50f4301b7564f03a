import type { Call, StepCall } from '#core/call.ts';
import type { ElementRow } from '#core/link/messages.ts';
import { callWords, resultWords, type WordedTool } from '#app/ui/call-words.ts';
import { plainText } from '#app/ui/plain-text.ts';
import { stepStrings as strings } from './strings.ts';

/** The start step in words. */
export function startWords(tools: readonly WordedTool[], start: StepCall): string {
  const { title, details } = callWords(tools, start.tool, start.arguments);
  return strings.start(`${title} ${details}`.trim());
}

/** The result of a step: the sentence that its tool provides, else the tool's text. */
export function stepResult(tools: readonly WordedTool[], call: Call): string {
  return resultWords(tools, call) ?? call.text;
}

/** How many texts of a screen tell it from others. */
const maxTexts = 3;

/** What a failed step expected and what the screen shows instead, in one line; empty if the step failed for another reason. */
export function mismatchWords(
  { arguments: { selector }, errorCode }: Pick<Call, 'arguments' | 'errorCode'>,
  view: {
    readonly packageName: string;
    readonly rows: readonly Pick<ElementRow, 'states' | 'text'>[];
  } | null,
): string {
  if (typeof selector !== 'string') return '';
  const expected = plainText(selector);
  if (errorCode === 'ambiguous-selector') return strings.ambiguous(expected);
  if (errorCode !== 'element-not-found') return '';
  const texts = (view?.rows ?? [])
    .filter(({ states }) => !states.includes('password') && !states.includes('offscreen'))
    .map(({ text }) => plainText(text.trim().split('\n', 1)[0] ?? ''))
    // Numbers, times and dates change.
    .filter((text) => text !== '' && !/\d/.test(text));
  return strings.missing(expected, view?.packageName ?? '', [...new Set(texts)].slice(0, maxTexts));
}
