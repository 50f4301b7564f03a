import { isObject, parseJson, type Json } from '#app/ui/json.ts';
import { callWords, resultWords, type WordedTool } from '#app/ui/call-words.ts';
import type { CallStep } from '../calls/step.ts';
import { stepStrings as strings } from './strings.ts';

/** A step in words. Its arguments are masked by the caller. */
export function stepWords(
  tools: readonly WordedTool[],
  { tool, arguments: args }: { readonly tool: string; readonly arguments: Json },
): ReturnType<typeof callWords> {
  return callWords(tools, tool, args);
}

/** What leads to the screen where the steps begin, in words. */
export function startWords(tools: readonly WordedTool[], start: CallStep): string {
  const { title, details } = stepWords(tools, start);
  return strings.start(`${title} ${details}`.trim());
}

/** What came of a step: a sentence where its tool has one for the answer, else the tool's text. */
export function stepResult(
  tools: readonly WordedTool[],
  step: { readonly tool: string; readonly arguments: Json },
  text: string,
): string {
  // After the answer the text may show the screen.
  const answer = parseJson(text.split('\n', 1)[0] ?? '');
  return (isObject(answer) ? resultWords(tools, step, answer) : null) ?? text;
}
