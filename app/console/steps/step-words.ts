import type { Call, StepCall } from '#core/call.ts';
import { callWords, resultWords, type WordedTool } from '#app/ui/call-words.ts';
import { stepStrings as strings } from './strings.ts';

/** A step in words. */
export function stepWords(
  tools: readonly WordedTool[],
  { tool, arguments: args }: StepCall,
): ReturnType<typeof callWords> {
  return callWords(tools, tool, args);
}

/** What leads to the screen where the steps begin, in words. */
export function startWords(tools: readonly WordedTool[], start: StepCall): string {
  const { title, details } = stepWords(tools, start);
  return strings.start(`${title} ${details}`.trim());
}

/** What came of a step: a sentence if its tool has one for it, else the tool's text. */
export function stepResult(tools: readonly WordedTool[], call: Call): string {
  return resultWords(tools, call) ?? call.text;
}
