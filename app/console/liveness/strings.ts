import type { ActiveCallInfo, ToolInfo } from '#core/link/messages.ts';
import { callerLabel, toolTitle } from '../../ui/call-strings.ts';
import { plainText } from '../../ui/plain-text.ts';

/** Messages about the worker, which holds the phone, the bridge connection and every call. */
export const workerStrings = {
  unresponsive: 'Handset’s background worker isn’t responding.',
  unresponsiveHelp:
    'Until it responds, neither you nor an agent can use the phone, and anything already running on it may continue. Click Stop to restart the worker.',
  stop: 'Stop',
  lastPicture: 'This is how the screen last looked. Click Stop to restart the worker.',
  notLoaded: 'Handset’s background worker couldn’t be loaded.',
  notLoadedHelp:
    'Check that Handset is still running, then click “Restart worker”. If that fails, reload the page.',
  failed: 'Handset hit an internal error and restarted its background worker.',
  /** It failed again soon after a restart. */
  failedAgain:
    'Handset hit another internal error soon after the first, so its background worker wasn’t restarted.',
  failedAgainHelp:
    'If this keeps happening, reload the page; if that doesn’t help, please report it.',
  failureDetails: (why: string) => `Details: ${why}`,
  start: 'Restart worker',
  afterStop:
    'Some calls didn’t stop, so Handset’s background worker was restarted. Touches still held on the phone are released when the console reconnects. Agents stay paused until you click Resume.',
  interruptedCalls: (calls: string) => `These calls may or may not have run: ${calls}.`,
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
