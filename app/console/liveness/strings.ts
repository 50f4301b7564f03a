import type { ActiveCallInfo, ToolInfo } from '#core/link/messages.ts';
import { callerLabel, toolTitle } from '../../ui/call-strings.ts';
import { plainText } from '../../ui/plain-text.ts';

/** Messages about the worker, which holds the phone, the bridge connection and every call. */
export const workerStrings = {
  unresponsive: 'Handset’s worker does not answer.',
  unresponsiveHelp:
    'It holds the phone: until it answers, neither you nor an agent can use it, and what it has begun there may go on. Stop ends it and starts it again.',
  stop: 'Stop',
  lastPicture: 'This is the last picture received. Stop starts the worker again.',
  notLoaded: 'Handset’s worker could not be loaded.',
  notLoadedHelp:
    'Check that what serves this page still runs, and start it again. If that fails, reload the page.',
  failed: (why: string) => `Handset’s worker failed: ${why}.`,
  startedAgain: 'It was ended and started again.',
  /** It failed again soon after a restart. */
  failedAgain:
    'It had failed just before, so it was not started again. If it goes on failing, reload the page; if that does not help, please report it.',
  start: 'Start it again',
  afterStop:
    'Not everything ended by itself, so Handset’s worker was ended and started again. Fingers left on the phone are lifted as it connects again. Agents stay paused until you press Resume.',
  interruptedCalls: (calls: string) =>
    `These calls may or may not have had an effect on the phone: ${calls}.`,
  interruptedCall: (tool: string, agent: string) => `${tool} (${agent})`,
} as const;

/** Names the calls that ended with the worker; empty where there were none. */
export function interruptedText(
  interrupted: readonly ActiveCallInfo[],
  tools: readonly ToolInfo[],
): string {
  if (interrupted.length === 0) return '';
  const calls = interrupted.map(({ tool, agent }) =>
    workerStrings.interruptedCall(toolTitle(tools, tool), callerLabel(plainText(agent))),
  );
  return workerStrings.interruptedCalls(calls.join(', '));
}
