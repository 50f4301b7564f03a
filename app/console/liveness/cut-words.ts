import type { RunningCall, ToolInfo } from '../../../core/link/messages.ts';
import { callerWords, toolTitle } from '../../ui/state-strings.ts';
import { workerWords } from './strings.ts';
import { plainText } from '../../ui/plain-text.ts';

/** What is to be said of the calls that a worker was at when it was ended; empty where there were none. */
export function cutWords(cut: readonly RunningCall[], tools: readonly ToolInfo[]): string {
  if (cut.length === 0) return '';
  const calls = cut.map(({ tool, agent }) =>
    workerWords.cutCall(toolTitle(tools, tool), callerWords(plainText(agent))),
  );
  return workerWords.cut(calls.join(', '));
}
