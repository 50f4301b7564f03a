import type { Call, StepCall } from '#core/call.ts';
import { callWords, resultWords, type WordedTool } from '#app/ui/call-words.ts';
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
