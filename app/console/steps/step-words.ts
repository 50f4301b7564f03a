import { expectationTool, toolTitle } from '#app/ui/call-strings.ts';
import { isObject, ownMember, parseJson, type Json } from '#app/ui/json.ts';
import type { ToolInfo } from '#core/link/messages.ts';
import { callWords, foundBy } from '../policy/argument-lines.ts';
import type { CallStep } from '../calls/step.ts';
import { stepStrings as strings } from './strings.ts';

/** A step in words. Its arguments are masked by the caller. */
export function stepWords(
  tools: readonly ToolInfo[],
  { tool, arguments: args }: { readonly tool: string; readonly arguments: Json },
): ReturnType<typeof callWords> {
  return callWords(tool, toolTitle(tools, tool), args);
}

/** What leads to the screen where the steps begin, in words. */
export function startWords(tools: readonly ToolInfo[], start: CallStep): string {
  const { title, details } = stepWords(tools, start);
  return strings.start(`${title} ${details}`.trim());
}

/** What came of a step: a sentence where it expects something, else the tool's text. */
export function stepResult(
  { tool, arguments: args }: { readonly tool: string; readonly arguments: Json },
  text: string,
): string {
  const answer = tool === expectationTool ? parseJson(text.split('\n', 1)[0] ?? '') : undefined;
  const elapsedMs = ownMember(answer, 'elapsedMs');
  if (typeof elapsedMs !== 'number' || !isObject(args)) return text;
  const object = foundBy(args);
  const state = args['gone'] === true ? 'gone' : (args['state'] ?? 'visible');
  const condition = typeof state === 'string' ? state : 'visible';
  const message = ownMember(answer, 'message');
  if (typeof message !== 'string') return strings.met(object, condition, elapsedMs);
  const isThere = condition === 'gone' || ownMember(answer, 'element') !== undefined;
  const timeoutMs = typeof args['timeout'] === 'number' ? args['timeout'] : elapsedMs;
  // The tool says the same in its first sentences, and then why.
  const [, reason = ''] = message.split('Retry if the operation is long-running.');
  return strings.unmet(object, isThere ? condition : 'visible', timeoutMs) + reason;
}
